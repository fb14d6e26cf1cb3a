#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/core/event.hpp"
#include "games/core/game.hpp"
#include "record/clocks_and_strikes.hpp"
#include "record/record.hpp"

namespace tribunal {

/// A record played again.
struct Played {
  std::vector<Event> events;  ///< the transcript; the k-th event with `is_decision` is that of decision k
  Outcome outcome;            ///< the one that counts (`final_outcome`)
};

/// Why a record cannot have happened: what is wrong with one of its decisions or faults.
struct Contradiction {
  std::size_t decision = 0;          ///< index; the number of decisions if something is wrong after the last
  std::optional<std::size_t> fault;  ///< index, if it is this fault that is wrong
  std::string expected;              ///< a phrase: `a decision of seat 1`

  /// `decision 4 (play:Kh by seat 0) should be a decision of seat 1`.
  [[nodiscard]] std::string text(const Record& record) const;
};

/// A moment of a record that is being played again: a seat is to make the next decision.
struct Moment {
  const Game& game;
  std::span<const Event> events;   ///< so far
  const ClocksAndStrikes& clocks;  ///< before a fault of this decision
  Seat seat = 0;
  std::size_t decision = 0;  ///< index
};

using Watch = std::function<void(const Moment&)>;

/// Plays `record` again: deals, then applies its decisions, each of which must be legal and made by the seat
/// that is wanted; by the bot itself unless it is in fault, else the default action by the referee. Times are
/// not looked at (see `check_times`).
[[nodiscard]] std::expected<Played, Contradiction> play_again(const Record& record);

/// As `play_again`, but fills `played` as far as the record holds; with a contradiction the outcome is not
/// set. `watch` is called before each decision.
[[nodiscard]] std::optional<Contradiction> play_again(const Record& record, Played& played,
                                                      const Watch& watch = {});

/// The first decision or fault whose time cannot be: a decision that took more than the seat's clock allowed,
/// a timeout that took less. Only of a record that `play_again` accepts.
[[nodiscard]] std::optional<Contradiction> check_times(const Record& record);

}  // namespace tribunal
