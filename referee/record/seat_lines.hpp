#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal {

/// A question to a seat, and the decision that followed.
struct SeatQuestion {
  std::vector<std::string>
      lines;  ///< the events that the seat received with the question, as it may see them
  std::int64_t allowance_us = 0;
  ActionList legal;
  std::size_t decision = 0;  ///< index in the record of the decision that followed
  bool in_fault = false;     ///< the decision is the default of a fault, not the bot's answer
};

/// The events that a seat received in a game, in order. The table adds the lines around them, `game`, `ask`,
/// `result` and `end`; their content is here or in the record.
struct SeatLines {
  std::vector<SeatQuestion> questions;
  std::vector<std::string> closing;  ///< the events after the last question
  Outcome outcome;                   ///< the counting outcome
};

/// The events sent to `seat`, which a bot plays. A seat that has forfeited is not asked again.
[[nodiscard]] std::expected<SeatLines, Contradiction> seat_lines(const Record& record, Seat seat);

}  // namespace tribunal
