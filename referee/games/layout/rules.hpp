#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/core/rules.hpp"

namespace tribunal {

/// The method of counting a hand's points (docs/rules/mitch.md, docs/rules/revolution.md).
enum class LayoutScoring : std::uint8_t { banilower, basic, advanced, preferred };

/// The rule for the winner of a suit between two melds of the same length.
enum class SuitTie : std::uint8_t {
  high,      ///< the one whose lowest card is higher
  low,       ///< the one whose lowest card is lower
  distance,  ///< the one whose last card is further from the end of its direction; descending before
             ///< ascending
};

/// The piles from which a seat may draw.
enum class DrawFrom : std::uint8_t { stock, either, either_must_play };

/// The part of the hand that the ace at the limit ends, at once.
enum class LastAce : std::uint8_t { ends_drawing, ends_hand };

/// The stakes of a game's hands (docs/rules/revolution.md).
enum class SessionKind : std::uint8_t {
  plain,     ///< points, added
  gambling,  ///< chips: pay a chip per turn or fold; the lowest score pays the highest as much as the pot
             ///< holds
  hustler,   ///< chips: points are paid from the pot, or into it, until it is empty
  stud,      ///< chips: rounds of betting, between which all players simultaneously play a card
  cube,      ///< points, times a doubling cube
};

/// The times at which the players are asked whether they call a seat that wins all four suits.
enum class Tyrant : std::uint8_t {
  off,         ///< never
  after_play,  ///< after a card with which a seat wins all suits
  any          ///< after every decision and draw while a seat wins them
};

/// Whether players who folded take part in the next hand while the pot of gambling stays.
enum class Rejoin : std::uint8_t {
  always,
  ask,  ///< if they wish
};

/// All rules of the layout family, resolved.
struct LayoutRules {
  int players = 3;    ///< seats that bots play
  bool mob = false;   ///< one more seat, the last, which holds no hand and plays the cards that it draws
  int packs = 1;      ///< 1 or 2
  int hand_size = 5;  ///< 0 or more; the packs have enough cards for all hands and one to draw
  int hands = 1;      ///< per game, 1 or more; the game ends earlier if the pot is empty
  int ace_limit = 4;  ///< 1 .. 4 per pack
  LastAce last_ace = LastAce::ends_hand;
  DrawFrom draw = DrawFrom::stock;
  LayoutScoring scoring = LayoutScoring::basic;
  SuitTie suit_tie = SuitTie::high;
  bool high_low = false;               ///< a meld may run up or down, depending on its second card
  bool shortest_suit_doubles = false;  ///< only with `banilower`; the other scorings have their own bonus
  int penalty = 0;                     ///< points lost by a seat that drew and played no card before the last
                                       ///< ace
  Tyrant tyrant = Tyrant::off;         ///< a seat that wins all four suits may be called
  SessionKind session = SessionKind::plain;
  int ante = 0;  ///< chips that each player puts into an empty pot
  Rejoin rejoin = Rejoin::always;
  int drop_points = 5;  ///< points of a dropped double, before the cube

  /// True if the game's score is chips.
  [[nodiscard]] constexpr bool has_pot() const {
    return session == SessionKind::gambling || session == SessionKind::hustler ||
           session == SessionKind::stud;
  }
  [[nodiscard]] constexpr int seats() const { return players + (mob ? 1 : 0); }
  /// The number of seats that compete for the game's score: the Mob has no chips.
  [[nodiscard]] constexpr int ranked_seats() const { return has_pot() ? players : seats(); }
};

// Options of several games of the layout family, and those of its sessions.

/// `session`, `ante`, `drop_points`, and `hands` with the defaults of sessions.
[[nodiscard]] std::vector<OptionInfo> session_options();

/// The value of option `scoring`.
[[nodiscard]] LayoutScoring scoring_of(const OptionValues& options);

/// Reads the options of the session into `rules`, whose players and Mob are set, and replaces `usual` by
/// numbers.
void read_session(OptionValues& options, LayoutRules& rules);
/// The objection to an impossible combination of the session, with the expected values.
[[nodiscard]] std::optional<std::string> session_objection(const LayoutRules& rules);

}  // namespace tribunal
