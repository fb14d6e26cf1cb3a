#pragma once

#include <string>

#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// Standings beside those without luck, as text for a person: a table over all or, of several games, one per
/// game behind it. The kind of luck is named, and bots whose luck no honest bot has come last. `standings`
/// has `without_luck`.
[[nodiscard]] std::string luck_table(const TournamentStandings& standings, const TextLayout& layout);

/// A line on a bot whose luck says little, as most of its games had a fault.
[[nodiscard]] std::string hidden_luck_text(const std::string& bot, const RowLuck& luck);

/// Lines on bots whose luck no honest bot has; empty if there are none.
[[nodiscard]] std::string luck_alarms_text(const StandingsWithoutLuck& standings);

/// These for programs; docs/reports.md has the members.
[[nodiscard]] Json luck_json(const TournamentStandings& standings);
[[nodiscard]] std::string luck_csv(const TournamentStandings& standings);

}  // namespace tribunal
