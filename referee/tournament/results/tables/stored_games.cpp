#include "tournament/results/tables/stored_games.hpp"

#include <array>
#include <fmt/format.h>

#include "tournament/results/tables/game_seal.hpp"

namespace tribunal {
namespace {

std::string columns_up_to(LastColumn last) {
  std::string columns = "results.game, deal, conditions, bots, scores, places, faults";
  if (last >= LastColumn::times) columns += ", times";
  if (last >= LastColumn::usage) columns += ", usage";
  if (last >= LastColumn::content) columns += ", content";
  return columns;
}

constexpr auto other_faults = "has other faults in its record than in the table diagnostics";

}  // namespace

std::string select_results(LastColumn last) {
  return "SELECT " + columns_up_to(last) + " FROM results ORDER BY game";
}

std::string select_records(const std::string& which) {
  return "SELECT " + columns_up_to(LastColumn::content) +
         ", record, seal FROM results LEFT JOIN records ON records.game = results.game LEFT JOIN seals ON "
         "seals.game = results.game " +
         which + " ORDER BY results.game";
}

GameRowView row_view(const StoredGames& stored, LastColumn last) {
  const auto& games = stored.row();
  const auto text = [&](LastColumn column, int number) {
    return column <= last ? games.text(number) : std::string_view{};
  };
  return {.index = stored.index(),
          .deal = games.number(1),
          .bots = games.text(first_text_column),
          .scores = games.text(4),
          .places = games.text(5),
          .faults = games.text(faults_column),
          .times = text(LastColumn::times, 7),
          .usage = text(LastColumn::usage, usage_column),
          .content = text(LastColumn::content, content_column)};
}

ConditionHashes hash_conditions(const SQLite::Database& database) {
  ConditionHashes hashes;
  Rows rows{database, "SELECT id, text FROM conditions"};
  while (rows.step()) hashes[rows.number(0)] = sha256(rows.text(1));
  return hashes;
}

std::string CellCheck::operator()(const StoredGames& stored, const GameResult& result, const Record& record) {
  if (auto wrong = other_form(stored, result); !wrong.empty()) return wrong;
  const auto& row = stored.row();
  const auto conditions = conditions_.find(row.number(conditions_column));
  if (conditions == conditions_.end()) return "has conditions that are not there";
  GameSeal seal{row_view(stored, LastColumn::content), conditions->second, row.text(record_column)};
  if (!record.faults.empty() && !diagnostics_) {
    diagnostics_.emplace(database_,
                         fmt::format("SELECT game, seat, message, error_tail FROM diagnostics WHERE game >= "
                                     "{} ORDER BY game, rowid",
                                     stored.index()));
  }
  for (const auto& fault : record.faults) {
    const auto& cells = diagnostics_->row();
    if (!diagnostics_->is_at(stored.index()) || cells.number(1) != fault.seat) return other_faults;
    if (cells.type(2) != SQLITE_TEXT || cells.type(3) != SQLITE_TEXT)
      return "has a row in the table diagnostics whose cells are no texts";
    seal.add_diagnostic(fault.seat, cells.text(2), cells.text(3));
    diagnostics_->step();
  }
  if (!record.faults.empty() && diagnostics_->is_at(stored.index())) return other_faults;
  if (row.type(seal_column) == SQLITE_NULL) return "has no seal in the table seals";
  if (row.text(seal_column) == as_text(seal.finish())) return {};
  return "has other times, usage, comments, conditions or diagnostics than when it was stored: its seal "
         "differs";
}

std::string CellCheck::other_form(const StoredGames& stored, const GameResult& result) const {
  const auto& row = stored.row();
  const auto written = to_row(result);
  const std::array columns{std::pair{"bots", &written.bots},     std::pair{"scores", &written.scores},
                           std::pair{"places", &written.places}, std::pair{"faults", &written.faults},
                           std::pair{"times", &written.times},   std::pair{"usage", &written.usage}};
  int column = first_text_column;
  for (const auto& [name, cell] : columns) {
    const auto type = cell->empty() ? SQLITE_NULL : SQLITE_TEXT;
    if (row.type(column) != type || row.text(column) != *cell)
      return fmt::format("has its {} in another form than Tribunal writes", name);
    ++column;
  }
  if (row.type(content_column) != SQLITE_BLOB || row.type(record_column) != SQLITE_TEXT)
    return "has its content hash or its record in another form than Tribunal writes";
  return {};
}

}  // namespace tribunal
