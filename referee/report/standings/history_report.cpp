#include "report/standings/history_report.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/utc.hpp"
#include "report/standings/games_csv.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {
namespace {

constexpr auto to_the_left = TextTable::Align::left;

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
