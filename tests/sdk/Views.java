import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tribunal.TribunalBot;
import tribunal.TribunalBot.Action;
import tribunal.TribunalBot.Answer;
import tribunal.TribunalBot.Bot;
import tribunal.TribunalBot.Card;
import tribunal.TribunalBot.Event;
import tribunal.TribunalBot.Suit;
import tribunal.TribunalBot.View;

/**
 * A bot that always does the first thing and shows what it sees: after every line that the Java kit takes in, what it heard,
 * and the view. The views programs of the other languages show the same of the same lines, byte for byte. With the word
 * {@code cases} it answers what kits_test.py asks of a view, of a card, or of an action.
 */
public final class Views implements Bot {
  private final PrintStream out;
  private View last;

  Views(PrintStream out) { this.out = out; }

  private void show(View view, String heard) {
    last = view;
    out.print(heard + "\n" + TribunalBot.describe(view) + "\n");
    out.flush();
  }

  private static String listed(List<?> words) { return words.stream().map(word -> " " + word).collect(Collectors.joining()); }

  @Override
  public Answer decide(View view) {
    show(view, "asked " + view.milliseconds);
    return view.legal.get(0);
  }

  @Override
  public void gameStart(View view) { show(view, "game " + view.game); }

  @Override
  public void event(View view, Event event) {
    show(view, "event " + event.verb() + " " + event.seat() + listed(event.arguments()));
  }

  @Override
  public void gameEnd(View view) { show(view, "result" + listed(view.scores) + " places" + listed(view.places)); }

  /** The view after lines that commas separate; without any, that of a game that nobody knows. */
  private static View viewAfter(String lines) throws IOException {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    Views views = new Views(nowhere);
    String told = lines.isEmpty() ? "game x" : lines.replace(", ", "\n");
    TribunalBot.converse(new StringReader(told), nowhere, "x", "1", views);
    return views.last;
  }

  /** All that the view and the action may be asked of each other. */
  private static String ofAction(View view, Action action) {
    Card card = action.card();
    int[] seats = {action.seat(), -2, 0, 1, 2, 64};
    long fits = IntStream.of(seats).filter(seat -> view.fits(seat, card)).count();
    long beats = IntStream.of(seats).filter(seat -> view.beats(view.seat(seat).meld(card.suit()), view.mine().meld(card.suit()))).count();
    return action.verb() + " (" + action.arguments() + ") cards (" + listed(action.cards()).trim() + ") card " + card + " numbers "
        + action.number(0, 0) + " " + action.number(1, 0) + " " + action.number(7, -5) + " seat " + action.seat() + " fits " + fits
        + " beats " + beats + " winning " + (view.winning(card.suit()) ? 1 : 0);
  }

  private static Object answer(String question) throws IOException {
    int bar = question.lastIndexOf(" | ");
    View view = viewAfter(question.substring(0, Math.max(0, bar)));
    String asked = question.substring(bar < 0 ? 0 : bar + 3);
    List<String> words = new ArrayList<>(Arrays.asList(asked.split(" ")));
    words.addAll(List.of("", ""));
    String first = words.get(1);
    return switch (words.get(0)) {
      case "action" -> ofAction(view, new Action(first));
      case "card" -> Card.parse(first);
      case "winner" -> view.winner(Suit.valueOf(first.toUpperCase(Locale.ROOT)));
      case "fits" -> view.fits(Integer.parseInt(first), Card.parse(words.get(2))) ? 1 : 0;
      case "on" -> view.isOn(first) ? 1 : 0;
      case "number" -> view.number(first, Integer.parseInt(words.get(2)));
      case "option" -> view.option(first, words.get(2));
      case "mob" -> view.mob();
      case "held" -> view.seat(Integer.parseInt(first)).hand.size();
      case "played" -> view.playedTo.name().toLowerCase(Locale.ROOT);
      default -> TribunalBot.describe(view).lines().filter(line -> line.startsWith(asked)).findFirst().orElse("");
    };
  }

  public static void main(String[] words) throws IOException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    if (words.length == 0) {
      TribunalBot.run("views", "1", new Views(out));
      return;
    }
    BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String question = questions.readLine(); question != null; question = questions.readLine()) out.print(answer(question) + "\n");
    out.flush();
  }
}
