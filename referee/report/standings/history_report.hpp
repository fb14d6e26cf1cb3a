#pragma once

#include <string>

#include "report/format/columns_and_csv.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/entrants.hpp"

namespace tribunal {

/// The versions of each bot as text: when they played, their games and their Elo. Below are notes on what is
/// unknown.
[[nodiscard]] std::string history_table(const VersionHistory& history, const TextLayout& layout = {});

/// Lines about games with unknown times. Empty if all are known.
[[nodiscard]] std::string unknown_times_note(const VersionHistory& history);

/// A JSON object with `versions`, one object each, and `nights`, the results folders in the order of time.
[[nodiscard]] Json history_json(const VersionHistory& history);

/// The versions as CSV, one per line.
[[nodiscard]] std::string history_csv(const VersionHistory& history);

}  // namespace tribunal
