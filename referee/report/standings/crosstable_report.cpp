#include "report/standings/crosstable_report.hpp"

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/text/number_text.hpp"
#include "report/format/csv.hpp"
#include "report/format/decimals.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t largest_square = 14;  ///< entrants, with names of twenty characters
constexpr int percent_decimals = 4;

/// Calls `visit(row, column, encounters)` for every pair that met, from both sides.
template <class Visit>
void for_each_pair(const Crosstable& crosstable, Visit visit) {
  for (std::size_t row = 0; row < crosstable.names().size(); ++row) {
    for (std::size_t column = 0; column < crosstable.names().size(); ++column) {
      const auto encounters = crosstable.at(row, column);
      if (encounters.games() > 0) visit(row, column, encounters);
    }
  }
}

/// Whether chance alone would seldom, in one of twenty cases, leave them so far apart.
bool significant(const Encounters& encounters) {
  const auto sure = encounters.superiority();
  return sure && (*sure > 0.975 || *sure < 0.025);
}

/// A row and a column for each bot, under its number, with what `cell` says of them. The columns of the last
/// are left out first.
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

/// A table that fits the terminal, and what does not fit.
std::string laid_out(const TextTable& table, const TextLayout& layout) {
  const auto [text, left_out] = table.fitted(layout.columns);
  return text + left_out_line(left_out, layout);
}

std::string square(const Crosstable& crosstable, const TextLayout& layout) {
  const auto table = numbered_square(crosstable.names(), [&](std::size_t row, std::size_t column) {
    const auto& encounters = crosstable.at(row, column);
    if (row == column) return std::string{"\\"};
    if (encounters.games() == 0) return std::string{"-"};
    return fixed(encounters.score_percent(), 1) + (significant(encounters) ? "*" : " ");
  });
  return "Score in %: better places, and half of the equal ones, of the games that both played.\n"
         "*: one is better than the other; chance alone makes such a difference in one of twenty cases.\n\n" +
         laid_out(table, layout);
}

std::string pairs(const Standings& standings, const TextLayout& layout) {
  const auto& crosstable = standings.crosstable;
  const auto left = TextTable::Align::left;
  const auto right = TextTable::Align::right;
  std::vector<TextTable::Column> columns{{"Bot", left},     {"against", left},   {"Games", right, 2},
                                         {"Won", right, 4}, {"Drawn", right, 4}, {"Lost", right, 4},
                                         {"Score"},         {"LOS", right, 1}};
  if (standings.points) columns.push_back({"Points", right, 3});
  const bool of_two = standings.of_two_places();
  if (of_two) columns.push_back({"Deals 0-2", right, 5});
  TextTable table{std::move(columns)};
  for_each_pair(crosstable, [&](std::size_t row, std::size_t column, const Encounters& encounters) {
    if (row > column) return;
    const auto sure = encounters.superiority();
    std::vector<std::string> cells{crosstable.names()[row],
                                   crosstable.names()[column],
                                   std::to_string(encounters.games()),
                                   std::to_string(encounters.wins),
                                   std::to_string(encounters.draws),
                                   std::to_string(encounters.losses),
                                   fixed(encounters.score_percent(), 1),
                                   sure ? fixed(100 * *sure, 1) : "-"};
    if (standings.points) cells.push_back(fixed(encounters.mean_points(), 2));
    if (of_two) cells.push_back(fmt::format("{}", fmt::join(encounters.pairs, " ")));
    table.add(std::move(cells));
  });
  return std::string{"LOS: chance in %, by these games alone, that the first bot is the better one.\n"} +
         (standings.points ? "Points: the mean of the first bot's score less the second's, a game.\n" : "") +
         (of_two ? "Deals 0-2: in how many deals, played from both seats, the first bot scored 0, 1/2, 1, "
                   "1 1/2, 2.\n"
                 : "") +
         '\n' + laid_out(table, layout);
}

}  // namespace

std::string crosstable_table(const Standings& standings, const TextLayout& layout) {
  const auto& crosstable = standings.crosstable;
  const std::string overview =
      crosstable.names().size() <= largest_square ? square(crosstable, layout) + '\n' : std::string{};
  return fitted_text(overview + pairs(standings, layout), layout);
}

std::string crosstable_json(const Standings& standings) {
  const auto& crosstable = standings.crosstable;
  Json encounters_list = Json::array();
  for_each_pair(crosstable, [&](std::size_t row, std::size_t column, const Encounters& encounters) {
    const auto points = rounded(encounters.mean_points(), points_decimals);
    const auto sure = encounters.superiority();
    encounters_list.push_back({{"bot", crosstable.names()[row]},
                               {"against", crosstable.names()[column]},
                               {"games", encounters.games()},
                               {"wins", encounters.wins},
                               {"draws", encounters.draws},
                               {"losses", encounters.losses},
                               {"score_percent", rounded(encounters.score_percent(), percent_decimals)},
                               {"superiority", sure ? Json(rounded(*sure, points_decimals)) : Json(nullptr)},
                               {"mean_points", standings.points ? Json(points) : Json(nullptr)},
                               {"pairs", encounters.pairs}});
  });
  const Json all{{"bots", crosstable.names()}, {"encounters", encounters_list}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string crosstable_csv(const Standings& standings) {
  const auto& crosstable = standings.crosstable;
  std::string csv =
      csv_heading({"bot", "against", "games", "wins", "draws", "losses", "score_percent", "superiority",
                   "mean_points", "pairs_0", "pairs_0.5", "pairs_1", "pairs_1.5", "pairs_2"});
  for_each_pair(crosstable, [&](std::size_t row, std::size_t column, const Encounters& encounters) {
    const auto sure = encounters.superiority();
    std::vector<std::string> fields{crosstable.names()[row],
                                    crosstable.names()[column],
                                    std::to_string(encounters.games()),
                                    std::to_string(encounters.wins),
                                    std::to_string(encounters.draws),
                                    std::to_string(encounters.losses),
                                    fixed(encounters.score_percent(), percent_decimals),
                                    sure ? fixed(*sure, points_decimals) : "",
                                    standings.points ? fixed(encounters.mean_points(), points_decimals) : ""};
    for (const auto deals : encounters.pairs) fields.push_back(std::to_string(deals));
    csv += csv_line(fields);
  });
  return csv;
}

std::string los_table(const Standings& standings, const TextLayout& layout) {
  const auto table = numbered_square(standings.crosstable.names(), [&](std::size_t row, std::size_t column) {
    const auto sure = standings.superiority_of(row, column);
    return row == column ? std::string{"\\"} : sure ? fixed(100 * *sure, 1) : std::string{"-"};
  });
  return fitted_text(
      "LOS: chance in % that the bot of the row is stronger than that of the column, by all their "
      "games.\n\n" +
          laid_out(table, layout),
      layout);
}

std::string los_json(const Standings& standings) {
  Json rows = Json::array();
  for (std::size_t row = 0; row < standings.rows.size(); ++row) {
    Json values = Json::array();
    for (std::size_t column = 0; column < standings.rows.size(); ++column) {
      const auto sure = standings.superiority_of(row, column);
      values.push_back(sure ? Json(rounded(*sure, points_decimals)) : Json(nullptr));
    }
    rows.push_back(std::move(values));
  }
  return Json{{"bots", standings.crosstable.names()}, {"superiority", rows}}.dump();
}

}  // namespace tribunal
