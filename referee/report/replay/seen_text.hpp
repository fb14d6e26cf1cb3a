#pragma once

#include <expected>
#include <string>

#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal {

/// The game as the bot of a seat saw it, for its author: `< ` before each line that it was sent, `> ` before
/// its answers with the time that they took, `# ` before its comments, `! ` before its faults. Events that
/// only others saw are left out.
[[nodiscard]] std::expected<std::string, Contradiction> seen_text(const Record& record, Seat seat);

}  // namespace tribunal
