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

std::vector<Card> deal_anew(const std::vector<Card>& stock, Fates fates, Seat viewer, Dice& dice) {
  auto anew = stock;
  for (int i = 0; i < 300; ++i) {
    auto& a = anew[dice.below(anew.size())];
    auto& b = anew[dice.below(anew.size())];
    if (may_exchange(fates[a], fates[b], viewer)) std::swap(a, b);
  }
  return anew;
}

std::vector<Card> stock_of(const Deal& deal) {
  auto stock = fresh_pack({.highest = Rank::king});
  deal.shuffle_pack(stock, "hand 1");
  return stock;
}

DealPointer stacked(const std::vector<Card>& stock) {
  return std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", stock}});
}

}  // namespace

TEST_CASE("tennis: a seat's lines do not depend on what is hidden from it") {
  Dice dice{12};
  std::size_t moved = 0;
  const int positions = testing::repetitions(20'000);
  for (int i = 0; i < positions; ++i) {
    const auto* const lead = dice.pick(std::vector{"passes-on", "dealer", "next-player"});
    const auto rules =
        make_rules("tennis", dice.pick(std::vector{2, 3, 4, 6}), {{"round_lead", lead}}).value();
    const auto viewer = static_cast<Seat>(dice.below(static_cast<std::size_t>(rules.players())));
    const auto deal = testing::numbered_deal(static_cast<std::uint64_t>(i));
    const auto game = rules.deal(deal);
    const auto played = testing::play_some(*game, dice);

    const auto stock = stock_of(*deal);
    const auto anew = deal_anew(stock, fates_of(played.events), viewer, dice);
    for (std::size_t card = 0; card < stock.size(); ++card) moved += stock[card] == anew[card] ? 0 : 1;
    CAPTURE(i, rules.players(), int{viewer}, testing::lines_of(played.events));
    REQUIRE(testing::seen_by(viewer, *rules.deal(stacked(anew)), played.decisions) ==
            testing::seen_by(viewer, *rules.deal(deal), played.decisions));
  }
  CHECK(moved / static_cast<std::size_t>(positions) >= 10);  // the new deals are new
}

TEST_CASE("tennis: a seat's lines depend on what it may see") {
  // The counterpart, a test of the test's eyes.
  const auto rules = make_rules("tennis", 3, {}).value();
  const auto deal = testing::numbered_deal(1);
  auto stock = stock_of(*deal);
  std::swap(stock[0], stock[40]);
  CHECK(testing::seen_by(1, *rules.deal(stacked(stock)), {}) != testing::seen_by(1, *rules.deal(deal), {}));
  CHECK(testing::seen_by(2, *rules.deal(stacked(stock)), {}) == testing::seen_by(2, *rules.deal(deal), {}));
}
