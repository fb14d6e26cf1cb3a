#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cards/deal.hpp"
#include "games/core/action.hpp"
#include "games/core/event.hpp"
#include "games/core/position.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The place of a seat that does not compete for the score of the game.
inline constexpr std::int8_t no_place = 0;

/// The result of a game, one value per seat. Places count from 1, and equal seats share the better place (1 2
/// 2 4). The last seats may have `no_place`: seats played by the referee, in games in which they do not
/// compete for the score.
struct Outcome {
  int seats = 0;
  std::array<std::int32_t, max_seats> scores{};
  std::array<std::int8_t, max_seats> places{};

  /// The number of seats with a place; they are the first ones.
  [[nodiscard]] int ranked() const {
    int count = 0;
    while (count < seats && places[static_cast<std::size_t>(count)] != no_place) ++count;
    return count;
  }
  bool operator==(const Outcome&) const = default;
};

/// The scores of the seats if the hand ended now.
struct ScoresNow {
  std::array<std::int32_t, max_seats> scores{};
  /// In games of melds, the points of each suit for the seat that wins it; 0 if none does.
  std::array<std::int32_t, suit_count> suits{};

  bool operator==(const ScoresNow&) const = default;
};

/// The reason of a capture, for spectators: a clause about the seat of the event. Cards are written as in the
/// protocol, and other seats as `seat 2`.
struct Reason {
  std::size_t event = 0;  ///< index of the event
  std::string text{};
};

/// A line beside the cards on the table, for spectators, written as a `Reason`.
struct TableFact {
  std::string_view name;
  std::string text{};

  bool operator==(const TableFact&) const = default;
};

/// The lowest and the highest possible score of a bot's seat at the end of a game. No score is ever outside;
/// at some tables the bounds may be unreachable.
struct ScoreBounds {
  std::int32_t least = 0;
  std::int32_t most = 0;

  /// The bounds of a game of `hands` hands whose points are added.
  [[nodiscard]] constexpr ScoreBounds times(int hands) const { return {least * hands, most * hands}; }
  [[nodiscard]] constexpr bool has(std::int32_t score) const { return score >= least && score <= most; }
  constexpr bool operator==(const ScoreBounds&) const = default;
};

/// Places by score, the highest first; equal scores share the better place.
void place_by_score(Outcome& outcome);
/// Gives places by score to the first `ranked` seats; the others get `no_place`.
void place_by_score(Outcome& outcome, int ranked);

/// The chance events of a game so far. Decisions of bots are between them, so draws affect the seatings of a
/// deal differently.
struct ChanceSoFar {
  std::uint32_t draws = 0;  ///< cards from a stock and dice within hands, without those of the deal
  std::uint32_t hands = 0;  ///< number of dealt hands

  bool operator==(const ChanceSoFar&) const = default;
};

/// A game in progress: a pure function of its rules, its deal and the decisions applied so far. It does no
/// I/O, knows neither bots nor clocks, and allocates nothing when an action is applied to a muted log.
///
/// The loop of a game:
///     game->begin(events);
///     while (!game->wanted().empty()) {
///       for (Seat seat : game->wanted()) choices[seat] = one of game->legal_actions(seat);
///       game->apply(choices, events);
///     }
///     game->outcome();
class Game {
 public:
  virtual ~Game() = default;
  Game& operator=(const Game&) = delete;

  [[nodiscard]] virtual std::unique_ptr<Game> clone() const = 0;

  /// The number of seats at the table; those that the referee plays (the Mob) are the last.
  [[nodiscard]] virtual int seats() const = 0;
  /// The number of seats that bots play: 0 .. players()-1.
  [[nodiscard]] virtual int players() const = 0;

  /// Deals the first hand. Call it once, before all other functions; it may already end the game.
  virtual void begin(EventLog& events) = 0;
  /// The seats whose simultaneous decisions are wanted now; none when the game is over.
  [[nodiscard]] virtual SeatSet wanted() const = 0;
  /// Fills `actions` (cleared first) with the legal actions of a wanted seat: at least one, no duplicates, in
  /// an order that depends only on that seat's knowledge.
  virtual void legal_actions(Seat seat, ActionList& actions) const = 0;
  /// The action for a wanted seat after a fault: legal, and as harmless to the others as the rules allow.
  [[nodiscard]] virtual Action default_action(Seat seat) const = 0;
  /// Values each of `actions`, the legal ones of a wanted seat in their order, as a sensible player who sees
  /// what this seat sees: higher is better, and a difference of 1 is worth about a point of the game (Tennis,
  /// whose score is a place: a card; Chez: a turn). It is fast enough for playouts (`Rollout`), and uses only
  /// that seat's knowledge. The default returns equal values.
  virtual void value_actions(Seat seat, const ActionList& actions, ActionValues& values) const;
  /// The names of the features by which this game describes an action, in their order: plain words, the same
  /// for every game of a family; empty if it does not describe actions.
  [[nodiscard]] virtual std::span<const std::string_view> feature_names() const { return {}; }
  /// Describes each of `actions`, the legal ones of a wanted seat: a row for each, in their order, with a
  /// number near 1 for each of `feature_names()`. Models of bots are fitted to these numbers, which depend
  /// only on that seat's knowledge.
  virtual void describe_actions(Seat seat, const ActionList& actions, std::vector<float>& features) const;
  /// Applies a legal action for each wanted seat. For each of them, in ascending order, exactly one event is
  /// the echo of its decision (`Event::decision`); events of the referee are between and after them.
  virtual void apply(const Choices& choices, EventLog& events) = 0;
  /// Scores and places of all `seats()`; final once no seat is wanted.
  [[nodiscard]] virtual Outcome outcome() const = 0;
  /// The scores that spectators see of a game in progress; once it is over, those of `outcome`. They tell
  /// nothing that a seat does not know. The default is the outcome so far, for games whose score is a place.
  [[nodiscard]] virtual ScoresNow scores_now() const { return {.scores = outcome().scores}; }
  /// The reasons of the captures in `events`, which the next `apply` of this game added. They follow from
  /// lines that all seats receive. The default has none.
  [[nodiscard]] virtual std::vector<Reason> reasons(std::span<const Event> /*events*/) const { return {}; }
  /// Facts about the table that neither cards nor scores show, such as a penalty that an action announced.
  /// They follow from lines that all seats receive. The default has none.
  [[nodiscard]] virtual std::vector<TableFact> table_facts() const { return {}; }
  /// The position of a game in progress, for inspection. It allocates, and play does not need it. Every game
  /// of the catalogue provides it.
  [[nodiscard]] virtual Position position() const { return {}; }

  /// Redraws, from `stream`, all chance that is in no line yet: the order of the rest of the stock, future
  /// dice, later hands. All lines of all seats and of the referee's transcript so far stay the same. With an
  /// equal stream, the stock at a later point of the game has the same order, without the cards drawn since.
  void redraw_chance(Stream& stream) { redraw(referee_view, stream); }
  /// Redraws, from `stream`, everything that `seat` does not know: in addition to the chance that is in no
  /// line yet, the hands of others, the dummy, cards laid face down or passed between others. All lines of
  /// the seat so far stay the same, and everything that follows from them by the rules holds. All
  /// arrangements of the unseen cards in the unseen places are equally likely, as if decisions of the others
  /// had no information about their hidden cards. A game that needs an exception states it with its override
  /// of `redraw`.
  ///
  /// Both functions change this game, so call them on a clone; they do not allocate. Later hands then follow
  /// from `stream`, too, instead of the game's deal.
  void redraw_hidden(Seat seat, Stream& stream) { redraw(seat, stream); }

  /// The chance so far. If `apply` changes it, chance followed these decisions. Whether it follows depends on
  /// the game before and on the decisions, not on its outcome.
  [[nodiscard]] virtual ChanceSoFar chance_so_far() const { return {}; }

 protected:
  Game() = default;
  Game(const Game&) = default;

 private:
  /// Redraws everything that `viewer`, a seat or `referee_view`, does not know. Every game of the catalogue
  /// provides it; the default throws.
  virtual void redraw(Seat viewer, Stream& stream);
};

}  // namespace tribunal
