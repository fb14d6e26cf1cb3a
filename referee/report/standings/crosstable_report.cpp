#include "report/standings/crosstable_report.hpp"

#include <fmt/ranges.h>
#include <functional>

#include "base/text/number_text.hpp"
#include "report/format/columns_and_csv.hpp"

namespace tribunal {
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
  const auto left = TextTable::Align::left;
  const auto right = TextTable::Align::right;
  const auto mean_points = [has = standings.points](const Meeting& meeting) {
    return has ? Json(meeting.encounters.mean_points()) : Json(nullptr);
  };
  const auto deals = [](const Meeting& meeting) {
    return fmt::format("{}", fmt::join(meeting.encounters.pairs, " "));
  };
  const auto score = met(&Encounters::score_percent);
  const auto superiority = met(&Encounters::superiority);
  const auto better = [](const Meeting& meeting) { return percent_sure(meeting.encounters.superiority()); };
  return {
      {"bot", &Meeting::bot, 0, {{"Bot", left}}},
      {"against", &Meeting::against, 0, {{"against", left}}},
      {"games", met(&Encounters::games), 0, {{"Games", right, 2}}},
      {"wins", met(&Encounters::wins), 0, {{"Won", right, 4}}},
      {"draws", met(&Encounters::draws), 0, {{"Drawn", right, 4}}},
      {"losses", met(&Encounters::losses), 0, {{"Lost", right, 4}}},
      {"score_percent", score, elo_decimals, {{"Score"}, {}, 1}},
      {"superiority", superiority, points_decimals, {{"Better", right, 1}, better}},
      {"mean_points", mean_points, points_decimals, {{standings.points ? "Points" : "", right, 3}, {}, 2}},
      {{"pairs", {"pairs_0", "pairs_0.5", "pairs_1", "pairs_1.5", "pairs_2"}},
       met(&Encounters::pairs),
       0,
       {{standings.of_two_places() ? "Deals 0-2" : "", right, 5}, deals}}};
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
         (standings.of_two_places()
              ? "Deals 0-2: in how many deals, played from both seats, the first bot scored 0, 1/2, 1, "
                "1 1/2, 2.\n"
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

}  // namespace tribunal
