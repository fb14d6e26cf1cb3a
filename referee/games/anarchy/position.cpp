// The position of a game with bids.
#include "games/core/position.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "games/anarchy/game.hpp"

namespace tribunal {
namespace {

CapturedCount count_of(const Takings& takings) {
  CapturedCount count;
  std::ranges::copy(takings.suits, count.suits.begin());
  std::ranges::copy(takings.ranks, count.ranks.begin());
  return count;
}

CapturedCount count_of(std::span<const Card> cards) {
  Takings takings;
  for (const auto card : cards) takings.add(card);
  return count_of(takings);
}

void subtract(CapturedCount& from, const CapturedCount& count) {
  std::ranges::transform(from.suits, count.suits, from.suits.begin(), std::minus{});
  std::ranges::transform(from.ranks, count.ranks, from.ranks.begin(), std::minus{});
}

}  // namespace

bool AnarchyGame::has_bid(Seat seat) const {
  if (step_ == Step::choose_gifts) return false;
  if (step_ != Step::choose_bids) return true;
  if (!rules().bids_in_turn) return false;
  for (auto before = left_of(dealer_, rules().players); before != bidder_;
       before = left_of(before, rules().players)) {
    if (before == seat) return true;
  }
  return false;
}

std::span<const Card> AnarchyGame::dummys_hand() const {
  const bool has_gifts = rules().dummy_passes && step_ != Step::choose_gifts;
  const auto all = std::span{dummy_}.first(most_hand_cards + (has_gifts ? gifts : 0));
  return rules().has_dummy() ? all.subspan(dummy_used_) : std::span<const Card>{};
}

/// The undealt cards that are not turned up yet.
std::span<const Card> AnarchyGame::hidden() const {
  if (rules().has_odd_card()) return {};
  const auto dealt =
      static_cast<std::size_t>(rules().places()) * static_cast<std::size_t>(rules().hand_size());
  return std::span{undealt_}.first(setting_->pack.size() - dealt).subspan(turned_up_);
}

Position AnarchyGame::position() const {
  Position position{.hand_number = hand_number_, .dealer = dealer_};
  auto rest = setting_->pack;
  std::ranges::copy(hidden(), std::back_inserter(position.hidden));
  take_out(rest, position.hidden);
  for (const auto seat : everyone()) {
    SeatPosition has;
    has.hand = listed(place(seat).hand);
    take_out(rest, has.hand);
    has.captured = count_of(place(seat).takings);
    if (has_bid(seat)) has.bid = bid_names[static_cast<std::size_t>(place(seat).bid)];
    has.score = totals_[index_of(seat)];
    position.seats.push_back(std::move(has));
  }
  if (rules().has_dummy()) {
    position.seats.emplace_back();
    std::ranges::copy(dummys_hand(), std::back_inserter(position.seats.back().hand));
    take_out(rest, position.seats.back().hand);
  }
  const auto joker_is_held = std::ranges::any_of(position.seats, [](const SeatPosition& seat) {
    return std::ranges::count(seat.hand, Card::joker()) > 0;
  });
  if (!odd_card_.is_hidden() && joker_is_held) position.turned.push_back(odd_card_);
  if (!turn_up_.is_hidden()) position.turned.push_back(turn_up_);
  take_out(rest, position.turned);
  std::erase(rest,
             Card::joker());  // the joker has left the game, or counts as an additional card of its captor
  position.captured = rest;
  if (rules().has_dummy()) {
    auto& dummys = position.seats.back().captured;
    dummys = count_of(rest);
    for (const auto seat : everyone()) subtract(dummys, position.seats[index_of(seat)].captured);
  }
  return position;
}

}  // namespace tribunal
