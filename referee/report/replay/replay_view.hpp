#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"
#include "report/replay/told.hpp"

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

/// The game as the bot of a seat saw it, for its author: `< ` before each line that it was sent, `> ` before
/// its answers with the time that they took, `# ` before its comments, `! ` before its faults. Events that
/// only others saw are left out.
[[nodiscard]] std::expected<std::string, Contradiction> seen_text(const Record& record, Seat seat);

}  // namespace tribunal
