import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import tribunal.TribunalBot;
import tribunal.TribunalBot.Action;
import tribunal.TribunalBot.Card;
import tribunal.TribunalBot.Seat;
import tribunal.TribunalBot.Suit;
import tribunal.TribunalBot.View;

/** mybot, a bot for Revolution: it plans all four suits together (tribunal help first-bot). */
public class Bot {
  static final double KEEN = 0.3; // share of the fitting cards that a seat will get and play
  static final double SURE = 1.5; // certainty with which the stronger meld wins a suit
  static final int TURNS = 40; // more than a hand has

  /** A way to go on in a suit: its turns, points, the chance to win it, and a weight that is high for short melds. */
  record Plan(double turns, double points, double chance, double weight) {}

  /** The meld that wins a suit, by its ranks from the lowest on. */
  record Winner(int[] ranks, boolean isMine) {
    /** The shortest first; of equal lengths, the one with the lowest cards. */
    static final Comparator<Winner> ORDER = Comparator.<Winner>comparingInt(one -> one.ranks.length)
        .thenComparing(Winner::ranks, Arrays::compare).thenComparing(Winner::isMine);
  }

  /** The length of a meld; of equal lengths the higher lowest card wins. */
  static double strength(double length, int low) { return length > 0 ? length + low / 20.0 : 0; }

  static int lowest(List<Card> meld) { return meld.isEmpty() ? TribunalBot.ACE : meld.get(meld.size() - 1).rank(); }

  /** The table as all actions of a decision find it. */
  static class Outlook {
    final View view;
    final int seats;
    final int worth; // points for a suit, and for the shortest of all winning melds
    final double turns; // that a seat still has until the last ace, on average
    final List<Card> unseen; // without aces
    final List<List<Card>> best = new ArrayList<>(Collections.nCopies(4, List.of())); // by suit: the best meld of the others now
    final double[] rivals = new double[4]; // its strength at the end

    Outlook(View view) {
      this.view = view;
      seats = view.seats.size();
      worth = 1 + seats;
      double aces = view.acesLeft();
      turns = (view.stockSize - aces) * aces / (aces + 1) / seats;
      unseen = view.unseen().stream().filter(card -> card.rank() < TribunalBot.ACE).toList();
      for (Seat seat : view.seats) {
        if (seat == view.mine()) continue;
        for (Suit suit : TribunalBot.SUITS) {
          var meld = seat.meld(suit);
          int at = suit.ordinal();
          if (view.beats(meld, best.get(at))) best.set(at, meld);
          double end = strength(meld.size(), lowest(meld)) + growth(suit, lowest(meld), seat.hand.size() + turns);
          rivals[at] = Math.max(rivals[at], end);
        }
      }
    }

    /** The chance that the last ace comes within so many turns of all seats. */
    double isOver(int turns) {
      double chance = 1;
      for (int ace = 0; ace < view.acesLeft(); ace++)
        chance *= Math.max(0, Math.min(1, (turns * seats - ace) / Math.max(1.0, view.stockSize - ace)));
      return chance;
    }

    /** The length that so many unseen cards add to a meld whose lowest card is {@code low}. */
    double growth(Suit suit, int low, double cards) {
      double fitting = unseen.stream().filter(card -> card.suit() == suit && card.rank() < low).count();
      return KEEN * fitting * Math.min(1, cards / Math.max(1, unseen.size()));
    }

    /** My points if the hand ended at once. */
    double pointsNow(List<List<Card>> melds) {
      double points = 0;
      List<Winner> winners = new ArrayList<>();
      for (int suit = 0; suit < 4; suit++) {
        boolean isMine = view.beats(melds.get(suit), best.get(suit));
        points += isMine ? worth : -melds.get(suit).size();
        var winner = isMine ? melds.get(suit) : best.get(suit);
        if (!winner.isEmpty()) winners.add(new Winner(winner.stream().mapToInt(Card::rank).sorted().toArray(), isMine));
      }
      return points + (!winners.isEmpty() && Collections.min(winners, Winner.ORDER).isMine() ? worth : 0);
    }

    /** Ways to go on in a suit. */
    List<Plan> plans(Suit suit, List<Card> meld, List<Card> hand) {
      var lows = new ArrayList<>(List.of(lowest(meld)));
      hand.stream().filter(card -> card.suit() == suit && card.rank() < lowest(meld)).map(Card::rank)
          .sorted(Comparator.reverseOrder()).forEach(lows::add);
      List<Plan> plans = new ArrayList<>();
      for (int turns = 0; turns < lows.size(); turns++) plans.add(plan(suit, meld.size(), turns, lows.get(turns)));
      plans.add(plan(suit, meld.size(), lows.size() - 1 + growth(suit, lowest(meld), turns), 5));
      return plans;
    }

    Plan plan(Suit suit, int size, double turns, int low) {
      double length = size + turns;
      double rival = rivals[suit.ordinal()];
      double chance = length > 0 ? 1 / (1 + Math.exp(SURE * (rival - strength(length, low)))) : 0;
      return new Plan(turns, chance * worth - (1 - chance) * length, chance, Math.exp(-Math.max(length, rival)));
    }

    /** The points of the best plans for all suits, averaged over the turns that the hand may still have. */
    double expected(List<List<Card>> melds, List<Card> hand) {
      var plans = TribunalBot.SUITS.stream().map(suit -> plans(suit, melds.get(suit.ordinal()), hand)).toList();
      double[] best = new double[TURNS];
      Arrays.fill(best, -99);
      for (Plan a : plans.get(0)) for (Plan b : plans.get(1)) for (Plan c : plans.get(2)) for (Plan d : plans.get(3)) {
        int at = (int) Math.min(Math.ceil(a.turns + b.turns + c.turns + d.turns), TURNS - 1);
        double bonus = (a.chance * a.weight + b.chance * b.weight + c.chance * c.weight + d.chance * d.weight)
            / (a.weight + b.weight + c.weight + d.weight);
        best[at] = Math.max(best[at], a.points + b.points + c.points + d.points + worth * bonus);
      }
      double over = isOver(1);
      double total = over * pointsNow(melds);
      for (int turns = 1; turns < TURNS; turns++) {
        best[turns] = Math.max(best[turns], best[turns - 1]);
        double after = turns + 1 < TURNS ? isOver(turns + 1) : 1;
        total += (after - over) * best[turns];
        over = after;
      }
      return total;
    }
  }

  /** The points that I expect after an action. */
  static double rate(Outlook outlook, Action action) {
    boolean isPlayed = action.verb().equals("play");
    if (!isPlayed && !action.verb().equals("discard")) return 0;
    var hand = outlook.view.hand().stream().filter(card -> !card.equals(action.card())).toList();
    List<List<Card>> melds = new ArrayList<>();
    for (var meld : outlook.view.mine().melds) melds.add(new ArrayList<>(meld));
    if (isPlayed) melds.get(action.card().suit().ordinal()).add(action.card());
    return outlook.expected(melds, hand);
  }

  static Action decide(View view) {
    if (!view.game.equals("revolution")) return view.legal.get(0);
    var outlook = new Outlook(view);
    return view.legal.stream().max(Comparator.comparingDouble(action -> rate(outlook, action))).orElseThrow();
  }

  public static void main(String[] args) {
    TribunalBot.run("mybot", "3.0", Bot::decide);
  }
}
