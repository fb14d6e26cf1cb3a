import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tribunal.TribunalBot;
import tribunal.TribunalBot.Action;
import tribunal.TribunalBot.Answer;
import tribunal.TribunalBot.Bot;
import tribunal.TribunalBot.Card;
import tribunal.TribunalBot.Decision;
import tribunal.TribunalBot.Event;
import tribunal.TribunalBot.View;

/**
 * A bot that prints its view. After every line that the Java kit processes it prints the line and the view; at a
 * question also the answers of all functions of the view and of its actions. It takes the first action. The views
 * programs of the other languages print the same for the same lines, byte for byte.
 */
public final class Views implements Bot {
  private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  private void show(View view, String heard) {
    out.print(heard + "\n" + TribunalBot.describe(view) + "\n");
    out.flush();
  }

  private static String listed(List<?> words) { return words.stream().map(word -> " " + word).collect(Collectors.joining()); }

  private static String digits(IntStream numbers) { return numbers.mapToObj(Integer::toString).collect(Collectors.joining()); }

  private static String ofAction(View view, Action action) {
    Card card = action.card();
    int[] seats = {0, 1, 2, 64, -2, action.seat()};
    List<Card> own = view.mine().meld(card.suit());
    String fits = digits(IntStream.of(seats).map(seat -> view.fits(seat, card) ? 1 : 0));
    String beats = digits(IntStream.of(seats).map(seat -> view.beats(view.seat(seat).meld(card.suit()), own) ? 1 : 0));
    return "action " + action + " verb " + action.verb() + " (" + action.arguments() + ") cards (" + listed(action.cards()).trim()
        + ") numbers " + action.number(0, 0) + " " + action.number(1, 0) + " " + action.number(7, -5) + " seat " + action.seat()
        + " card " + card + " fits " + fits + " beats " + beats + " winner " + view.winner(card.suit()) + " "
        + (view.winning(card.suit()) ? 1 : 0) + "\n";
  }

  @Override
  public Answer decide(View view) {
    show(view, "asked " + view.milliseconds);
    for (Action action : view.legal) out.print(ofAction(view, action));
    out.flush();
    Action first = view.legal.get(0);
    return switch (first.verb()) {
      case "long" -> new Decision(first, "x" + "\u00fc".repeat(3000));
      case "comment" -> new Decision(first, "with\r\ntwo lines");
      case "plain" -> new Decision("plain", "");
      case "nothing" -> new Decision("", "why not");
      default -> first;
    };
  }

  @Override
  public void gameStart(View view) {
    String text = "game " + view.game + " played " + view.playedTo.name().toLowerCase(java.util.Locale.ROOT) + " mob " + view.mob();
    for (String name : List.of("high_low", "penalty", "none"))
      text += " " + name + " " + view.option(name, "?") + " " + view.number(name, 7) + " " + (view.isOn(name) ? 1 : 0);
    show(view, text);
  }

  @Override
  public void event(View view, Event event) {
    show(view, "event " + event.verb() + " " + event.seat() + listed(event.arguments()));
  }

  @Override
  public void gameEnd(View view) { show(view, "result" + listed(view.scores) + " places" + listed(view.places)); }

  public static void main(String[] words) { TribunalBot.run("views", "1", new Views()); }
}
