// mybot, a bot for Revolution: it plans all four suits together (tribunal help first-bot).
#include <array>
#include <cmath>
#include <functional>
#include <tuple>

#include "tribunal_bot.hpp"

using namespace tribunal::bot;

constexpr double keen = 0.3;    // share of the fitting cards that a seat will get and play
constexpr double sure = 1.5;    // certainty with which the stronger meld wins a suit
constexpr int most_turns = 40;  // more than a hand has

using Melds = std::array<Cards, 4>;

// A way to go on in a suit: its turns, points, the chance to win it, and a weight that is high for short
// melds.
struct Plan {
  double turns, points, chance, weight;
};

// The length of a meld; of equal lengths the higher lowest card wins.
double strength(double length, int lowest) { return length > 0 ? length + lowest / 20.0 : 0; }

int lowest(const Cards& meld) { return meld.empty() ? ace : meld.back().rank; }

// The table as all actions of a decision find it.
class Outlook {
 public:
  explicit Outlook(const View& its_view) : view{its_view}, seats(static_cast<int>(view.seats.size())) {
    for (const Card card : view.unseen())
      if (card.rank < ace) unseen.push_back(card);
    const double aces = view.aces_left();
    turns = (view.stock_size - aces) * aces / (aces + 1) / seats;
    for (const Suit suit : suits) {
      for (int number = 0; number < seats; ++number) {
        if (number == view.me) continue;
        const Cards& meld = view.seat(number).meld(suit);
        Cards& best = bests[index_of(suit)];
        if (view.beats(meld, best)) best = meld;
        const auto cards = static_cast<double>(view.seat(number).hand.size()) + turns;
        const double end =
            strength(static_cast<double>(meld.size()), lowest(meld)) + growth(suit, lowest(meld), cards);
        rivals[index_of(suit)] = std::max(rivals[index_of(suit)], end);
      }
    }
  }

  // The points of the best plans for all suits, averaged over the turns that the hand may still have.
  double expected(const Melds& melds, const Cards& hand) const {
    std::array<std::vector<Plan>, 4> plans;
    for (const Suit suit : suits) plans[index_of(suit)] = plans_for(suit, melds[index_of(suit)], hand);
    std::array<double, most_turns> best;
    best.fill(-99);
    for (const Plan& a : plans[0])
      for (const Plan& b : plans[1])
        for (const Plan& c : plans[2])
          for (const Plan& d : plans[3]) {
            const auto at = static_cast<std::size_t>(
                std::min(std::ceil(a.turns + b.turns + c.turns + d.turns), most_turns - 1.0));
            const double bonus =
                (a.chance * a.weight + b.chance * b.weight + c.chance * c.weight + d.chance * d.weight) /
                (a.weight + b.weight + c.weight + d.weight);
            best[at] = std::max(best[at], a.points + b.points + c.points + d.points + worth() * bonus);
          }
    double over = is_over(1);
    double total = over * points_now(melds);
    for (std::size_t at = 1; at < best.size(); ++at) {
      best[at] = std::max(best[at], best[at - 1]);
      const double after = at + 1 < best.size() ? is_over(static_cast<int>(at) + 1) : 1;
      total += (after - over) * best[at];
      over = after;
    }
    return total;
  }

 private:
  // Points for a suit, and for the shortest of all winning melds.
  double worth() const { return 1 + seats; }

  // The chance that the last ace comes within so many turns of all seats.
  double is_over(int its_turns) const {
    double chance = 1;
    for (int number = 0; number < view.aces_left(); ++number)
      chance *=
          std::clamp((its_turns * seats - number) / std::max(1.0, view.stock_size - 1.0 * number), 0.0, 1.0);
    return chance;
  }

  // The length that so many unseen cards add to a meld whose lowest card is `low`.
  double growth(Suit suit, int low, double cards) const {
    const auto fitting = std::count_if(unseen.begin(), unseen.end(),
                                       [&](Card card) { return card.suit == suit && card.rank < low; });
    return keen * static_cast<double>(fitting) *
           std::min(1.0, cards / std::max(1.0, static_cast<double>(unseen.size())));
  }

  // My points if the hand ended at once.
  double points_now(const Melds& melds) const {
    double points = 0;
    std::vector<std::tuple<std::size_t, std::vector<int>, bool>> winners;
    for (std::size_t suit = 0; suit < 4; ++suit) {
      const bool is_mine = view.beats(melds[suit], bests[suit]);
      points += is_mine ? worth() : -static_cast<double>(melds[suit].size());
      std::vector<int> ranks;
      for (const Card card : is_mine ? melds[suit] : bests[suit]) ranks.push_back(card.rank);
      std::sort(ranks.begin(), ranks.end());
      if (!ranks.empty()) winners.emplace_back(ranks.size(), ranks, is_mine);
    }
    const auto shortest = std::min_element(winners.begin(), winners.end());
    return points + (shortest != winners.end() && std::get<bool>(*shortest) ? worth() : 0);
  }

  std::vector<Plan> plans_for(Suit suit, const Cards& meld, const Cards& hand) const {
    std::vector<int> lows{lowest(meld)};
    for (const Card card : hand)
      if (card.suit == suit && card.rank < lowest(meld)) lows.push_back(card.rank);
    std::sort(lows.begin() + 1, lows.end(), std::greater<>{});
    std::vector<Plan> plans;
    const auto add = [&](double its_turns, int low) {
      const double length = static_cast<double>(meld.size()) + its_turns;
      const double rival = rivals[index_of(suit)];
      const double chance = length > 0 ? 1 / (1 + std::exp(sure * (rival - strength(length, low)))) : 0;
      plans.push_back(
          {its_turns, chance * worth() - (1 - chance) * length, chance, std::exp(-std::max(length, rival))});
    };
    for (std::size_t number = 0; number < lows.size(); ++number)
      add(static_cast<double>(number), lows[number]);
    add(static_cast<double>(lows.size() - 1) + growth(suit, lowest(meld), turns), 5);
    return plans;
  }

  const View& view;
  int seats;
  Cards unseen;
  double turns = 0;                // that a seat still has until the last ace, on average
  Melds bests;                     // the best melds of the others now
  std::array<double, 4> rivals{};  // their strength at the end
};

// The points that I expect after an action.
double rate(const View& view, const Outlook& outlook, const Action& action) {
  if (!action.is("play") && !action.is("discard")) return 0;
  Cards hand = view.hand();
  hand.erase(std::remove(hand.begin(), hand.end(), action.card()), hand.end());
  Melds melds;
  for (const Suit suit : suits) melds[index_of(suit)] = view.mine().meld(suit);
  if (action.is("play")) melds[index_of(action.card().suit)].push_back(action.card());
  return outlook.expected(melds, hand);
}

Action decide(const View& view) {
  if (view.game != "revolution") return view.legal.front();
  const Outlook outlook{view};
  const auto worse = [&](const Action& a, const Action& b) {
    return rate(view, outlook, a) < rate(view, outlook, b);
  };
  return *std::max_element(view.legal.begin(), view.legal.end(), worse);
}

int main() { return tribunal::run("mybot", "3.0", decide); }
