#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "report/format/markdown.hpp"
#include "report/format/text_table.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {
namespace {

constexpr auto none = "-";

std::string ordinal(std::size_t place) {
  if (place == 1) return "1st";
  if (place == 2) return "2nd";
  if (place == 3) return "3rd";
  return std::to_string(place) + "th";
}

std::string elo_of(const StandingsRow& row) {
  if (!row.rating) return none;
  const char* mark = row.rating->sweep == Sweep::perfect    ? ">"
                     : row.rating->sweep == Sweep::hopeless ? "<"
                                                            : "";
  return mark + fixed(row.rating->elo, 0);
}

/// The mean per move of a sum over games.
double a_move(const UsageTotal& usage, std::int64_t sum) {
  return static_cast<double>(sum) / static_cast<double>(std::max<std::int64_t>(usage.moves, 1));
}

void add_usage(std::vector<std::string>& cells, const UsageTotal& usage) {
  const bool measured = usage.games > 0;
  const auto add = [&](const std::string& cell) { cells.push_back(measured ? cell : none); };
  add(short_time(static_cast<std::int64_t>(a_move(usage, usage.cpu_us))));
  cells.push_back(
      measured && usage.unasked_cpu_us && usage.cpu_us > 0
          ? fixed(100.0 * static_cast<double>(*usage.unasked_cpu_us) / static_cast<double>(usage.cpu_us), 0)
          : none);
  add(fixed(static_cast<double>(usage.peak_kib) / 1024, 1));
  add(fixed(a_move(usage, usage.voluntary_switches), 1));
  add(fixed(a_move(usage, usage.involuntary_switches), 1));
}

/// Won, drawn and lost; of more than two seats how often it took each place alone, and how often it shared
/// any, in percent.
void add_places(std::vector<std::string>& cells, const StandingsRow& row) {
  const bool played = row.games > 0;
  if (row.places.size() == 2) {
    for (const auto count : {row.alone_at(1), row.shared(), row.alone_at(2)})
      cells.push_back(played ? std::to_string(count) : none);
    return;
  }
  for (std::size_t place = 1; place <= row.places.size(); ++place)
    cells.push_back(played ? fixed(row.percent(row.alone_at(place)), 0) : none);
  if (row.places.size() > 1) cells.push_back(played ? fixed(row.percent(row.shared()), 0) : none);
}

std::vector<std::string> cells_of(const StandingsRow& row, bool points, const StandingsColumns& columns) {
  std::vector<std::string> cells{
      std::to_string(row.rank), row.bot + (row.withdrawn ? withdrawn_mark : ""), elo_of(row),
      row.rating && row.rating->elo_error ? fixed(*row.rating->elo_error, 0) : none,
      row.superiority ? fixed(100 * *row.superiority, 1) : none};
  if (points) {
    cells.push_back(row.points ? fixed(row.points->mean, 2) : none);
    cells.push_back(row.points && row.points->error ? fixed(*row.points->error, 2) : none);
  }
  cells.push_back(std::to_string(row.games));
  const auto score = row.score_percent();
  cells.push_back(score ? fixed(*score, 1) : none);
  add_places(cells, row);
  cells.push_back(row.by_referee ? none : std::to_string(row.fault_count()));
  const bool timed = row.times.count() > 0;
  for (const double quantile : {0.5, 0.99})
    cells.push_back(timed ? short_time(row.times.quantile_us(quantile)) : none);
  cells.push_back(timed ? short_time(row.times.max_us()) : none);
  if (columns.usage) add_usage(cells, row.usage);
  if (columns.drawn) {
    const auto drawn = row.rating ? row.rating->drawn : std::nullopt;
    cells.push_back(drawn ? fixed(drawn->low, 0) + " - " + fixed(drawn->high, 0) : none);
  }
  return cells;
}

/// The columns that a narrow terminal leaves out, the last of this list first. Rank, name, Elo and score
/// always stay.
enum Expendable : std::uint8_t {
  no,
  faults,
  los,
  usage,
  points,
  games,
  p99,
  switches,
  error,
  p50,
  places,
  longest
};

TextTable empty_table(std::size_t seats, bool with_points, const StandingsColumns& wanted) {
  std::vector<TextTable::Column> columns;
  const auto add = [&](std::string heading, Expendable rank = no, std::string long_name = {}) {
    columns.push_back({std::move(heading), TextTable::Align::right, rank, std::move(long_name)});
  };
  for (const auto* heading : {"Rank", "Bot", "Elo", "+/-"}) add(heading);
  columns[1].align = TextTable::Align::left;
  add("LOS", los);
  if (with_points) {
    add("Points", points);
    add("+/-", error, "+/- of Points");
  }
  add("Games", games);
  add("Score");
  if (seats == 2) {
    for (const auto* heading : {"Won", "Drawn", "Lost"}) add(heading, places);
  } else {
    for (std::size_t place = 1; place <= seats; ++place) add(ordinal(place), places);
    if (seats > 1) add("Tied", places);
  }
  add("Faults", faults);
  add("p50", p50);
  add("p99", p99);
  add("max", longest);
  if (wanted.usage) {
    for (const auto* heading : {"CPU", "idle %", "MB"}) add(heading, usage);
    for (const auto* heading : {"vol", "invol"}) add(heading, switches);
  }
  if (wanted.drawn) add("Elo drawn");
  return TextTable{std::move(columns)};
}

/// A clause on draws in games of two: `, 2.8 % of them drawn`
std::string draws_clause(const Standings& standings) {
  if (!standings.of_two_places() || standings.games == 0) return {};
  std::int64_t draws = 0;  // once from each side
  for (const auto& row : standings.rows) draws += row.shared();
  return fmt::format(", {} % of them drawn",
                     fixed(50 * static_cast<double>(draws) / static_cast<double>(standings.games), 1));
}

std::string how_much(const Standings& standings) {
  return counted(static_cast<std::uint64_t>(standings.games), "game") + " of " +
         counted(static_cast<std::uint64_t>(standings.deals), "deal") + draws_clause(standings) + ".\n";
}

TextTable::Fitted laid_out(const TextTable& table, const StandingsColumns& columns) {
  if (columns.markdown) return {table.markdown(), {}};
  auto fitted = table.fitted(columns.layout.columns);
  fitted.text = fitted_text(fitted.text, columns.layout);  // a table that cannot be narrower is wrapped
  return fitted;
}

std::string laid_out(const std::string& lines, const StandingsColumns& columns) {
  return columns.markdown ? markdown_lines(lines) : fitted_text(lines, columns.layout);
}

/// `greedy = 1500`, `greedy = 1500 +- 30`
std::string anchor_text(const Anchor& anchor) {
  return printable(anchor.bot) + " = " + fixed(anchor.elo, 0) +
         (anchor.deviation > 0 ? " +- " + fixed(anchor.deviation, 0) : "");
}

/// The meanings of the columns, unless they are not wanted.
std::string legend(const Standings& standings, const StandingsColumns& columns) {
  if (!columns.layout.legend && !columns.markdown) return {};
  std::string level = standings.anchors.empty() ? "mean 1500" : "";
  for (const auto& anchor : standings.anchors) level += (level.empty() ? "" : ", ") + anchor_text(anchor);
  return (standings.ranked_by_elo ? std::string{} : "Rank: by the format, as below. ") +
         "Elo: strength by places, " + level +
         "; +/-: 95 %. LOS: chance in % that the bot is stronger than the next.\n" +
         (standings.points ? "Points: mean score a deal; +/-: 95 %. " : "") +
         "Score: place points in % of those to win. p50, p99, max: time a move.\n" +
         (standings.rows.empty() || standings.rows.front().places.size() < 3
              ? ""
              : "1st, 2nd, ...: places that it had to itself, Tied: places shared, in % of games.\n") +
         (columns.usage
              ? "CPU: CPU time a move; idle %: of it, used while nothing was asked (by the CPU clock). "
                "MB: most memory. vol, invol:\ncontext switches a move, of its own accord and not.\n"
              : "") +
         (columns.drawn ? "Elo drawn: 95 % of the Elos in tournaments of as many deals drawn from these.\n"
                        : "");
}

/// The table of the seats' advantages, if there are deals enough to tell.
std::string seats_table(const std::vector<SeatEffect>& seats, const StandingsColumns& wanted) {
  if (seats.empty() || !std::ranges::all_of(seats, [](const auto& seat) { return seat.error.has_value(); }))
    return {};
  std::vector<TextTable::Column> columns{{"Seat", TextTable::Align::left}};
  std::vector<std::string> points{"points over the table's mean"};
  std::vector<std::string> errors{"+/-"};
  std::vector<std::string> firsts{"first places in %"};
  for (const auto& seat : seats) {
    columns.push_back({std::to_string(columns.size() - 1)});
    points.push_back(fixed(seat.points, 2));
    errors.push_back(fixed(*seat.error, 2));
    firsts.push_back(fixed(seat.first_percent, 0));
  }
  TextTable table{std::move(columns)};
  for (auto* const cells : {&points, &errors, &firsts}) table.add(std::move(*cells));
  return '\n' + laid_out(table, wanted).text;
}

std::string notes(const Standings& standings, const StandingsColumns& columns) {
  const auto text = notes_text(standings);
  return (text.empty() ? text : '\n' + laid_out(text, columns)) + seats_table(standings.seats, columns);
}

/// `10 crash, 2 timeout`
std::string kinds_text(const FaultCounts& faults) {
  std::string text;
  for (const auto& [kind, times_seen] : faults)
    text += (text.empty() ? "" : ", ") + std::to_string(times_seen) + ' ' + std::string{name_of(kind)};
  return text;
}

/// The faults of each bot by kind.
std::string faults_notes(const Standings& standings) {
  std::string text;
  for (const auto& row : standings.rows) {
    if (row.faults.empty()) continue;
    text += fmt::format("Faults of {}: {}, in {} of {}.\n", printable(row.bot), kinds_text(row.faults),
                        row.games_at_fault, counted(static_cast<std::uint64_t>(row.games), "game"));
  }
  const auto loud = always_at_fault_text(standings);
  return (text.empty() ? text : '\n' + text) + (loud.empty() ? loud : '\n' + loud);
}

TextTable::Fitted rows_of(const Standings& standings, const StandingsColumns& columns) {
  auto table = empty_table(standings.rows.empty() ? 0 : standings.rows.front().places.size(),
                           standings.points, columns);
  for (const auto& row : standings.rows) table.add(cells_of(row, standings.points, columns));
  auto rows = laid_out(table, columns);
  rows.text.insert(0, "\n");
  return rows;
}

/// The line about columns that a narrow terminal does not show, behind an empty line.
std::string not_shown(std::span<const std::string> left_out, const StandingsColumns& columns) {
  if (columns.markdown) return {};
  const auto line = layout_line(left_out, columns.layout);
  return line.empty() ? line : '\n' + fitted_text(line, columns.layout);
}

}  // namespace

std::string always_at_fault_text(const Standings& standings) {
  std::string text;
  for (const auto& row : standings.rows) {
    if (!row.always_at_fault()) continue;
    text += fmt::format("!!! {} was at fault in {}: its results say nothing about how it plays.\n",
                        printable(row.bot),
                        row.games == 1 ? "its only game" : fmt::format("each of its {} games", row.games));
  }
  return text;
}

std::string unverified_sentence(std::string_view why) {
  return "These games are not verified: " + harmless(why) +
         "; 'tribunal verify', or a merge without it, verifies them.";
}

std::string not_starting_text(std::span<const NotStarting> bots) {
  std::string text;
  for (const auto& [bot, message] : bots) {
    text += fmt::format(
        "!!! {} did not start any more in the last run, and its games were not played or were "
        "forfeit: {}\n",
        printable(bot), printable(message));
  }
  return text;
}

std::string void_games_sentence(std::uint64_t games) {
  return counted(static_cast<std::uint64_t>(games), "game") +
         (games == 1 ? " was void, by trouble of the referee or the machine, and was played again."
                     : " were void, by trouble of the referee or the machine, and were played again.");
}

std::string standings_table(const Standings& standings, const StandingsColumns& columns) {
  const auto rows = rows_of(standings, columns);
  return laid_out(how_much(standings) + legend(standings, columns), columns) + rows.text +
         not_shown(rows.left_out, columns) + notes(standings, columns) +
         laid_out(faults_notes(standings), columns);
}

std::string standings_table(const TournamentStandings& standings, const StandingsColumns& columns) {
  if (standings.games.empty()) return standings_table(standings.overall, columns);
  const auto& all = standings.overall;
  auto rows = rows_of(all, columns);
  auto left_out = std::move(rows.left_out);
  auto text = laid_out("All games together: " + how_much(all) + legend(all, columns) +
                           "Points, the mean score a deal, cannot be compared between games: the table of "
                           "each game has them.\n",
                       columns) +
              rows.text + notes(all, columns);
  for (const auto& [name, alone] : standings.games) {
    rows = rows_of(alone, columns);
    text += '\n' + laid_out(printable(name) + ": " + how_much(alone), columns) + rows.text +
            notes(alone, columns);
    for (auto& column : rows.left_out)
      if (std::ranges::find(left_out, column) == left_out.end()) left_out.push_back(std::move(column));
  }
  return text + not_shown(left_out, columns) + laid_out(faults_notes(standings.overall), columns);
}

}  // namespace tribunal
