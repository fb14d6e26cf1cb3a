#include "games/chez/second_chez_table.hpp"

#include <algorithm>
#include <utility>

namespace tribunal::testing::chez {
namespace {

/// Moves the royals of `from` to the end of `to`.
void move_royals(Words& from, Words& to) {
  const auto royals =
      std::stable_partition(from.begin(), from.end(), [](const auto& card) { return !is_royal(card); });
  to.insert(to.end(), royals, from.end());
  from.erase(royals, from.end());
}

void move_all(Words& from, Words& to) {
  put(to, from);
  from.clear();
}

}  // namespace

Words Player::to_shed() const {
  Words cards = hand;
  put(cards, turned_up);
  put(cards, court);
  return cards;
}

Table::Table(int seats, int packs)
    : players(static_cast<std::size_t>(seats)), draw_pile{all_cards(packs)}, packs_{packs} {
  for (int place = 1; place <= seats; ++place) free_places_.push_back(place);
}

const Player& Table::player(int seat) const { return players.at(static_cast<std::size_t>(seat)); }
Player& Table::player(int seat) { return players.at(static_cast<std::size_t>(seat)); }

int Table::still_in() const {
  return static_cast<int>(
      std::count_if(players.begin(), players.end(), [](const auto& player) { return player.is_in; }));
}

int Table::after(int seat) const {
  const int seats = static_cast<int>(players.size());
  do seat = (seat + direction + seats) % seats;
  while (!is_in(seat));
  return seat;
}

Words& Table::pile_with(int seat, const std::string& card) {
  auto& mine = player(seat);
  if (holds(mine.court, card)) return mine.court;
  return holds(mine.turned_up, card) ? mine.turned_up : mine.hand;
}

Words Table::take(int seat, const Words& cards) {
  Words of_court;
  for (const auto& card : cards) {
    auto& pile = pile_with(seat, card);
    if (&pile == &player(seat).court) of_court.push_back(card);
    take_out(pile, card, "the hand");
  }
  return of_court;
}

void Table::lay_court(int seat, const Words& cards) {
  take(seat, cards);
  player(seat).court = cards;
  player(seat).has_court = true;
}

Words Table::reveal(int seat) {
  Words royals;
  auto& mine = player(seat);
  move_royals(mine.hand, royals);
  put(mine.turned_up, royals);
  return royals;
}

Words Table::conceal(int seat) {
  auto royals = std::exchange(player(seat).turned_up, {});
  put(player(seat).hand, royals);
  return royals;
}

Words Table::execute(int seat) {
  auto& owner = player(seat);
  if (!owner.castle.empty()) return {};
  auto royals = std::exchange(owner.court, {});
  move_all(owner.turned_up, royals);
  put(secondary, royals);
  return royals;
}

bool Table::any_court() const {
  return std::any_of(players.begin(), players.end(), [](const auto& player) { return player.has_court; });
}

Words Table::ruin_castle(int seat) {
  auto cards = std::exchange(player(seat).castle, {});
  put(secondary, cards);
  return cards;
}

void Table::reshuffle() {
  const auto last = top();
  primary.pop_back();
  move_all(primary, draw_pile);
  move_all(secondary, draw_pile);
  primary = {last};
}

void Table::leave(int seat) {
  auto& leaver = player(seat);
  leaver.is_in = false;
  for (auto* const cards : {&leaver.hand, &leaver.turned_up, &leaver.court, &leaver.castle})
    move_all(*cards, secondary);
}

void Table::leave_with_best_place(int seat) {
  player(seat).place = free_places_.front();
  free_places_.erase(free_places_.begin());
  leave(seat);
}

void Table::leave_with_worst_place(int seat) {
  player(seat).place = free_places_.back();
  free_places_.pop_back();
  leave(seat);
}

void Table::share_places() {
  for (auto& player : players) {
    if (player.is_in) player.place = free_places_.front();
  }
}

void Table::count_cards() const {
  Words cards;
  for (const auto* const pile : {&draw_pile, &primary, &secondary, &circle}) put(cards, *pile);
  for (const auto& player : players) {
    put(cards, player.to_shed());
    put(cards, player.castle);
  }
  auto whole = all_cards(packs_);
  std::sort(cards.begin(), cards.end());
  std::sort(whole.begin(), whole.end());
  require(cards == whole, "the pack is not whole");
}

}  // namespace tribunal::testing::chez
