#include "tournament/results/tables/stored_games.hpp"

#include <fmt/format.h>

namespace tribunal {
namespace {

std::string columns_up_to(LastColumn last) {
  std::string columns = "games.id, deal, conditions, bots, scores, places, faults";
  if (last >= LastColumn::times) columns += ", times";
  if (last >= LastColumn::usage) columns += ", usage";
  if (last >= LastColumn::content) columns += ", content";
  return columns;
}

constexpr auto other_faults = "has different faults in its record and in the table notes";

}  // namespace

std::string select_games(LastColumn last, const std::string& which) {
  return fmt::format("SELECT {} FROM games WHERE {} ORDER BY games.id", columns_up_to(last), which);
}

std::string select_records(const std::string& which) {
  return fmt::format(
      "SELECT {}, record, seal, stored FROM games LEFT JOIN records USING (id) WHERE {} ORDER BY games.id",
      columns_up_to(LastColumn::content), which);
}

GameRowView row_view(const StoredGames& stored, LastColumn last) {
  const auto& games = stored.row();
  const auto text = [&](LastColumn column, int number) {
    return column <= last ? games.text(number) : std::string_view{};
  };
  return {{.index = stored.index(),
           .deal = games.number(1),
           .bots = games.text(first_text_column),
           .scores = games.text(4),
           .places = games.text(5),
           .faults = games.text(faults_column),
           .times = text(LastColumn::times, 7),
           .usage = text(LastColumn::usage, usage_column)},
          text(LastColumn::content, content_column)};
}

StoredNotes::StoredNotes(const SQLite::Database& database, std::int64_t first_id)
    : rows_{database, fmt::format("SELECT id, number, kind, seat, message, error_tail FROM notes WHERE id >= "
                                  "{} ORDER BY id, number",
                                  first_id)},
      is_there_{rows_.step()} {}

std::vector<StoredNote> StoredNotes::of(std::int64_t id) {
  constexpr std::size_t most_bytes = 64 << 20;  // like one cell; a hostile game may have any number of notes
  std::vector<StoredNote> notes;
  std::size_t bytes = 0;
  for (; is_there_ && rows_.number(0) <= id; is_there_ = rows_.step()) {
    if (rows_.number(0) < id) continue;
    bytes += sizeof(StoredNote) + rows_.text(4).size() + rows_.text(5).size();
    if (bytes > most_bytes) {
      if (notes.empty() || notes.back().is_as_written) notes.emplace_back();
      continue;
    }
    const bool are_texts =
        rows_.type(2) == SQLITE_TEXT && rows_.type(4) == SQLITE_TEXT && rows_.type(5) == SQLITE_TEXT;
    notes.push_back({.kind = find_name<NoteKind>(rows_.text(2)),
                     .seat = rows_.number(3),
                     .message = std::string{rows_.text(4)},
                     .error_tail = std::string{rows_.text(5)},
                     .is_as_written = are_texts && std::cmp_equal(rows_.number(1), notes.size())});
  }
  return notes;
}

std::vector<StoredNote> StoredNotes::of(std::int64_t id, NoteKind kind) {
  auto notes = of(id);
  std::erase_if(notes, [&](const StoredNote& note) { return note.kind != kind; });
  return notes;
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
  if (conditions == conditions_.end()) return "has conditions that are missing";
  if (const auto time = row.number(stored_column); time < 0 || time > latest_time) return wrong_time;
  GameSeal seal{row_view(stored, LastColumn::content), conditions->second, row.text(record_column)};
  std::vector<Seat> faults;
  for (const auto& note : notes_.of(stored.id())) {
    if (!note.kind || !note.is_as_written)
      return "has a row in the table notes in a form that Tribunal does not write";
    if (note.seat < 0 || std::cmp_greater_equal(note.seat, result.seats.size()))
      return "has a row in the table notes for a seat that does not exist";
    if (note.kind == NoteKind::fault) faults.push_back(static_cast<Seat>(note.seat));
    seal.add_note(*note.kind, note.seat, note.message, note.error_tail);
  }
  if (!std::ranges::equal(faults, record.faults, {}, {}, &Fault::seat)) return other_faults;
  if (row.text(seal_column) == as_text(seal.finish())) return {};
  return "has times, usage, comments, conditions or notes that have changed since it was stored: its seal "
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
      return fmt::format("has its {} in a form that Tribunal does not write", name);
    ++column;
  }
  if (row.type(content_column) != SQLITE_BLOB || row.type(record_column) != SQLITE_TEXT)
    return "has its content hash or its record in a form that Tribunal does not write";
  return {};
}

}  // namespace tribunal
