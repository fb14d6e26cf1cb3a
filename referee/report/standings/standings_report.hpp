#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "report/format/columns_and_csv.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// Optional columns.
struct StandingsColumns {
  bool usage = false;                 ///< CPU time, memory, context switches
  bool drawn = false;                 ///< the interval of Elo in drawn tournaments
  std::vector<std::string> chosen{};  ///< the columns that are wanted, in this order; none: the usual ones
  TextLayout layout{};
};

/// The columns of the standings, with columns for as many places as their games have.
[[nodiscard]] Columns<StandingsRow> columns_of(const Standings& standings, const StandingsColumns& wanted);

/// A sentence on chosen columns that have no values in these standings; empty if all have some. The error
/// names one that no standings have, or that is named twice.
[[nodiscard]] Result<std::string> look_at_columns(const Standings& standings,
                                                  const std::vector<std::string>& chosen);

/// `1551`, or `>1551` where it is only a bound.
[[nodiscard]] std::string elo_text(const Rating& rating);

/// The cell of an Elo, and that of its interval in drawn tournaments; `-` without one.
[[nodiscard]] std::string elo_cell(const std::optional<Rating>& rating);
[[nodiscard]] std::string drawn_elo_cell(const std::optional<Rating>& rating);

/// The interval of an Elo in drawn tournaments, and `perfect` or `hopeless`; null without one.
[[nodiscard]] Json drawn_elo(const std::optional<Rating>& rating);
[[nodiscard]] Json sweep_of(const std::optional<Rating>& rating);

/// The getter of a part of a value that a row may not have.
template <class Row, class Whole, class Part>
[[nodiscard]] auto part_of_row(std::optional<Whole> Row::*whole, Part Whole::*member) {
  return [=](const Row& row) { return row.*whole ? Json((*(row.*whole)).*member) : Json(nullptr); };
}

/// Standings as text for a person: what the columns mean, the table, and notes on what it cannot say.
[[nodiscard]] std::string standings_table(const Standings& standings, const StandingsColumns& columns = {});
/// In tournaments of several games: the table over all, then one per game.
[[nodiscard]] std::string standings_table(const TournamentStandings& standings,
                                          const StandingsColumns& columns = {});

/// The suffix of the name of a bot that plays no more.
inline constexpr auto withdrawn_mark = " (withdrawn)";
inline constexpr auto excluded_mark = " (excluded)";

/// The standings as a JSON object; a value that does not exist is null. Elo and its error have four decimals,
/// points six, `superiority` is 0 .. 1, times are microseconds.
[[nodiscard]] Json standings_json(const Standings& standings);

/// The standings as comma-separated values (RFC 4180) with a line of headings; a value that does not exist is
/// empty. In tournaments of several games the first column is `game`, empty in the lines over all.
/// Chosen columns come in their order, between `game` and `schema`.
[[nodiscard]] std::string standings_csv(const TournamentStandings& standings,
                                        const StandingsColumns& columns = {});

}  // namespace tribunal
