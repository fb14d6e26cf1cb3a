#pragma once

#include <string>

#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// Standings beside those without luck, as text: a table over all games and, if there are several games, one
/// for each after it. The kind of luck is stated. Bots whose luck is beyond what chance explains are at the
/// end. `standings` must have `without_luck`.
[[nodiscard]] std::string luck_table(const TournamentStandings& standings, const TextLayout& layout);

/// A line about a bot whose luck shows little because most of its games had a fault.
[[nodiscard]] std::string hidden_luck_text(const std::string& bot, const RowLuck& luck);

/// Lines about bots whose luck is beyond what chance explains. Empty if there are none.
[[nodiscard]] std::string luck_alarms_text(const StandingsWithoutLuck& standings);

/// Standings without luck for programs; docs/reports.md lists the members.
[[nodiscard]] Json luck_json(const TournamentStandings& standings);
[[nodiscard]] std::string luck_csv(const TournamentStandings& standings);

}  // namespace tribunal
