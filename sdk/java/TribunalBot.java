package tribunal;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/**
 * The Java kit for bots of Tribunal: this one file, Java 17 or later, nothing else. Put it into the folder {@code tribunal}
 * beside your bot.
 *
 * <pre>{@code
 * import tribunal.TribunalBot;
 *
 * public class MyBot {
 *   public static void main(String[] args) {
 *     TribunalBot.run("mybot", "1.0", view -> view.legal.get(0));
 *   }
 * }
 * }</pre>
 *
 * A bot is a function from its view to one of its legal actions. The view keeps the table for you. It ignores unknown lines
 * (later versions of the protocol, other games' events), which {@link Bot#event} still receives. The kits for other
 * languages have the same names, in their spelling, and meanings.
 */
public final class TribunalBot {
  private TribunalBot() {}

  // ---- Cards ----

  /** Ranks with a name. */
  public static final int JACK = 11, QUEEN = 12, KING = 13, ACE = 14;

  private static final int JOKER = 15;

  /** The suit of a card. {@code NONE} is that of a joker and of a card that you may not see. */
  public enum Suit {
    /** Clubs. */ CLUBS, /** Diamonds. */ DIAMONDS, /** Hearts. */ HEARTS, /** Spades. */ SPADES, /** No suit. */ NONE;
    /** The name of the suit, such as {@code hearts}. */
    @Override
    public String toString() { return name().toLowerCase(java.util.Locale.ROOT); }
  }

  /** The four suits, for loops. */
  public static final List<Suit> SUITS = List.of(Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES);

  /** A card, a joker (rank 15) or a card that you may not see (rank 0). Other ranks are 2 .. 10, JACK, QUEEN, KING, ACE. */
  public record Card(int rank, Suit suit) {
    /** A card that you may not see. */
    public static final Card UNKNOWN = new Card(0, Suit.NONE);
    /**
     * {@return the card that {@code text} names, {@code Kh} or {@code Jo}; for anything else one that you may not see}
     * @param text the word
     */
    public static Card parse(String text) { return CARDS.getOrDefault(text, UNKNOWN); }
    /** {@return whether you may see the card} */
    public boolean known() { return rank != 0; }
    /** The card as the referee writes it. */
    @Override
    public String toString() {
      if (rank == JOKER) return "Jo";
      return known() ? "" + "23456789TJQKA".charAt(rank - 2) + "cdhs".charAt(suit.ordinal()) : "??";
    }
  }

  private static final List<Card> PACK = new ArrayList<>();
  private static final Map<String, Card> CARDS = new HashMap<>(Map.of("Jo", new Card(JOKER, Suit.NONE)));

  static {
    for (Suit suit : SUITS) for (int rank = 2; rank <= ACE; rank++) PACK.add(new Card(rank, suit));
    for (Card card : PACK) CARDS.put(card.toString(), card);
  }

  // ---- What you may do ----

  /** An answer: an {@link Action} or, with a comment, a {@link Decision}. */
  public interface Answer {
    /** {@return the action in the referee's own words} */
    String action();
    /** {@return the comment, which the referee stores in the log beside the move; empty if there is none} */
    default String comment() { return ""; }
  }

  /** An action and a comment. */
  public record Decision(String action, String comment) implements Answer {
    /**
     * A legal action and a comment.
     * @param action the action
     * @param comment the comment, one line
     */
    public Decision(Action action, String comment) { this(action.text(), comment); }
  }

  /** A legal action: the referee's own word ({@code play:Kh}, {@code give:2,3c,4c,5c}, {@code pass}) and its parts. */
  public record Action(String text) implements Answer {
    @Override
    public String action() { return text; }
    /** {@return the text before the colon} */
    public String verb() { return text.split(":", 2)[0]; }
    /** {@return the text after the colon} */
    public String arguments() { return text.substring(Math.min(verb().length() + 1, text.length())); }
    /** {@return the card (the first, if there are several); unknown if there is none} */
    public Card card() { return cards().stream().findFirst().orElse(Card.UNKNOWN); }
    /** {@return all cards of the action} */
    public List<Card> cards() { return wordsOf(arguments(), ',').stream().map(Card::parse).filter(Card::known).toList(); }
    /**
     * {@return the number in a place after the colon}
     * @param index the place, from 0
     * @param otherwise the result if there is no number
     */
    public int number(int index, int otherwise) { return numberAt(wordsOf(arguments(), ','), index, otherwise); }
    /** {@return the seat in the action; -1 if there is none} */
    public int seat() { return number(0, -1); }
    @Override
    public String toString() { return text; }
  }

  // ---- What you see ----

  /** A place at the table, with everything known about it. The Mob and the dummy have the last place. */
  public static final class Seat {
    /** Its cards: yours are all known, another seat's only if taken openly. */ public List<Card> hand = new ArrayList<>();
    /** Melds by suit, in the order of play; that of {@code NONE} is empty. */
    public List<List<Card>> melds = new ArrayList<>();
    /** Aces that it showed and put aside. */ public List<Card> aces = new ArrayList<>();
    /** Points of the last hand that was scored. */ public int points;
    /** Score of the game so far. */ public int score;
    /** Open cards before it that are not in melds: a castle, face-up royals. */ public List<Card> open = new ArrayList<>();
    /** Cards captured in this hand. */ public List<Card> taken = new ArrayList<>();
    /** Cards in its face-down pile. */ public int pile;
    /** Its bid in this hand; empty if it made none. */ public String bid = "";
    /** Chips won in the game so far, less its chips in the pot. */ public int chips;
    /** Whether it folded this hand, or is out of the game. */ public boolean out;

    Seat() {
      for (Suit suit : Suit.values()) melds.add(suit == Suit.NONE ? List.of() : new ArrayList<>());
    }

    /**
     * {@return its meld of the suit; empty for the suit of a card that you may not see}
     * @param suit the suit
     */
    public List<Card> meld(Suit suit) { return melds.get(suit.ordinal()); }
  }

  /** A card of a trick. */
  public record Play(int seat, Card card) {}

  /** The place of played cards: melds before the seats, a trick, or the discard pile. */
  public enum PlayedTo { /** Melds. */ MELDS, /** A trick. */ TRICK, /** The discard pile. */ PILE }

  /** The table as you see it when you are asked, and when a hook is called. It changes with every line of the referee. */
  public static final class View {
    /** The game: {@code mitch}, {@code revolution}, ... */ public String game = "";
    /** The key=value words of the line {@code game}. */ public Map<String, String> options = new LinkedHashMap<>();
    /** Your seat, from 0. */ public int me;
    /** Number of seats that bots play. */ public int players;
    /** All seats, clockwise. */ public List<Seat> seats = new ArrayList<>(List.of(new Seat()));
    /** The place of played cards. */ public PlayedTo playedTo = PlayedTo.MELDS;
    /** Number of the hand or round, from 1. */ public int handNumber;
    /** The seat that dealt this hand. */ public int dealer;
    /** The discard pile, its top card last. */ public List<Card> discards = new ArrayList<>();
    /** The trick so far, in the order of play. */ public List<Play> trick = new ArrayList<>();
    /** Cards turned up for all to see. */ public List<Card> turned = new ArrayList<>();
    /** Tricks without a winner. */ public List<Card> aside = new ArrayList<>();
    /** Chips in the pot. */ public int pot;
    /** Number of cards left to draw. */ public int stockSize;
    /** The legal actions; empty when you are not asked. */ public List<Action> legal = List.of();
    /** The time for this decision. */ public int milliseconds;
    /** The score of each seat, when the game is over. */ public List<Integer> scores = new ArrayList<>();
    /** The place of each seat from 1, when the game is over; 0: not ranked. */
    public List<Integer> places = new ArrayList<>();

    View() {}

    /** {@return your seat} */
    public Seat mine() { return seats.get(me); }
    /** {@return your cards} */
    public List<Card> hand() { return mine().hand; }
    /**
     * {@return the seat of this number; an empty one if there is none, as for an action without a seat}
     * @param number the number, from 0
     */
    public Seat seat(int number) { return number >= 0 && number < seats.size() ? seats.get(number) : new Seat(); }

    /**
     * {@return an option's text}
     * @param name the option
     * @param otherwise the result if the game has no such option
     */
    public String option(String name, String otherwise) { return options.getOrDefault(name, otherwise); }
    /**
     * {@return whether an option is on}
     * @param name the option
     */
    public boolean isOn(String name) { return option(name, "").equals("on"); }
    /**
     * {@return an option's number}
     * @param name the option
     * @param otherwise the result if the game has no such option
     */
    public int number(String name, int otherwise) { return numberAt(List.of(option(name, "")), 0, otherwise); }

    /** {@return the seat of the Mob, which the referee plays; -1 without the Mob} */
    public int mob() { return isOn("mob") ? seats.size() - 1 : -1; }
    /** {@return the number of packs of 52 in play} */
    public int packs() { return number("packs", 1); }
    /** {@return the number of aces that all seats have shown in this hand} */
    public int acesShown() { return seats.stream().mapToInt(seat -> seat.aces.size()).sum(); }

    /** {@return the number of aces until drawing, or the hand, ends: 4 in Revolution, 3 per pack in Mitch} */
    public int acesLeft() {
      int limit = number("ace_limit", 0);
      int usual = Table.factsOf(game).aceLimit() * packs();
      return Math.max(0, (limit > 0 ? limit : usual) - acesShown());
    }

    /**
     * {@return whether the seat may put the card on its meld by the Golden Rule (and option high_low)}
     * @param seat the number of the seat
     * @param card the card
     */
    public boolean fits(int seat, Card card) {
      if (card.suit() == Suit.NONE || card.rank() == ACE) return false;
      List<Card> meld = seat(seat).meld(card.suit());
      if (meld.isEmpty() || seat == mob()) return true;
      int last = meld.get(meld.size() - 1).rank();
      if (!isOn("high_low")) return card.rank() < last;
      if (meld.size() == 1) return card.rank() != last;
      return runsUpward(meld) ? card.rank() > last : card.rank() < last;
    }

    /**
     * {@return the seat that wins the suit by the current melds; -1 if none does}
     * @param suit the suit
     */
    public int winner(Suit suit) {
      int best = -1;
      List<Card> strongest = List.of();
      for (int number = 0; number < seats.size(); number++) {
        List<Card> meld = seat(number).meld(suit);
        if (meld.isEmpty() || seat(number).out) continue; // a folded seat does not compete
        if (beats(meld, strongest)) {
          best = number;
          strongest = meld;
        } else if (!beats(strongest, meld)) {
          best = -1; // equal melds, which two packs allow, do not win
        }
      }
      return best;
    }

    /**
     * {@return whether you win the suit by the current melds}
     * @param suit the suit
     */
    public boolean winning(Suit suit) { return winner(suit) == me; }

    /**
     * {@return whether meld {@code a} beats meld {@code b} of the same suit by length, then by their lowest cards}
     * @param a a meld
     * @param b another meld
     */
    public boolean beats(List<Card> a, List<Card> b) {
      if (a.size() != b.size()) return a.size() > b.size();
      int order = Arrays.compare(strength(a), strength(b));
      return option("suit_tie", "").equals("low") && !isOn("high_low") ? order < 0 : order > 0;
    }

    /**
     * Compares as melds of one length do: by the ranks from the lowest up (the Mob's cards are in any order). With high_low, for
     * each card from the last, by twice its distance from the end of the meld's direction, and one more if the meld runs down.
     */
    private int[] strength(List<Card> meld) {
      int[] key = new int[meld.size()];
      for (int i = 0; i < key.length; i++) {
        int rank = meld.get(key.length - 1 - i).rank();
        key[i] = !isOn("high_low") ? rank : runsUpward(meld) ? 2 * (KING - rank) : 2 * (rank - 2) + 1;
      }
      if (!isOn("high_low")) Arrays.sort(key);
      return key;
    }

    /** {@return every card of the game, except jokers, that you do not see now: in the stock, in a pile or in another hand} */
    public List<Card> unseen() {
      Facts facts = Table.factsOf(game);
      int[][] left = new int[5][JOKER + 1];
      for (Card card : PACK) {
        String rank = card.toString().substring(0, 1);
        int more = facts.moreFor() == players && facts.more().contains(rank) ? 1 : 0;
        left[card.suit().ordinal()][card.rank()] = facts.without().contains(rank) ? 0 : packs() + more;
      }
      List<List<Card>> seen = new ArrayList<>(List.of(discards, turned, aside, cardsOf(trick)));
      for (Seat seat : seats) {
        seen.addAll(List.of(seat.hand, seat.aces, seat.open, seat.taken));
        seen.addAll(seat.melds);
      }
      for (List<Card> cards : seen) for (Card card : cards) left[card.suit().ordinal()][card.rank()]--;
      List<Card> unseen = new ArrayList<>();
      for (Card card : PACK) for (int i = left[card.suit().ordinal()][card.rank()]; i > 0; i--) unseen.add(card);
      return unseen;
    }
  }

  /** An event of the game: {@code VERB SEAT ARGUMENTS}. */
  public record Event(String verb, int seat, List<String> arguments) {}

  /** A bot: a function that decides, and hooks that the kit calls. */
  @FunctionalInterface
  public interface Bot {
    /**
     * {@return one of {@code view.legal}, or a {@link Decision}}
     * @param view the table
     */
    Answer decide(View view);
    /**
     * Called when a game starts.
     * @param view the table
     */
    default void gameStart(View view) {}
    /**
     * Called after the view is updated.
     * @param view the table
     * @param event the event
     */
    default void event(View view, Event event) {}
    /**
     * Called when scores and places are known.
     * @param view the table
     */
    default void gameEnd(View view) {}
  }

  /**
   * Plays games until the referee sends {@code quit} or closes the connection. If the bot returns no action, this writes so to
   * standard error and ends the program with exit code 1.
   *
   * @param name the name of the bot
   * @param version its version
   * @param bot the bot
   */
  public static void run(String name, String version, Bot bot) {
    try {
      PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
      converse(new InputStreamReader(System.in, StandardCharsets.UTF_8), out, name, version, bot);
    } catch (IOException | IllegalStateException problem) {
      System.err.println(name + ": " + problem.getMessage());
      System.exit(1);
    }
  }

  /**
   * Plays as {@link #run}, with other input and output, for tests; throws IllegalStateException for a mistake of the bot.
   * @param in the lines of the referee
   * @param out the answers
   * @param name the name of the bot
   * @param version its version
   * @param bot the bot
   * @throws IOException if {@code in} cannot be read
   */
  public static void converse(Reader in, PrintStream out, String name, String version, Bot bot) throws IOException {
    Conversation conversation = new Conversation("ready " + name + " " + version + "\n", bot, out);
    BufferedReader lines = new BufferedReader(in);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      List<String> words = wordsOf(line, ' ');
      if (!words.isEmpty() && words.get(0).equals("quit")) return;
      if (!words.isEmpty()) conversation.hear(words);
    }
  }

  /**
   * {@return the view as a few lines of text, for debugging}
   * @param view the table
   */
  public static String describe(View view) {
    StringBuilder text = new StringBuilder(view.game + " hand " + view.handNumber + " dealer " + view.dealer + " me " + view.me
        + " stock " + view.stockSize + " aces left " + view.acesLeft() + "\n");
    for (int number = 0; number < view.seats.size(); number++) {
      Seat seat = view.seat(number);
      text.append("seat " + number + " points " + seat.points + " score " + seat.score);
      text.append(listed("hand", seat.hand)).append(listed("aces", seat.aces));
      for (Suit suit : SUITS)
        text.append(listed(suit.toString(), seat.meld(suit))).append(view.winner(suit) == number ? "*" : "");
      text.append(listed("open", seat.open)).append(listed("taken", seat.taken)).append(counted("pile", seat.pile));
      text.append(seat.bid.isEmpty() ? "" : " bid " + seat.bid);
      text.append(counted("chips", seat.chips)).append(seat.out ? " out\n" : "\n");
    }
    for (Play play : view.trick) text.append("played " + play.card() + " by " + play.seat() + "\n");
    text.append("pile").append(listed("of", view.discards)).append(listed("turned", view.turned));
    text.append(listed("aside", view.aside)).append(counted("pot", view.pot));
    text.append("\nunseen").append(listed("" + view.unseen().size(), view.unseen())).append("\nlegal");
    for (Action action : view.legal) text.append(" " + action);
    return text.append("\n").toString();
  }

  // ---- How it works ----

  private static List<String> wordsOf(String text, char separator) {
    List<String> words = new ArrayList<>();
    for (int begin = 0; begin < text.length(); ) {
      int found = text.indexOf(separator, begin);
      int end = found < 0 ? text.length() : found;
      if (end > begin) words.add(text.substring(begin, end));
      begin = end + 1;
    }
    return words;
  }

  /** The word at {@code index}, if it is a number: digits, with or without a minus. */
  private static int numberAt(List<String> words, int index, int otherwise) {
    if (index >= words.size() || words.get(index).startsWith("+") || words.get(index).isEmpty()) return otherwise;
    if (Character.getNumericValue(words.get(index).charAt(words.get(index).length() - 1)) > 9) return otherwise; // a card
    try {
      return Integer.parseInt(words.get(index));
    } catch (NumberFormatException isNone) {
      return otherwise;
    }
  }

  private static List<Card> cardsOf(List<Play> trick) { return trick.stream().map(Play::card).toList(); }

  /** Does the meld run upward (option high_low)? */
  private static boolean runsUpward(List<Card> meld) { return meld.size() > 1 && meld.get(1).rank() > meld.get(0).rank(); }

  private static String listed(String name, List<Card> cards) {
    StringBuilder text = new StringBuilder(" " + name);
    for (Card card : cards) text.append(' ').append(card);
    return cards.isEmpty() ? "" : text.toString();
  }

  /** The name and the number; empty if it is 0. */
  private static String counted(String name, int number) { return number == 0 ? "" : " " + name + " " + number; }

  /**
   * The facts about the table of a game: cards of each pack that are dealt and drawn in a hand (0 in games without drawing);
   * cards of the equal piles at the start; aces of each pack until drawing ends; ranks missing from the pack;
   * ranks that have one more card in each suit, with which number of players; the place of played cards.
   */
  private record Facts(int dealt, int piles, int aceLimit, String without, String more, int moreFor, PlayedTo playedTo) {}

  /**
   * Applies events to a view. Two packs have two cards of each face: only the card in the place that the event names moves.
   */
  private static final class Table {
    final View view;
    private Event event;
    private Seat seat; // that of the event
    private int counted;
    private final Deque<Source[]> expected = new ArrayDeque<>(); // where the next cards come from

    /** A place that cards leave. Returns whether it had the card. */
    private interface Source { boolean had(Card card); }

    Table(View view) { this.view = view; }

    void follow(Event next) {
      event = next;
      seat = view.seats.get(event.seat());
      apply();
    }

    // generated by ./dev kits
    /** Does to the table what the verb of the event does. */
    void apply() {
      switch (event.verb()) {
        case "hand" -> { view.handNumber = number(0, view.handNumber); clear(); }
        case "deal", "draw" -> seat.hand.addAll(take(this::stock, this::pile));
        case "play" -> play(take(this::royals, this::hand));
        case "score" -> { seat.points = number(0, seat.points); seat.score = number(1, seat.score); }
        case "turn" -> shown().addAll(take(this::stock));
        case "place", "fold", "finish", "lose" -> seat.out = true;
        case "ace" -> seat.aces.addAll(take(this::hand));
        case "take" -> { takeLast(view.discards, 1); seat.hand.addAll(take()); }
        case "discard" -> view.discards.addAll(take(this::hand));
        case "ante", "pay" -> { view.pot += number(0, 0); seat.chips -= number(0, 0); }
        case "win" -> { view.pot -= number(0, 0); seat.chips += number(0, 0); }
        case "chips" -> seat.chips = number(1, seat.chips);
        case "round" -> { view.handNumber = number(0, view.handNumber); pileHands(); }
        case "trick" -> { seat.pile += number(0, 0); view.aside.clear(); view.trick.clear(); }
        case "aside" -> { view.aside.addAll(cardsOf(view.trick)); view.trick.clear(); }
        case "remove" -> { view.discards.addAll(view.aside); view.aside.clear(); }
        case "bid" -> bid(0);
        case "give" -> give(this::hand);
        case "exchange" -> { seat.hand.addAll(takeLast(view.turned, 1)); view.turned.addAll(take(this::hand)); }
        case "bomb" -> { take(this::turned); explode(); }
        case "capture" -> seat.taken.addAll(take(this::trick, this::turned));
        case "gather" -> seat.hand.addAll(take(this::trick));
        case "bid-card" -> { bid(0); show(); }
        case "lay", "pair", "revolution", "extend" -> view.discards.addAll(take(this::royals, this::hand));
        case "castle", "reveal" -> seat.open.addAll(take(this::hand));
        case "court" -> seat.open.addAll(take(this::royals, this::hand));
        case "siege" -> { view.turned.addAll(takeLast(view.discards, 13)); view.discards = takeLast(view.discards, 1); }
        case "nope" -> take(this::hand);
        case "swap", "favour" -> { counted = 0; expected.clear(); }
        case "offer" -> counted++;
        case "retry" -> { expect(this::hand); expect(this::hand); expect(this::royals, this::hand); expect(this::hand); }
        case "deliver" -> give(this::next, this::royals, this::hand);
        case "reshuffle" -> { view.stockSize = number(0, view.stockSize); view.discards = takeLast(view.discards, 1); }
        case "conceal" -> seat.hand.addAll(take(this::open));
        case "execute", "ruin" -> take(this::open);
        case "seize" -> { seat.hand.addAll(take()); view.stockSize = 0; }
        case "killed" -> { seat.hand.clear(); seat.open.clear(); seat.out = true; }
      }
    }

    static Facts factsOf(String game) {
      return switch (game) {
        case "mitch" -> new Facts(52, 0, 3, "", "", 0, PlayedTo.MELDS);
        case "tennis" -> new Facts(0, 48, 4, "A", "", 0, PlayedTo.TRICK);
        case "anarchy", "snark" -> new Facts(0, 0, 4, "", "", 0, PlayedTo.TRICK);
        case "anarchist-bomb", "organised-chaos" -> new Facts(0, 0, 4, "", "678", 5, PlayedTo.TRICK);
        case "chez" -> new Facts(55, 0, 4, "", "", 0, PlayedTo.PILE);
        default -> new Facts(52, 0, 4, "", "", 0, PlayedTo.MELDS);
      };
    }

    // end of generated

    private boolean open(Card card) { return seat.open.remove(card); }
    private boolean royals(Card card) { return card.rank() >= JACK && card.rank() <= KING && open(card); }
    private boolean turned(Card card) { return view.turned.remove(card); }
    private boolean stock(Card card) { return view.stockSize > 0 && view.stockSize-- > 0; }
    private boolean pile(Card card) { return seat.pile > 0 && seat.pile-- > 0; }

    private boolean trick(Card card) {
      int at = cardsOf(view.trick).indexOf(card);
      return at >= 0 && view.trick.remove(at) != null;
    }

    /** Removes the card from the hand if it has it, otherwise an unknown card. */
    private boolean hand(Card card) {
      if (!card.known()) Collections.fill(seat.hand, card); // none of its other cards is certain now
      return seat.hand.remove(card) || seat.hand.remove(Card.UNKNOWN);
    }

    /** The source that is expected for this card, if any. */
    private boolean next(Card card) {
      if (expected.isEmpty()) return false;
      for (Source source : expected.remove()) if (source.had(card)) break;
      return true;
    }

    private List<Card> take(Source... from) { return takeEach(event.arguments(), from); }

    /** Each card leaves the first source that has it. */
    private List<Card> takeEach(List<String> words, Source... from) {
      List<Card> cards = words.stream().map(Card::parse).toList();
      for (Card card : cards) for (Source source : from) if (source.had(card)) break;
      return cards;
    }

    /** Gives cards to the seat that is the first argument of the event. */
    private void give(Source... from) {
      int to = number(0, -1);
      if (to < 0 || to >= view.seats.size()) return;
      view.seat(to).hand.addAll(takeEach(event.arguments().subList(1, event.arguments().size()), from));
    }

    /** Removes up to this number of cards from the end of a list. */
    private List<Card> takeLast(List<Card> cards, int count) {
      List<Card> last = cards.subList(Math.max(0, cards.size() - count), cards.size());
      List<Card> taken = new ArrayList<>(last);
      last.clear();
      return taken;
    }

    /** Puts cards where the game puts played cards. */
    private void play(List<Card> cards) {
      for (Card card : cards) {
        if (view.playedTo == PlayedTo.TRICK) view.trick.add(new Play(event.seat(), card));
        else if (view.playedTo == PlayedTo.PILE) view.discards.add(card);
        else if (card.suit() != Suit.NONE) seat.meld(card.suit()).add(card);
      }
    }

    /** The discard pile if cards are played to it, otherwise the cards turned up. */
    private List<Card> shown() { return view.playedTo == PlayedTo.PILE ? view.discards : view.turned; }

    /** An argument of the event; {@code otherwise} if it is not a number. */
    private int number(int index, int otherwise) { return numberAt(event.arguments(), index, otherwise); }

    /** Makes an argument of the event the bid. A card means its suit. */
    private void bid(int index) {
      if (index >= event.arguments().size()) return;
      Suit suit = Card.parse(event.arguments().get(index)).suit();
      seat.bid = suit == Suit.NONE ? event.arguments().get(index) : suit.toString();
    }

    /** Puts the hands of all seats onto their piles. */
    private void pileHands() {
      for (Seat each : view.seats) {
        each.pile += each.hand.size();
        each.hand.clear();
      }
    }

    /** The seat deals a new hand. */
    private void clear() {
      view.dealer = event.seat();
      for (List<?> cards : List.of(view.discards, view.trick, view.turned)) cards.clear();
      view.stockSize = factsOf(view.game).dealt() * view.packs();
      for (Seat each : view.seats) {
        for (List<Card> cards : List.of(each.hand, each.aces, each.open, each.taken)) cards.clear();
        for (Suit suit : SUITS) each.meld(suit).clear();
        each.bid = "";
        each.out = false;
      }
    }

    /** All seats see that this hand has the cards of the event. */
    private void show() {
      for (String word : event.arguments()) {
        Card card = Card.parse(word);
        int unknown = seat.hand.indexOf(Card.UNKNOWN);
        if (unknown >= 0 && !seat.hand.contains(card)) seat.hand.set(unknown, card);
      }
    }

    /** The card of the event, if any, replaces the joker in the trick. */
    private void explode() {
      Card odd = event.arguments().isEmpty() ? null : Card.parse(event.arguments().get(0));
      view.trick.replaceAll(play -> play.card().rank() == JOKER ? new Play(play.seat(), odd) : play);
      view.trick.removeIf(play -> play.card() == null);
    }

    /** Takes this number of the next cards from these sources. */
    private void expect(Source... from) { expected.addAll(Collections.nCopies(counted, from)); }
  }

  /** The conversation with the referee, line by line. */
  private static final class Conversation {
    private final String ready;
    private final Bot bot;
    private final PrintStream out;
    private Table table = new Table(new View());

    Conversation(String ready, Bot bot, PrintStream out) {
      this.ready = ready;
      this.bot = bot;
      this.out = out;
    }

    /** Processes the words of a line. */
    void hear(List<String> words) {
      switch (words.get(0)) {
        case "tribunal" -> say(ready);
        case "ask" -> answer(words);
        case "game" -> {
          table = new Table(beginGame(words));
          bot.gameStart(table.view);
        }
        case "result" -> {
          takeResult(table.view, words);
          bot.gameEnd(table.view);
        }
        default -> hearEvent(words);
      }
    }

    private void hearEvent(List<String> words) {
      View view = table.view;
      int seat = numberAt(words, 1, -1);
      // The dummy, a hand that the referee plays, is the seat after those of the line game.
      int seats = view.seats.size();
      if (seat == seats && seats == view.number("seats", -1) && view.playedTo == PlayedTo.TRICK) view.seats.add(new Seat());
      if (seat < 0 || seat >= view.seats.size()) return;
      Event event = new Event(words.get(0), seat, words.subList(2, words.size()));
      table.follow(event);
      bot.event(view, event);
    }

    private void answer(List<String> words) {
      if (words.size() < 4) return;
      View view = table.view;
      List<String> legal = words.subList(3, words.size());
      view.milliseconds = numberAt(words, 2, view.milliseconds);
      view.legal = legal.stream().map(Action::new).toList();
      Answer answer = bot.decide(view);
      view.legal = List.of();
      if (answer == null || answer.action() == null || answer.action().isEmpty())
        throw new IllegalStateException("the bot decided for " + Objects.requireNonNullElse(answer, "null")
            + ", which is not an action; expected one of view.legal: " + String.join(" ", legal));
      String remark = answer.comment().isEmpty() ? "" : "# " + cut(answer.comment()).replaceAll("[\r\n]", " ") + "\n";
      say(remark + "move " + words.get(1) + " " + answer.action() + "\n");
    }

    /** The text up to 4000 bytes, because a line of more than 4 KiB loses the game. */
    private static String cut(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      int end = Math.min(bytes.length, 4000);
      while (end > 0 && end < bytes.length && (bytes[end] & 0xC0) == 0x80) --end;
      return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private void say(String text) {
      out.print(text);
      out.flush();
    }
  }

  /** The view of a new game, from its line. It needs seats and you; other words may be missing. */
  private static View beginGame(List<String> words) {
    View view = new View();
    view.game = words.size() > 1 ? words.get(1) : "";
    for (String word : words.subList(Math.min(2, words.size()), words.size())) {
      int equals = word.indexOf('=');
      if (equals >= 0) view.options.putIfAbsent(word.substring(0, equals), word.substring(equals + 1));
    }
    Facts facts = Table.factsOf(view.game);
    view.playedTo = facts.playedTo();
    view.players = view.number("players", 0);
    int seats = Math.max(1, Math.min(64, view.number("seats", view.players)));
    view.me = Math.max(0, Math.min(seats - 1, view.number("you", 0)));
    view.stockSize = facts.dealt() * view.packs();
    view.seats.clear();
    for (int i = 0; i < seats; i++) view.seats.add(new Seat());
    for (Seat seat : view.seats) seat.pile = facts.piles() / seats;
    return view;
  }

  /** Reads {@code result SCORE ... places PLACE ...}. */
  private static void takeResult(View view, List<String> words) {
    List<Integer> numbers = view.scores;
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i).equals("places")) numbers = view.places;
      else if (numberAt(words, i, 0) == numberAt(words, i, 1)) numbers.add(numberAt(words, i, 0));
    }
  }
}
