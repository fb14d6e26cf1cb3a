#include "tournament/cluster/game_merge.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <utility>

#include "tournament/results/folder.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

/// The URI by which SQLite opens a file for reading alone.
std::string read_only_uri(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char byte : std::filesystem::absolute(file).string()) {
    const bool is_plain = byte == '/' || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                          (byte >= 'a' && byte <= 'z');
    uri += is_plain ? std::string{byte} : fmt::format("%{:02x}", static_cast<unsigned char>(byte));
  }
  return uri + "?mode=ro";
}

constexpr auto temporary_tables = R"(
CREATE TEMP TABLE numbers (there INTEGER PRIMARY KEY, here INTEGER NOT NULL);
CREATE TEMP TABLE damaged (id INTEGER PRIMARY KEY);
)";

/// Copies what belongs to games that no source before has, then these games; `{}`: which games to copy.
constexpr auto copy_records = R"(INSERT INTO main.records
  SELECT games.id, record, seal FROM source.games JOIN source.records USING (id)
  WHERE {} AND games.id NOT IN (SELECT id FROM main.games) ORDER BY games.id)";
constexpr auto copy_notes = R"(INSERT INTO main.notes
  SELECT games.id, number, kind, seat, message, error_tail FROM source.notes JOIN source.games USING (id)
  WHERE {} AND games.id NOT IN (SELECT id FROM main.games) ORDER BY games.id, number)";
constexpr auto copy_games = R"(INSERT OR IGNORE INTO main.games
  SELECT id, deal, here, bots, scores, places, faults, times, usage, content, stored
  FROM source.games CROSS JOIN temp.numbers ON there = conditions WHERE {} ORDER BY id)";
/// Attempts with the same number at a game that two sources have played are not told apart.
constexpr auto copy_facts_beside = R"(
INSERT OR IGNORE INTO main.void_attempts SELECT * FROM source.void_attempts;
INSERT OR IGNORE INTO main.bot_files SELECT * FROM source.bot_files;
INSERT OR REPLACE INTO main.meta SELECT * FROM source.meta WHERE key = 'crowding';
)";

/// A merge of one source after the other, each attached to the connection meanwhile.
class GameMerge {
 public:
  GameMerge(SQLite::Database& out, const std::vector<MergeSource>& sources,
            const std::vector<std::map<std::int64_t, std::int64_t>>& conditions)
      : out_{out}, sources_{sources}, conditions_{conditions} {}

  Result<MergedGames> operator()() {
    out_.exec(temporary_tables);
    for (std::size_t source = 0; source < sources_.size(); ++source) {
      SQLite::Statement attach{out_, "ATTACH ? AS source"};
      attach.bind(1, read_only_uri(database_of(sources_[source].folder)));
      attach.exec();
      restrict_to_tables(out_, "source");
      if (auto copied = copy(source); !copied) return std::unexpected{copied.error()};
      out_.exec("DETACH source");
    }
    const auto place = [](const Disagreement& one) { return std::tie(one.game, one.other); };
    std::ranges::sort(merged_.disagreements, {}, place);
    for (const auto& source : sources_)
      if (auto replaced = note_replaced(source); !replaced) return std::unexpected{replaced.error()};
    note_absent();
    return std::move(merged_);
  }

 private:
  Result<void> copy(std::size_t number) {
    const auto& source = sources_[number];
    SQLite::Transaction transaction{out_};
    note_terms(number);
    const auto which = ids_of(0) + " AND games.id NOT IN (SELECT id FROM temp.damaged)";
    const auto fail = [&](const std::string& why) {
      return std::unexpected{source.folder.string() + ": " + why};
    };
    Rows games{
        out_,
        "SELECT count(*), min(CASE WHEN conditions NOT IN (SELECT there FROM temp.numbers) THEN id END) "
        "FROM source.games WHERE " +
            which};
    if (!games.step()) return fail("its games cannot be counted");
    if (games.type(1) != SQLITE_NULL)
      return fail(damaged_game(games.number(1), "its conditions are not there"));
    const auto count = static_cast<std::uint64_t>(games.number(0));
    if (source.verified_games && *source.verified_games != count)
      return fail("it holds other games one by one than all together; results.db is damaged");
    out_.exec(fmt::format(copy_records, which));
    out_.exec(fmt::format(copy_notes, which));
    const auto copied = static_cast<std::uint64_t>(out_.exec(fmt::format(copy_games, which)));
    merged_.games += copied;
    merged_.duplicates += count - copied;
    if (copied < count) compare(number, which);
    out_.exec(copy_facts_beside);
    transaction.commit();
    return {};
  }

  /// Fills the temporary tables with what is known of a source.
  void note_terms(std::size_t source) {
    out_.exec("DELETE FROM temp.numbers; DELETE FROM temp.damaged");
    for (const auto& [there, here] : conditions_[source])
      out_.exec(fmt::format("INSERT INTO temp.numbers VALUES ({}, {})", there, here));
    SQLite::Statement damaged{out_, "INSERT INTO temp.damaged VALUES (?)"};
    for (const auto& [game, why] : sources_[source].damaged) {
      damaged.bind(1, static_cast<std::int64_t>(game));
      damaged.exec();
      damaged.reset();
    }
  }

  /// Notes which games of the attached source are others than those that were kept.
  void compare(std::size_t source, const std::string& which) {
    Rows other{out_,
               fmt::format("SELECT games.id FROM source.games JOIN main.games AS kept ON kept.id = games.id "
                           "WHERE {} AND kept.content IS NOT games.content ORDER BY games.id",
                           which)};
    while (other.step())
      if (merged_.unequal++ < most_listed)
        merged_.disagreements.push_back({static_cast<std::uint64_t>(other.number(0)), source});
  }

  /// Counts the damaged games of a source that another has undamaged. The error names one that none has.
  Result<void> note_replaced(const MergeSource& source) {
    for (const auto& [game, why] : source.damaged) {
      Rows kept{out_, fmt::format("SELECT 1 FROM games WHERE id = {}", game)};
      if (!kept.step())
        return std::unexpected{
            fmt::format("{}: {}; nothing is merged, as no other folder has this game: name one that has it, "
                        "or merge into a "
                        "new folder",
                        source.folder.string(), why)};
      ++merged_.replaced;
    }
    return {};
  }

  void note_absent() {
    Rows games{out_, "SELECT id FROM games ORDER BY id"};
    while (games.step()) {
      const auto game = static_cast<std::uint64_t>(games.number(0));
      if (game > merged_.end) {
        merged_.games_absent += game - merged_.end;
        if (merged_.absent.size() < most_listed) merged_.absent.push_back({merged_.end, game});
      }
      merged_.end = game + 1;
    }
  }

  SQLite::Database& out_;
  const std::vector<MergeSource>& sources_;
  const std::vector<std::map<std::int64_t, std::int64_t>>& conditions_;
  MergedGames merged_;
};

}  // namespace

Result<MergedGames> merge_games(SQLite::Database& out, const std::vector<MergeSource>& sources,
                                const std::vector<std::map<std::int64_t, std::int64_t>>& conditions) {
  return GameMerge{out, sources, conditions}();
}

}  // namespace tribunal
