// Tennis: what a seat is told does not depend on the piles and on the other hands.
#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

#include "cards/pack.hpp"
#include "games/catalogue.hpp"
#include "games/tennis/family.hpp"
#include "support/repetitions.hpp"
#include "support/what_is_seen.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// The owner of a card, the round in which it first came out of the pile that it was dealt to, and the round
/// in which it first lay on the table.
struct Fate {
  Seat owner = no_seat;
  int taken = 0;   ///< the round; 0 is never
  int played = 0;  ///< the round; 0 is never
};

using Fates = std::map<Card, Fate>;

Fates fates_of(const EventLog& events) {
  Fates fates;
  int round = 0;
  for (const auto& event : events.events()) {
    if (event.verb == verbs::round) round = event.arguments[0];
    if (event.verb != verbs::deal && event.verb != verbs::play) continue;
    for (std::size_t i = 0; i < event.size; ++i) {
      auto& fate = fates[Card::from_index(static_cast<std::uint8_t>(event.arguments[i]))];
      if (fate.owner == no_seat) fate = {.owner = event.seat, .taken = round};
      if (event.verb == verbs::play && fate.played == 0) fate.played = round;
    }
  }
  return fates;
}

/// True if `viewer` cannot tell whether the two cards lay in each other's places in the deal: it has seen
/// neither, or both went from another's first hand to the table before the next, in whatever order they lay.
bool may_exchange(const Fate& a, const Fate& b, Seat viewer) {
  const auto is_hidden = [viewer](const Fate& fate) { return fate.owner != viewer && fate.played == 0; };
  if (is_hidden(a) || is_hidden(b)) return is_hidden(a) && is_hidden(b);
  return a.owner == b.owner && a.owner != viewer && a.taken == b.taken && a.played == a.taken &&
         b.played == b.taken;
}

std::vector<Card> stock_of(const Deal& deal) {
  auto stock = fresh_pack({.highest = Rank::king});
  deal.shuffle_pack(stock, "hand 1");
  return stock;
}

testing::Redealt deal_anew(const Rules& /*rules*/, const Deal& deal, const EventLog& events, Seat viewer,
                           Dice& dice) {
  const auto stock = stock_of(deal);
  auto anew = stock;
  auto fates = fates_of(events);
  for (int i = 0; i < 300; ++i) {
    auto& a = anew[dice.below(anew.size())];
    auto& b = anew[dice.below(anew.size())];
    if (may_exchange(fates[a], fates[b], viewer)) std::swap(a, b);
  }
  std::size_t moved = 0;
  for (std::size_t card = 0; card < stock.size(); ++card) moved += stock[card] == anew[card] ? 0 : 1;
  return {{{"hand 1", anew}}, moved};
}

}  // namespace

TEST_CASE("tennis: a seat's lines do not depend on what is hidden from it") {
  testing::check_positions("tennis", testing::repetitions(20'000), 10, deal_anew);
}

TEST_CASE("tennis: a seat's lines depend on what it may see") {
  // The counterpart, a test of the test's eyes.
  const auto rules = make_rules("tennis", 3, {}).value();
  const auto deal = testing::numbered_deal(1);
  auto stock = stock_of(*deal);
  std::swap(stock[0], stock[40]);
  CHECK(testing::seen_by(1, *rules.deal(testing::stacked({{"hand 1", stock}})), {}) !=
        testing::seen_by(1, *rules.deal(deal), {}));
  CHECK(testing::seen_by(2, *rules.deal(testing::stacked({{"hand 1", stock}})), {}) ==
        testing::seen_by(2, *rules.deal(deal), {}));
}
