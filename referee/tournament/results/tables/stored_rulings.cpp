#include "tournament/results/tables/stored_rulings.hpp"

#include <fmt/format.h>
#include <limits>
#include <string>

#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

/// The number of rows of `games` with ids from `first` to `last`.
std::int64_t count_games(const SQLite::Database& database, std::int64_t first, std::int64_t last) {
  return first_number(database,
                      fmt::format("SELECT count(*) FROM games WHERE id BETWEEN {} AND {}", first, last))
      .value_or(0);
}

}  // namespace

Result<std::vector<Ruling>> read_rulings(const SQLite::Database& database) {
  std::vector<Ruling> rulings;
  Rows rows{database, fmt::format("SELECT number, kind, subject, reason, made FROM rulings ORDER BY number "
                                  "LIMIT {}",
                                  most_rulings + 1)};
  while (rows.step()) {
    const auto kind = find_name<RulingKind>(rows.text(1));
    bool are_texts = true;
    for (int column = 1; column <= 4; ++column) are_texts = are_texts && rows.type(column) == SQLITE_TEXT;
    if (!kind || !are_texts)
      return std::unexpected{
          fmt::format("ruling {} is damaged in the database: its kind or a text", rows.number(0))};
    rulings.push_back({.number = rows.number(0),
                       .kind = *kind,
                       .subject = std::string{rows.text(2)},
                       .reason = std::string{rows.text(3)},
                       .made = std::string{rows.text(4)}});
  }
  return rulings;
}

void write_ruling(SQLite::Database& database, const Ruling& ruling) {
  execute(database, "INSERT INTO rulings VALUES (?, ?, ?, ?, ?)", ruling.number,
          std::string{name_of(ruling.kind)}, ruling.subject, ruling.reason, ruling.made);
}

void void_games(SQLite::Database& database, std::int64_t ruling, std::span<const GameRange> games) {
  for (const auto& range : games)
    for (const auto* table : {"games", "records", "notes"})
      database.exec(fmt::format("UPDATE {} SET id = id + {} WHERE id BETWEEN {} AND {}", table,
                                first_id(ruling), range.begin, range.end - 1));
}

void forget_games_from(SQLite::Database& database, std::uint64_t game) {
  for (const auto* table : {"games", "records", "notes", "void_attempts"})
    database.exec(fmt::format("DELETE FROM {} WHERE game >= {}", table, game));
}

Bytes32 content_of_all(const SQLite::Database& database) {
  Sha256 hash;
  Rows games{database, "SELECT content FROM games WHERE " + ids_of(0) + " ORDER BY id"};
  while (games.step()) hash.add(games.text(0));
  return hash.finish();
}

std::optional<std::uint64_t> first_not_stored(const SQLite::Database& database,
                                              std::span<const GameRange> games) {
  for (const auto& range : games) {
    auto next = range.begin;
    Rows stored{database, fmt::format("SELECT id FROM games WHERE id BETWEEN {} AND {} ORDER BY id",
                                      range.begin, range.end - 1)};
    while (stored.step() && std::cmp_equal(stored.number(0), next)) ++next;
    if (next < range.end) return next;
  }
  return std::nullopt;
}

bool has_content(const SQLite::Database& database, std::uint64_t game, const Bytes32& content) {
  SQLite::Statement same{database, "SELECT 1 FROM games WHERE id = ? AND content = ?"};
  same.bind(1, static_cast<std::int64_t>(game));
  same.bind(2, content.data(), static_cast<int>(content.size()));
  return same.executeStep();
}

std::string difference_in_voided(const SQLite::Database& database, std::span<const Ruling> rulings) {
  std::uint64_t voided = 0;
  const auto kept = void_games_kept(rulings);
  for (std::size_t at = 0; at < kept.size(); ++at) {
    const auto& ruling = rulings[at];
    for (const auto& range : kept[at]) {
      const auto first = first_id(ruling.number) + static_cast<std::int64_t>(range.begin);
      if (!std::cmp_equal(count_games(database, first, first + static_cast<std::int64_t>(range.size()) - 1),
                          range.size()))
        return fmt::format("not all of games {}, which ruling {} made void, are stored",
                           games_text(games_made_void(ruling)), ruling.number);
      voided += range.size();
    }
  }
  if (std::cmp_equal(count_games(database, first_id(1), std::numeric_limits<std::int64_t>::max()), voided))
    return {};
  return "the table games has void games that no ruling made void";
}

}  // namespace tribunal
