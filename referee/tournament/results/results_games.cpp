// Walks through the stored games: their results, records, faults and restarts.
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <utility>

#include "parallel/in_order.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/results_state.hpp"

namespace tribunal {
namespace {

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
      made.batch->add({.result = result, .record = *record, .damage = check(games, result, *record)});
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
  std::optional<RowsBeside> diagnostics;
  return state_->walk(select_records(with_faults), [&](const StoredGames& games) -> Going {
    if (!diagnostics) diagnostics.emplace(state_->database, select_diagnostics);
    const auto record = state_->read_record(games, no_secret, result);
    if (!record) return std::unexpected{record.error()};
    for (const auto& fault : record->faults) {
      if (std::cmp_greater_equal(fault.seat, result.seats.size()))
        return std::unexpected{fmt::format("game {} has a fault of no seat", result.index)};
      // A game with other faults in its record than beside it is none that `verify` lets pass.
      StoredFault stored{result, fault, "", ""};
      if (diagnostics->is_at(games.index())) {
        stored.message = diagnostics->row().text(1);
        stored.error_tail = diagnostics->row().text(2);
        diagnostics->step();
      }
      if (!visit(stored)) return false;
    }
    return true;
  });
}

Result<void> Results::for_each_restart(const std::function<bool(const StoredRestart&)>& visit) const {
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
