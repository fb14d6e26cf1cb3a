// The lines to a seat are a function of what it may know: if the cards that are hidden from it are dealt
// anew, it sees the same game.
#include <algorithm>
#include <optional>
#include <set>

#include <catch2/catch.hpp>

#include "cards/pack.hpp"
#include "games/layout/family.hpp"
#include "support/repetitions.hpp"
#include "support/scripted_game.hpp"
#include "support/what_is_seen.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

constexpr int never = 1'000'000'000;

/// One card of the stock of a hand: where it went, and when. Times count the events of the game.
struct DealtCard {
  Card card;
  Seat owner = no_seat;       ///< `no_seat` while it lies in the stock
  int obtained = never;       ///< into the owner's hand
  int revealed = never;       ///< played, discarded or shown as an ace
  bool drawn_openly = false;  ///< by the Mob
};

/// The stock of one hand in its order, with the fate of each card, read from a log.
using CardHistory = std::vector<DealtCard>;

/// The order of the stock before the hand of that number.
std::vector<Card> stock_before(const Deal& deal, std::size_t number, int packs) {
  auto stock = fresh_pack({.packs = packs});
  deal.shuffle_pack(stock, "hand " + std::to_string(number));
  return stock;
}

/// Gives the cards of a dealt hand, one at a time round the table, to the seats that were dealt to, in their
/// order.
void record_deal(CardHistory& history, const std::vector<Event>& deals, int time) {
  for (std::size_t place = 0; place < deals.size(); ++place) {
    for (std::size_t card = 0; card < deals[place].size; ++card) {
      auto& dealt = history[card * deals.size() + place];
      dealt.owner = deals[place].seat;
      dealt.obtained = time;
    }
  }
}

void record_reveal(CardHistory& history, Seat seat, Card card, int time) {
  const auto held = std::ranges::find_if(history, [&](const DealtCard& dealt) {
    return dealt.owner == seat && dealt.card == card && dealt.revealed == never;
  });
  if (held != history.end()) held->revealed = time;  // else it was taken from the discard pile, known to all
}

/// The fate of each card, hand by hand.
std::vector<CardHistory> histories_of(const EventLog& events, const Deal& deal, int packs, Seat mob) {
  std::vector<CardHistory> histories;
  std::vector<Event> deals;
  std::size_t used = 0;
  std::vector<std::pair<Seat, Card>> taken;  // from the discard pile, and held since
  Card just_taken;
  int time = 0;
  for (const auto& event : events.events()) {
    ++time;
    const auto card = Card::from_index(static_cast<std::uint8_t>(event.arguments[0]));
    if (event.verb == verbs::hand) {
      histories.emplace_back();
      for (const auto next : stock_before(deal, histories.size(), packs))
        histories.back().push_back({.card = next});
      deals.clear();
      taken.clear();
      used = 0;
    } else if (event.verb == verbs::deal) {
      deals.push_back(event);
      used += event.size;
      record_deal(histories.back(), deals, time);
    } else if (event.verb == verbs::draw) {
      auto& drawn = histories.back()[used++];
      drawn.owner = event.seat;
      drawn.obtained = time;
      drawn.drawn_openly = event.seat == mob;
    } else if (event.verb == verbs::take) {
      taken.emplace_back(event.seat, card);
      just_taken = card;
    } else if (event.verb == verbs::play || event.verb == verbs::discard || event.verb == verbs::ace) {
      // Two equal cards cannot be told apart, so the one taken openly counts as laid down first. But a seat
      // that discards the face just taken shows that it held another one.
      const auto open = std::ranges::find(taken, std::pair{event.seat, card});
      const bool shows_another = event.verb == verbs::discard && just_taken == card;
      if (open != taken.end() && !shows_another) {
        taken.erase(open);
      } else {
        record_reveal(histories.back(), event.seat, card, time);
      }
      just_taken = Card{};
    }
  }
  return histories;
}

/// True if `viewer` cannot tell whether the cards of these two places of the stock were exchanged.
bool may_exchange(const DealtCard& a, const DealtCard& b, Seat viewer) {
  if (a.owner == viewer || b.owner == viewer || a.drawn_openly || b.drawn_openly) return false;
  if (a.owner == b.owner) {
    // Within a hand, or within the stock: each card must have come before it was shown, and an ace shows at
    // once.
    if (a.owner == no_seat) return true;
    return !a.card.is_ace() && !b.card.is_ace() && a.obtained < b.revealed && b.obtained < a.revealed;
  }
  // Between two hands, or a hand and the stock: only cards that were never shown; a hand holds no hidden ace.
  return a.revealed == never && b.revealed == never && !a.card.is_ace() && !b.card.is_ace();
}

/// Exchanges cards at random where the viewer cannot tell.
void exchange(CardHistory& history, Seat viewer, Dice& dice) {
  for (int i = 0; i < 300; ++i) {
    auto& a = history[dice.below(history.size())];
    auto& b = history[dice.below(history.size())];
    if (!may_exchange(a, b, viewer)) continue;
    std::swap(a.card, b.card);
    std::swap(a.revealed, b.revealed);
  }
}

testing::Redealt deal_layout_anew(const Rules& rules, const Deal& deal, const EventLog& events, Seat viewer,
                                  Dice& dice) {
  int packs = 1;
  for (const auto& [name, value] : rules.options()) {
    if (name == "packs") packs = static_cast<int>(std::get<std::int64_t>(value));
  }
  const auto mob = rules.seats() > rules.players() ? static_cast<Seat>(rules.players()) : no_seat;
  testing::Redealt redealt;
  for (auto& history : histories_of(events, deal, packs, mob)) {
    const auto before = history;
    exchange(history, viewer, dice);
    auto& stock = redealt.stocks["hand " + std::to_string(redealt.stocks.size() + 1)];
    for (std::size_t i = 0; i < history.size(); ++i) {
      stock.push_back(history[i].card);
      redealt.moved += history[i].card == before[i].card ? 0 : 1;
    }
  }
  return redealt;
}

}  // namespace

TEST_CASE("a seat's lines do not depend on what is hidden from it") {
  testing::check_positions("layout", testing::repetitions(20'000), 20, deal_layout_anew);
}

TEST_CASE("a seat's lines depend on what it may see") {
  // The counterpart: if the viewer's own card is another one, it is told so. A test of the test's eyes.
  const auto rules = make_rules("revolution", 3, {}).value();
  const auto deal = testing::numbered_deal(1);
  auto stock = stock_before(*deal, 1, 1);
  const auto other =
      std::ranges::find_if(stock.begin() + 20, stock.end(), [](Card card) { return !card.is_ace(); });
  std::swap(stock[0], *other);
  const auto anew = testing::stacked({{"hand 1", stock}});
  CHECK(testing::seen_by(1, *rules.deal(deal), {}) != testing::seen_by(1, *rules.deal(anew), {}));
}

TEST_CASE("a card discarded face down in stud is hidden from the others") {
  const auto rules = make_rules("revolution", 3, {{"session", "stud"}}).value();
  const auto check = Choices{.by_seat = {Action{verbs::check}, Action{verbs::check}, Action{verbs::check}}};
  // Seats 0 and 1 hold the same in both deals; seat 2 throws away another card.
  const auto seen = [&](Seat viewer, const std::string& of_seat_2) {
    const StackedDeal::Stocks stocks{{"hand 1", testing::stock_of("Kc Kd Kh Qc Qd Qh Jc Jd Jh 9c 9d 9h 8c " +
                                                                  of_seat_2 + " 8h 2h 3h 4h")}};
    auto cards = check;
    cards[0] = Action{verbs::play, Card::parse("Kh").value()};
    cards[1] = Action{verbs::discard, Card::parse("8c").value()};
    cards[2] = Action{verbs::discard, Card::parse(of_seat_2).value()};
    return testing::seen_by(viewer, *rules.deal(testing::stacked(stocks)),
                            {check, check, check, cards, check});
  };
  CHECK(seen(0, "8d") == seen(0, "7s"));
  CHECK(seen(1, "8d") == seen(1, "7s"));
  CHECK(seen(2, "8d") != seen(2, "7s"));
}
