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

/// The replay of a record.
struct Played {
  std::vector<Event> events;  ///< the transcript; the k-th event with `is_decision` is that of decision k
  Outcome outcome;            ///< the counting outcome (`final_outcome`)
};

/// The contradiction that makes a record impossible, in one of its decisions or faults.
struct Contradiction {
  std::size_t decision = 0;  ///< index; the number of decisions if the contradiction is after the last
  std::optional<std::size_t> fault;  ///< index, if a fault is wrong
  std::string expected;              ///< a phrase: `a decision of seat 1`

  /// The contradiction in words: `decision 4 (play:Kh by seat 0) should be a decision of seat 1`.
  [[nodiscard]] std::string text(const Record& record) const;
};

/// A point of a replay before the decision of a seat.
struct Moment {
  const Game& game;
  std::span<const Event> events;   ///< so far
  const ClocksAndStrikes& clocks;  ///< their state before any fault of this decision
  Seat seat = 0;
  std::size_t decision = 0;  ///< index
};

using Watch = std::function<void(const Moment&)>;

/// Replays `record`: deals, then applies its decisions. Each must be legal and made by the seat whose turn it
/// is: by the bot itself or, after a fault, by the referee as the default action. Times are not checked (see
/// `check_times`).
[[nodiscard]] std::expected<Played, Contradiction> play_again(const Record& record);

/// Like `play_again`, but fills `played` up to a contradiction; then the outcome is not set. `watch` is
/// called before each decision.
[[nodiscard]] std::optional<Contradiction> play_again(const Record& record, Played& played,
                                                      const Watch& watch = {});

/// The first decision or fault whose time is impossible: a decision that took longer than the seat's clock
/// allowed, or a timeout that took less. Only for a record that `play_again` accepts.
[[nodiscard]] std::optional<Contradiction> check_times(const Record& record);

}  // namespace tribunal
