// The Anarchy family: what a seat is told does not depend on the other hands, on cards passed between others,
// on the dummy's pile and on the undealt cards.
#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "games/anarchy/anarchy_deals.hpp"
#include "games/anarchy/family.hpp"
#include "support/repetitions.hpp"
#include "support/what_is_seen.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// The stock of a hand in its order; who was dealt each card of it; the faces that were laid open or passed.
struct History {
  std::vector<Card> stock;
  std::vector<Seat> owners;  ///< `no_seat`: the dummy's, the odd one, undealt
  std::set<Card> named;
  bool exchanged = false;  ///< the dealer's last card is to be seen
};

std::vector<Card> stock_before(const Rules& rules, const Deal& deal, std::size_t number) {
  auto stock = testing::pack_of(rules);
  deal.shuffle_pack(stock, "hand " + std::to_string(number));
  return stock;
}

/// The cards that an event other than a deal names are no longer hidden from everyone, or were chosen.
void name_cards(const Event& event, History& history) {
  for (std::size_t i = 0; i < event.size; ++i) {
    if (event.verb->kind_at(i).form != ArgumentForm::card) continue;
    history.named.insert(Card::from_index(static_cast<std::uint8_t>(event.arguments[i])));
  }
  if (event.verb == verbs::exchange) history.exchanged = true;
}

std::vector<History> histories_of(const Rules& rules, const EventLog& events, const Deal& deal) {
  std::vector<History> histories;
  const auto players = static_cast<std::size_t>(rules.players());
  std::size_t deals = 0;
  for (const auto& event : events.events()) {
    if (event.verb == verbs::hand) {
      histories.push_back(
          {.stock = stock_before(rules, deal, histories.size() + 1), .owners = {}, .named = {}});
      histories.back().owners.assign(histories.back().stock.size(), no_seat);
      deals = 0;
    } else if (event.verb == verbs::deal) {
      const auto place = deals++;
      for (std::size_t i = 0; place < players && i < event.size; ++i) {
        histories.back().owners[i * players + place] = event.seat;
      }
    } else {
      name_cards(event, histories.back());
    }
  }
  return histories;
}

/// True if `viewer` cannot tell whether the cards of the two places of the stock were exchanged: it has seen
/// neither, or they lay in the same hand of another player.
bool may_exchange(const History& history, std::size_t a, std::size_t b, Seat viewer) {
  const auto owner = history.owners[a];
  if (owner == viewer || history.owners[b] == viewer) return false;
  const auto is_named = [&](std::size_t place) { return history.named.contains(history.stock[place]); };
  if (!is_named(a) && !is_named(b)) return true;
  return owner != no_seat && owner == history.owners[b] && !history.exchanged;
}

/// Exchanges cards at random where the viewer cannot tell; gives how many places hold other cards then.
std::size_t exchange(History& history, Seat viewer, Dice& dice) {
  const auto before = history.stock;
  for (int i = 0; i < 300; ++i) {
    const auto a = dice.below(before.size());
    const auto b = dice.below(before.size());
    if (may_exchange(history, a, b, viewer)) std::swap(history.stock[a], history.stock[b]);
  }
  std::size_t moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) moved += before[i] == history.stock[i] ? 0 : 1;
  return moved;
}

testing::Redealt deal_anew(const Rules& rules, const Deal& deal, const EventLog& events, Seat viewer,
                           Dice& dice) {
  testing::Redealt redealt;
  for (auto& history : histories_of(rules, events, deal)) {
    redealt.moved += exchange(history, viewer, dice);
    redealt.stocks["hand " + std::to_string(redealt.stocks.size() + 1)] = history.stock;
  }
  return redealt;
}

}  // namespace

TEST_CASE("Anarchy family: a seat's lines do not depend on what is hidden from it") {
  testing::check_positions("anarchy", testing::repetitions(20'000), 20, deal_anew);
}

TEST_CASE("Anarchy family: a seat's lines depend on what it may see") {
  // The counterpart, a test of the test's eyes.
  const auto rules = make_rules("organised-chaos", 3, {}).value();
  const auto deal = testing::numbered_deal(1);
  auto stock = stock_before(rules, *deal, 1);
  std::swap(stock[0], stock[50]);  // seat 1's first card, one of the dummy's
  const auto anew = testing::stacked({{"hand 1", stock}});
  CHECK(testing::seen_by(1, *rules.deal(anew), {}) != testing::seen_by(1, *rules.deal(deal), {}));
  CHECK(testing::seen_by(2, *rules.deal(anew), {}) == testing::seen_by(2, *rules.deal(deal), {}));
}
