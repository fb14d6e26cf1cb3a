#include "games/redraw/retold_deal.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "cards/pack.hpp"
#include "games/anarchy/anarchy_deals.hpp"
#include "games/anarchy/family.hpp"
#include "games/layout/family.hpp"

namespace tribunal::testing {
namespace {

using Cards = std::vector<Card>;

std::string text_of(Cards cards, bool ordered) {
  if (!ordered) std::ranges::sort(cards);
  std::string text;
  for (const auto card : cards) text += card.text() + " ";
  return text + "| ";
}

}  // namespace

Card card_at(const Event& event, std::size_t i) {
  return Card::from_index(static_cast<std::uint8_t>(event.arguments[i]));
}

void cancel(std::vector<Card>& a, std::vector<Card>& b) {
  for (std::size_t i = 0; i < a.size();) {
    const auto same = std::ranges::find(b, a[i]);
    if (same == b.end()) {
      ++i;
      continue;
    }
    b.erase(same);
    a.erase(a.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::string places_of(const Position& position) {
  std::string text = std::to_string(position.hand_number) + " stock " + text_of(position.stock, true);
  text += "hidden " + text_of(position.hidden, true) + "discards " + text_of(position.discards, true);
  text += "turned " + text_of(position.turned, true) + "aside " + text_of(position.aside, true);
  text += "aces " + text_of(position.aces, false) + "folded " + text_of(position.folded, false);
  text += "captured " + text_of(position.captured, false);
  for (const auto& [seat, card] : position.trick) text += std::to_string(int{seat}) + card.text() + " ";
  for (const auto& seat : position.seats) {
    text += "hand " + text_of(seat.hand, true) + "open " + text_of(seat.open, true);
    text += "pile " + text_of(seat.pile, true);
    for (const auto& meld : seat.melds) text += text_of(meld, true);
    text += std::string{seat.bid} + " " + std::to_string(seat.score) + " " + std::to_string(seat.chips) + " ";
  }
  return text;
}

std::vector<Card> cards_of(const Position& position) {
  Cards all;
  const auto add = [&](const Cards& cards) { all.insert(all.end(), cards.begin(), cards.end()); };
  for (const auto* cards : {&position.stock, &position.hidden, &position.discards, &position.turned})
    add(*cards);
  for (const auto& seat : position.seats) {
    add(seat.hand);
    add(seat.open);
  }
  std::ranges::sort(all);
  return all;
}

std::vector<Card> stock_of_hand(const Rules& rules, const Deal& deal, int number) {
  auto stock = pack_of(rules);
  if (rules.game() == "tennis") stock = fresh_pack({.highest = Rank::king});
  for (const auto& [name, value] : rules.options()) {
    if (name != "packs") continue;
    const auto packs = static_cast<int>(std::get<std::int64_t>(value));
    stock = fresh_pack({.jokers = rules.game() == "chez" ? 3 : 0, .packs = packs});
  }
  deal.shuffle_pack(stock, "hand " + std::to_string(number));
  return stock;
}

ToldGame::ToldGame(const Rules& rules, DealPointer deal, const std::vector<Choices>& decisions, Seat viewer)
    : rules_{rules}, deal_{std::move(deal)}, decisions_{decisions}, viewer_{viewer} {
  const auto game = rules.deal(deal_);
  EventLog events;
  if (rules.game() == "tennis") begin_hand();
  game->begin(events);
  for (const auto& event : events.events()) note(event);
  for (std::size_t step = 0; step < decisions.size(); ++step) {
    events.clear();
    game->apply(decisions[step], events);
    for (const auto& event : events.events()) {
      if (event.is_decision && viewer != referee_view && !event.sees.has(viewer))
        hidden_.push_back({step, event.seat});
      note(event);
    }
  }
}

void ToldGame::begin_hand() {
  stock_.clear();
  for (const auto card : stock_of_hand(rules_, *deal_, ++hand_)) stock_.push_back({.card = card});
  hidden_.clear();
  dealt_to_.clear();
  used_ = dealt_to_last_ = 0;
}

void ToldGame::note(const Event& event) {
  if (event.verb == verbs::hand) return begin_hand();
  if (rules_.game() == "tennis") return;  // one pack, dealt out at the start
  if (event.verb == verbs::deal) return note_deal(event);
  if (event.verb == verbs::draw) stock_.at(used_++).owner = event.seat;
  if (event.verb == verbs::give) note_gift(event);
}

/// Cards are dealt one at a time round the table; a line has at most sixteen of one seat's cards.
void ToldGame::note_deal(const Event& event) {
  if (event.seat >= rules_.players()) return;  // the dummy's
  if (dealt_to_.empty() || dealt_to_.back() != event.seat) {
    dealt_to_.push_back(event.seat);
    dealt_to_last_ = 0;
  }
  for (std::size_t i = 0; i < event.size; ++i) {
    const auto round = dealt_to_last_++;
    stock_.at(round * static_cast<std::size_t>(rules_.players()) + dealt_to_.size() - 1).owner = event.seat;
  }
  used_ += event.size;
}

void ToldGame::note_gift(const Event& event) {
  for (std::size_t i = 1; i < event.size; ++i) {
    const auto given = std::ranges::find_if(stock_, [&](const StockPlace& place) {
      return place.owner == event.seat && place.giver == no_seat && place.card == card_at(event, i);
    });
    if (given == stock_.end()) continue;  // the dummy's
    given->owner = static_cast<Seat>(event.arguments[0]);
    given->giver = event.seat;
  }
}

Retold ToldGame::retell(const Position& before, const Position& after) const {
  Cards stock;
  for (const auto& place : stock_) stock.push_back(place.card);
  std::vector<bool> moved(stock.size(), false);
  // Among equal cards the owner's moves, and of those the latest, which nobody can have played yet.
  const auto move = [&](Card from, Card to, Seat owner) {
    std::size_t found = stock_.size();
    for (std::size_t i = 0; i < stock_.size(); ++i) {
      const bool is_known = viewer_ != referee_view && stock_[i].giver == viewer_;
      if (moved[i] || is_known || stock_[i].card != from) continue;
      if (found == stock_.size() || stock_[i].owner == owner) found = i;
    }
    moved.at(found) = true;
    stock[found] = to;
  };
  const auto move_all = [&](Cards from, Cards to, Seat owner, bool ordered) {
    if (from.size() != to.size()) throw std::logic_error{"a place holds another number of cards"};
    if (!ordered) cancel(from, to);
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] != to[i]) move(from[i], to[i], owner);
    }
  };
  const auto exchange_end = [&](const Cards& cards) {
    for (std::size_t i = 1; i <= cards.size(); ++i) {
      stock[stock.size() - i] = cards[cards.size() - i];
      moved[stock.size() - i] = true;
    }
  };
  exchange_end(after.stock);
  if (rules_.game() == "snark") {
    move_all(before.hidden, after.hidden, no_seat, false);
  } else {
    exchange_end(after.hidden);
  }
  for (std::size_t i = 0; i < before.seats.size(); ++i) {
    const bool ordered = rules_.game() == "tennis" || static_cast<int>(i) >= rules_.players();
    const auto owner = static_cast<int>(i) < rules_.players() ? static_cast<Seat>(i) : no_seat;
    move_all(before.seats[i].hand, after.seats[i].hand, owner, ordered);
    move_all(before.seats[i].pile, after.seats[i].pile, no_seat, true);
  }
  move_all(before.folded, after.folded, no_seat, false);
  if (before.discards != after.discards) {  // face down, in stud
    auto from = before.discards;
    auto to = after.discards;
    move_all(from, to, no_seat, true);
  }
  return retell(stock);
}

Retold ToldGame::retell(const Cards& stock) const {
  Retold retold{.stocks = {}, .decisions = decisions_};
  for (int hand = 1; hand < hand_; ++hand)
    retold.stocks["hand " + std::to_string(hand)] = stock_of_hand(rules_, *deal_, hand);
  retold.stocks["hand " + std::to_string(hand_)] = stock;
  std::vector<bool> told(stock.size(), false);
  for (const auto& [step, seat] : hidden_) {
    auto& action = retold.decisions[step][seat];
    const bool is_gift = action.verb() == verbs::give;
    std::vector<std::uint8_t> arguments(action.arguments().begin(), action.arguments().end());
    for (std::size_t i = is_gift ? 1 : 0; i < arguments.size(); ++i) {
      for (std::size_t at = 0; at < stock.size(); ++at) {
        if (told[at] || stock_[at].card.index() != arguments[i] || (is_gift && stock_[at].giver != seat))
          continue;
        told[at] = true;
        arguments[i] = stock[at].index();
        break;
      }
    }
    if (is_gift) std::sort(arguments.begin() + 1, arguments.end());
    action = Action{action.verb(), std::span<const std::uint8_t>{arguments}};
  }
  return retold;
}

}  // namespace tribunal::testing
