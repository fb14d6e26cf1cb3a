#include <algorithm>

#include "record/number_text.hpp"
#include "report/standings_report.hpp"
#include "report/text_table.hpp"
#include "report/text_width.hpp"

namespace tribunal {
namespace {

constexpr auto none = "-";

std::string ordinal(std::size_t place) {
  if (place == 1) return "1st";
  if (place == 2) return "2nd";
  if (place == 3) return "3rd";
  return std::to_string(place) + "th";
}

std::string count(std::int64_t number, const char* noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

std::string elo_of(const StandingsRow& row) {
  if (!row.rating) return none;
  const char* mark = row.rating->sweep == Sweep::perfect    ? ">"
                     : row.rating->sweep == Sweep::hopeless ? "<"
                                                            : "";
  return mark + fixed(row.rating->elo, 0);
}

std::vector<std::string> cells_of(const StandingsRow& row, bool points) {
  const bool played = row.games > 0;
  std::vector<std::string> cells{std::to_string(row.rank), row.bot, elo_of(row),
                                 row.rating ? fixed(row.rating->elo_error, 0) : none,
                                 row.superiority ? fixed(100 * *row.superiority, 1) : none};
  if (points) {
    cells.push_back(row.points ? fixed(row.points->mean, 2) : none);
    cells.push_back(row.points && row.points->error ? fixed(*row.points->error, 2) : none);
  }
  cells.push_back(std::to_string(row.games));
  for (std::size_t place = 1; place <= row.places.size(); ++place)
    cells.push_back(played ? fixed(row.place_percent(place), 0) : none);
  cells.push_back(row.by_referee ? none : std::to_string(row.fault_count()));
  const bool timed = row.times.count() > 0;
  for (const double quantile : {0.5, 0.99})
    cells.push_back(timed ? short_time(row.times.quantile_us(quantile)) : none);
  cells.push_back(timed ? short_time(row.times.max_us()) : none);
  return cells;
}

TextTable empty_table(std::size_t places, bool points) {
  std::vector<TextTable::Column> columns;
  for (const auto* heading : {"Rank", "Bot", "Elo", "+/-", "LOS"}) columns.push_back({heading});
  columns[1].align = TextTable::Align::left;
  if (points) columns.insert(columns.end(), {{"Points"}, {"+/-"}});
  columns.push_back({"Games"});
  for (std::size_t place = 1; place <= places; ++place) columns.push_back({ordinal(place)});
  for (const auto* heading : {"Faults", "p50", "p99", "max"}) columns.push_back({heading});
  return TextTable{std::move(columns)};
}

std::string how_much(const Standings& standings) {
  return count(standings.games, "game") + " of " + count(standings.deals, "deal") + ".\n";
}

/// What the columns mean.
std::string legend(const Standings& standings) {
  const std::string level = standings.anchor
                                ? printable(standings.anchor->bot) + " = " + fixed(standings.anchor->elo, 0)
                                : "mean 1500";
  return "Elo: strength by places, " + level +
         "; +/-: 95 %. LOS: chance in % that the bot is stronger than the next.\n"
         "Points: mean score a deal; +/-: 95 %. 1st, 2nd, ...: places in % of games. p50, p99, max: time a "
         "move.\n" +
         (standings.points
              ? ""
              : "Points of different games cannot be compared: the table of one game has them.\n");
}

std::string notes(const Standings& standings) {
  std::string text;
  const auto any = [&](Sweep sweep) {
    return std::ranges::any_of(standings.rows,
                               [&](const auto& row) { return row.rating && row.rating->sweep == sweep; });
  };
  if (any(Sweep::perfect))
    text += "> never lost or shared a place to another bot: its Elo is a lower bound.\n";
  if (any(Sweep::hopeless))
    text += "< never won or shared a place from another bot: its Elo is an upper bound.\n";
  if (standings.groups.size() > 1) {
    text += "These groups never met, so that ratings compare only within each:\n";
    for (const auto& group : standings.groups) {
      text += " ";
      for (const auto& bot : group) text += ' ' + printable(bot);
      text += '\n';
    }
  }
  if (standings.variance_ratio) {
    text += "Playing a deal in several seatings leaves " + fixed(100 * *standings.variance_ratio, 0) +
            " % of the variance of margins that as many single games have.\n";
  }
  return text.empty() ? text : '\n' + text;
}

std::string rows_and_notes(const Standings& standings) {
  auto table =
      empty_table(standings.rows.empty() ? 0 : standings.rows.front().places.size(), standings.points);
  for (const auto& row : standings.rows) table.add(cells_of(row, standings.points));
  return '\n' + table.text() + notes(standings);
}

}  // namespace

std::string standings_table(const Standings& standings) {
  return how_much(standings) + legend(standings) + rows_and_notes(standings);
}

std::string standings_table(const TournamentStandings& standings) {
  if (standings.games.empty()) return standings_table(standings.overall);
  auto text = "All games together: " + standings_table(standings.overall);
  for (const auto& [name, alone] : standings.games)
    text += '\n' + printable(name) + ": " + how_much(alone) + rows_and_notes(alone);
  return text;
}

}  // namespace tribunal
