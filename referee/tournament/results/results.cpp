#include "tournament/results/results.hpp"

#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>
#include <sqlite3.h>
#include <utility>

#include "base/text/utf8.hpp"
#include "base/utc.hpp"
#include "cards/secret_file.hpp"
#include "parallel/in_order.hpp"
#include "record/compact.hpp"
#include "tournament/plan/meta.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/forfeit.hpp"
#include "tournament/results/read_database.hpp"
#include "tournament/results/tables/bot_files.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_games.hpp"
#include "tournament/results/tables/stored_rulings.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/results/void_replays.hpp"

namespace tribunal {
namespace {

using Kind = ErrorCode;

constexpr auto with_faults = "WHERE results.game IN (SELECT game FROM diagnostics)";
constexpr auto or_with_faults =
    " AND (results.faults IS NOT NULL OR results.game IN (SELECT game FROM diagnostics))";
constexpr auto select_restarted_games =
    "SELECT results.game, deal, conditions, bots, scores, places, faults FROM results WHERE game IN (SELECT "
    "game "
    "FROM restarts) ORDER BY game";
constexpr auto select_restarts = "SELECT game, seat, message, error_tail FROM restarts ORDER BY game, seat";
constexpr auto select_diagnostics = "SELECT game, message, error_tail FROM diagnostics ORDER BY game, rowid";
/// Whether to go to the next game, or what is damaged.
using Going = Result<bool>;

}  // namespace

struct Results::State {
  std::filesystem::path folder;
  SQLite::Database database;
  AllConditions conditions;
  Tournament tournament;
  Bytes32 commitment;
  GameBounds bounds{tournament};
  Versions versions{tournament.plan};
  VersionNumbers version_numbers = number_versions(database, conditions, versions);
  ConditionHashes condition_hashes = hash_conditions(database);
  std::string unverified = read_meta(database, meta::unverified);

  RoundSource rounds = RoundSource::stored;
  std::optional<std::int64_t> voided_by{};  ///< the ruling whose games these are

  /// Lets the schedule take notice of a game; to be called in their order.
  void note(const GameResult& game) { note_in(tournament.schedule, game); }
  static void note_in(Schedule& schedule, const GameResult& game) {
    if (schedule.is_whole()) return;
    if (game.index >= schedule.size()) schedule.leave_out();  // its round was started without the others
    schedule.note(game);
  }

  [[nodiscard]] Error damaged(const std::string& why) const {
    return {Kind::unreadable, Place{folder.string()}, why};
  }

  [[nodiscard]] Result<std::uint64_t> count_rows(const std::string& table) const {
    return guarded(folder, [&]() -> Result<std::uint64_t> {
      Rows rows{database, "SELECT count(*) FROM " + table};
      return rows.step() ? static_cast<std::uint64_t>(rows.number(0)) : 0;
    });
  }

  /// The limits of each seat under these conditions, if not all are the same (`Record::own_limits`).
  [[nodiscard]] static std::vector<Limits> own_limits_of(const std::vector<Entrant>& entrants,
                                                         const Conditions& at) {
    std::vector<Limits> own;
    for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
      const auto found = at.bot_limits.find(entrants[seat].bot);
      if (found == at.bot_limits.end()) continue;
      if (own.empty()) own.assign(entrants.size(), at.limits);
      own[seat] = found->second;
      own[seat].on_fault = at.limits.on_fault;
      own[seat].clock = at.limits.clock;
    }
    return own;
  }

  /// The parts of a game that its stored record leaves out.
  [[nodiscard]] RecordFrame frame(const GameResult& result, const Conditions& at,
                                  const Secret& secret) const {
    RecordFrame frame{
        .rules = tournament.rules.at(static_cast<std::size_t>(result.game)),
        .deal = {tournament.plan.name, result.deal, deal_key(secret, tournament.plan.name, result.deal)},
        .entrants = {},
        .limits = at.limits,
        .host = at.host};
    for (const auto& seat : result.seats) {
      if (seat.usage) frame.usage.push_back(*seat.usage);
      const auto bot = static_cast<std::size_t>(seat.bot);
      frame.entrants.push_back({tournament.plan.bots.at(bot).name, "", at.sha256.at(bot)});
    }
    frame.own_limits = own_limits_of(frame.entrants, at);
    return frame;
  }

  /// Calls `use` at each game of a query until it returns false.
  template <class Use>
  [[nodiscard]] Result<void> walk(const std::string& select, Use use) const {
    return walk_in(database, select, use);
  }
  /// Like `walk`, by another connection to the database.
  template <class Use>
  [[nodiscard]] Result<void> walk_in(const SQLite::Database& connection, const std::string& select,
                                     Use use) const {
    return guarded(folder, [&]() -> Result<void> {
      StoredGames games{connection, select, bounds, tournament.schedule};
      while (true) {
        Going going = games.step();
        if (going && *going) going = use(std::as_const(games));
        if (!going) return std::unexpected{damaged(going.error().message)};
        if (!*going) return {};
      }
    });
  }

  /// Reads the game at which `games` stands, but for its bots' versions. The seats that forfeited follow from
  /// the conditions under which it was played. Returns the number of these conditions.
  [[nodiscard]] Result<std::int64_t> read_result(const StoredGames& games, LastColumn last,
                                                 GameResult& result) const {
    if (auto is_read = from_row(row_view(games, last), last, result); !is_read)
      return std::unexpected{is_read.error()};
    if (auto settled = games.settle(result); !settled) return std::unexpected{settled.error()};
    const auto id = games.row().number(conditions_column);
    const auto then = conditions.find(id);
    if (then == conditions.end())
      return std::unexpected{
          damaged_game(games.index(), fmt::format("its conditions, {}, are not there", id))};
    result.forfeited = forfeited(result.seats, then->second.limits.on_fault);
    return id;
  }

  /// Reads the game at which `games` stands. Returns the number of its conditions.
  [[nodiscard]] Result<std::int64_t> read(const StoredGames& games, LastColumn last,
                                          GameResult& result) const {
    auto id = read_result(games, last, result);
    if (!id) return id;
    const auto versions_then = version_numbers.find(*id);
    const auto known = versions_then == version_numbers.end() ? 0 : versions_then->second.size();
    for (auto& seat : result.seats) {
      const auto bot = static_cast<std::size_t>(seat.bot);
      if (bot >= known)
        return std::unexpected{
            damaged_game(games.index(), "its conditions know nothing of its bot " + std::to_string(bot))};
      seat.version = versions_then->second[bot];
    }
    return id;
  }

  /// Reads the record of the game that `read` puts into `result`.
  [[nodiscard]] Result<Record> read_record(const StoredGames& games, const Secret& secret,
                                           GameResult& result) const {
    const auto id = read(games, LastColumn::content, result);
    if (!id) return std::unexpected{id.error()};
    const auto& at = conditions.at(*id);
    auto record = from_compact(games.row().text(record_column), frame(result, at, secret));
    if (!record)
      return std::unexpected{"game " + std::to_string(result.index) + ": " + record.error().message};
    return *std::move(record);
  }
};

Results::Results(std::unique_ptr<State> state) : state_{std::move(state)} {}
Results::Results(Results&&) noexcept = default;
Results& Results::operator=(Results&&) noexcept = default;
Results::~Results() = default;

Result<Results> Results::open(const std::filesystem::path& folder, RoundSource rounds) {
  return open(folder, rounds, std::nullopt);
}

Result<Results> Results::open_voided(const std::filesystem::path& folder, std::int64_t ruling) {
  return open(folder, RoundSource::nowhere, ruling);
}

Result<Results> Results::open(const std::filesystem::path& folder, RoundSource rounds,
                              std::optional<std::int64_t> voided_by) {
  const auto fail = [&](const std::string& why) {
    return std::unexpected{Error{Kind::unreadable, Place{folder.string()}, why}};
  };
  if (auto objection = objection_to_file(folder, expected_files::results))
    return std::unexpected{*std::move(objection)};
  if (auto problem = objection_to_files(folder); !problem.empty())
    return std::unexpected{Error{Kind::unreadable, std::move(problem)}};
  return guarded(folder, [&]() -> Result<Results> {
    auto opened = open_to_read(folder, voided_by);
    if (!opened) return fail(opened.error().message);
    auto& database = *opened;
    auto conditions = read_conditions(database);
    if (!conditions) return fail(conditions.error().message);
    auto tournament = read_tournament(database, conditions->rbegin()->second);
    if (!tournament) return fail(harmless(tournament.error().message));
    for (const auto& [id, then] : *conditions)
      if (const auto wrong = objection(then, tournament->plan.bots.size()); !wrong.empty())
        return fail(wrong);
    auto rulings = read_rulings(database);
    if (!rulings) return fail(rulings.error().message);
    if (const auto applied = apply_rulings(*tournament, *std::move(rulings)); !applied)
      return fail("the table rulings is damaged: " + applied.error().message);
    const auto commitment = from_hex(read_meta(database, meta::commitment));
    if (!commitment) return fail("the commitment is damaged");
    Results results{std::make_unique<State>(
        State{folder, std::move(database), std::move(*conditions), std::move(*tournament), *commitment})};
    results.state_->voided_by = voided_by;
    results.state_->rounds = results.tournament().schedule.is_whole() ? RoundSource::nowhere : rounds;
    if (const auto noted = results.note_games(); !noted) return std::unexpected{noted.error()};
    return results;
  });
}

Result<void> Results::note_games() {
  const auto source = state_->rounds;
  if (source == RoundSource::nowhere) return {};
  const auto foreseen = guarded(state_->folder, [&]() -> Result<void> {
    auto& schedule = state_->tournament.schedule;
    if (source != RoundSource::results) {
      auto rounds = started_rounds(state_->database, schedule, state_->bounds);
      if (!rounds) return std::unexpected{state_->damaged(rounds.error().message)};
      schedule.foresee(*std::move(rounds));
    }
    return {};
  });
  if (!foreseen || source == RoundSource::in_passing) return foreseen;
  GameResult game;
  const auto walked =
      state_->walk(select_results(LastColumn::faults), [&](const StoredGames& games) -> Going {
        if (const auto is_read = state_->read_result(games, LastColumn::faults, game); !is_read)
          return std::unexpected{is_read.error()};
        state_->note(game);
        return !state_->tournament.schedule.is_whole();
      });
  if (walked) state_->tournament.schedule.leave_out();
  return walked;
}

const Tournament& Results::tournament() const { return state_->tournament; }
Bytes32 Results::commitment() const { return state_->commitment; }

const std::string& Results::unverified() const { return state_->unverified; }

const Versions& Results::versions() const { return state_->versions; }

Result<PlayPeriods> Results::periods() const {
  std::set<int> excluded;
  const auto& bots = state_->tournament.plan.bots;
  for (std::size_t bot = 0; bot < bots.size(); ++bot)
    if (bots[bot].stay.excluded) excluded.insert(static_cast<int>(bot));
  return guarded(state_->folder, [&]() -> Result<PlayPeriods> {
    return read_periods(state_->database, state_->version_numbers, state_->versions, excluded);
  });
}

std::optional<std::int64_t> Results::last_played() const {
  return utc_seconds(read_meta(state_->database, meta::played));
}

Result<Secret> Results::secret() const {
  const auto committed = read_secret_file(secret_file_of(state_->folder));
  if (!committed) return std::unexpected{state_->damaged(committed.error().message)};
  if (committed->commitment() != state_->commitment) {
    return std::unexpected{Error{Kind::wrong_plan, Place{state_->folder.string()},
                                 "the file \"secret\" does not match the commitment of the tournament"}};
  }
  const auto& public_value = state_->tournament.plan.public_value;
  return public_value ? committed->with_public_value(*public_value) : *committed;
}

Result<std::uint64_t> Results::size() const { return state_->count_rows("results"); }
Result<std::uint64_t> Results::void_games() const { return state_->count_rows("void_games"); }
Result<std::uint64_t> Results::replayed_otherwise() const {
  return guarded(state_->folder, [&]() -> Result<std::uint64_t> {
    const auto count = count_replayed_otherwise(state_->database, state_->tournament.plan);
    if (!count) return std::unexpected{state_->damaged(count.error().message)};
    return count;
  });
}

Result<GameRange> Results::range() const {
  return guarded(state_->folder, [&]() -> Result<GameRange> {
    const auto last = last_index(state_->database);
    if (!last) return GameRange{};
    const auto first = state_->database.execAndGet("SELECT min(game) FROM results").getInt64();
    return GameRange{static_cast<std::uint64_t>(first), *last + 1};
  });
}

Result<std::uint64_t> Results::started() const {
  return guarded(state_->folder, [&]() -> Result<std::uint64_t> {
    const auto last = last_index(state_->database);
    if (!last) return 0;
    if (const auto wrong = state_->bounds.objection_to_index(*last); !wrong.empty())
      return std::unexpected{state_->damaged(damaged_game(static_cast<std::int64_t>(*last), wrong))};
    return state_->tournament.schedule.started_by(*last);
  });
}

Result<Schedule> Results::resumed(Schedule planned) const {
  const auto note = [&](const GameResult& game) {
    State::note_in(planned, game);
    return !planned.is_whole();
  };
  if (const auto walked = for_each(note, LastColumn::faults); !walked) return std::unexpected{walked.error()};
  planned.leave_out();
  return planned;
}

Result<Manifest> Results::bot_files(const std::string& sha256) const {
  return guarded(state_->folder,
                 [&]() -> Result<Manifest> { return read_bot_files(state_->database, sha256); });
}

Result<Manifest> Results::bot_changes(const std::string& sha256) const {
  return guarded(state_->folder,
                 [&]() -> Result<Manifest> { return read_bot_changes(state_->database, sha256); });
}

Result<std::vector<NotStarting>> Results::not_starting() const {
  return guarded(state_->folder, [&]() -> Result<std::vector<NotStarting>> {
    auto bots = read_not_starting(state_->database);
    if (bots) return *std::move(bots);
    return std::unexpected{state_->damaged(bots.error().message)};
  });
}

Result<std::map<int, std::uint64_t>> Results::restarts() const {
  std::map<int, std::uint64_t> counts;
  const auto walked = for_each_restart([&](const StoredRestart& restart) {
    ++counts[restart.bot()];
    return true;
  });
  if (!walked) return std::unexpected{walked.error()};
  return counts;
}

Result<std::string> Results::crowding() const {
  return guarded(state_->folder, [&]() -> Result<std::string> {
    return harmless(read_meta(state_->database, meta::crowding));
  });
}

Result<void> Results::for_each(const std::function<bool(GameResult&)>& visit, LastColumn last) const {
  const bool noting = state_->rounds == RoundSource::in_passing;
  GameResult game;
  bool all = true;
  const auto walked = state_->walk(select_results(last), [&](const StoredGames& games) -> Going {
    if (const auto is_read = state_->read(games, last, game); !is_read)
      return std::unexpected{is_read.error()};
    if (noting) state_->note(game);
    return all = visit(game);
  });
  if (walked && noting && all) state_->tournament.schedule.leave_out();
  return walked;
}

Result<void> Results::for_each_record(const Secret& secret,
                                      const std::function<bool(const GameResult&, const Record&)>& visit,
                                      std::optional<std::uint64_t> only) const {
  const auto which = only ? fmt::format("WHERE results.game = {}", *only) : "";
  GameResult result;
  return state_->walk(select_records(which), [&](const StoredGames& games) -> Going {
    const auto record = state_->read_record(games, secret, result);
    if (!record) return std::unexpected{record.error()};
    return visit(result, *record);
  });
}

namespace {

constexpr std::int64_t games_a_batch = 64;

/// A batch that was made, and the error that ended it.
struct MadeBatch {
  std::unique_ptr<GameBatch> batch;
  Result<void> end;
};

/// Cuts the stored games into batches.
class BatchBegins {
 public:
  explicit BatchBegins(const SQLite::Database& database)
      : next_game_{database, "SELECT game FROM results WHERE game >= ? ORDER BY game LIMIT 1"} {}

  /// The first game of the next one.
  std::optional<std::int64_t> next() {
    next_game_.reset();
    next_game_.bind(1, from_);
    if (!next_game_.executeStep()) return std::nullopt;
    const auto first = next_game_.getColumn(0).getInt64();
    if (first > std::numeric_limits<std::int64_t>::max() - games_a_batch) return std::nullopt;
    from_ = first + games_a_batch;
    return first;
  }

 private:
  SQLite::Statement next_game_;
  std::int64_t from_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace

Result<void> Results::for_each_record(const Secret& secret, unsigned threads,
                                      const std::function<std::unique_ptr<GameBatch>()>& new_batch,
                                      const GameChoice& choice) const {
  const auto read_from = [&](const SQLite::Database& database, std::int64_t first) {
    MadeBatch made{.batch = new_batch(), .end = {}};
    const auto last = choice.only ? first : first + games_a_batch - 1;
    const auto which = fmt::format("WHERE results.game BETWEEN {} AND {}{}", first, last,
                                   choice.with_faults ? or_with_faults : "");
    CellCheck check{database, state_->condition_hashes};
    GameResult result;
    made.end = state_->walk_in(database, select_records(which), [&](const StoredGames& games) -> Going {
      const auto record = state_->read_record(games, secret, result);
      if (!record) {
        if (made.batch->add_unreadable(static_cast<std::uint64_t>(games.index()), record.error().message))
          return true;
        return std::unexpected{record.error()};
      }
      made.batch->add({.result = result,
                       .record = *record,
                       .damage = check(games, result, *record),
                       .is_sealed = games.row().type(seal_column) != SQLITE_NULL});
      return true;
    });
    return made;
  };
  Result<void> end;
  const auto take = [&end](MadeBatch made) {
    if (!made.batch->take()) return false;
    end = std::move(made.end);
    return end.has_value();
  };
  return guarded(state_->folder, [&]() -> Result<void> {
    BatchBegins begins{state_->database};
    if (choice.only) {
      (void)take(read_from(state_->database, static_cast<std::int64_t>(*choice.only)));
      return end;
    }
    if (threads < 2) {
      while (const auto first = begins.next())
        if (!take(read_from(state_->database, *first))) break;
      return end;
    }
    const auto reader = [&] {
      return [&, database = open_to_read(state_->folder, state_->voided_by)](std::int64_t first) {
        if (database) return read_from(*database, first);
        return MadeBatch{.batch = new_batch(),
                         .end = std::unexpected{state_->damaged(database.error().message)}};
      };
    };
    in_order(
        threads, [&] { return begins.next(); }, reader, take);
    return end;
  });
}

Result<void> Results::for_each_fault(const std::function<bool(const StoredFault&)>& visit) const {
  const Secret no_secret{};  // whatever the deal was, the faults are the same
  GameResult result;
  std::optional<Rows> diagnostics;
  return state_->walk(select_records(with_faults), [&](const StoredGames& games) -> Going {
    if (!diagnostics) diagnostics.emplace(state_->database, select_diagnostics);
    const auto record = state_->read_record(games, no_secret, result);
    if (!record) return std::unexpected{record.error()};
    for (const auto& fault : record->faults) {
      if (!diagnostics->step() || !std::cmp_equal(diagnostics->number(0), result.index) ||
          std::cmp_greater_equal(fault.seat, result.seats.size())) {
        return std::unexpected{
            fmt::format("game {} has other faults in its record than beside it", result.index)};
      }
      if (!visit({result, fault, std::string{diagnostics->text(1)}, std::string{diagnostics->text(2)}}))
        return false;
    }
    return true;
  });
}

Result<void> Results::for_each_restart(const std::function<bool(const StoredRestart&)>& visit) const {
  const auto has_any =
      guarded(state_->folder, [&]() -> Result<bool> { return state_->database.tableExists("restarts"); });
  if (!has_any) return std::unexpected{has_any.error()};
  if (!*has_any) return {};
  GameResult game;
  std::optional<RowsBeside> restarts;
  return state_->walk(select_restarted_games, [&](const StoredGames& games) -> Going {
    if (!restarts) restarts.emplace(state_->database, select_restarts);
    if (const auto is_read = state_->read(games, LastColumn::faults, game); !is_read)
      return std::unexpected{is_read.error()};
    for (; restarts->is_at(games.index()); restarts->step()) {
      const auto& row = restarts->row();
      const auto seat = row.number(1);
      if (seat < 0 || std::cmp_greater_equal(seat, game.seats.size()))
        return std::unexpected{fmt::format("game {} has a restart of no seat", game.index)};
      if (!visit({game, static_cast<Seat>(seat), std::string{row.text(2)}, std::string{row.text(3)}}))
        return false;
    }
    return true;
  });
}

}  // namespace tribunal
