#include "tournament/results/results.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

#include "base/text/utf8.hpp"
#include "base/utc.hpp"
#include "cards/secret_file.hpp"
#include "tournament/plan/meta.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/results/results_state.hpp"
#include "tournament/results/tables/bot_files.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/stored_rulings.hpp"
#include "tournament/results/void_replays.hpp"

namespace tribunal {

Results::Results(std::unique_ptr<State> state) : state_{std::move(state)} {}
Results::Results(Results&&) noexcept = default;
Results& Results::operator=(Results&&) noexcept = default;
Results::~Results() = default;

Result<Results> Results::open(const std::filesystem::path& folder, RoundSource rounds,
                              std::optional<std::int64_t> ruling) {
  const auto fail = [&](const std::string& why) {
    return std::unexpected{Error{ErrorCode::unreadable, Place{folder.string()}, why}};
  };
  if (auto objection = objection_to_file(folder, expected_files::results))
    return std::unexpected{*std::move(objection)};
  if (auto problem = objection_to_files(folder); !problem.empty())
    return std::unexpected{Error{ErrorCode::unreadable, std::move(problem)}};
  return guarded(folder, [&]() -> Result<Results> {
    auto opened = open_to_read(folder);
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
    if (ruling) {
      const auto made = std::ranges::find(*rulings, *ruling, &Ruling::number);
      if (made == rulings->end()) return fail(fmt::format("there is no ruling {}", *ruling));
      if (!voids_games(made->kind)) return fail(fmt::format("ruling {} voids no games", *ruling));
    }
    if (const auto applied = apply_rulings(*tournament, *std::move(rulings)); !applied)
      return fail("the table rulings is damaged: " + applied.error().message);
    const auto commitment = from_hex(read_meta(database, meta::commitment));
    if (!commitment) return fail("the commitment is damaged");
    Results results{std::make_unique<State>(State{folder, std::move(database), std::move(*conditions),
                                                  std::move(*tournament), *commitment, ruling.value_or(0)})};
    results.state_->rounds =
        ruling || results.tournament().schedule.is_whole() ? RoundSource::nowhere : rounds;
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
  const auto walked = state_->walk(
      select_games(LastColumn::faults, ids_of(0)), [&](const StoredGames& games) -> Result<bool> {
        if (const auto is_read = state_->read_result(games, LastColumn::faults, game); !is_read)
          return std::unexpected{is_read.error()};
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
  return guarded(state_->folder, [&]() -> Result<PlayPeriods> {
    auto periods = read_periods(state_->database, state_->version_numbers, state_->versions, excluded);
    if (!periods) return std::unexpected{state_->damaged(periods.error().message)};
    return periods;
  });
}

std::optional<std::int64_t> Results::last_played() const {
  return utc_seconds(read_meta(state_->database, meta::played));
}

Result<Secret> Results::secret() const {
  const auto committed = read_secret_file(secret_file_of(state_->folder));
  if (!committed) return std::unexpected{state_->damaged(committed.error().message)};
  if (committed->commitment() != state_->commitment) {
    return std::unexpected{Error{ErrorCode::wrong_plan, Place{state_->folder.string()},
                                 "the file \"secret\" does not match the commitment of the tournament"}};
  }
  const auto& public_value = state_->tournament.plan.public_value;
  return public_value ? committed->with_public_value(*public_value) : *committed;
}

Result<std::uint64_t> Results::size() const {
  return state_->count_rows("games WHERE " + ids_of(state_->ruling));
}
Result<std::uint64_t> Results::void_games() const { return state_->count_rows("void_attempts"); }
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
    const auto first = state_->database.execAndGet("SELECT min(id) FROM games").getInt64();
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

Result<std::vector<NotStarting>> Results::not_starting() const {
  return guarded(state_->folder, [&]() -> Result<std::vector<NotStarting>> {
    auto bots = read_not_starting(state_->database);
    if (bots) return *std::move(bots);
    return std::unexpected{state_->damaged(bots.error().message)};
  });
}

Result<std::map<int, std::uint64_t>> Results::restarts() const {
  std::map<int, std::uint64_t> counts;
  const auto walked = for_each_incident(NoteKind::restart, [&](const Incident& restart) {
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

}  // namespace tribunal
