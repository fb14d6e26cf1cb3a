#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "report/format/columns_and_csv.hpp"
#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/entrants.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The optional columns.
struct StandingsColumns {
  bool usage = false;                 ///< CPU time, memory, context switches
  bool drawn = false;                 ///< interval of Elo in drawn tournaments
  std::vector<std::string> chosen{};  ///< names of the requested columns, in order; empty: the default ones
  /// In text, after the bot: the columns by which the format ranks (`ranking_columns`).
  Columns<StandingsRow> ranking{};
  TextLayout layout{};
};

/// The columns of the standings, with as many columns of places as their games have.
[[nodiscard]] Columns<StandingsRow> columns_of(const Standings& standings, const StandingsColumns& wanted);

/// A sentence about chosen columns that have no values in these standings. Empty if all have values. The
/// error names a column that no standings have, or that is given twice.
[[nodiscard]] Result<std::string> look_at_columns(const Standings& standings,
                                                  const std::vector<std::string>& chosen);

/// The Elo as text: `1551`, or `>1551` if it is only a bound.
[[nodiscard]] std::string elo_text(const Rating& rating);

/// The cell of an Elo, and the cell of its interval in drawn tournaments. `-` if there is none.
[[nodiscard]] std::string elo_cell(const std::optional<Rating>& rating);
[[nodiscard]] std::string drawn_elo_cell(const std::optional<Rating>& rating);

/// The interval of an Elo in drawn tournaments. `sweep_of`: `perfect` or `hopeless`. Null if no interval is
/// known.
[[nodiscard]] Json drawn_elo(const std::optional<Rating>& rating);
[[nodiscard]] Json sweep_of(const std::optional<Rating>& rating);

/// Makes a getter for a part of a value that a row may not have.
template <class Row, class Whole, class Part>
[[nodiscard]] auto part_of_row(std::optional<Whole> Row::*whole, Part Whole::*member) {
  return [=](const Row& row) { return row.*whole ? Json((*(row.*whole)).*member) : Json(nullptr); };
}

/// Standings as text: the meaning of the columns, the table, and notes on its limits.
[[nodiscard]] std::string standings_table(const Standings& standings, const StandingsColumns& columns = {});
/// Standings as text. In tournaments of several games: the table over all games, then one for each.
[[nodiscard]] std::string standings_table(const TournamentStandings& standings,
                                          const StandingsColumns& columns = {});

/// The suffix of the name of a bot that plays no more.
inline constexpr auto withdrawn_mark = " (withdrawn)";
inline constexpr auto excluded_mark = " (excluded)";

/// The standings as a JSON object. A missing value is null. Elo and its error have four decimals, points six;
/// `superiority` is 0 .. 1; times are in microseconds.
[[nodiscard]] Json standings_json(const Standings& standings);

/// The standings as comma-separated values (RFC 4180) with a line of headings. A missing value is empty. In
/// tournaments of several games the first column is `game`, which is empty in the lines over all games.
/// Chosen columns are in the given order, between `game` and `schema`.
[[nodiscard]] std::string standings_csv(const TournamentStandings& standings,
                                        const StandingsColumns& columns = {});

/// The results of all bots against each other as text: a square of scores in percent if it fits the page,
/// then every pair that met. If the standings have points, pairs have their mean.
[[nodiscard]] std::string crosstable_table(const Standings& standings, const TextLayout& layout = {});

/// The crosstable as a JSON object: the names in order, and an object for every pair that met,
/// from both sides.
[[nodiscard]] Json crosstable_json(const Standings& standings);

/// The crosstable as comma-separated values (RFC 4180) with a line of headings: every pair that met, from
/// both sides.
[[nodiscard]] std::string crosstable_csv(const Standings& standings);

/// A square table as text with the probability, in percent, that each bot is stronger than each other, from
/// all of their games.
[[nodiscard]] std::string los_table(const Standings& standings, const TextLayout& layout = {});

/// The probabilities of `los_table` as a JSON object: `bots`, and a row for each with values of 0 .. 1. Null
/// if a value is unknown.
[[nodiscard]] Json los_json(const Standings& standings);

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
