#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "report/format/text_layout.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/store/not_starting.hpp"

namespace tribunal {

/// Optional columns.
struct StandingsColumns {
  bool usage = false;     ///< CPU time, memory, context switches
  bool drawn = false;     ///< the interval of Elo in drawn tournaments
  bool markdown = false;  ///< as Markdown
  TextLayout layout{};    ///< of the text; Markdown has all columns
};

/// Standings as text for a person: what the columns mean, the table, and notes on what it cannot say.
[[nodiscard]] std::string standings_table(const Standings& standings, const StandingsColumns& columns = {});
/// In tournaments of several games: the table over all, then one per game.
[[nodiscard]] std::string standings_table(const TournamentStandings& standings,
                                          const StandingsColumns& columns = {});

/// The suffix of the name of a bot that plays no more.
inline constexpr auto withdrawn_mark = " (withdrawn)";

/// The bots that were at fault in each of their games, a loud line each; empty if there are none.
[[nodiscard]] std::string always_at_fault_text(const Standings& standings);

/// A prominent line for each bot that does not start any more; empty if there are none.
[[nodiscard]] std::string not_starting_text(std::span<const NotStarting> bots);

/// The number of attempts at games that did not count, as a sentence.
[[nodiscard]] std::string void_games_sentence(std::uint64_t count);

/// A sentence on results that were merged without being verified; `why` as `Results::unverified` says it.
[[nodiscard]] std::string unverified_sentence(std::string_view why);

/// The standings as one JSON object, indented; a value that does not exist is null. Elo and its error have
/// four decimals, points six, `superiority` is 0 .. 1, times are microseconds.
[[nodiscard]] std::string standings_json(const Standings& standings);

/// The standings as comma-separated values (RFC 4180) with a line of headings; a value that does not exist is
/// empty.
[[nodiscard]] std::string standings_csv(const Standings& standings);
/// In tournaments of several games with a first column `game`, empty in the lines over all.
[[nodiscard]] std::string standings_csv(const TournamentStandings& standings);

}  // namespace tribunal
