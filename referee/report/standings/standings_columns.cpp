#include <algorithm>
#include <cctype>
#include <fmt/ranges.h>
#include <functional>
#include <set>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "report/standings/games_csv.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {
namespace {

using Row = StandingsRow;

constexpr auto none = "-";
constexpr auto left = TextTable::Align::left;
constexpr auto right = TextTable::Align::right;

/// The columns that a narrow terminal removes, from the last in this list on. Rank, name, Elo and score
/// always stay.
enum Expendable : std::uint8_t {
  no,
  faults,
  los,
  usage,
  points,
  person,
  games,
  p99,
  switches,
  error,
  p50,
  places,
  longest
};

/// Makes a getter that applies `figure` to the row's rating.
template <class Figure>
auto of_rating(const Figure& figure) {
  return [=](const Row& row) { return figure(row.rating); };
}

/// Makes a getter for a figure of the times of decisions. Null if there are none.
template <class Figure>
auto timed(const Figure& figure) {
  return [=](const Row& row) { return row.times.count() > 0 ? Json(figure(row.times)) : Json(nullptr); };
}

/// Makes a getter for a figure of resources. Null if they were not measured.
template <class Figure>
auto measured(const Figure& figure) {
  return [=](const Row& row) {
    return row.usage.games > 0 ? Json(std::invoke(figure, row.usage)) : Json(nullptr);
  };
}

/// Makes a getter for a sum over games, as the mean per move.
auto a_move(std::int64_t UsageTotal::*sum) {
  return measured([=](const UsageTotal& usage) {
    return static_cast<double>(usage.*sum) / static_cast<double>(std::max<std::int64_t>(usage.moves, 1));
  });
}

/// Makes the cell of a time in microseconds.
template <class Getter>
auto time_cell(const Getter& getter) {
  return [=](const Row& row) {
    const Json us = getter(row);
    return us.is_null() ? std::string{none} : short_time(us.template get<std::int64_t>());
  };
}

Json hash(const Row& row) { return row.sha256.empty() ? Json(nullptr) : Json(row.sha256); }

std::string name_cell(const Row& row) {
  if (row.excluded) return row.bot + excluded_mark;
  return row.bot + (row.withdrawn ? withdrawn_mark : "");
}

std::string ordinal(std::size_t place) {
  if (place == 1) return "1st";
  if (place == 2) return "2nd";
  if (place == 3) return "3rd";
  return std::to_string(place) + "th";
}

/// The columns of strength and points.
Columns<Row> strength_columns(bool with_points) {
  const auto elo_error = part_of_row(&Row::rating, &Rating::elo_error);
  const auto points_error = part_of_row(&Row::points, &DealMean::error);
  const auto los_cell = [](const Row& row) { return percent_sure(row.superiority); };
  return {
      {"rank", &Row::rank, 0, {{"Rank"}}},
      {"bot", &Row::bot, 0, {{"Bot", left}, name_cell}},
      {{"name", {"name"}, 6}, &Row::name},
      {{"sha256", {"sha256"}, 6}, hash},
      {{"superseded", {"superseded"}, 6}, &Row::superseded},
      {"by_referee", &Row::by_referee},
      {{"withdrawn", {"withdrawn"}, 2}, &Row::withdrawn},
      {"elo", part_of_row(&Row::rating, &Rating::elo), elo_decimals, {{"Elo"}, of_rating(elo_cell)}},
      {"elo_error", elo_error, elo_decimals, {{"+/-"}}},
      {{"elo_drawn", {"elo_drawn_low", "elo_drawn_high"}, 1}, of_rating(drawn_elo), elo_decimals},
      {"sweep", of_rating(sweep_of)},
      {"superiority", &Row::superiority, points_decimals, {{"LOS", right, los}, los_cell}},
      {{"deals_to_separate", {}},
       [](const Row& row) -> Json {
         const auto& deals = row.deals_to_separate;
         return deals ? Json{rounded(deals->fewest, 0), rounded_json(deals->most, 0)} : Json{};
       }},
      {"points",
       part_of_row(&Row::points, &DealMean::mean),
       points_decimals,
       {{with_points ? "Points" : "", right, points}, {}, 2}},
      {"points_error",
       points_error,
       points_decimals,
       {{with_points ? "+/-" : "", right, error, "+/- of Points"}, {}, 2}},
      {"deals", &Row::deals},
      {"games", &Row::games, 0, {{"Games", right, games}}},
  };
}

/// Numbered names: `place_1`, `place_2`, ...
std::vector<std::string> numbered(const std::string& name, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t number = 1; number <= count; ++number) names.push_back(name + std::to_string(number));
  return names;
}

/// The columns of persons, from the organiser's list. Contacts are shown only if they are requested.
Columns<Row> person_columns() {
  const auto text = [](std::string Row::*member) {
    return [=](const Row& row) { return (row.*member).empty() ? Json(nullptr) : Json(row.*member); };
  };
  return {{{"person", {"person"}, 7}, text(&Row::person), 0, {{"Person", left, person}}},
          {{"team", {"team"}, 8}, text(&Row::team), 0, {{"Team", left, person}}},
          {{"", {"contact"}, 9}, text(&Row::contact), 0, {{"Contact", left}}}};
}

/// The columns of places. Text has the numbers of games won, drawn and lost. With more than two seats it has,
/// in percent, the games in which a bot had each place alone, and those in which it shared a place.
Columns<Row> place_columns(std::size_t seats) {
  Columns<Row> columns{
      {{"places", numbered("place_", seats)}, &Row::places},
      {{"shared_places", numbered("shared_", seats), 5}, &Row::shared_places},
      {{"score_percent", {"score_percent"}, 4}, &Row::score_percent, elo_decimals, {{"Score"}, {}, 1}}};
  const auto add_text = [&](std::string heading, const auto& count) {
    const auto value = [=](const Row& row) -> Json {
      if (row.games == 0) return nullptr;
      return seats == 2 ? Json(std::invoke(count, row)) : Json(row.percent(std::invoke(count, row)));
    };
    columns.push_back({{}, value, 0, {{std::move(heading), right, places}}});
  };
  for (std::size_t place = 1; place <= seats; ++place) {
    if (seats == 2 && place == 2) add_text("Drawn", &Row::shared);
    add_text(seats != 2   ? ordinal(place)
             : place == 1 ? "Won"
                          : "Lost",
             [=](const Row& row) { return row.alone_at(place); });
  }
  if (seats > 2) add_text("Tied", &Row::shared);
  return columns;
}

std::string faults_cell(const Row& row) {
  return row.by_referee || row.has_unknown_faults ? none : std::to_string(row.fault_count());
}

Columns<Row> fault_and_time_columns() {
  const auto time = [](const std::string& name, Expendable rank, const auto& figure) -> Column<Row> {
    const auto value = timed(figure);
    return {{"move_us/" + name, {"move_" + name + "_us"}}, value, 0, {{name, right, rank}, time_cell(value)}};
  };
  const auto known = [](const auto& figure) {
    return [=](const Row& row) { return row.has_unknown_faults ? Json(nullptr) : Json(figure(row)); };
  };
  const auto count = known([](const Row& row) { return row.fault_count(); });
  return {{{"faults", {}}, known([](const Row& row) { return faults_json(row.faults); })},
          {{"", {"faults_by_kind"}, 3}, known([](const Row& row) { return faults_text(row.faults); })},
          {{"fault_count", {"faults"}}, count, 0, {{"Faults", right, faults}, faults_cell}},
          {{"move_us/count", {}}, timed([](const auto& times) { return times.count(); })},
          time("p50", p50, [](const auto& times) { return times.quantile_us(0.5); }),
          time("p99", p99, [](const auto& times) { return times.quantile_us(0.99); }),
          time("max", longest, [](const auto& times) { return times.max_us(); })};
}

Columns<Row> usage_columns(bool in_text) {
  const auto used = [](const std::string& name, auto figure) -> Column<Row> {
    return {{"usage/" + name, {name}}, measured(figure)};
  };
  Columns<Row> columns{{{"usage/games", {}}, measured(&UsageTotal::games)},
                       {{"usage/moves", {}}, measured(&UsageTotal::moves)},
                       used("cpu_us", &UsageTotal::cpu_us),
                       used("unasked_cpu_us", &UsageTotal::unasked_cpu_us),
                       used("peak_kib", &UsageTotal::peak_kib),
                       used("voluntary_switches", &UsageTotal::voluntary_switches),
                       used("involuntary_switches", &UsageTotal::involuntary_switches)};
  if (!in_text) return columns;
  const auto add = [&](const char* heading, Expendable rank, int decimals, const auto& value) {
    columns.push_back({{}, value, 0, {{heading, right, rank}, {}, decimals}});
  };
  const auto cpu = a_move(&UsageTotal::cpu_us);
  columns.push_back({{}, cpu, 0, {{"CPU", right, usage}, time_cell(cpu)}});
  add("idle %", usage, 0, measured([](const UsageTotal& all) -> Json {
        if (!all.unasked_cpu_us || all.cpu_us <= 0) return nullptr;
        return 100.0 * static_cast<double>(*all.unasked_cpu_us) / static_cast<double>(all.cpu_us);
      }));
  add("MB", usage, 1,
      measured([](const UsageTotal& all) { return static_cast<double>(all.peak_kib) / 1024; }));
  add("vol", switches, 1, a_move(&UsageTotal::voluntary_switches));
  add("invol", switches, 1, a_move(&UsageTotal::involuntary_switches));
  return columns;
}

/// A heading in the form in which users type it: `los` for `LOS`, `idle` for `idle %`.
std::string typed(std::string_view heading) {
  std::string name;
  for (const char letter : heading.substr(0, heading.find(" %")))
    name += letter == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return name;
}

/// The name of a column for `--columns`: that in CSV, else that in JSON, else its heading. Empty if it has
/// none.
std::string name_of_column(const Column<Row>& column) {
  if (!column.value) return {};
  if (!column.names.csv.empty()) return column.names.csv.front();
  return column.names.json.contains('/') ? std::string{}
         : column.names.json.empty()     ? typed(column.text.column.heading)
                                         : column.names.json;
}

/// The columns with a name, without repetitions. Those for elements of a list are separated.
Columns<Row> single_columns(const Columns<Row>& all) {
  Columns<Row> columns;
  const auto add = [&](Column<Row> column) {
    const auto name = name_of_column(column);
    if (!name.empty() && std::ranges::find(columns, name, name_of_column) == columns.end())
      columns.push_back(std::move(column));
  };
  for (const bool of_csv : {true, false}) {
    for (const auto& column : all) {
      if (of_csv == column.names.csv.empty()) continue;
      if (column.names.csv.size() < 2) add(column);
      for (std::size_t part = 0; column.names.csv.size() > 1 && part < column.names.csv.size(); ++part) {
        const auto value = [whole = column.value, part](const Row& row) {
          const auto list = whole(row);
          return list.is_null() ? Json(nullptr) : list.at(part);
        };
        add({{"", {column.names.csv[part]}}, value, column.decimals});
      }
    }
  }
  return columns;
}

const Column<Row>* find_column(const Columns<Row>& columns, const std::string& asked) {
  const auto name = typed(asked);
  auto found = std::ranges::find(columns, name, name_of_column);
  if (found == columns.end())
    found = std::ranges::find_if(columns, [&](const Column<Row>& column) {
      return !name.empty() && !name.starts_with('+') && typed(column.text.column.heading) == name;
    });
  return found == columns.end() ? nullptr : &*found;
}

/// The columns that only other standings have, without values.
Columns<Row> columns_of_others() {
  Columns<Row> columns = person_columns();
  for (const auto& more :
       {place_columns(max_seats), place_columns(2), Columns<Row>{{"excluded", &Row::excluded}}})
    columns.insert(columns.end(), more.begin(), more.end());
  columns = single_columns(columns);
  for (auto& column : columns) {
    column.value = [](const Row&) { return Json(nullptr); };
    column.text.cell = {};
  }
  return columns;
}

/// A column that a user chose, for all forms.
Column<Row> shown_column(Column<Row> column, const std::vector<Row>& rows) {
  auto& heading = column.text.column;
  const auto name = name_of_column(column);
  const auto is_text = [&](const Row& row) { return column.value(row).is_string(); };
  if (heading.heading.empty()) heading = {name, std::ranges::any_of(rows, is_text) ? left : right};
  heading.expendable = no;
  if (column.names.csv.empty()) column.decimals = column.text.decimals;
  column.names = {column.names.json, {name}};
  return column;
}

/// The columns with these names, in this order. Names that no standings have are ignored.
Columns<Row> chosen_columns(const Columns<Row>& all, const std::vector<std::string>& names,
                            const std::vector<Row>& rows) {
  const auto here = single_columns(all);
  const auto elsewhere = columns_of_others();
  Columns<Row> chosen;
  for (const auto& name : names) {
    const auto* column = find_column(here, name);
    if (column == nullptr) column = find_column(elsewhere, name);
    if (column != nullptr) chosen.push_back(shown_column(*column, rows));
  }
  return chosen;
}

}  // namespace

std::string elo_text(const Rating& rating) {
  const char* mark = rating.sweep == Sweep::perfect ? ">" : rating.sweep == Sweep::hopeless ? "<" : "";
  return mark + fixed(rating.elo, 0);
}

std::string elo_cell(const std::optional<Rating>& rating) { return rating ? elo_text(*rating) : none; }

Json drawn_elo(const std::optional<Rating>& rating) {
  if (!rating || !rating->drawn) return nullptr;
  return {rating->drawn->low, rating->drawn->high};
}

std::string drawn_elo_cell(const std::optional<Rating>& rating) {
  const auto interval = drawn_elo(rating);
  if (interval.is_null()) return none;
  return text_cell(interval[0], 0, 1) + " - " + text_cell(interval[1], 0, 1);
}

Json sweep_of(const std::optional<Rating>& rating) {
  if (!rating || rating->sweep == Sweep::no) return nullptr;
  return rating->sweep == Sweep::perfect ? "perfect" : "hopeless";
}

Columns<Row> columns_of(const Standings& standings, const StandingsColumns& wanted) {
  const auto& rows = standings.rows;
  const bool is_chosen = !wanted.chosen.empty();
  auto columns = strength_columns(standings.points);
  auto place = columns.begin() + 2;
  for (auto& column : person_columns())
    if (std::ranges::any_of(rows, [&](const Row& row) { return !column.value(row).is_null(); }) &&
        (is_chosen || !column.names.json.empty()))
      place = columns.insert(place, std::move(column)) + 1;
  if (!standings.ranked_by_elo && !is_chosen)
    columns.insert(place, wanted.ranking.begin(), wanted.ranking.end());
  for (const auto& more : {place_columns(rows.empty() ? 0 : rows.front().places.size()),
                           fault_and_time_columns(), usage_columns(wanted.usage || is_chosen)})
    columns.insert(columns.end(), more.begin(), more.end());
  if (std::ranges::any_of(rows, &Row::excluded)) columns.push_back({"excluded", &Row::excluded});
  if (wanted.drawn) columns.push_back({{}, {}, 0, {{"Elo drawn"}, of_rating(drawn_elo_cell)}});
  return is_chosen ? chosen_columns(columns, wanted.chosen, rows) : columns;
}

Result<std::string> look_at_columns(const Standings& standings, const std::vector<std::string>& chosen) {
  std::set<std::string> seen;
  std::vector<std::string> without;
  for (const auto& name : chosen) {
    const auto found = columns_of(standings, {.chosen = {name}});
    if (found.empty()) {
      std::vector<std::string> names;
      for (const auto& column : single_columns(columns_of(standings, {.usage = true})))
        names.push_back(name_of_column(column));
      for (const auto* const more : {"person", "team", "contact"})
        if (std::ranges::find(names, more) == names.end()) names.emplace_back(more);
      return std::unexpected{fmt::format("--columns: there is no column '{}'; expected some of {}",
                                         legible(name), fmt::join(names, ", "))};
    }
    if (!seen.insert(name_of_column(found.front())).second)
      return std::unexpected{
          fmt::format("--columns: '{}' is named twice; expected each column once", legible(name))};
    const auto has_value = [&](const Row& row) { return !found.front().value(row).is_null(); };
    if (std::ranges::none_of(standings.rows, has_value)) without.push_back(legible(name));
  }
  return without.empty() ? std::string{}
                         : fmt::format("--columns: there are no values here of {}", fmt::join(without, ", "));
}

}  // namespace tribunal
