#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal {

/// A question put to a seat, and what came of it.
struct SeatQuestion {
  std::vector<std::string>
      lines;  ///< the events that the seat was sent with the question, as it may see them
  std::int64_t allowance_us = 0;
  ActionList legal;
  std::size_t decision = 0;  ///< index in the record; the answer is its action
  bool in_fault = false;     ///< the answer is not the bot's but the default of a fault
};

/// The events that a seat was sent in a game, in order. (The lines around them, `game`, `ask`, `result` and
/// `end`, are the table's; all that they say is here or in the record.)
struct SeatLines {
  std::vector<SeatQuestion> questions;
  std::vector<std::string> closing;  ///< the events after the last question
  Outcome outcome;                   ///< the one that counts
};

/// What `seat`, which a bot plays, was sent. A seat that was forfeit is asked nothing more.
[[nodiscard]] std::expected<SeatLines, Contradiction> seat_lines(const Record& record, Seat seat);

}  // namespace tribunal
