// Plays the Anarchy games by sampling: deals the cards that it does not see at random, some hundred times,
// plays each of these worlds out, and does what came out best on average. It throws no dice: its random
// numbers follow from what it sees. In other games it does anything legal.
#include "sampler.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "games/anarchy/rules.hpp"
#include "games/anarchy/tricks.hpp"

using namespace sampler;
using tribunal::Bid;
using tribunal::bot::Action;
using tribunal::bot::View;

namespace {

constexpr int worlds_for_bids = 400;
constexpr int worlds_for_cards = 200;
constexpr int snark_tricks = 6;  ///< number of tricks to which Snark is played out

/// The mean points of each bid.
using BidPoints = std::map<Bid, double>;

Bid bid_of(std::string_view name) {
  const auto* const found = std::find(tribunal::bid_names.begin(), tribunal::bid_names.end(), name);
  return static_cast<Bid>(found - tribunal::bid_names.begin());
}

/// The bid of an action `bid:spades` or `bid-card:Ks`.
Bid bid_of(const Action& action) {
  return action.is("bid-card") ? tribunal::bid_of(card_of(action.card()).suit()) : bid_of(action.arguments());
}

bool is_bid(const Action& action) { return action.is("bid") || action.is("bid-card"); }

BidPoints expect_bids(const AnarchyRules& rules, const Table& table, Chance& chance) {
  BidPoints points;
  for (int i = 0; i < worlds_for_bids; ++i) {
    const World world{table, chance};
    auto takings = table.taken;
    play_out(rules, table, world, 0, world.hands[table.me].size(), takings);
    for (std::size_t name = 0; name < tribunal::bid_names.size(); ++name) {
      const auto bid = static_cast<Bid>(name);
      if (rules.bids().has(bid)) points[bid] += score_takings(rules, bid, takings).total();
    }
  }
  for (auto& [bid, sum] : points) sum /= worlds_for_bids;
  return points;
}

/// The points to expect from each bid with this hand. If every bid has to be made once, they are relative to
/// the points of a usual hand: a bid should be made with a hand that does better with it than hands usually
/// do.
BidPoints promise(const View& view, Chance& chance) {
  const auto rules = rules_of(view);
  auto points = expect_bids(rules, Table{view}, chance);
  if (rules.kind != tribunal::AnarchyKind::organised) return points;
  Chance usual_chance{"usual"};
  for (const auto& [bid, usual] : expect_bids(rules, Table{rules}, usual_chance)) points[bid] -= usual;
  return points;
}

const Action& choose_bid(const View& view, Chance& chance) {
  auto points = promise(view, chance);
  return *std::max_element(view.legal.begin(), view.legal.end(), [&](const Action& a, const Action& b) {
    return points[bid_of(a)] < points[bid_of(b)];
  });
}

/// The card that does best in the next trick, if all else that follows is left to chance.
const Action& choose_card(const View& view, Chance& chance) {
  const auto rules = rules_of(view);
  const auto bid = bid_of(view.mine().bid);
  const Table table{view};
  std::vector<double> sums(view.legal.size());
  for (int i = 0; i < worlds_for_cards; ++i) {
    World world{table, chance};
    auto& hand = world.hands[table.me];
    for (std::size_t choice = 0; choice < view.legal.size(); ++choice) {
      std::swap(*std::find(hand.begin(), hand.end(), card_of(view.legal[choice].card())), hand.front());
      auto takings = table.taken;
      play_out(rules, table, world, 0, hand.size(), takings);
      sums[choice] += score_takings(rules, bid, takings).total();
    }
  }
  return view.legal[static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin())];
}

const Action& choose_snark_card(const View& view, Chance& chance) {
  const Table table{view};
  std::vector<double> sums(view.legal.size());
  for (int i = 0; i < worlds_for_cards; ++i) {
    World world{table, chance};
    auto& hand = world.hands[table.me];
    for (std::size_t choice = 0; choice < view.legal.size(); ++choice) {
      std::swap(*std::find(hand.begin(), hand.end(), card_of(view.legal[choice].card())), hand.front());
      auto played = world;
      play_snark(played, snark_tricks, chance);
      const auto left = played.hands[table.me].size();
      sums[choice] += left == 0 ? 10.0 : static_cast<double>(left);
    }
  }
  return view.legal[static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin())];
}

Takings less(Takings all, const Takings& some) {
  for (std::size_t i = 0; i < all.suits.size(); ++i)
    all.suits[i] = static_cast<std::uint8_t>(all.suits[i] - some.suits[i]);
  for (std::size_t i = 0; i < all.ranks.size(); ++i)
    all.ranks[i] = static_cast<std::uint8_t>(all.ranks[i] - some.ranks[i]);
  return all;
}

/// The points that the trick of each of my cards, by the card's place in a pack, brings under `bid`.
std::array<double, 64> worth_of_cards(const AnarchyRules& rules, const Table& table, Bid bid,
                                      Chance& chance) {
  std::array<double, 64> worth{};
  for (int i = 0; i < worlds_for_bids; ++i) {
    const World world{table, chance};
    const auto& hand = world.hands[table.me];
    Takings all;
    play_out(rules, table, world, 0, hand.size(), all);
    for (std::size_t n = 0; n < hand.size(); ++n) {
      Takings of_trick;
      play_out(rules, table, world, n, n + 1, of_trick);
      worth[hand[n].index()] +=
          score_takings(rules, bid, all).total() - score_takings(rules, bid, less(all, of_trick)).total();
    }
  }
  return worth;
}

/// Passes the three cards that bring least under the bid that promises most of those still to be made.
const Action& choose_gifts(const View& view, tribunal::BidSet made, Chance& chance) {
  auto best = Bid::spades;
  double most = -1e9;
  for (const auto& [bid, points] : promise(view, chance)) {
    if (made.has(bid) || points <= most) continue;
    best = bid;
    most = points;
  }
  const auto worth = worth_of_cards(rules_of(view), Table{view}, best, chance);
  const auto rate = [&](const Action& gift) {
    double sum = 0;
    for (const auto card : gift.cards()) sum += worth[card_of(card).index()];
    return sum;
  };
  return *std::min_element(view.legal.begin(), view.legal.end(),
                           [&](const Action& a, const Action& b) { return rate(a) < rate(b); });
}

const Action& anything(const View& view, Chance& chance) {
  return view.legal[chance.below(view.legal.size())];
}

/// False if the lines lacked what a game of this name needs; then there is nothing to sample.
bool is_understood(const View& view) {
  if (view.seats.size() > tribunal::most_places) return false;
  const auto hand = view.hand();
  for (const auto& action : view.legal) {
    for (const auto card : action.cards()) {
      if (std::count(hand.begin(), hand.end(), card) == 0) return false;
    }
  }
  const auto& first = view.legal.front();
  if (is_bid(first)) return true;
  if (first.is("give")) return view.game == "organised-chaos" && !hand.empty();
  return first.is("play") && (view.game == "snark" || rules_of(view).bids().has(bid_of(view.mine().bid)));
}

const Action& choose(const View& view, tribunal::BidSet made) {
  Chance chance{describe(view)};
  const auto& first = view.legal.front();
  const bool has_bids =
      view.game == "anarchy" || view.game == "anarchist-bomb" || view.game == "organised-chaos";
  if (view.legal.size() == 1) return first;
  if ((!has_bids && view.game != "snark") || !is_understood(view)) return anything(view, chance);
  if (view.game == "snark") return choose_snark_card(view, chance);
  if (is_bid(first)) return choose_bid(view, chance);
  return first.is("give") ? choose_gifts(view, made, chance) : choose_card(view, chance);
}

}  // namespace

int main() {
  tribunal::BidSet made;  // in this game, by me
  tribunal::bot::Hooks hooks;
  hooks.game_start = [&](const View&) { made = {}; };
  hooks.event = [&](const View& view, const tribunal::bot::Event& event) {
    if (event.verb == "bid" && event.seat == view.me && !event.arguments.empty())
      made.add(bid_of(event.arguments[0]));
  };
  return tribunal::run(
      "sampler", "1.0", [&](const View& view) { return choose(view, made); }, hooks);
}
