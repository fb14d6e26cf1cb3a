#include "report/standings/luck_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <vector>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "report/format/columns_and_csv.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {
namespace {

/// An entrant's row of the standings, and that of the standings without luck.
struct LuckRow {
  const StandingsRow* observed = nullptr;
  const StandingsRow* corrected = nullptr;
};

/// The rows in the order of the corrected standings.
std::vector<LuckRow> rows_of(const Standings& observed, const Standings& corrected) {
  std::vector<LuckRow> rows;
  for (const auto& row : corrected.rows)
    if (const auto* const before = observed.row_of(row.bot)) rows.push_back({before, &row});
  return rows;
}

/// Makes a getter for a figure of one of the two rows: a member of `StandingsRow`, or a function of it.
template <class Figure>
auto observed(Figure figure) {
  return [=](const LuckRow& row) { return Json(std::invoke(figure, *row.observed)); };
}
template <class Figure>
auto corrected(Figure figure) {
  return [=](const LuckRow& row) { return Json(std::invoke(figure, *row.corrected)); };
}

/// `drawn`: whether tables for people have intervals from drawn tournaments.
Columns<LuckRow> luck_columns(LuckKind kind, bool with_points = true, bool drawn = false) {
  constexpr auto left = TextTable::Align::left;
  constexpr auto right = TextTable::Align::right;
  constexpr std::uint8_t expendable = 1;
  const auto elo = part_of_row(&StandingsRow::rating, &Rating::elo);
  const auto elo_error = part_of_row(&StandingsRow::rating, &Rating::elo_error);
  const auto mean = part_of_row(&StandingsRow::points, &DealMean::mean);
  const auto error = part_of_row(&StandingsRow::points, &DealMean::error);
  const auto luck = [](auto member) { return corrected(part_of_row(&StandingsRow::luck, member)); };
  const auto fact = [](bool (RowLuck::*of)() const) {
    return [of](const LuckRow& row) {
      const auto& found = row.corrected->luck;
      return found ? Json(std::invoke(of, *found)) : Json{};
    };
  };
  const auto points = [&](const char* heading) { return with_points ? heading : ""; };
  const auto elo_before = [](const LuckRow& row) { return elo_cell(row.observed->rating); };
  const auto elo_after = [](const LuckRow& row) { return elo_cell(row.corrected->rating); };
  const auto los_after = [](const LuckRow& row) { return percent_sure(row.corrected->superiority); };
  const auto drawn_after = [](const LuckRow& row) { return drawn_elo_cell(row.corrected->rating); };
  return {
      {"rank", corrected(&StandingsRow::rank), 0, {{"Rank"}}},
      {"bot", corrected(&StandingsRow::bot), 0, {{"Bot", left}}},
      {"elo", observed(elo), elo_decimals, {{"Elo"}, elo_before}},
      {"elo_error", observed(elo_error), elo_decimals, {{"+/-"}}},
      {"elo_without_luck", corrected(elo), elo_decimals, {{"without luck"}, elo_after}},
      {"elo_error_without_luck", corrected(elo_error), elo_decimals, {{"+/-"}}},
      {"superiority", observed(&StandingsRow::superiority), points_decimals},
      {"superiority_without_luck",
       corrected(&StandingsRow::superiority),
       points_decimals,
       {{"LOS"}, los_after}},
      {"points", observed(mean), points_decimals, {{points("Points"), right, expendable}, {}, 2}},
      {"points_error", observed(error), points_decimals, {{points("+/-"), right, expendable}, {}, 2}},
      {"points_without_luck", corrected(mean), points_decimals, {{points("without luck")}, {}, 2}},
      {"points_error_without_luck", corrected(error), points_decimals, {{points("+/-")}, {}, 2}},
      {"luck", luck(&RowLuck::points), points_decimals, {{points("Luck")}, {}, 2}},
      {"luck_error", luck(&RowLuck::error), points_decimals},
      {"luck_z", luck(&RowLuck::z), elo_decimals, {{points("z")}, {}, 1}},
      {"luck_place_z", luck(&RowLuck::place_z), elo_decimals, {{points("by places")}, {}, 1}},
      {"luck_deals", luck(&RowLuck::deals)},
      {"luck_games", luck(&RowLuck::games)},
      {"luck_cut_short", luck(&RowLuck::cut_short)},
      {{"luck_alarm", {}}, fact(&RowLuck::is_alarm)},
      {{"luck_hidden", {}}, fact(&RowLuck::is_hidden)},
      {"sweep", [](const LuckRow& row) { return sweep_of(row.corrected->rating); }},
      {{"elo_drawn_without_luck", {"elo_drawn_without_luck_low", "elo_drawn_without_luck_high"}},
       [](const LuckRow& row) { return drawn_elo(row.corrected->rating); },
       elo_decimals,
       {{drawn ? "drawn" : "", right, 0, "Elo drawn without luck"}, drawn_after}},
      {{"", {"luck_kind"}}, [kind](const LuckRow&) { return Json(name_of(kind)); }},
  };
}

std::string table_of(LuckKind kind, const Standings& observed, const Standings& corrected,
                     const TextLayout& layout) {
  const auto columns = luck_columns(kind, corrected.points, corrected.bootstrap > 0);
  return fitted_table(text_table(columns, rows_of(observed, corrected)), layout).text;
}

std::string head_of(const TournamentStandings& standings, bool with_legend) {
  const auto& without = *standings.without_luck;
  auto head =
      fmt::format("Without the luck of {} ({}, luck in {} of them, {} per event):\n", name_of(without.kind),
                  counted(static_cast<std::uint64_t>(without.overall.games), "game"), without.games_with_luck,
                  counted(without.pairs, "pair"));
  if (with_legend)
    head +=
        "Luck: points per game that the bot owes to chance after decisions; the mean is 0 for an honest bot. "
        "z: in standard errors, by points and by places.\n";
  return head;
}

bool has_luck(const Standings& standings) {
  return std::ranges::any_of(standings.rows, [](const StandingsRow& row) { return row.luck.has_value(); });
}

Json alarm_json(const LuckAlarm& alarm) {
  Json json{{"bot", alarm.bot},
            {"luck", alarm.luck.points},
            {"z", alarm.luck.strongest()},
            {"by", alarm.luck.is_by_places() ? "places" : "points"},
            {"text", alarm.text()}};
  if (!alarm.game.empty()) json["game"] = alarm.game;
  return json;
}

Json rows_json(LuckKind kind, const Standings& observed, const Standings& corrected) {
  return json_rows(luck_columns(kind), rows_of(observed, corrected));
}

}  // namespace

std::string luck_alarms_text(const StandingsWithoutLuck& standings) {
  std::string text;
  for (const auto& alarm : standings.alarms()) text += printable(alarm.text()) + ".\n";
  return text;
}

std::string hidden_luck_text(const std::string& bot, const RowLuck& luck) {
  return fmt::format(
      "{}: {} of its {} had a fault; luck after a fault is not measured, so its luck says little; "
      "'tribunal faults' lists them.\n",
      printable(bot), luck.cut_short, counted(static_cast<std::uint64_t>(luck.games), "game"));
}

std::string luck_table(const TournamentStandings& standings, const TextLayout& layout) {
  const auto& without = *standings.without_luck;
  auto text = fitted_text(head_of(standings, layout.legend), layout) + '\n' +
              table_of(without.kind, standings.overall, without.overall, layout);
  for (std::size_t game = 0; game < without.games.size(); ++game) {
    const auto& [name, corrected] = without.games[game];
    if (!has_luck(corrected)) {
      text +=
          '\n' + fitted_text(printable(name) +
                                 ": no chance event follows a decision, and rotation evens out the hands.\n",
                             layout);
      continue;
    }
    text += '\n' + fitted_text(printable(name) + ":\n", layout) + '\n' +
            table_of(without.kind, standings.games[game].second, corrected, layout);
  }
  for (const auto& row : without.overall.rows)
    if (row.luck && row.luck->is_hidden())
      text += '\n' + fitted_text(hidden_luck_text(row.bot, *row.luck), layout);
  const auto alarms = luck_alarms_text(without);
  return alarms.empty() ? text : text + '\n' + fitted_text(alarms, layout);
}

Json luck_json(const TournamentStandings& standings) {
  const auto& without = *standings.without_luck;
  Json json{{"kind", name_of(without.kind)},
            {"pairs", without.pairs},
            {"games", without.games_with_luck},
            {"rows", rows_json(without.kind, standings.overall, without.overall)}};
  for (std::size_t game = 0; game < without.games.size(); ++game)
    json["by_game"].push_back(
        {{"name", without.games[game].first},
         {"rows", rows_json(without.kind, standings.games[game].second, without.games[game].second)}});
  json["alarms"] = Json::array();
  for (const auto& alarm : without.alarms()) json["alarms"].push_back(alarm_json(alarm));
  return json;
}

std::string luck_csv(const TournamentStandings& standings) {
  const auto& without = *standings.without_luck;
  std::string game;
  auto columns = luck_columns(without.kind);
  if (!without.games.empty())
    columns.insert(columns.begin(), {{"", {"game"}}, [&](const LuckRow&) { return Json(game); }});
  columns = csv_columns(std::move(columns));
  auto csv = csv_heading(columns);
  const auto add = [&](const Standings& observed, const Standings& corrected) {
    for (const auto& row : rows_of(observed, corrected)) csv += csv_line(columns, row);
  };
  add(standings.overall, without.overall);
  for (std::size_t at = 0; at < without.games.size(); ++at) {
    game = without.games[at].first;
    add(standings.games[at].second, without.games[at].second);
  }
  return csv;
}

}  // namespace tribunal
