#include "report/standings/standings_report.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "base/utc.hpp"
#include "report/standings/standings_notes.hpp"

namespace tribunal {
namespace {

constexpr auto to_the_left = TextTable::Align::left;
constexpr auto to_the_right = TextTable::Align::right;

/// A clause on draws in games of two: `, 2.8 % of them drawn`. Empty for other games.
std::string draws_clause(const Standings& standings) {
  if (!standings.of_two_places() || standings.games == 0) return {};
  std::int64_t draws = 0;  // counted once from each side
  for (const auto& row : standings.rows) draws += row.shared();
  return fmt::format(", {} % of them drawn",
                     fixed(50 * static_cast<double>(draws) / static_cast<double>(standings.games), 1));
}

std::string how_much(const Standings& standings) {
  return counted(static_cast<std::uint64_t>(standings.games), "game") + " of " +
         counted(static_cast<std::uint64_t>(standings.deals), "deal") + draws_clause(standings) + ".\n";
}

/// An anchor as text: `greedy = 1500` or `greedy = 1500 +- 30`.
std::string anchor_text(const Anchor& anchor) {
  return printable(anchor.bot) + " = " + fixed(anchor.elo, 0) +
         (anchor.deviation > 0 ? " +- " + fixed(anchor.deviation, 0) : "");
}

/// The meanings of the columns. Empty if the layout has no legend.
std::string legend(const Standings& standings, const StandingsColumns& columns) {
  if (!columns.layout.legend) return {};
  std::string level = standings.anchors.empty() ? "mean 1500" : "";
  constexpr std::size_t most_named = 8;
  for (const auto& [anchor, elo, z] :
       std::span{standings.anchors}.first(std::min(standings.anchors.size(), most_named)))
    level += (level.empty() ? "" : ", ") + anchor_text(anchor);
  if (standings.anchors.size() > most_named)
    level += fmt::format(" and {} more anchors", standings.anchors.size() - most_named);
  const auto all = columns_of(standings, columns);
  const auto shown = [&](std::string_view column) {
    return columns.chosen.empty() ||
           std::ranges::any_of(all, [&](const auto& one) { return one.names.csv.front() == column; });
  };
  const auto line = [](const std::string& text) { return text.empty() ? text : text + '\n'; };
  const bool has_elo = shown("elo") || shown("elo_error");
  std::string elo = standings.ranked_by_elo || !shown("rank") ? "" : "Rank: by the format. ";
  if (has_elo) elo += "Elo: strength by places, " + level + "; +/-: 95 %.";
  if (shown("superiority"))
    elo += std::string{has_elo ? " " : ""} + "LOS: chance in % that the bot is stronger than the next.";
  const bool has_times = shown("move_p50_us") || shown("move_p99_us") || shown("move_max_us");
  std::string points = standings.points && shown("points") ? "Points: mean score per deal; +/-: 95 %. " : "";
  if (shown("score_percent")) points += "Score: place points in % of the possible ones. ";
  if (has_times) points += "p50, p99, max: time per move.";
  const bool has_places = !standings.rows.empty() && standings.rows.front().places.size() > 2;
  const auto text =
      line(std::string{trimmed(elo)}) + line(std::string{trimmed(points)}) +
      (has_places && columns.chosen.empty()
           ? "1st, 2nd, ...: places that it had to itself, Tied: places shared, in % of games.\n"
           : "") +
      (columns.usage
           ? "CPU: CPU time per move; idle %: part of it used while nothing was asked (by the CPU clock). "
             "MB: peak memory. vol, invol:\ncontext switches per move, voluntary and involuntary.\n"
           : "") +
      (columns.drawn && columns.chosen.empty()
           ? "Elo drawn: 95 % of the Elos in tournaments of as many deals drawn from these.\n"
           : "");
  return inked(Ink::legend, text, columns.layout);
}

/// The table of the seats' advantages. Empty if there are too few deals.
std::string seats_table(const std::vector<SeatEffect>& seats, const TextLayout& layout) {
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
  return '\n' + fitted_table(table, layout).text;
}

/// The line about rows that are not in the table.
std::string older_versions_note(const Standings& standings) {
  const auto count = standings.left_out_with_games();
  if (!standings.latest || count == 0) return {};
  return fmt::format(
      "{} of bots that changed {} left out (--latest); the games against {} count. --history shows {}.\n",
      counted(count, "older version"), count == 1 ? "is" : "are", count == 1 ? "it" : "them",
      count == 1 ? "it" : "them");
}

std::string notes(const Standings& standings, const StandingsColumns& columns) {
  const auto text = older_versions_note(standings) + notes_text(standings, columns.layout);
  return (text.empty() ? text : '\n' + fitted_text(text, columns.layout)) +
         seats_table(standings.seats, columns.layout);
}

/// Faults as text: `10 crash, 2 timeout`.
std::string kinds_text(const FaultCounts& faults) {
  std::string text;
  for (const auto& [kind, times_seen] : faults)
    text += (text.empty() ? "" : ", ") + std::to_string(times_seen) + ' ' + std::string{name_of(kind)};
  return text;
}

/// The faults of each bot by kind.
std::string faults_notes(const Standings& standings, const TextLayout& layout) {
  std::string text;
  for (const auto& row : standings.rows) {
    if (row.faults.empty() || row.has_unknown_faults) continue;
    text += fmt::format("Faults of {}: {}, in {} of {}.\n", printable(row.bot), kinds_text(row.faults),
                        row.games_at_fault, counted(static_cast<std::uint64_t>(row.games), "game"));
  }
  const auto loud = always_at_fault_text(standings);
  return fitted_text(
      inked(Ink::fault, (text.empty() ? text : '\n' + text) + (loud.empty() ? loud : '\n' + loud), layout),
      layout);
}

TextTable::Fitted rows_of(const Standings& standings, const StandingsColumns& columns) {
  auto rows = fitted_table(text_table(columns_of(standings, columns), standings.rows), columns.layout);
  rows.text.insert(0, "\n");
  return rows;
}

/// The line about columns that do not fit a narrow terminal, after an empty line.
std::string not_shown(std::span<const std::string> left_out, const TextLayout& layout) {
  const auto line = layout_line(left_out, layout);
  return line.empty() ? line : '\n' + fitted_text(inked(Ink::legend, line, layout), layout);
}

Json seats_json(const std::vector<SeatEffect>& seats) {
  Json all = Json::array();
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    all.push_back({{"seat", seat},
                   {"points", rounded_json(seats[seat].points, points_decimals)},
                   {"points_error", rounded_json(seats[seat].error, points_decimals)},
                   {"first_percent", rounded_json(seats[seat].first_percent, elo_decimals)}});
  }
  return all;
}

/// The only anchor. Null if there is none, or if there are several.
Json anchor_json(const std::vector<AnchorFit>& anchors) {
  if (anchors.size() != 1) return nullptr;
  const auto& anchor = anchors.front().anchor;
  return {{"bot", anchor.bot}, {"elo", anchor.elo}};
}

Json misfit_json(const std::optional<NamedMisfit>& misfit) {
  if (!misfit) return nullptr;
  return {{"first", misfit->first},
          {"second", misfit->second},
          {"seen_percent", rounded_json(100 * misfit->seen, elo_decimals)},
          {"expected_percent", rounded_json(100 * misfit->expected, elo_decimals)}};
}

}  // namespace

std::string standings_table(const Standings& standings, const StandingsColumns& columns) {
  const auto rows = rows_of(standings, columns);
  return fitted_text(how_much(standings) + legend(standings, columns), columns.layout) + rows.text +
         not_shown(rows.left_out, columns.layout) + notes(standings, columns) +
         faults_notes(standings, columns.layout);
}

std::string standings_table(const TournamentStandings& standings, const StandingsColumns& columns) {
  if (standings.games.empty()) return standings_table(standings.overall, columns);
  const auto& all = standings.overall;
  auto rows = rows_of(all, columns);
  auto left_out = std::move(rows.left_out);
  auto text = fitted_text("All games together: " + how_much(all) + legend(all, columns) +
                              "Points, the mean score per deal, cannot be compared between games; the table "
                              "of each game has them.\n",
                          columns.layout) +
              rows.text + notes(all, columns);
  for (const auto& [name, alone] : standings.games) {
    rows = rows_of(alone, columns);
    text += '\n' + fitted_text(printable(name) + ": " + how_much(alone), columns.layout) + rows.text +
            notes(alone, columns);
    for (auto& column : rows.left_out)
      if (std::ranges::find(left_out, column) == left_out.end()) left_out.push_back(std::move(column));
  }
  return text + not_shown(left_out, columns.layout) + faults_notes(standings.overall, columns.layout);
}

Json standings_json(const Standings& standings) {
  Json anchors = Json::array();
  for (const auto& [anchor, elo_by_games, z] : standings.anchors) {
    anchors.push_back({{"bot", anchor.bot},
                       {"elo", anchor.elo},
                       {"deviation", anchor.deviation},
                       {"elo_by_games", rounded_json(elo_by_games, elo_decimals)},
                       {"z", rounded_json(z, elo_decimals)}});
  }
  Json json{{"games", standings.games},
            {"deals", standings.deals},
            {"anchor", anchor_json(standings.anchors)},
            {"anchors", anchors},
            {"spread", rounded_json(standings.spread, elo_decimals)},
            {"typical_error", rounded_json(standings.typical_error, elo_decimals)},
            {"close_field", standings.is_close_field()},
            {"dispersion", rounded_json(standings.dispersion, elo_decimals)},
            {"paired_by_results", standings.paired_by_results},
            {"widening", rounded_json(standings.widening, points_decimals)},
            {"misfit", misfit_json(standings.misfit)},
            {"groups", standings.groups},
            {"variance_ratio", rounded_json(standings.variance_ratio, points_decimals)},
            {"seats", seats_json(standings.seats)},
            {"rows", json_rows(columns_of(standings, {}), standings.rows)}};
  for (const auto& [bots, meetings] : standings.weak_links)
    json["weak_links"].push_back({{"bots", bots}, {"meetings", meetings}});
  if (!standings.idle_anchors.empty()) json["anchors_without_games"] = standings.idle_anchors;
  if (standings.latest) json["older_versions_left_out"] = standings.left_out_with_games();
  return json;
}

std::string standings_csv(const TournamentStandings& standings, const StandingsColumns& wanted) {
  std::string game;
  auto columns = columns_of(standings.overall, wanted);
  if (!standings.games.empty())
    columns.insert(columns.begin(), {{"", {"game"}}, [&](const StandingsRow&) { return game; }});
  columns = csv_columns(std::move(columns));
  auto csv = csv_heading(columns);
  const auto seats = standings.overall.rows.empty() ? 0 : standings.overall.rows.front().places.size();
  const auto add = [&](const Standings& alone) {
    for (auto row : alone.rows) {
      row.places.resize(seats);  // games with fewer seats have these columns too
      row.shared_places.resize(seats);
      csv += csv_line(columns, row);
    }
  };
  add(standings.overall);
  for (const auto& [name, alone] : standings.games) {
    game = name;
    add(alone);
  }
  return csv;
}

namespace {

constexpr std::size_t largest_square = 14;  ///< number of entrants, if names have twenty characters

/// Two entrants that met, from the side of the first one.
struct Meeting {
  std::string bot;
  std::string against;
  Encounters encounters;
};

/// Every pair that met, from both sides, or only once.
std::vector<Meeting> meetings_of(const Crosstable& crosstable, bool once) {
  const auto& names = crosstable.names();
  std::vector<Meeting> meetings;
  for (std::size_t row = 0; row < names.size(); ++row)
    for (std::size_t column = once ? row : 0; column < names.size(); ++column)
      if (const auto& encounters = crosstable.at(row, column); encounters.games() > 0)
        meetings.push_back({names[row], names[column], encounters});
  return meetings;
}

/// Makes a getter for a figure of the encounters.
template <class Figure>
auto met(const Figure& figure) {
  return [=](const Meeting& meeting) { return Json(std::invoke(figure, meeting.encounters)); };
}

Columns<Meeting> columns_of(const Standings& standings) {
  const auto mean_points = [has = standings.points](const Meeting& meeting) {
    return has ? Json(meeting.encounters.mean_points()) : Json(nullptr);
  };
  const auto deals = [](const Meeting& meeting) {
    return fmt::format("{}", fmt::join(meeting.encounters.pairs, " "));
  };
  const auto losses = met([](const Encounters& met) { return met.losses + met.lost_by_both; });
  const auto score = met(&Encounters::score_percent);
  const auto superiority = met(&Encounters::superiority);
  const auto better = [](const Meeting& meeting) { return percent_sure(meeting.encounters.superiority()); };
  return {{"bot", &Meeting::bot, 0, {{"Bot", to_the_left}}},
          {"against", &Meeting::against, 0, {{"against", to_the_left}}},
          {"games", met(&Encounters::games), 0, {{"Games", to_the_right, 2}}},
          {"wins", met(&Encounters::wins), 0, {{"Won", to_the_right, 4}}},
          {"draws", met(&Encounters::draws), 0, {{"Drawn", to_the_right, 4}}},
          {"losses", losses, 0, {{"Lost", to_the_right, 4}}},
          {"score_percent", score, elo_decimals, {{"Score"}, {}, 1}},
          {"superiority", superiority, points_decimals, {{"Better", to_the_right, 1}, better}},
          {"mean_points",
           mean_points,
           points_decimals,
           {{standings.points ? "Points" : "", to_the_right, 3}, {}, 2}},
          {{"pairs", {"pairs_0", "pairs_0.5", "pairs_1", "pairs_1.5", "pairs_2"}},
           met(&Encounters::pairs),
           0,
           {{standings.of_two_places() ? "Deals 0-2" : "", to_the_right, 5}, deals}}};
}

/// Whether chance would leave them so far apart in at most one of twenty cases.
bool significant(const Encounters& encounters) {
  const auto sure = encounters.superiority();
  return sure && (*sure > 0.975 || *sure < 0.025);
}

/// A table with a row and a numbered column for each bot, whose cells come from `cell`. The columns of the
/// last bots are removed first.
template <class Cell>
TextTable numbered_square(const std::vector<std::string>& names, const Cell& cell) {
  std::vector<TextTable::Column> columns{{"", TextTable::Align::right}, {"Bot", TextTable::Align::left}};
  for (std::size_t column = 0; column < names.size(); ++column)
    columns.push_back({std::to_string(column + 1), TextTable::Align::right, column + 1});
  TextTable table{std::move(columns)};
  for (std::size_t row = 0; row < names.size(); ++row) {
    std::vector<std::string> cells{std::to_string(row + 1), names[row]};
    for (std::size_t column = 0; column < names.size(); ++column) cells.push_back(cell(row, column));
    table.add(std::move(cells));
  }
  return table;
}

std::string square(const Crosstable& crosstable, const TextLayout& layout) {
  const auto table = numbered_square(crosstable.names(), [&](std::size_t row, std::size_t column) {
    const auto& encounters = crosstable.at(row, column);
    if (row == column) return std::string{"\\"};
    if (encounters.games() == 0) return std::string{"-"};
    return fixed(encounters.score_percent(), 1) + (significant(encounters) ? "*" : " ");
  });
  return "Score in %: better places, and half of the equal ones, in the games that both played.\n"
         "*: one is better than the other; chance alone produces such a difference in one of twenty "
         "cases.\n\n" +
         laid_out(table, layout);
}

std::string pairs(const Standings& standings, const TextLayout& layout) {
  return std::string{"Better: chance in %, from these games alone, that the first bot is the better one.\n"} +
         (standings.points ? "Points: the mean of the first bot's score minus the second's, per game.\n"
                           : "") +
         (standings.of_two_places() ? "Deals 0-2: in how many deals, played from both seats, the first bot "
                                      "scored 0, 1/2, 1, 1 1/2, 2.\n"
                                    : "") +
         '\n' + laid_out(text_table(columns_of(standings), meetings_of(standings.crosstable, true)), layout);
}

}  // namespace

std::string crosstable_table(const Standings& standings, const TextLayout& layout) {
  const auto& crosstable = standings.crosstable;
  const std::string overview =
      crosstable.names().size() <= largest_square ? square(crosstable, layout) + '\n' : std::string{};
  return fitted_text(overview + pairs(standings, layout), layout);
}

Json crosstable_json(const Standings& standings) {
  return {{"bots", standings.crosstable.names()},
          {"encounters", json_rows(columns_of(standings), meetings_of(standings.crosstable, false))}};
}

std::string crosstable_csv(const Standings& standings) {
  return csv_rows(columns_of(standings), meetings_of(standings.crosstable, false));
}

std::string los_table(const Standings& standings, const TextLayout& layout) {
  const auto table = numbered_square(standings.crosstable.names(), [&](std::size_t row, std::size_t column) {
    const auto sure = standings.superiority_of(row, column);
    return row == column ? std::string{"\\"} : percent_sure(sure);
  });
  return fitted_text(
      "LOS: chance in % that the row's bot is stronger than the column's, from all their games.\n\n" +
          laid_out(table, layout),
      layout);
}

Json los_json(const Standings& standings) {
  Json rows = Json::array();
  for (std::size_t row = 0; row < standings.rows.size(); ++row) {
    Json values = Json::array();
    for (std::size_t column = 0; column < standings.rows.size(); ++column)
      values.push_back(rounded_json(standings.superiority_of(row, column), points_decimals));
    rows.push_back(std::move(values));
  }
  return {{"bots", standings.crosstable.names()}, {"superiority", rows}};
}

namespace {

std::optional<std::int64_t> seconds_of(const std::optional<Turn>& turn) {
  return turn.transform([](const Turn& one) { return one.seconds; });
}

Json time_json(std::optional<std::int64_t> seconds) {
  if (!seconds) return nullptr;
  return utc_text(std::chrono::system_clock::from_time_t(*seconds)) + 'Z';
}

/// A time to the minute.
std::string time_cell_of(std::optional<std::int64_t> seconds) {
  constexpr std::size_t to_the_minute = 16;
  if (!seconds) return "-";
  auto text = utc_text(std::chrono::system_clock::from_time_t(*seconds)).substr(0, to_the_minute);
  std::ranges::replace(text, 'T', ' ');
  return text;
}

template <class Time>
auto json_of(Time time) {
  return [=](const VersionRow& row) { return time_json(seconds_of(row.period.*time)); };
}

template <class Time>
auto cell_of(Time time) {
  return [=](const VersionRow& row) { return time_cell_of(seconds_of(row.period.*time)); };
}

/// The digits of the hash by which other tables distinguish versions.
std::string short_hash(const VersionRow& row) {
  constexpr std::size_t digits = 8;
  return row.sha256.empty() ? "-"
                            : row.sha256.substr(0, digits) + (row.newest || row.excluded ? "" : " (older)");
}

std::string version_name_cell(const VersionRow& row) {
  return row.name + (row.excluded ? excluded_mark : "");
}

Columns<VersionRow> history_columns(const VersionHistory& history, bool several_nights) {
  const auto elo = part_of_row(&VersionRow::rating, &Rating::elo);
  const auto error = part_of_row(&VersionRow::rating, &Rating::elo_error);
  Columns<VersionRow> columns{
      {"bot", &VersionRow::bot},
      {"name", &VersionRow::name, 0, {{"Bot", to_the_left}, version_name_cell}},
      {"sha256",
       [](const VersionRow& row) { return row.sha256.empty() ? Json(nullptr) : Json(row.sha256); },
       0,
       {{"Version", to_the_left}, short_hash}},
      {"superseded", [](const VersionRow& row) { return !row.newest; }},
      {"first_game",
       json_of(&PlayPeriod::first),
       0,
       {{"First game (UTC)", to_the_left}, cell_of(&PlayPeriod::first)}},
      {"last_game",
       json_of(&PlayPeriod::last),
       0,
       {{"Last game (UTC)", to_the_left}, cell_of(&PlayPeriod::last)}},
      {"folders",
       [](const VersionRow& row) { return row.nights.size(); },
       0,
       {{several_nights ? "Folders" : ""}}},
      {"games", [](const VersionRow& row) { return row.period.games; }, 0, {{"Games"}}},
      {"elo", elo, elo_decimals, {{"Elo"}, [](const VersionRow& row) { return elo_cell(row.rating); }}},
      {"elo_error", error, elo_decimals, {{"+/-"}}},
      {"sweep", [](const VersionRow& row) { return sweep_of(row.rating); }}};
  if (std::ranges::any_of(history.rows, &VersionRow::excluded))
    columns.push_back({"excluded", &VersionRow::excluded});
  return columns;
}

}  // namespace

std::string unknown_times_note(const VersionHistory& history) {
  std::vector<std::string> without;
  for (const auto& night : history.nights)
    if (history.nights.size() > 1 && !night.order()) without.push_back(harmless(night.folder));
  if (without.empty()) return {};
  return fmt::format(
      "It is unknown when {} {} played; assumed to be before the others, in the order of the command.\n",
      fmt::join(without, ", "), without.size() == 1 ? "was" : "were");
}

std::string history_table(const VersionHistory& history, const TextLayout& layout) {
  if (history.rows.empty())
    return "Versions over time: none. Only results folders have the versions of bots.\n";
  return "Versions over time; Elo is from all games together.\n\n" +
         laid_out(text_table(history_columns(history, history.nights.size() > 1), history.rows), layout) +
         fitted_text(unknown_times_note(history), layout);
}

Json history_json(const VersionHistory& history) {
  auto nights = Json::array();
  for (const auto& night : history.nights) {
    nights.push_back(
        {{"folder", night.folder.empty() ? Json(nullptr) : Json(night.folder)},
         {"first_game", time_json(seconds_of(night.period.first))},
         {"last_game", time_json(night.period.last ? seconds_of(night.period.last) : night.last_known)}});
  }
  auto versions = json_rows(history_columns(history, true), history.rows);
  for (std::size_t row = 0; row < history.rows.size(); ++row)
    versions[row]["nights"] = history.rows[row].nights;
  return {{"nights", std::move(nights)}, {"versions", std::move(versions)}};
}

std::string history_csv(const VersionHistory& history) {
  return csv_rows(history_columns(history, true), history.rows);
}

}  // namespace tribunal
