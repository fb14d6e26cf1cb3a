import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tribunal.TribunalBot;
import tribunal.TribunalBot.Action;
import tribunal.TribunalBot.Card;
import tribunal.TribunalBot.Suit;
import tribunal.TribunalBot.View;

/** Plays as greedy.cpp does, move by move: maximises the gain as if the hand ended at once. */
public final class Greedy {
  private Greedy() {}

  /** The approximate worth of a suit, for every way of scoring. */
  private static final int SUIT_WORTH = 4;

  /** The points that I would get for a suit if the melds stayed as they are. */
  private static int points(View view, Suit suit) {
    return view.winning(suit) ? SUIT_WORTH : -view.mine().meld(suit).size();
  }

  private static int gainOfPlaying(View view, Card card) {
    if (card.suit() == Suit.NONE) return 0; // a joker of other games
    int before = points(view, card.suit());
    List<Card> meld = view.mine().meld(card.suit());
    meld.add(card);
    int after = points(view, card.suit());
    meld.remove(meld.size() - 1);
    return after - before;
  }

  private static long won(View view, int seat) {
    return TribunalBot.SUITS.stream().filter(suit -> view.winner(suit) == seat).count();
  }

  /** The number of suits that I win, less that of the best rival. */
  private static long lead(View view) {
    IntStream rivals = IntStream.range(0, view.seats.size()).filter(seat -> seat != view.me);
    return won(view, view.me) - rivals.mapToLong(seat -> won(view, seat)).max().orElse(0);
  }

  /** In a session with chips or a cube: raises the stakes when it leads, and folds when it is far behind. */
  private static int rateStake(View view, String verb) {
    final int farBehind = -2;
    boolean mayLeave = !view.option("session", "").equals("hustler");
    return switch (verb) {
      case "bet", "raise", "double" -> lead(view) > 0 ? 1 : -1;
      case "fold", "drop" -> mayLeave && lead(view) <= farBehind ? 1 : -100;
      default -> 0; // pay, check, accept
    };
  }

  /** The gain counts first. Among equal gains it plays before it discards, plays high and discards low. */
  private static int rate(View view, Action action) {
    Card card = action.card();
    boolean isTyrants = view.legal.get(view.legal.size() - 1).verb().equals("pass");
    int many = 100; // more than a rank
    return switch (action.verb()) {
      case "play" -> many * gainOfPlaying(view, card) + card.rank();
      case "take" -> many * (view.fits(view.me, card) ? gainOfPlaying(view, card) : -1);
      case "discard" -> -card.rank();
      case "call" -> many * (!isTyrants ? 0 : view.winning(Suit.CLUBS) ? -1 : 1); // the tyrant wins that suit too
      default -> many * rateStake(view, action.verb());
    };
  }

  /** The first of the best actions. */
  private static Action decide(View view) {
    return view.legal.stream().max(Comparator.<Action>comparingInt(action -> rate(view, action))).orElseThrow();
  }

  public static void main(String[] args) {
    TribunalBot.run("greedy-java", "1.0", Greedy::decide);
  }
}
