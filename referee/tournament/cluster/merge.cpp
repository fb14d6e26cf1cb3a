#include "tournament/cluster/merge.hpp"

#include <fmt/format.h>
#include <iterator>
#include <sys/stat.h>

#include "base/durable_files.hpp"
#include "base/try.hpp"
#include "cards/secret_file.hpp"
#include "tournament/cluster/merge_source.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_tournament.hpp"

namespace tribunal {
namespace {

/// The largest number of ranges or disagreements that are listed. Further ones are only counted.
constexpr std::size_t most_listed = 1000;

/// The URI by which SQLite opens a file read-only.
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

/// Copies the games that no earlier source has, but first their rows in other tables. `{}` stands for the
/// condition on games.
constexpr auto copy_records = R"(INSERT INTO main.records
  SELECT games.id, record, seal FROM source.games JOIN source.records USING (id)
  WHERE {} AND games.id NOT IN (SELECT id FROM main.games) ORDER BY games.id)";
constexpr auto copy_notes = R"(INSERT INTO main.notes
  SELECT games.id, number, kind, seat, message, error_tail FROM source.notes JOIN source.games USING (id)
  WHERE {} AND games.id NOT IN (SELECT id FROM main.games) ORDER BY games.id, number)";
constexpr auto copy_games = R"(INSERT OR IGNORE INTO main.games
  SELECT id, deal, here, bots, scores, places, faults, times, usage, content, stored
  FROM source.games CROSS JOIN temp.numbers ON there = conditions WHERE {} ORDER BY id)";
/// If two sources have an attempt at the same game under the same number, one of the two attempts is kept.
constexpr auto copy_facts_beside = R"(
INSERT OR IGNORE INTO main.void_attempts SELECT * FROM source.void_attempts;
INSERT OR IGNORE INTO main.bot_files SELECT * FROM source.bot_files;
INSERT OR REPLACE INTO main.meta SELECT * FROM source.meta WHERE key = 'crowding';
)";

/// Copies the games of all sources into `out`, a results database without games that was opened with
/// SQLITE_OPEN_URI. Each game is copied once, from the first source that has it undamaged, with its record,
/// seal, notes and void attempts. Memory does not grow with the number of games. `conditions` maps, for each
/// source, the source's numbers of conditions to those of `out`. A source is attached to the connection while
/// it is copied.
class GameMerge {
 public:
  GameMerge(SQLite::Database& out, const std::vector<MergeSource>& sources,
            const std::vector<std::map<std::int64_t, std::int64_t>>& conditions)
      : out_{out}, sources_{sources}, conditions_{conditions} {}

  /// Copies all games. The report lists the first ranges of games that are missing before the last game, and
  /// counts all of them. The error is a sentence. Throws SQLite::Exception.
  Result<MergeReport> operator()() {
    out_.exec(temporary_tables);
    for (std::size_t source = 0; source < sources_.size(); ++source) {
      execute(out_, "ATTACH ? AS source", read_only_uri(database_of(sources_[source].folder)));
      restrict_to_tables(out_, "source");
      TRY(copy(source));
      out_.exec("DETACH source");
    }
    std::ranges::stable_sort(merged_.unequal_games, {}, &UnequalGame::game);
    for (const auto& source : sources_) TRY(note_replaced(source));
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
      return failure(ErrorCode::unreadable, source.folder, why);
    };
    Rows games{out_,
               "SELECT count(*), min(CASE WHEN conditions NOT IN (SELECT there FROM temp.numbers) THEN id "
               "END) FROM source.games WHERE " +
                   which};
    if (!games.step()) return fail("its games cannot be counted");
    if (games.type(1) != SQLITE_NULL)
      return fail(damaged_game(games.number(1), "its conditions are missing"));
    const auto count = static_cast<std::uint64_t>(games.number(0));
    if (source.verified_games && *source.verified_games != count)
      return fail(
          "it holds different games when read one by one and when read together; results.db is damaged");
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

  /// Fills the temporary tables with the numbers of conditions and the damaged games of a source.
  void note_terms(std::size_t source) {
    out_.exec("DELETE FROM temp.numbers; DELETE FROM temp.damaged");
    for (const auto& [there, here] : conditions_[source])
      out_.exec(fmt::format("INSERT INTO temp.numbers VALUES ({}, {})", there, here));
    for (const auto& [game, why] : sources_[source].damaged)
      out_.exec(fmt::format("INSERT INTO temp.damaged VALUES ({})", game));
  }

  /// Notes which games of the attached source differ from those that are kept.
  void compare(std::size_t source, const std::string& which) {
    Rows other{out_, fmt::format("SELECT games.id FROM source.games JOIN main.games AS kept ON kept.id = "
                                 "games.id WHERE {} AND kept.content IS NOT games.content ORDER BY games.id",
                                 which)};
    while (other.step()) {
      if (merged_.unequal++ < most_listed) {
        merged_.unequal_games.push_back({.game = static_cast<std::uint64_t>(other.number(0)),
                                         .kept = {},
                                         .other = sources_[source].folder,
                                         .bot = {}});
      }
    }
  }

  /// Counts the damaged games of a source that another source has undamaged. The error names one that no
  /// source has undamaged.
  Result<void> note_replaced(const MergeSource& source) {
    for (const auto& [game, why] : source.damaged) {
      Rows kept{out_, fmt::format("SELECT 1 FROM games WHERE id = {}", game)};
      if (!kept.step()) {
        return failure(ErrorCode::unreadable, source.folder,
                       why +
                           "; nothing is merged, because no other folder has this game: name one "
                           "that has it, or merge into a new folder");
      }
      ++merged_.replaced;
    }
    return {};
  }

  void note_absent() {
    std::uint64_t end = 0;
    Rows games{out_, "SELECT id FROM games ORDER BY id"};
    while (games.step()) {
      const auto game = static_cast<std::uint64_t>(games.number(0));
      merged_.missing += game - std::min(game, end);
      if (game > end && merged_.missing_games.size() < most_listed)
        merged_.missing_games.push_back({end, game});
      end = game + 1;
    }
  }

  SQLite::Database& out_;
  const std::vector<MergeSource>& sources_;
  const std::vector<std::map<std::int64_t, std::int64_t>>& conditions_;
  MergeReport merged_;
};

namespace fs = std::filesystem;

constexpr std::size_t most_explained = 5;

/// The source with the latest plan. Between plans, deals can only be added and bots only be withdrawn.
const MergeSource& with_last_plan(const std::vector<MergeSource>& sources) {
  const auto age = [](const MergeSource& source) {
    const auto& plan = source.tournament.plan;
    const auto is_withdrawn = [](const PlannedBot& bot) { return bot.stay.withdrawn_after.has_value(); };
    return std::pair{plan.deals, std::ranges::count_if(plan.bots, is_withdrawn)};
  };
  return *std::ranges::max_element(sources, std::ranges::less{}, age);
}

/// Writes everything but the games. Returns for each source a map from its numbers of conditions to those of
/// `out`.
std::vector<std::map<std::int64_t, std::int64_t>> write_frame(SQLite::Database& out,
                                                              const std::vector<MergeSource>& sources,
                                                              bool verified) {
  create_tables(out);
  const auto& plan = with_last_plan(sources);
  write_meta(out, meta::version, meta::this_version);
  write_meta(out, meta::commitment, plan.commitment);
  write_meta(out, meta::identity, plan.identity);
  write_meta(out, meta::deals, std::to_string(plan.tournament.plan.deals));
  write_meta(out, meta::plan_file, plan.tournament.plan.file.string());
  write_meta(out, meta::plan_text, plan.tournament.plan_text);
  if (!verified) write_meta(out, meta::unverified, "merged by 'tribunal merge --unverified'");
  const auto most_rounds =
      std::ranges::max(sources, {}, [](const MergeSource& source) { return source.rounds.size(); }).rounds;
  for (std::size_t number = 0; number < most_rounds.size(); ++number)
    write_round(out, number, most_rounds[number]);
  const auto all = conditions_in_order(sources);
  for (const auto& text : all) execute(out, "INSERT INTO conditions (text) VALUES (?)", text);
  std::vector<std::map<std::int64_t, std::int64_t>> numbers(sources.size());
  for (std::size_t source = 0; source < sources.size(); ++source)
    for (const auto& [id, conditions] : sources[source].conditions)
      numbers[source][id] = std::ranges::find(all, conditions.text) - all.begin() + 1;
  return numbers;
}

/// Writes the merged database as a new file in `folder`.
Result<MergeReport> write_database(const fs::path& folder, const std::vector<MergeSource>& sources,
                                   bool verified) {
  const auto write = [&]() -> Result<MergeReport> {
    SQLite::Database out{fs::absolute(database_of(folder)).string(),
                         SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_URI};
    // No other process uses this file yet, and an incomplete one is worthless.
    out.exec("PRAGMA page_size = 32768");  // a quarter of the system calls that the default size takes
    out.exec("PRAGMA journal_mode = OFF");
    out.exec("PRAGMA synchronous = OFF");
    out.exec("PRAGMA main.locking_mode = EXCLUSIVE");
    const auto conditions = write_frame(out, sources, verified);
    const EarlyWriteback writeback{database_of(folder)};
    auto merged = GameMerge{out, sources, conditions}();
    forget_unused(out);
    return merged;
  };
  return guarded(folder, write, "; nothing is merged; make room and merge again");
}

/// The committed secret of the first source that has it.
Result<Secret> secret_of(const std::vector<MergeSource>& sources) {
  for (const auto& source : sources) {
    const auto secret = read_secret_file(secret_file_of(source.folder));
    if (secret && to_hex(secret->commitment()) == source.commitment) return *secret;
  }
  return failure(ErrorCode::unreadable, sources.front().folder,
                 "neither this folder nor another one has the file \"secret\" of these games");
}

/// The secret that the deals come from.
Secret mixed(const Secret& committed, const Plan& plan) {
  return plan.public_value ? committed.with_public_value(*plan.public_value) : committed;
}

/// Completes what an interrupted run left half done. Otherwise SQLite would take the old database's
/// write-ahead log for a part of the new database.
Result<void> settle_database(const fs::path& folder) {
  if (!fs::exists(database_of(folder))) return {};
  return guarded(folder, [&]() -> Result<void> {
    SQLite::Database database{database_of(folder).string(), SQLite::OPEN_READWRITE, 5000};
    restrict_to_tables(database);
    database.exec("PRAGMA journal_mode = DELETE");
    return {};
  });
}

Result<std::vector<MergeSource>> read_sources(const fs::path& out, const std::vector<fs::path>& folders) {
  std::vector<MergeSource> sources;
  auto all = folders;
  if (fs::exists(database_of(out))) all.insert(all.begin(), out);
  std::vector<fs::path> seen;
  for (const auto& folder : all) {
    std::error_code ignored;
    const auto path = fs::weakly_canonical(folder, ignored);
    if (std::ranges::find(seen, path) != seen.end()) continue;
    seen.push_back(path);
    auto source = read_merge_source(folder);
    if (!source && source.error().code == ErrorCode::unreadable)
      source.error().message += "; nothing is merged until this folder is restored, played again or omitted";
    if (!source) return std::unexpected{source.error()};
    sources.push_back(*std::move(source));
  }
  return sources;
}

/// The decisions of a game in one of the folders, and the bots. Both are empty if the game cannot be read.
std::pair<std::vector<Decision>, std::vector<std::string>> decisions_of(const fs::path& folder,
                                                                        std::uint64_t game) {
  std::pair<std::vector<Decision>, std::vector<std::string>> found;
  const auto results = Results::open(folder, RoundSource::nowhere);
  if (!results) return found;
  const auto note = [&](const GameResult&, const Record& record) {
    found.first = record.decisions;
    for (const auto& entrant : record.entrants) found.second.push_back(entrant.bot);
    return true;
  };
  (void)results->for_each_record(Secret{}, note, game);  // the cards do not matter here
  return found;
}

/// The folder whose game was kept: the first that has it undamaged. Empty if that folder has disappeared
/// since.
fs::path keeper_of(std::uint64_t game, const std::vector<MergeSource>& sources) {
  for (const auto& source : sources) {
    const bool may_have_it = source.games && game >= source.games->begin && game < source.games->end;
    if (!may_have_it || source.damaged.contains(game)) continue;
    const auto has_it = guarded(source.folder, [&]() -> Result<bool> {
      const auto database = TRY(open_to_read(source.folder));
      return Rows{database, fmt::format("SELECT 1 FROM games WHERE id = {}", game)}.step();
    });
    if (has_it.value_or(false)) return source.folder;
  }
  return {};
}

/// Adds to a game that differs which folder's game was kept, and which bot decided differently.
void explain_difference(UnequalGame& unequal, const std::vector<MergeSource>& sources) {
  unequal.kept = keeper_of(unequal.game, sources);
  const auto [kept, bots] = decisions_of(unequal.kept, unequal.game);
  const auto [other, ignored] = decisions_of(unequal.other, unequal.game);
  const auto same = [](const Decision& one, const Decision& two) {
    return one.seat == two.seat && one.action == two.action && one.by_referee == two.by_referee;
  };
  const auto differs = std::ranges::mismatch(kept, other, same);
  if (differs.in1 == kept.end() || differs.in2 == other.end()) return;
  unequal.decision = differs.in1 - kept.begin() + 1;
  const auto seat = index_of(differs.in1->seat);
  if (differs.in1->seat == differs.in2->seat && seat < bots.size()) unequal.bot = bots[seat];
}

/// The number of games in `range` that are to be played. Games in which a withdrawn bot has a seat are not.
std::uint64_t games_to_play(const Schedule& schedule, const GameRange& range) {
  return schedule.games_to_play(range.begin) - schedule.games_to_play(range.end);
}

/// Adds the games behind the last one to the missing games, by the schedule that follows from the merged
/// games. Removes from the missing games those that are not to be played. `stored`: the end of the stored
/// games.
void find_missing(const Schedule& schedule, std::uint64_t stored, MergeReport& report) {
  const bool all_listed = report.missing_games.size() < most_listed;
  const bool round_is_new =
      schedule.in_rounds() && stored <= schedule.begin_of_last_round() && schedule.begin_of_last_round() > 0;
  const auto end = round_is_new ? schedule.begin_of_last_round() : schedule.size();
  report.next_round = round_is_new && !schedule.is_whole();
  if (stored < end) report.missing_games.push_back({stored, end});
  std::uint64_t listed = 0;
  for (const auto& range : report.missing_games) listed += games_to_play(schedule, range);
  std::erase_if(report.missing_games,
                [&](const GameRange& range) { return games_to_play(schedule, range) == 0; });
  report.missing = all_listed ? listed : report.missing + (end - std::min(end, stored));
}

/// A text that changes whenever a database changes: name, size and time of its files.
std::string state_of(const MergeSource& source) {
  std::string state;
  for (const auto* suffix : {"", "-wal"}) {
    struct stat status {};
    const auto file = database_of(source.folder).string() + suffix;
    if (::stat(file.c_str(), &status) != 0) continue;
    state += fmt::format("{} {} {} {}.{}\n", status.st_dev, status.st_ino, status.st_size,
                         status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  }
  return state;
}

/// If a merge fails, removes the folder that was made for it, or the merge's leftover files in a folder that
/// existed before.
class UnfinishedMerge {
 public:
  /// `is_new`: this process created the folder and holds its lock.
  UnfinishedMerge(fs::path out, bool is_new) : out_{std::move(out)}, is_new_{is_new} {}
  UnfinishedMerge(const UnfinishedMerge&) = delete;
  UnfinishedMerge& operator=(const UnfinishedMerge&) = delete;
  ~UnfinishedMerge() {
    std::error_code ignored;
    fs::remove_all(building(), ignored);
    if (!is_new_ || fs::exists(database_of(out_))) return;
    fs::remove_all(out_, ignored);
  }
  /// The folder in which the merged results are written. `results_below` does not list it.
  [[nodiscard]] fs::path building() const { return out_ / ".merging"; }

 private:
  fs::path out_;
  bool is_new_;
};

/// Writes the merged results to the new folder `building`, and verifies them if `terms` call for it.
Result<MergeReport> merge_into(const fs::path& building, const fs::path& out,
                               std::vector<MergeSource>& sources, const Secret& secret,
                               const MergeTerms& terms) {
  std::vector<std::string> states;
  std::ranges::transform(sources, std::back_inserter(states), state_of);
  if (terms.verify) TRY(check_sources(sources, out, secret, terms.threads));
  auto report = TRY(write_database(building, sources, terms.verify));
  for (std::size_t source = 0; source < sources.size(); ++source)
    if (state_of(sources[source]) != states[source])
      return failure(ErrorCode::in_use, sources[source].folder,
                     "it changed while it was merged; merge again");
  // Damage must be found before this folder replaces another one.
  const auto results = TRY(Results::open(building));
  if (terms.verify) {
    const auto wrong = TRY(objection_to_rounds(building));
    if (!wrong.empty()) return failure(ErrorCode::unreadable, out, wrong + "; nothing is merged");
  }
  const auto stored = TRY(results.range());
  report.sources = sources.size();
  report.unequal_games.resize(std::min(report.unequal_games.size(), most_explained));
  for (auto& unequal : report.unequal_games) explain_difference(unequal, sources);
  find_missing(results.tournament().schedule, stored.end, report);
  return report;
}

}  // namespace

Result<MergeReport> merge_results(const fs::path& out, const std::vector<fs::path>& folders,
                                  const MergeTerms& terms) {
  auto sources = TRY(read_sources(out, folders));
  TRY(check_parts(sources, terms.accept_changes));
  const auto secret = TRY(secret_of(sources));
  const bool is_new = !fs::exists(out);
  const auto folder = TRY(Folder::claim(out));
  const UnfinishedMerge unfinished{out, is_new};
  TRY(settle_database(out));

  const auto building = unfinished.building();
  std::error_code error;
  fs::remove_all(building, error);
  if (!fs::create_directories(building, error))
    return failure(ErrorCode::cannot_write, building, "cannot be created: " + error.message());
  auto report =
      TRY(merge_into(building, out, sources, mixed(secret, sources.front().tournament.plan), terms));
  if (!fs::exists(secret_file_of(out))) {
    if (const auto written = write_secret_file(secret_file_of(out), secret); !written)
      return failure(ErrorCode::cannot_write, out, written.error().message);
  }
  if (const auto moved = replace_durably(database_of(building), database_of(out)); !moved)
    return failure(ErrorCode::cannot_write, out, moved.error().message);
  return report;
}

}  // namespace tribunal
