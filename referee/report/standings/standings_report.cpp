#include "report/standings/standings_report.hpp"

#include <algorithm>
#include <fmt/ranges.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "report/format/text_table.hpp"
#include "report/standings/standings_notes.hpp"

namespace tribunal {
namespace {

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
  const auto line = [](std::string text) { return text.empty() ? text : text + '\n'; };
  const bool has_elo = shown("elo") || shown("elo_error");
  std::string elo = standings.ranked_by_elo || !shown("rank") ? "" : "Rank: by the format, as below. ";
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
    if (row.faults.empty()) continue;
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

}  // namespace tribunal
