#include "tournament/results/cell_check.hpp"

#include <array>
#include <fmt/format.h>
#include <sqlite3.h>

#include "tournament/results/game_select.hpp"
#include "tournament/results/tables/game_seal.hpp"

namespace tribunal {
namespace {

constexpr auto other_faults = "has other faults in its record than in the table diagnostics";

}  // namespace

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
  for (const auto& fault : record.faults) {
    if (!pass_diagnostics_before(stored.index())) return other_faults;
    if (diagnostics_->number(1) != fault.seat) return other_faults;
    if (diagnostics_->type(2) != SQLITE_TEXT || diagnostics_->type(3) != SQLITE_TEXT)
      return "has a row in the table diagnostics whose cells are no texts";
    seal.add_diagnostic(fault.seat, diagnostics_->text(2), diagnostics_->text(3));
    is_at_diagnostic_ = diagnostics_->step();
  }
  if (!record.faults.empty() && pass_diagnostics_before(stored.index())) return other_faults;
  if (row.type(seal_column) == SQLITE_NULL || row.text(seal_column) == as_text(seal.finish())) return {};
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

/// Moves the rows past the diagnostics of earlier games. True if they are then at one of this game.
bool CellCheck::pass_diagnostics_before(std::int64_t game) {
  if (!diagnostics_) {
    diagnostics_.emplace(database_,
                         fmt::format("SELECT game, seat, message, error_tail FROM diagnostics WHERE game >= "
                                     "{} ORDER BY game, rowid",
                                     game));
    is_at_diagnostic_ = diagnostics_->step();
  }
  while (is_at_diagnostic_ && diagnostics_->number(0) < game) is_at_diagnostic_ = diagnostics_->step();
  return is_at_diagnostic_ && diagnostics_->number(0) == game;
}

}  // namespace tribunal
