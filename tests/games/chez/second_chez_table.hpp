#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "games/chez/second_chez_rules.hpp"

namespace tribunal::testing::chez {

/// One seat's cards and fate.
struct Player {
  Words hand;
  Words turned_up;  ///< royals face up because of another seat's court
  Words court;      ///< the rest of its own court
  Words castle;
  bool has_court = false;  ///< until it is disbanded
  bool is_in = true;
  int place = 0;  ///< 0 while it is unknown

  /// The cards that must be shed: all except the castle.
  [[nodiscard]] Words to_shed() const {
    auto cards = hand;
    put(cards, turned_up);
    put(cards, court);
    return cards;
  }
};

/// State of a revolt.
struct Revolt {
  bool on = false;
  bool permanent = false;
  int heads = 0;  ///< those who still have to roll
};

/// Moves the royals of `from` to the end of `to`.
inline void move_royals(Words& from, Words& to) {
  const auto royals =
      std::stable_partition(from.begin(), from.end(), [](const auto& card) { return !is_royal(card); });
  to.insert(to.end(), royals, from.end());
  from.erase(royals, from.end());
}

inline void move_all(Words& from, Words& to) {
  put(to, from);
  from.clear();
}

/// The state of the table: seats, piles, courts, revolt and places, and the changes that the rules make to
/// them without a decision.
class Table {
 public:
  Table(int seats, int packs)
      : players(static_cast<std::size_t>(seats)), draw_pile{all_cards(packs)}, packs_{packs} {
    for (int place = 1; place <= seats; ++place) free_places_.push_back(place);
  }

  std::vector<Player> players;
  Words draw_pile;  ///< in no order
  Words primary;    ///< the top is the last
  Words secondary;
  Words circle;  ///< the cards of the siege
  int instigator = -1;
  int direction = 1;
  Revolt revolt;

  [[nodiscard]] const std::string& top() const { return primary.back(); }
  [[nodiscard]] int still_in() const {
    return static_cast<int>(
        std::count_if(players.begin(), players.end(), [](const auto& player) { return player.is_in; }));
  }

  [[nodiscard]] bool is_in(int seat) const { return player(seat).is_in; }
  [[nodiscard]] const Player& player(int seat) const { return players.at(static_cast<std::size_t>(seat)); }
  [[nodiscard]] Player& player(int seat) { return players.at(static_cast<std::size_t>(seat)); }
  /// The next seat that is still in the game, in the direction of play.
  [[nodiscard]] int after(int seat) const {
    const int seats = static_cast<int>(players.size());
    do seat = (seat + direction + seats) % seats;
    while (!is_in(seat));
    return seat;
  }

  /// The pile of the seat from which a card of that face is taken: its court, then the royals turned up, then
  /// the hand.
  Words& pile_with(int seat, const std::string& card) {
    auto& mine = player(seat);
    if (holds(mine.court, card)) return mine.court;
    return holds(mine.turned_up, card) ? mine.turned_up : mine.hand;
  }

  /// Takes cards from those that the seat must shed. Returns those that were in its own court.
  Words take(int seat, const Words& cards) {
    Words of_court;
    for (const auto& card : cards) {
      auto& pile = pile_with(seat, card);
      if (&pile == &player(seat).court) of_court.push_back(card);
      take_out(pile, card, "the hand");
    }
    return of_court;
  }

  void lay_court(int seat, const Words& cards) {
    take(seat, cards);
    player(seat).court = cards;
    player(seat).has_court = true;
  }

  /// Turns up the royals in the seat's hand and returns them.
  Words reveal(int seat) {
    Words royals;
    auto& mine = player(seat);
    move_royals(mine.hand, royals);
    put(mine.turned_up, royals);
    return royals;
  }

  /// Takes the royals that are turned up back into the hand and returns them.
  Words conceal(int seat) {
    auto royals = std::exchange(player(seat).turned_up, {});
    put(player(seat).hand, royals);
    return royals;
  }

  /// Royals on the table of the seat go to the secondary pile, unless it has a castle. Returns them.
  Words execute(int seat) {
    auto& owner = player(seat);
    if (!owner.castle.empty()) return {};
    auto royals = std::exchange(owner.court, {});
    move_all(owner.turned_up, royals);
    put(secondary, royals);
    return royals;
  }

  [[nodiscard]] bool any_court() const {
    return std::any_of(players.begin(), players.end(), [](const auto& player) { return player.has_court; });
  }

  /// Returns its cards.
  Words ruin_castle(int seat) {
    auto cards = std::exchange(player(seat).castle, {});
    put(secondary, cards);
    return cards;
  }

  /// Cards beside the draw pile that a reshuffle would bring back.
  [[nodiscard]] std::size_t discards() const { return secondary.size() + primary.size() - 1; }
  void reshuffle() {
    const auto last = top();
    primary.pop_back();
    move_all(primary, draw_pile);
    move_all(secondary, draw_pile);
    primary = {last};
  }

  /// The seat leaves with the best free place; its cards go to the secondary pile.
  void leave_with_best_place(int seat) {
    player(seat).place = free_places_.front();
    free_places_.erase(free_places_.begin());
    leave(seat);
  }

  void leave_with_worst_place(int seat) {
    player(seat).place = free_places_.back();
    free_places_.pop_back();
    leave(seat);
  }

  /// Gives the best free place to all seats that are still in the game.
  void share_places() {
    for (auto& player : players) {
      if (player.is_in) player.place = free_places_.front();
    }
  }

  /// Throws if a card is missing or duplicated.
  void count_cards() const {
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

 private:
  void leave(int seat) {
    auto& leaver = player(seat);
    leaver.is_in = false;
    for (auto* const cards : {&leaver.hand, &leaver.turned_up, &leaver.court, &leaver.castle})
      move_all(*cards, secondary);
  }

  int packs_;
  std::vector<int> free_places_;
};

}  // namespace tribunal::testing::chez
