#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal {

/// `game NAME players=.. seats=.. you=.. move_ms=.. game_ms=.. increment_ms=.. OPTION=VALUE ...`
[[nodiscard]] std::string game_line(const Rules& rules, const Limits& limits, Seat you);
/// `ask ID MS ACTION ...`; the time is rounded down to milliseconds.
[[nodiscard]] std::string ask_line(std::uint64_t id, std::int64_t allowance_us, const ActionList& actions);
/// `result SCORE ... places PLACE ...`
[[nodiscard]] std::string result_line(const Outcome& outcome);

/// A question put to a seat, and what came of it.
struct SeatQuestion {
  std::vector<std::string>
      lines;  ///< the events that the seat was sent with the question, as it may see them
  std::int64_t allowance_us = 0;
  ActionList legal;
  std::size_t decision = 0;  ///< index in the record; the answer is its action
  bool in_fault = false;     ///< the answer is not the bot's but the default of a fault
};

/// All that a seat was sent in a game, in order: `opening`, the questions with their events, `closing`.
struct SeatLines {
  std::string opening;  ///< the `game` line
  std::vector<SeatQuestion> questions;
  std::vector<std::string> closing;  ///< the last events, `result` and `end`
};

/// What `seat`, which a bot plays, was sent. A seat that was forfeit is asked nothing more.
[[nodiscard]] std::expected<SeatLines, Contradiction> seat_lines(const Record& record, Seat seat);

}  // namespace tribunal
