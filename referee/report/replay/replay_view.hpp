#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"
#include "report/replay/table_text.hpp"

namespace tribunal {

/// A step of a game as lines: what happened, with comments and faults, then the table.
struct ReplayFrame {
  std::string text;
  std::optional<Seat> seat{};  ///< seat that decided; none at the deal and the result
  bool fault = false;          ///< whether it contains a fault
};

/// The steps of a game for reading: the deal, then one for each decision, then the result. Texts of bots are
/// escaped, so that they cannot harm a terminal.
[[nodiscard]] std::expected<std::vector<ReplayFrame>, Contradiction> replay_frames(const Record& record,
                                                                                   CardStyle style);

/// A time as text: `183 us`, `2.5 ms`, `1.00 s`.
[[nodiscard]] std::string shown_time(std::int64_t us);

/// The game as the bot in a seat saw it, for its author: `< ` before each line that it received, `> ` before
/// its answers with their times, `# ` before its comments, `! ` before its faults. Events that it did not
/// receive are omitted.
[[nodiscard]] std::expected<std::string, Contradiction> seen_text(const Record& record, Seat seat);

}  // namespace tribunal
