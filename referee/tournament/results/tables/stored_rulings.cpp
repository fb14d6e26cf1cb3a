#include "tournament/results/tables/stored_rulings.hpp"

#include <array>
#include <fmt/format.h>
#include <string>

#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

/// The tables of games that a ruling moves, in an order in which none refers to one before it.
constexpr std::array voided_tables{"diagnostics", "records", "seals", "restarts", "results"};

void run_between(SQLite::Database& database, const std::string& sql, const GameRange& range) {
  SQLite::Statement statement{database, sql};
  statement.bind(1, static_cast<std::int64_t>(range.begin));
  statement.bind(2, static_cast<std::int64_t>(range.end - 1));
  statement.exec();
}

/// A row of such a table that belongs to no void game.
std::string lost_row(const SQLite::Database& database, const std::string& name) {
  const std::string having_faults = name == "voided_diagnostics" ? " AND faults IS NOT NULL" : "";
  Rows rows{database, fmt::format("SELECT ruling, game FROM {} AS one WHERE NOT EXISTS (SELECT 1 FROM "
                                  "voided_results AS result WHERE result.ruling = one.ruling AND "
                                  "result.game = one.game{}) LIMIT 1",
                                  name, having_faults)};
  if (!rows.step()) return {};
  return fmt::format("the table {} has game {} of ruling {}, which did not make it void", name,
                     rows.number(1), rows.number(0));
}

std::string missing_original(const SQLite::Database& database, const Ruling& ruling,
                             std::span<const GameRange> games) {
  for (const auto& range : games) {
    Rows count{database,
               fmt::format("SELECT count(*) FROM voided_results WHERE ruling = {} AND game BETWEEN {} "
                           "AND {}",
                           ruling.number, range.begin, range.end - 1)};
    if (!count.step() || !std::cmp_equal(count.number(0), range.size()))
      return fmt::format("not all of games {}, which ruling {} made void, are stored", ruling.subject,
                         ruling.number);
  }
  return {};
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
  SQLite::Statement insert{database, "INSERT INTO rulings VALUES (?, ?, ?, ?, ?)"};
  insert.bind(1, ruling.number);
  insert.bind(2, std::string{name_of(ruling.kind)});
  insert.bind(3, ruling.subject);
  insert.bind(4, ruling.reason);
  insert.bind(5, ruling.made);
  insert.exec();
}

void void_games(SQLite::Database& database, std::int64_t ruling, std::span<const GameRange> games) {
  for (const auto& range : games) {
    for (const std::string name : voided_tables) {
      const auto which = name + " WHERE game BETWEEN ?1 AND ?2";
      // The rows of one game keep their order, which that of faults is.
      const auto order = name == "diagnostics" ? " ORDER BY game, rowid" : "";
      run_between(database,
                  fmt::format("INSERT INTO voided_{} SELECT {}, * FROM {}{}", name, ruling, which, order),
                  range);
    }
    // The time of the original is not kept: when it was played says nothing about it.
    run_between(database, "DELETE FROM game_times WHERE game BETWEEN ?1 AND ?2", range);
    for (const std::string name : voided_tables)
      run_between(database, "DELETE FROM " + name + " WHERE game BETWEEN ?1 AND ?2", range);
  }
}

std::uint64_t count_stored(const SQLite::Database& database, std::span<const GameRange> games) {
  std::uint64_t stored = 0;
  for (const auto& range : games) {
    Rows count{database, fmt::format("SELECT count(*) FROM results WHERE game BETWEEN {} AND {}", range.begin,
                                     range.end - 1)};
    if (count.step()) stored += static_cast<std::uint64_t>(count.number(0));
  }
  return stored;
}

std::optional<std::uint64_t> first_not_stored(const SQLite::Database& database,
                                              std::span<const GameRange> games) {
  for (const auto& range : games) {
    auto next = range.begin;
    Rows stored{database, fmt::format("SELECT game FROM results WHERE game BETWEEN {} AND {} ORDER BY game",
                                      range.begin, range.end - 1)};
    while (stored.step() && std::cmp_equal(stored.number(0), next)) ++next;
    if (next < range.end) return next;
  }
  return std::nullopt;
}

std::string difference_in_voided(const SQLite::Database& database, std::span<const Ruling> rulings) {
  std::uint64_t voided = 0;
  for (const auto& ruling : rulings) {
    if (ruling.kind != RulingKind::void_games) continue;
    const auto games = parse_games(ruling.subject).value_or(std::vector<GameRange>{});
    if (auto wrong = missing_original(database, ruling, games); !wrong.empty()) return wrong;
    voided += count_of(games);
  }
  Rows all{database, "SELECT count(*) FROM voided_results"};
  if (!all.step() || !std::cmp_equal(all.number(0), voided))
    return "the table voided_results has games that no ruling made void";
  for (const std::string name : {"voided_records", "voided_seals", "voided_restarts", "voided_diagnostics"})
    if (auto lost = lost_row(database, name); !lost.empty()) return lost;
  return {};
}

}  // namespace tribunal
