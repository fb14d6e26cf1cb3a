#include "tournament/cluster/game_merge.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <sqlite3.h>
#include <tuple>
#include <utility>

#include "tournament/plan/meta.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/read_database.hpp"
#include "tournament/results/tables/game_times.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_games.hpp"

namespace tribunal {
namespace {

/// A statement that is run for many rows.
class RowInsert {
 public:
  RowInsert(SQLite::Database& database, const std::string& text)
      : statement_{database.getHandle(), text, SQLITE_PREPARE_PERSISTENT} {}

  void bind(int parameter, std::int64_t number) {
    statement_.check(sqlite3_bind_int64(statement_.get(), parameter, number));
  }
  void bind(int parameter, const sqlite3_value* value) {
    statement_.check(sqlite3_bind_value(statement_.get(), parameter, value));
  }
  void run() {
    (void)sqlite3_step(statement_.get());
    statement_.check(sqlite3_reset(statement_.get()));
  }

 private:
  BareStatement statement_;
};

/// The games of a source, one after the other.
class SourceGames {
 public:
  SourceGames(const MergeSource& source, SQLite::Database database)
      : source_{source}, database_{std::move(database)}, rows_{database_, select_records("")} {}

  /// Goes to the next game; false behind the last one. The error names the game.
  [[nodiscard]] Result<bool> step() {
    if (!rows_.step()) return false;
    const auto before = std::exchange(game_, rows_.number(0));
    if (game_ <= before)
      return std::unexpected{source_.folder.string() + ": " + damaged_game(game_, "it is listed twice")};
    return true;
  }
  [[nodiscard]] std::int64_t game() const { return game_; }
  [[nodiscard]] const Rows& row() const { return rows_; }
  [[nodiscard]] const SQLite::Database& database() const { return database_; }

 private:
  const MergeSource& source_;
  SQLite::Database database_;
  Rows rows_;
  std::int64_t game_ = -1;
};

/// A merge by a priority queue of the sources' next games; boost::range and std::ranges merge two ranges
/// alone.
class GameMerge {
 public:
  GameMerge(SQLite::Database& out, const std::vector<MergeSource>& sources,
            const std::vector<std::map<std::int64_t, std::int64_t>>& conditions)
      : out_{out},
        sources_{sources},
        conditions_{conditions},
        result_{out, "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        record_{out, "INSERT INTO records VALUES (?, ?)"},
        diagnostic_{out, "INSERT INTO diagnostics VALUES (?, ?, ?, ?)"},
        seal_{out, "INSERT INTO seals VALUES (?, ?)"},
        games_(sources.size()) {
    for (std::size_t source = 0; source < sources.size(); ++source)
      if (const auto first = sources[source].first_game) next_.emplace(*first, source);
  }

  Result<MergedGames> operator()() {
    while (!next_.empty()) {
      const auto [game, source] = next_.top();
      next_.pop();
      if (stands_alone(source)) {
        rows_.reset();  // nothing can be detached within a transaction
        if (auto copied = copy_all(source); !copied) return std::unexpected{copied.error()};
        continue;
      }
      if (!rows_) rows_.emplace(out_);
      if (auto done = follow(source); !done) return std::unexpected{done.error()};
    }
    rows_.reset();
    if (!left_out_.empty()) return std::unexpected{only_damaged(*left_out_.begin())};
    return std::move(merged_);
  }

 private:
  /// A transaction that is committed at its end. No other process uses the database yet.
  struct RowByRow {
    explicit RowByRow(SQLite::Database& database) : database_{database} { database_.exec("BEGIN"); }
    RowByRow(const RowByRow&) = delete;
    RowByRow& operator=(const RowByRow&) = delete;
    ~RowByRow() { (void)database_.tryExec("COMMIT"); }

   private:
    SQLite::Database& database_;
  };

  using Next = std::pair<std::int64_t, std::size_t>;  ///< a game, and the source that has it

  /// Whether all games of this source, of which none is read yet, come before those of the others, and can be
  /// copied as they are.
  [[nodiscard]] bool stands_alone(std::size_t source) const {
    const auto& [first, last] = std::tie(sources_[source].first_game, sources_[source].last_game);
    const auto keeps_its_number = [](const auto& number) { return number.first == number.second; };
    return sources_[source].is_plain && sources_[source].damaged.empty() && !games_[source] &&
           std::cmp_greater_equal(*first, merged_.end) && (next_.empty() || *last < next_.top().first) &&
           std::ranges::all_of(conditions_[source], keeps_its_number);
  }

  /// Copies its tables. Between tables of the same form SQLite copies rows without looking into them.
  Result<void> copy_all(std::size_t source) {
    SQLite::Statement attach{out_, "ATTACH ? AS source"};
    attach.bind(1, database_of(sources_[source].folder).string());
    attach.exec();
    const auto first = *sources_[source].first_game;
    const auto games = out_.exec("INSERT INTO main.results SELECT * FROM source.results");
    out_.exec("INSERT INTO main.records SELECT * FROM source.records");
    out_.exec("INSERT INTO main.diagnostics SELECT * FROM source.diagnostics ORDER BY game, rowid");
    out_.exec("INSERT INTO main.seals SELECT * FROM source.seals");
    const auto& verified = sources_[source].verified_games;
    if (verified && !std::cmp_equal(*verified, games))
      return std::unexpected{sources_[source].folder.string() +
                             ": it holds other games one by one than all together; results.db is damaged"};
    merged_.games += static_cast<std::uint64_t>(games);
    pass_absent(first);
    if (games == *sources_[source].last_game - first + 1) {
      merged_.end = static_cast<std::uint64_t>(*sources_[source].last_game) + 1;
    } else {
      Rows rows{out_, "SELECT game FROM source.results ORDER BY game"};
      while (rows.step()) pass_absent(rows.number(0));
    }
    out_.exec("DETACH source");
    return {};
  }

  /// Takes games of this source, which stands at the first of all, until another's come before.
  Result<void> follow(std::size_t source) {
    if (!games_[source]) {
      if (auto opened = open(source); !opened) return opened;
    }
    auto& games = *games_[source];
    while (true) {
      if (auto taken = take(source, games); !taken) return taken;
      const auto more = games.step();
      if (!more) return std::unexpected{more.error()};
      if (!*more) break;
      if (next_.empty() || Next{games.game(), source} < next_.top()) continue;
      next_.emplace(games.game(), source);
      return {};
    }
    games_[source].reset();
    return {};
  }

  /// Opens a source when its first game is due, so that few are open at the same time where the games of one
  /// lie behind those of another.
  Result<void> open(std::size_t source) {
    auto database = open_to_read(sources_[source].folder);
    if (!database) return std::unexpected{database.error()};
    games_[source] = std::make_unique<SourceGames>(sources_[source], *std::move(database));
    const auto there = games_[source]->step();
    if (!there) return std::unexpected{there.error()};
    if (!*there) return std::unexpected{sources_[source].folder.string() + ": its games are gone"};
    return {};
  }

  Result<void> take(std::size_t source, const SourceGames& games) {
    if (const auto& damaged = sources_[source].damaged;
        damaged.contains(static_cast<std::uint64_t>(games.game()))) {
      left_out_.emplace(games.game(), source);
      return {};
    }
    if (std::cmp_less(games.game(), merged_.end)) {
      compare(source, games);
      return {};
    }
    pass_absent(games.game());
    const auto& row = games.row();
    const auto& numbers = conditions_[source];
    const auto conditions = numbers.find(row.number(conditions_column));
    if (conditions == numbers.end()) {
      return std::unexpected{sources_[source].folder.string() + ": " +
                             damaged_game(games.game(), "its conditions are not there")};
    }
    for (int column = 0; column <= content_column; ++column)
      if (column != conditions_column) result_.bind(column + 1, row.value(column));
    result_.bind(conditions_column + 1, conditions->second);
    result_.run();
    if (!row.text(record_column).empty()) {
      record_.bind(1, row.value(0));
      record_.bind(2, row.value(record_column));
      record_.run();
    }
    if (!row.text(seal_column).empty()) {
      seal_.bind(1, row.value(0));
      seal_.bind(2, row.value(seal_column));
      seal_.run();
    }
    if (!row.text(faults_column).empty()) copy_diagnostics(games);
    merged_.replaced += left_out_.erase(games.game());
    kept_content_ = row.text(content_column);
    kept_source_ = source;
    ++merged_.games;
    return {};
  }

  /// The reason why a game that one source has damaged cannot be merged: no other has it.
  [[nodiscard]] std::string only_damaged(const std::pair<const std::int64_t, std::size_t>& game) const {
    const auto& source = sources_[game.second];
    return fmt::format(
        "{}: {}; nothing is merged, as no other folder has this game: name one that has it, or merge into a "
        "new folder",
        source.folder.string(), source.damaged.at(static_cast<std::uint64_t>(game.first)));
  }

  /// Compares a game with the one that is merged already.
  void compare(std::size_t source, const SourceGames& games) {
    ++merged_.duplicates;
    if (games.row().text(content_column) == kept_content_) return;
    if (merged_.unequal++ < most_listed) {
      merged_.disagreements.push_back({static_cast<std::uint64_t>(games.game()), kept_source_, source});
    }
  }

  void copy_diagnostics(const SourceGames& games) {
    Rows rows{games.database(), "SELECT seat, message, error_tail FROM diagnostics WHERE game = " +
                                    std::to_string(games.game()) + " ORDER BY rowid"};
    while (rows.step()) {
      diagnostic_.bind(1, games.game());
      for (int column = 0; column < 3; ++column) diagnostic_.bind(column + 2, rows.value(column));
      diagnostic_.run();
    }
  }

  /// Advances to this game.
  void pass_absent(std::int64_t game) {
    const auto index = static_cast<std::uint64_t>(game);
    if (index > merged_.end) {
      merged_.games_absent += index - merged_.end;
      if (merged_.absent.size() < most_listed) merged_.absent.push_back({merged_.end, index});
    }
    merged_.end = index + 1;
  }

  SQLite::Database& out_;
  const std::vector<MergeSource>& sources_;
  const std::vector<std::map<std::int64_t, std::int64_t>>& conditions_;
  RowInsert result_;
  RowInsert record_;
  RowInsert diagnostic_;
  RowInsert seal_;
  std::map<std::int64_t, std::size_t> left_out_;     ///< damaged games, and the source of each
  std::vector<std::unique_ptr<SourceGames>> games_;  ///< of sources that are being read
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next_;
  std::optional<RowByRow> rows_;  ///< while games are copied one by one
  std::string kept_content_;
  std::size_t kept_source_ = 0;
  MergedGames merged_;
};

/// Merges the void games of all sources, each attempt once: attempts with the same number at a game that two
/// sources have played are not told apart.
Result<void> merge_void_games(SQLite::Database& out, const std::vector<MergeSource>& sources) {
  RowInsert insert{out, "INSERT OR IGNORE INTO void_games VALUES (?, ?, ?)"};
  for (const auto& source : sources) {
    const auto database = open_to_read(source.folder);
    if (!database) return std::unexpected{database.error()};
    Rows rows{*database, "SELECT game, attempt, reason FROM void_games"};
    while (rows.step()) {
      for (int column = 0; column < 3; ++column) insert.bind(column + 1, rows.value(column));
      insert.run();
    }
  }
  return {};
}

/// Merges the restarts of all sources, each seat and game once, and one source's reason why bots had to wait
/// for processors.
Result<void> merge_restarts(SQLite::Database& out, const std::vector<MergeSource>& sources) {
  RowInsert insert{out, "INSERT OR IGNORE INTO restarts VALUES (?, ?, ?, ?)"};
  for (const auto& source : sources) {
    const auto database = open_to_read(source.folder);
    if (!database) return std::unexpected{database.error()};
    if (const auto crowding = read_meta(*database, meta::crowding); !crowding.empty())
      write_meta(out, meta::crowding, crowding);
    Rows rows{*database, "SELECT game, seat, message, error_tail FROM restarts"};
    while (rows.step()) {
      for (int column = 0; column < 4; ++column) insert.bind(column + 1, rows.value(column));
      insert.run();
    }
  }
  return {};
}

/// Merges the times of games, each from the first source that has the game undamaged, as `GameMerge` takes
/// the game itself.
Result<void> merge_game_times(SQLite::Database& out, const std::vector<MergeSource>& sources) {
  RowInsert insert{out, fmt::format("INSERT OR IGNORE INTO game_times SELECT ?1, ?2 WHERE ?1 IN (SELECT game "
                                    "FROM results) AND typeof(?2) = 'integer' AND ?2 BETWEEN 0 AND {}",
                                    latest_time)};
  SQLite::Transaction all{out, SQLite::TransactionBehavior::IMMEDIATE};  // there may be a million rows
  for (const auto& source : sources) {
    const auto database = open_to_read(source.folder);
    if (!database) return std::unexpected{database.error()};
    Rows rows{*database, "SELECT game, stored FROM game_times"};
    while (rows.step()) {
      if (source.damaged.contains(static_cast<std::uint64_t>(rows.number(0)))) continue;
      for (int column = 0; column < 2; ++column) insert.bind(column + 1, rows.value(column));
      insert.run();
    }
  }
  all.commit();
  return {};
}

}  // namespace

Result<MergedGames> merge_games(SQLite::Database& out, const std::vector<MergeSource>& sources,
                                const std::vector<std::map<std::int64_t, std::int64_t>>& conditions) {
  auto merged = GameMerge{out, sources, conditions}();
  if (!merged) return merged;
  if (auto done = merge_void_games(out, sources); !done) return std::unexpected{done.error()};
  if (auto done = merge_restarts(out, sources); !done) return std::unexpected{done.error()};
  if (auto done = merge_game_times(out, sources); !done) return std::unexpected{done.error()};
  return merged;
}

}  // namespace tribunal
