#include "tournament/results/results.hpp"

#include <fmt/format.h>
#include <limits>
#include <sqlite3.h>
#include <tuple>

#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "base/utc.hpp"
#include "cards/secret_file.hpp"
#include "parallel/in_order.hpp"
#include "record/compact.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_games.hpp"

namespace tribunal {
namespace {

constexpr auto or_with_faults =
    " AND (games.faults IS NOT NULL OR games.id IN (SELECT id FROM notes WHERE kind = 'fault'))";
/// Whether to continue with the next game. The error says what is damaged.
using Going = Result<bool>;

constexpr std::int64_t games_a_batch = 64;

/// A batch of games after `look`, and the error that ended it.
struct MadeBatch {
  std::vector<TakeGame> games;
  Result<void> end;
};

/// Divides the stored games into batches.
class BatchBegins {
 public:
  BatchBegins(const SQLite::Database& database, std::int64_t ruling)
      : next_game_{database,
                   "SELECT id FROM games WHERE " + ids_of(ruling) + " AND id >= ? ORDER BY id LIMIT 1"} {}

  /// The id of the first game of the next batch. None at the end.
  std::optional<std::int64_t> next() {
    next_game_.reset();
    next_game_.bind(1, from_);
    if (!next_game_.executeStep()) return std::nullopt;
    const auto first = next_game_.getColumn(0).getInt64();
    from_ = first + games_a_batch;
    return first;
  }

 private:
  SQLite::Statement next_game_;
  std::int64_t from_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace

/// An open results folder with the functions that read its games.
struct Results::State {
  std::filesystem::path folder;
  SQLite::Database database;
  AllConditions conditions;
  Tournament tournament;
  Bytes32 commitment;
  std::int64_t ruling = 0;  ///< ruling that made these games void; 0: they count
  GameBounds bounds{tournament};
  Versions versions{tournament.plan};
  VersionNumbers version_numbers = number_versions(database, conditions, ruling, versions);
  ConditionHashes condition_hashes = hash_conditions(database);
  std::string unverified = read_meta(database, meta::unverified);

  RoundSource rounds = RoundSource::stored;

  /// Passes a game to the schedule. Call it in the order of the games.
  void note(const GameResult& game) { note_in(tournament.schedule, game); }
  static void note_in(Schedule& schedule, const GameResult& game) {
    if (schedule.is_whole()) return;
    if (game.index >= schedule.size()) schedule.leave_out();  // the missing games are of withdrawn bots
    schedule.note(game);
  }

  /// The id of the game with this index, among those that are read here.
  [[nodiscard]] std::int64_t id_of(std::uint64_t index) const {
    return first_id(ruling) + static_cast<std::int64_t>(index);
  }

  [[nodiscard]] std::uint64_t count_rows(const std::string& rows_of) const {
    return static_cast<std::uint64_t>(first_number(database, "SELECT count(*) FROM " + rows_of).value_or(0));
  }

  /// The limits of each seat under these conditions (`Record::own_limits`). Empty if all are equal.
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

  /// The parts of a game that its stored record does not contain.
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

  /// Calls `use` with each game of a query until it returns false.
  template <class Use>
  [[nodiscard]] Result<void> walk(const std::string& select, Use use) const {
    return walk_in(database, select, use);
  }
  /// Like `walk`, on another connection to the database.
  template <class Use>
  [[nodiscard]] Result<void> walk_in(const SQLite::Database& connection, const std::string& select,
                                     Use use) const {
    return guarded(folder, [&]() -> Result<void> {
      StoredGames games{connection, select, ruling, bounds, tournament.schedule};
      while (true) {
        Result<bool> going = games.step();
        if (going && *going) going = use(std::as_const(games));
        if (!going) return std::unexpected{going.error()};
        if (!*going) return {};
      }
    });
  }

  /// Reads the current game of `games`, except for its bots' versions. The conditions under which it was
  /// played decide which seats forfeited. Returns the number of these conditions.
  [[nodiscard]] Result<std::int64_t> read_result(const StoredGames& games, LastColumn last,
                                                 GameResult& result) const {
    TRY(from_row(row_view(games, last), last, result));
    TRY(games.settle(result));
    const auto id = games.row().number(conditions_column);
    const auto then = conditions.find(id);
    if (then == conditions.end())
      return std::unexpected{damaged_game(games.index(), fmt::format("its conditions, {}, are missing", id))};
    result.forfeited = forfeited(result.seats, then->second.limits.on_fault);
    return id;
  }

  /// Reads the current game of `games`. Returns the number of its conditions.
  [[nodiscard]] Result<std::int64_t> read(const StoredGames& games, LastColumn last,
                                          GameResult& result) const {
    auto id = TRY(read_result(games, last, result));
    const auto versions_then = version_numbers.find(id);
    const auto known = versions_then == version_numbers.end() ? 0 : versions_then->second.size();
    for (auto& seat : result.seats) {
      const auto bot = static_cast<std::size_t>(seat.bot);
      if (bot >= known)
        return std::unexpected{
            damaged_game(games.index(), "its conditions do not contain its bot " + std::to_string(bot))};
      seat.version = versions_then->second[bot];
    }
    return id;
  }

  /// Reads the record of the game that was read as `result`. `id`: the number of the conditions under which
  /// it was played.
  [[nodiscard]] Result<Record> record_of(const StoredGames& games, const Secret& secret,
                                         const GameResult& result, std::int64_t id) const {
    const auto& at = conditions.at(id);
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

Result<Results> Results::open(const std::filesystem::path& folder, RoundSource rounds,
                              std::optional<std::int64_t> ruling) {
  if (auto objection = objection_to_file(folder, expected_files::results))
    return std::unexpected{*std::move(objection)};
  if (auto problem = objection_to_files(folder); !problem.empty())
    return failure(ErrorCode::unreadable, std::move(problem));
  return guarded(folder, [&]() -> Result<Results> {
    auto database = TRY(open_to_read(folder));
    auto conditions = TRY(read_conditions(database));
    auto tournament = read_tournament(database, conditions.rbegin()->second);
    if (!tournament) return std::unexpected{harmless(tournament.error().message)};
    for (const auto& [id, then] : conditions)
      if (const auto wrong = objection(then, tournament->plan.bots.size()); !wrong.empty())
        return std::unexpected{wrong};
    auto rulings = TRY(read_rulings(database));
    if (ruling) {
      const auto made = std::ranges::find(rulings, *ruling, &Ruling::number);
      if (made == rulings.end()) return std::unexpected{fmt::format("there is no ruling {}", *ruling)};
      if (!voids_games(made->kind)) return std::unexpected{fmt::format("ruling {} voids no games", *ruling)};
    }
    if (const auto applied = apply_rulings(*tournament, std::move(rulings)); !applied)
      return std::unexpected{"the table rulings is damaged: " + applied.error().message};
    const auto commitment = from_hex(read_meta(database, meta::commitment));
    if (!commitment) return std::unexpected{"the commitment is damaged"};
    Results results{std::make_unique<State>(State{folder, std::move(database), std::move(conditions),
                                                  std::move(*tournament), *commitment, ruling.value_or(0)})};
    results.state_->rounds =
        ruling || results.tournament().schedule.is_whole() ? RoundSource::nowhere : rounds;
    TRY(results.note_games());
    return results;
  });
}

Result<void> Results::note_games() {
  const auto source = state_->rounds;
  if (source == RoundSource::nowhere) return {};
  const auto foreseen = guarded(state_->folder, [&]() -> Result<void> {
    auto& schedule = state_->tournament.schedule;
    if (source != RoundSource::results) {
      auto rounds = TRY(started_rounds(state_->database, schedule, state_->bounds));
      schedule.foresee(std::move(rounds));
    }
    return {};
  });
  if (!foreseen || source == RoundSource::in_passing) return foreseen;
  GameResult game;
  const auto walked = state_->walk(select_games(LastColumn::faults, ids_of(0)),
                                   [&](const StoredGames& games) -> Result<bool> {
                                     std::ignore = TRY(state_->read_result(games, LastColumn::faults, game));
                                     state_->note(game);
                                     return !state_->tournament.schedule.is_whole();
                                   });
  if (walked) state_->tournament.schedule.leave_out();
  return walked;
}

const Tournament& Results::tournament() const { return state_->tournament; }

bool Results::exclude(std::string_view bot) {
  auto& bots = state_->tournament.plan.bots;
  const auto found = std::ranges::find(bots, bot, &PlannedBot::name);
  if (found != bots.end()) found->stay.excluded = true;
  return found != bots.end();
}

Bytes32 Results::commitment() const { return state_->commitment; }

const std::string& Results::unverified() const { return state_->unverified; }

const Versions& Results::versions() const { return state_->versions; }

Result<PlayPeriods> Results::periods() const {
  std::set<int> excluded;
  const auto& bots = state_->tournament.plan.bots;
  for (std::size_t bot = 0; bot < bots.size(); ++bot)
    if (bots[bot].stay.excluded) excluded.insert(static_cast<int>(bot));
  return guarded(state_->folder, [&] {
    return read_periods(state_->database, state_->version_numbers, state_->versions, excluded);
  });
}

std::optional<std::int64_t> Results::last_played() const {
  return utc_seconds(read_meta(state_->database, meta::played));
}

Result<Secret> Results::secret() const {
  const auto committed = read_secret_file(secret_file_of(state_->folder));
  if (!committed)
    return std::unexpected{committed.error().at(ErrorCode::unreadable, state_->folder.string())};
  if (committed->commitment() != state_->commitment) {
    return failure(ErrorCode::wrong_plan, state_->folder,
                   "the file \"secret\" does not match the commitment of the tournament");
  }
  const auto& public_value = state_->tournament.plan.public_value;
  return public_value ? committed->with_public_value(*public_value) : *committed;
}

Result<std::uint64_t> Results::size() const {
  return guarded(state_->folder, [&]() -> Result<std::uint64_t> {
    return state_->count_rows("games WHERE " + ids_of(state_->ruling));
  });
}

Result<StoredCounts> Results::counts() const {
  const auto& shape = state_->tournament.schedule.shape();
  StoredCounts counts;
  if (shape.stays.empty()) {
    counts.games = TRY(size());
    return counts;
  }
  const auto count = [&](const GameResult& game) {
    counts.add(shape, game);
    return true;
  };
  TRY(for_each(count, LastColumn::faults));
  return counts;
}

Result<Progress> Results::progress() const {
  const auto stored = TRY(counts());
  return progress_of(state_->tournament.schedule, part_of(state_->tournament), stored);
}

Result<std::vector<ChangedConditions>> Results::changed_conditions() const {
  return guarded(state_->folder,
                 [&] { return tribunal::changed_conditions(state_->database, state_->tournament.plan); });
}

Result<VoidGameCounts> Results::void_games() const {
  return guarded(state_->folder, [&]() -> Result<VoidGameCounts> {
    if (state_->tournament.rulings.empty()) return VoidGameCounts{};
    const auto count = [&](const char* which) {
      return state_->count_rows(
          fmt::format("(SELECT DISTINCT game FROM games WHERE id >= {} AND game {} (SELECT id FROM games))",
                      first_id(1), which));
    };
    return VoidGameCounts{.now = count("NOT IN"), .played_again = count("IN")};
  });
}

Result<RunFacts> Results::run_facts() const {
  RunFacts facts;
  const auto by_rulings = TRY(void_games());
  const auto& plan = state_->tournament.plan;
  const auto read = guarded(state_->folder, [&]() -> Result<void> {
    const auto replayed = TRY(count_replayed_otherwise(state_->database, plan));
    auto not_starting = TRY(read_not_starting(state_->database));
    facts = {.void_games = state_->count_rows("void_attempts"),
             .by_rulings = by_rulings,
             .replayed_otherwise = replayed,
             .crowding = harmless(read_meta(state_->database, meta::crowding)),
             .not_starting = std::move(not_starting)};
    return {};
  });
  if (!read) return std::unexpected{read.error()};
  TRY(for_each_incident(NoteKind::restart, [&](const Incident& restart) {
    ++facts.restarts[plan.bot(restart.bot()).name];
    return true;
  }));
  return facts;
}

Result<Bytes32> Results::content() const {
  return guarded(state_->folder, [&]() -> Result<Bytes32> { return content_of_all(state_->database); });
}

Result<GameRange> Results::range() const {
  return guarded(state_->folder, [&]() -> Result<GameRange> {
    const auto last = last_index(state_->database);
    if (!last) return GameRange{};
    const auto first = first_number(state_->database, "SELECT min(id) FROM games");
    return GameRange{static_cast<std::uint64_t>(first.value_or(0)), *last + 1};
  });
}

Result<std::uint64_t> Results::started() const {
  return guarded(state_->folder, [&]() -> Result<std::uint64_t> {
    const auto last = last_index(state_->database);
    if (!last) return 0;
    if (const auto wrong = state_->bounds.objection_to_index(*last); !wrong.empty())
      return std::unexpected{damaged_game(static_cast<std::int64_t>(*last), wrong)};
    return state_->tournament.schedule.started_by(*last);
  });
}

Result<Schedule> Results::resumed(Schedule planned) const {
  const auto note = [&](const GameResult& game) {
    State::note_in(planned, game);
    return !planned.is_whole();
  };
  TRY(for_each(note, LastColumn::faults));
  planned.leave_out();
  return planned;
}

Result<Manifest> Results::bot_files(const std::string& sha256) const {
  return guarded(state_->folder,
                 [&]() -> Result<Manifest> { return read_bot_files(state_->database, sha256); });
}

Result<void> Results::for_each(const std::function<bool(GameResult&)>& visit, LastColumn last) const {
  const bool noting = state_->rounds == RoundSource::in_passing;
  GameResult game;
  bool all = true;
  const auto all_games = select_games(last, ids_of(state_->ruling));
  const auto walked = state_->walk(all_games, [&](const StoredGames& games) -> Going {
    std::ignore = TRY(state_->read(games, last, game));
    if (noting) state_->note(game);
    return all = visit(game);
  });
  if (walked && noting && all) state_->tournament.schedule.leave_out();
  return walked;
}

Result<void> Results::for_each_record(const Secret& secret,
                                      const std::function<bool(const GameResult&, const Record&)>& visit,
                                      std::optional<std::uint64_t> only) const {
  auto which = ids_of(state_->ruling);
  if (only) which += fmt::format(" AND games.id = {}", state_->id_of(*only));
  GameResult result;
  return state_->walk(select_records(which), [&](const StoredGames& games) -> Going {
    const auto conditions = TRY(state_->read(games, LastColumn::content, result));
    const auto record = TRY(state_->record_of(games, secret, result, conditions));
    return visit(result, record);
  });
}

Result<void> Results::each_game(const Secret& secret, unsigned threads, const GameChoice& choice,
                                const std::function<TakeGame(StoredGame&)>& look) const {
  const auto read_from = [&](const SQLite::Database& database, std::int64_t first) {
    MadeBatch made;
    const auto last = choice.only ? first : first + games_a_batch - 1;
    const auto which = fmt::format("{} AND games.id BETWEEN {} AND {}{}", ids_of(state_->ruling), first, last,
                                   choice.with_faults ? or_with_faults : "");
    CellCheck check{database, first, state_->condition_hashes};
    GameResult result;
    made.end = state_->walk_in(database, select_records(which), [&](const StoredGames& games) -> Going {
      const auto conditions = state_->read(games, LastColumn::content, result);
      Result<Record> record = conditions ? state_->record_of(games, secret, result, *conditions)
                                         : std::unexpected{conditions.error()};
      StoredGame stored{.index = static_cast<std::uint64_t>(games.index()),
                        .has_result = conditions.has_value(),
                        .result = result,
                        .record = record,
                        .damage = record ? check(games, result, *record) : ""};
      auto take = look(stored);
      if (take) made.games.push_back(std::move(take));
      return true;
    });
    return made;
  };
  Result<void> end;
  const auto take = [&end](const MadeBatch& made) {
    if (!std::ranges::all_of(made.games, [](const TakeGame& game) { return game(); })) return false;
    end = made.end;
    return end.has_value();
  };
  return guarded(state_->folder, [&]() -> Result<void> {
    BatchBegins begins{state_->database, state_->ruling};
    if (choice.only) {
      (void)take(read_from(state_->database, state_->id_of(*choice.only)));
      return end;
    }
    if (threads < 2) {
      while (const auto first = begins.next())
        if (!take(read_from(state_->database, *first))) break;
      return end;
    }
    const auto reader = [&] {
      return [&, database = open_to_read(state_->folder)](std::int64_t first) {
        if (database) return read_from(*database, first);
        return MadeBatch{.games = {}, .end = std::unexpected{database.error()}};
      };
    };
    in_order(
        threads, [&] { return begins.next(); }, reader, take);
    return end;
  });
}

Result<void> Results::for_each_incident(NoteKind kind,
                                        const std::function<bool(const Incident&)>& visit) const {
  const Secret no_secret{};  // faults do not depend on the deal
  GameResult game;
  std::optional<StoredNotes> notes;
  const auto which = fmt::format("{} AND games.id IN (SELECT id FROM notes WHERE kind = '{}')",
                                 ids_of(state_->ruling), name_of(kind));
  return state_->walk(select_records(which), [&](const StoredGames& games) -> Going {
    if (!notes) notes.emplace(state_->database, games.id());
    const auto conditions = TRY(state_->read(games, LastColumn::content, game));
    auto texts = notes->of(games.id(), kind);
    std::vector<Fault> faults;
    if (kind == NoteKind::fault) {
      auto record = TRY(state_->record_of(games, no_secret, game, conditions));
      faults = std::move(record.faults);
      texts.resize(faults.size());
    }
    for (std::size_t number = 0; number < texts.size(); ++number) {
      const auto* const fault = faults.empty() ? nullptr : &faults[number];
      const auto seat = fault != nullptr ? std::int64_t{fault->seat} : texts[number].seat;
      if (seat < 0 || std::cmp_greater_equal(seat, game.seats.size()))
        return std::unexpected{
            fmt::format("game {} has a {} of a seat that does not exist", game.index, name_of(kind))};
      if (!visit({game, static_cast<Seat>(seat), fault, std::move(texts[number].message),
                  std::move(texts[number].error_tail)}))
        return false;
    }
    return true;
  });
}

}  // namespace tribunal
