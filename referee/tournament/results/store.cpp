#include "tournament/results/store.hpp"

#include <fmt/format.h>

#include "base/text/number_text.hpp"
#include "base/try.hpp"
#include "base/utc.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

constexpr auto insert_game =
    "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''), ?, nullif(?, ''), ?, ?)";
/// Replaces a record only if its game was deleted by hand. A record of a stored game is safe, because the
/// game is inserted first.
constexpr auto insert_record = "INSERT OR REPLACE INTO records VALUES (?, ?, ?)";
constexpr auto insert_note = "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?)";
/// Deletes the notes of games that were deleted by hand, because a game that is played again gets its own.
constexpr auto delete_lost_notes = "DELETE FROM notes WHERE id NOT IN (SELECT id FROM games)";
constexpr auto insert_void_attempt =
    "INSERT INTO void_attempts SELECT ?1, 1 + count(*), ?2 FROM void_attempts WHERE game = ?1";

/// The clause for a run that the disk ends.
constexpr auto games_are_stored = "; finished games are stored; run again to resume";

SQLite::Database open_database(const std::filesystem::path& folder) {
  SQLite::Database database{database_of(folder).string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 5000};
  restrict_to_tables(database);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  return database;
}

/// The id of these conditions: that of the last stored ones if they are equal, else a new one.
std::int64_t settle_conditions(SQLite::Database& database, const std::string& text) {
  SQLite::Statement last{database, "SELECT id, text FROM conditions ORDER BY id DESC LIMIT 1"};
  if (last.executeStep() && last.getColumn(1).getString() == text) return last.getColumn(0).getInt64();
  SQLite::Statement add{database, "INSERT INTO conditions (text) VALUES (?)"};
  add.bind(1, text);
  add.exec();
  return database.getLastInsertRowid();
}

Result<TournamentTerms> read_stored(SQLite::Database& database, const std::filesystem::path& folder) {
  if (read_meta(database, meta::version) != meta::this_version) {
    return std::unexpected{refused(
        folder, "these results were written by another version of Tribunal; use --out with a new folder")};
  }
  TournamentTerms stored;
  stored.identity = read_meta(database, meta::identity);
  if (!is_identity(stored.identity))
    return std::unexpected{"the identity of the tournament in table meta is damaged"};
  const auto deals = number_from<decltype(stored.deals)>(read_meta(database, meta::deals));
  if (!deals) return std::unexpected{"the number of deals is damaged in the database"};
  stored.deals = *deals;
  SQLite::Statement last{database, "SELECT text FROM conditions ORDER BY id DESC LIMIT 1"};
  if (!last.executeStep()) return std::unexpected{"the conditions of games are missing"};
  stored.conditions_text = last.getColumn(0).getString();
  auto conditions = TRY(parse_conditions(stored.conditions_text));
  stored.conditions = std::move(conditions);
  return stored;
}

/// The reason that a folder of one part of a tournament cannot take another part. Parts are as `to_text`
/// writes them.
std::string other_part(const std::string& there, const std::string& here) {
  return fmt::format("this folder holds {}, not {}; use --out with another folder",
                     named(parse_shard_games(there)), named(parse_shard_games(here)));
}

/// The reason that this tournament cannot start in a new folder. Empty if it can.
std::string objection_to_start(const Tournament& tournament) {
  const bool has_rounds_before = tournament.schedule.begin_of_last_round() > 0;  // of a shard
  return has_rounds_before ? std::string{} : objection_to_first_roster(tournament.plan);
}

/// The terms of a plan.
TournamentTerms terms_of(const Tournament& tournament, const Bytes32& commitment, const HostFacts& host) {
  auto conditions = conditions_of(tournament, host);
  auto text = to_text(conditions);
  return {identity_of(tournament, commitment), tournament.plan.deals, std::move(text), std::move(conditions)};
}

/// Gives absent bots the hashes with which they played before, because nothing is known of a change.
void keep_absent_bots(const Plan& plan, const Conditions& before, TournamentTerms& now) {
  for (std::size_t bot = 0; bot < std::min(plan.bots.size(), before.sha256.size()); ++bot)
    if (is_absent(plan.bots[bot])) now.conditions.sha256.at(bot) = before.sha256[bot];
  now.conditions_text = to_text(now.conditions);
}

/// Checks whether the tournament can be resumed in this database. Completes the terms of its plan. Returns
/// the changes that were accepted, as sentences.
Result<std::vector<std::string>> check_stored(SQLite::Database& database, const std::filesystem::path& folder,
                                              const Tournament& tournament, const TournamentTerms& there,
                                              TournamentTerms& plan, bool accept_changes) {
  const auto shard = tournament.shard ? to_text(*tournament.shard) : std::string{};
  if (const auto other = read_meta(database, meta::shard); other != shard)
    return std::unexpected{refused(folder, other_part(other, shard))};
  keep_absent_bots(tournament.plan, there.conditions, plan);
  std::vector<std::string> accepted;
  if (auto changes = TRY(check_resume(database, there, folder, tournament, plan, accept_changes));
      !changes.empty())
    accepted.push_back(std::move(changes));
  const auto changed = TRY(changed_void_games(database, tournament, plan.conditions));
  if (changed && !accept_changes) return std::unexpected{refused(folder, sentence_on(*changed, false))};
  if (changed) accepted.push_back(sentence_on(*changed, true));
  return accepted;
}

/// Whether a run of a tournament is possible, whatever games the folder holds. It is checked before anything
/// is written.
Result<void> check_before(const std::filesystem::path& folder, const Tournament& tournament) {
  if (!std::filesystem::exists(database_of(folder))) {
    if (const auto wrong = objection_to_start(tournament); !wrong.empty())
      return std::unexpected{refused(folder, wrong)};
  }
  TRY(Folder::secret_for(folder, tournament.plan));
  return {};
}

/// Statements that are prepared once for all games.
struct Inserts {
  explicit Inserts(const SQLite::Database& database)
      : game{database, insert_game}, record{database, insert_record}, note{database, insert_note} {}

  SQLite::Statement game;
  SQLite::Statement record;
  SQLite::Statement note;
};

void bind_value(SQLite::Statement& statement, int place, std::int64_t number) {
  statement.bind(place, number);
}
void bind_value(SQLite::Statement& statement, int place, const std::string& text) {
  statement.bindNoCopy(place, text);
}
void bind_value(SQLite::Statement& statement, int place, const Bytes32& bytes) {
  statement.bindNoCopy(place, bytes.data(), static_cast<int>(bytes.size()));
}

/// Runs a statement that is used more than once with these values in place of its `?`, and resets it, even
/// after an exception. Texts are not copied.
template <class... Values>
void run(SQLite::Statement& statement, const Values&... values) {
  int place = 0;
  (bind_value(statement, ++place, values), ...);
  try {
    statement.exec();
  } catch (...) {
    (void)statement.tryReset();
    throw;
  }
  statement.reset();
}

}  // namespace

struct Store::State {
  Folder folder;
  SQLite::Database database;
  Secret committed;
  Secret secret;
  std::int64_t conditions = 0;
  Bytes32 conditions_hash{};
  std::string referee_before{};
  std::string played_before{};
  std::vector<std::string> accepted{};
  std::string played{};  ///< value in the database
  std::vector<bool> stored{};
  std::uint64_t size = 0;
  std::uint64_t faults = 0;
  std::optional<Inserts> inserts{};  ///< none until the tables exist

  void remember(std::uint64_t index) {
    if (stored.size() <= index) stored.resize(index + 1);
    stored[index] = true;
    ++size;
  }

  /// Inserts a game. `now`: seconds since 1970, in UTC.
  void insert(const FinishedGame& game, std::int64_t now) {
    const auto row = to_row(game.result);
    const auto& content = game.result.content;
    run(inserts->game, row.index, row.deal, conditions, row.bots, row.scores, row.places, row.faults,
        row.times, row.usage, content, now);
    GameSeal seal{view_of(row, content), conditions_hash, game.record};
    int number = 0;
    const auto add_note = [&](NoteKind kind, Seat seat, const auto& note) {
      seal.add_note(kind, seat, note.message, note.error_tail);
      run(inserts->note, row.index, number++, std::string{name_of(kind)}, seat, note.message,
          note.error_tail);
    };
    for (const auto& report : game.reports) add_note(NoteKind::fault, report.fault.seat, report);
    for (const auto& restart : game.restarts) add_note(NoteKind::restart, restart.seat, restart);
    run(inserts->record, row.index, game.record, seal.finish());
  }

  /// Runs `make` as one change of the database: after an error, nothing is changed.
  template <class Make>
  Result<void> change(Make make) {
    const auto run = [&]() -> Result<void> {
      SQLite::Transaction transaction{database, SQLite::TransactionBehavior::IMMEDIATE};
      make();
      transaction.commit();
      return {};
    };
    return guarded(folder.path(), run, games_are_stored);
  }

  /// Creates the tables, or checks that they belong to this tournament.
  Result<void> settle(const Tournament& tournament, const HostFacts& host, bool accept_changes) {
    SQLite::Transaction transaction{database, SQLite::TransactionBehavior::IMMEDIATE};
    auto plan = terms_of(tournament, committed.commitment(), host);
    if (!database.tableExists("meta")) {
      if (const auto wrong = objection_to_start(tournament); !wrong.empty())
        return std::unexpected{refused(folder.path(), wrong)};
      create_tables(database);
      write_meta(database, meta::version, meta::this_version);
      write_meta(database, meta::commitment, to_hex(committed.commitment()));
      if (tournament.shard) write_meta(database, meta::shard, to_text(*tournament.shard));
    } else {
      const auto there = TRY(read_stored(database, folder.path()));
      accepted = TRY(check_stored(database, folder.path(), tournament, there, plan, accept_changes));
      referee_before = there.conditions.host.referee;
      played_before = read_meta(database, meta::played);
    }
    database.exec(delete_lost_notes);
    write_meta(database, meta::identity, plan.identity);
    write_meta(database, meta::deals, std::to_string(plan.deals));
    write_meta(database, meta::plan_file, std::filesystem::absolute(tournament.plan.file).string());
    write_meta(database, meta::plan_text, tournament.plan_text);
    conditions = settle_conditions(database, plan.conditions_text);
    conditions_hash = sha256(plan.conditions_text);
    for (std::size_t bot = 0; bot < tournament.files.size(); ++bot)
      write_bot_files(database, tournament.sha256[bot], tournament.files[bot]);
    TRY(forget_what_nothing_came_of(tournament));
    TRY(remember_games(tournament));
    faults = static_cast<std::uint64_t>(
        database.execAndGet("SELECT count(*) FROM notes WHERE ruling = 0 AND kind = 'fault'").getInt64());
    transaction.commit();
    return {};
  }

  /// Deletes conditions, files and rounds of earlier runs that stored no game with them.
  Result<void> forget_what_nothing_came_of(const Tournament& tournament) {
    forget_unused(database);
    if (!tournament.schedule.in_rounds()) return {};
    const auto started = TRY(started_rounds(database, tournament.schedule, GameBounds{tournament}));
    forget_rounds_from(database, started.size());
    return {};
  }

  /// Reads which games are stored.
  Result<void> remember_games(const Tournament& tournament) {
    const GameBounds bounds{tournament};
    Rows games{database, "SELECT id FROM games WHERE " + ids_of(0) + " ORDER BY id"};
    while (games.step()) {
      const auto index = games.number(0);
      if (const auto wrong = bounds.objection_to_index(static_cast<std::uint64_t>(index)); !wrong.empty())
        return std::unexpected{damaged_game(index, wrong)};
      remember(static_cast<std::uint64_t>(index));
    }
    return {};
  }
};

Store::Store(std::unique_ptr<State> state) : state_{std::move(state)} {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

Store::~Store() {
  if (!state_) return;
  state_->inserts.reset();
  try {
    state_->database.exec("PRAGMA journal_mode = DELETE");
  } catch (const SQLite::Exception&) {  // another process reads: two files are as good
  }
}

Result<Store> Store::open(const std::filesystem::path& path, const Tournament& tournament,
                          const HostFacts& host, bool accept_changes) {
  TRY(check_before(path, tournament));
  auto folder = TRY(Folder::claim(path));
  const auto committed = TRY(folder.settle_secret(tournament.plan));
  const auto& public_value = tournament.plan.public_value;
  const auto secret = public_value ? committed.with_public_value(*public_value) : committed;

  auto database = TRY(guarded(
      path, [&]() -> Result<SQLite::Database> { return open_database(path); }, games_are_stored));
  auto state = std::make_unique<State>(State{std::move(folder), std::move(database), committed, secret});
  const auto settle = [&]() -> Result<void> {
    TRY(state->settle(tournament, host, accept_changes));
    state->inserts.emplace(state->database);
    return {};
  };
  const auto settled = guarded(path, settle, games_are_stored);
  if (!settled) return std::unexpected{settled.error()};
  return Store{std::move(state)};
}

Result<std::vector<std::string>> Store::foresee(const std::filesystem::path& path,
                                                const Tournament& tournament, const Bytes32& commitment,
                                                const HostFacts& host, bool accept_changes) {
  if (!std::filesystem::exists(database_of(path))) {
    if (const auto wrong = objection_to_start(tournament); !wrong.empty())
      return std::unexpected{refused(path, wrong)};
    return {};
  }
  return guarded(path, [&]() -> Result<std::vector<std::string>> {
    auto database = TRY(open_to_read(path));
    const auto there = TRY(read_stored(database, path));
    auto plan = terms_of(tournament, commitment, host);
    return check_stored(database, path, tournament, there, plan, accept_changes);
  });
}

const std::filesystem::path& Store::path() const { return state_->folder.path(); }
const Secret& Store::secret() const { return state_->secret; }
Bytes32 Store::commitment() const { return state_->committed.commitment(); }
const std::vector<bool>& Store::stored() const { return state_->stored; }
const std::string& Store::referee_before() const { return state_->referee_before; }
const std::string& Store::played_before() const { return state_->played_before; }
const std::vector<std::string>& Store::accepted() const { return state_->accepted; }
std::uint64_t Store::size() const { return state_->size; }
std::uint64_t Store::faults() const { return state_->faults; }

Result<void> Store::add(std::span<const FinishedGame> games) {
  TRY(state_->change([&] {
    const auto time = std::chrono::system_clock::now();
    for (const auto& game : games) state_->insert(game, std::chrono::system_clock::to_time_t(time));
    if (auto now = utc_text(time) + 'Z'; now != state_->played) {
      write_meta(state_->database, meta::played, now);
      state_->played = std::move(now);
    }
  }));
  for (const auto& game : games) {
    state_->remember(game.result.index);
    state_->faults += game.reports.size();
  }
  return {};
}

Result<void> Store::add_rounds(std::size_t first, std::span<const Round> rounds) {
  return state_->change([&] {
    for (const auto& round : rounds) write_round(state_->database, first++, round);
  });
}

Result<void> Store::set_not_starting(std::span<const NotStarting> bots) {
  return state_->change([&] { write_not_starting(state_->database, bots); });
}

Result<void> Store::note_crowding(const std::string& sentence) {
  return state_->change([&] { write_meta(state_->database, meta::crowding, sentence); });
}

Result<void> Store::add_void(std::span<const VoidGame> games) {
  return state_->change([&] {
    for (const auto& game : games)
      execute(state_->database, insert_void_attempt, static_cast<std::int64_t>(game.index), game.reason);
  });
}

}  // namespace tribunal
