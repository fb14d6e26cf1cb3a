#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"
#include "report/format/card_signs.hpp"

namespace tribunal {

/// A step of a game: some lines, each with its newline: what happened, comments and faults with it, then the
/// table.
struct ReplayFrame {
  std::string text;
  std::optional<Seat> seat{};  ///< that decided; nothing at the deal and the result
  bool fault = false;          ///< one is in it
};

/// A game step by step, for reading: the first frame is the deal, then one a decision, then the result. Texts
/// of bots are shown without the characters that could harm a terminal.
[[nodiscard]] std::expected<std::vector<ReplayFrame>, Contradiction> replay_frames(const Record& record,
                                                                                   CardStyle style);

/// `183 us`, `2.5 ms`, `1.00 s`
[[nodiscard]] std::string shown_time(std::int64_t us);

}  // namespace tribunal
