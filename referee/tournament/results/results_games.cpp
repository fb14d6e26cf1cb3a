// Walks through the stored games: their results, records, faults and restarts.
#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <sqlite3.h>
#include <utility>
#include <vector>

#include "parallel/in_order.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/results_state.hpp"

namespace tribunal {
namespace {

constexpr auto or_with_faults =
    " AND (games.faults IS NOT NULL OR games.id IN (SELECT id FROM notes WHERE kind = 'fault'))";
/// Whether to go to the next game, or what is damaged.
using Going = Result<bool>;

}  // namespace

Result<void> Results::for_each(const std::function<bool(GameResult&)>& visit, LastColumn last) const {
  const bool noting = state_->rounds == RoundSource::in_passing;
  GameResult game;
  bool all = true;
  const auto all_games = select_games(last, ids_of(state_->ruling));
  const auto walked = state_->walk(all_games, [&](const StoredGames& games) -> Going {
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
  auto which = ids_of(state_->ruling);
  if (only) which += fmt::format(" AND games.id = {}", state_->id_of(*only));
  GameResult result;
  return state_->walk(select_records(which), [&](const StoredGames& games) -> Going {
    const auto record = state_->read_record(games, secret, result);
    if (!record) return std::unexpected{record.error()};
    return visit(result, *record);
  });
}

namespace {

constexpr std::int64_t games_a_batch = 64;

/// Games that were looked at, and the error that ended the batch.
struct MadeBatch {
  std::vector<TakeGame> games;
  Result<void> end;
};

/// Cuts the stored games into batches.
class BatchBegins {
 public:
  BatchBegins(const SQLite::Database& database, std::int64_t ruling)
      : next_game_{database,
                   "SELECT id FROM games WHERE " + ids_of(ruling) + " AND id >= ? ORDER BY id LIMIT 1"} {}

  /// The id of the first game of the next one.
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

Result<void> Results::each_game(const Secret& secret, unsigned threads, const GameChoice& choice,
                                const std::function<TakeGame(const StoredGame&)>& look) const {
  const auto read_from = [&](const SQLite::Database& database, std::int64_t first) {
    MadeBatch made;
    const auto last = choice.only ? first : first + games_a_batch - 1;
    const auto which = fmt::format("{} AND games.id BETWEEN {} AND {}{}", ids_of(state_->ruling), first, last,
                                   choice.with_faults ? or_with_faults : "");
    CellCheck check{database, first, state_->condition_hashes};
    GameResult result;
    made.end = state_->walk_in(database, select_records(which), [&](const StoredGames& games) -> Going {
      const auto record = state_->read_record(games, secret, result);
      auto take = look({.index = static_cast<std::uint64_t>(games.index()),
                        .result = result,
                        .record = record,
                        .damage = record ? check(games, result, *record) : ""});
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
        return MadeBatch{.games = {}, .end = std::unexpected{state_->damaged(database.error().message)}};
      };
    };
    in_order(
        threads, [&] { return begins.next(); }, reader, take);
    return end;
  });
}

Result<void> Results::for_each_incident(NoteKind kind,
                                        const std::function<bool(const Incident&)>& visit) const {
  const Secret no_secret{};  // whatever the deal was, the faults are the same
  GameResult game;
  std::optional<StoredNotes> notes;
  const auto which = fmt::format("{} AND games.id IN (SELECT id FROM notes WHERE kind = '{}')",
                                 ids_of(state_->ruling), name_of(kind));
  return state_->walk(select_records(which), [&](const StoredGames& games) -> Going {
    if (!notes) notes.emplace(state_->database, games.id());
    const auto conditions = state_->read(games, LastColumn::content, game);
    if (!conditions) return std::unexpected{conditions.error()};
    auto texts = notes->of(games.id(), kind);
    std::vector<Fault> faults;
    if (kind == NoteKind::fault) {
      auto record = state_->record_of(games, no_secret, game, *conditions);
      if (!record) return std::unexpected{record.error()};
      faults = std::move(record->faults);
      texts.resize(faults.size());
    }
    for (std::size_t number = 0; number < texts.size(); ++number) {
      const auto* const fault = faults.empty() ? nullptr : &faults[number];
      const auto seat = fault != nullptr ? std::int64_t{fault->seat} : texts[number].seat;
      if (seat < 0 || std::cmp_greater_equal(seat, game.seats.size()))
        return std::unexpected{fmt::format("game {} has a {} of no seat", game.index, name_of(kind))};
      if (!visit({game, static_cast<Seat>(seat), fault, std::move(texts[number].message),
                  std::move(texts[number].error_tail)}))
        return false;
    }
    return true;
  });
}

}  // namespace tribunal
