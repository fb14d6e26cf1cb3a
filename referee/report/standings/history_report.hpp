#pragma once

#include <string>

#include "report/format/columns_and_csv.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/entrants.hpp"

namespace tribunal {

/// The versions of each bot as text: when they played, their games and their Elo; below it what is not known.
[[nodiscard]] std::string history_table(const VersionHistory& history, const TextLayout& layout = {});

/// Notes on times of games that are not known, a line each; empty if all are.
[[nodiscard]] std::string unknown_times_note(const VersionHistory& history);

/// `versions`, an object each, and `nights`: the results folders in the order of time.
[[nodiscard]] Json history_json(const VersionHistory& history);

/// The versions, a line each.
[[nodiscard]] std::string history_csv(const VersionHistory& history);

}  // namespace tribunal
