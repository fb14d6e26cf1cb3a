#pragma once

#include <string>
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
  [[nodiscard]] Words to_shed() const;
};

/// State of a revolt.
struct Revolt {
  bool on = false;
  bool permanent = false;
  int heads = 0;  ///< those who still have to roll
};

/// The state of the table: seats, piles, courts, revolt and places, and the changes that the rules make to
/// them without a decision.
class Table {
 public:
  Table(int players, int packs);

  std::vector<Player> players;
  Words draw_pile;  ///< in no order
  Words primary;    ///< the top is the last
  Words secondary;
  Words circle;  ///< the cards of the siege
  int instigator = -1;
  int direction = 1;
  Revolt revolt;

  [[nodiscard]] const std::string& top() const { return primary.back(); }
  [[nodiscard]] int still_in() const;
  [[nodiscard]] bool is_in(int seat) const { return player(seat).is_in; }
  [[nodiscard]] const Player& player(int seat) const;
  [[nodiscard]] Player& player(int seat);
  /// The next seat that is still in the game, in the direction of play.
  [[nodiscard]] int after(int seat) const;

  /// The pile of the seat from which a card of that face is taken: its court, then the royals turned up, then
  /// the hand.
  Words& pile_with(int seat, const std::string& card);
  /// Takes cards from those that the seat must shed. Returns those that were in its own court.
  Words take(int seat, const Words& cards);

  void lay_court(int seat, const Words& cards);
  /// Turns up the royals in the seat's hand and returns them.
  Words reveal(int seat);
  /// Takes the royals that are turned up back into the hand and returns them.
  Words conceal(int seat);
  /// Royals on the table of the seat go to the secondary pile, unless it has a castle. Returns them.
  Words execute(int seat);
  [[nodiscard]] bool any_court() const;
  /// Returns its cards.
  Words ruin_castle(int seat);

  /// Cards beside the draw pile that a reshuffle would bring back.
  [[nodiscard]] std::size_t discards() const { return secondary.size() + primary.size() - 1; }
  void reshuffle();

  /// The seat leaves with the best free place; its cards go to the secondary pile.
  void leave_with_best_place(int seat);
  void leave_with_worst_place(int seat);
  /// Gives the best free place to all seats that are still in the game.
  void share_places();

  /// Throws if a card is missing or duplicated.
  void count_cards() const;

 private:
  void leave(int seat);

  int packs_;
  std::vector<int> free_places_;
};

}  // namespace tribunal::testing::chez
