#include "tournament/standings/stored_game_check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <vector>

#include "record/replay_log.hpp"
#include "record/transcript.hpp"
#include "tournament/plan/commitment.hpp"
#include "tournament/results/finished_game.hpp"

namespace tribunal {
namespace {

bool is_seated_as(const ScheduledGame& scheduled, const GameResult& stored) {
  return std::ranges::equal(stored.seats, scheduled.seating, {}, &SeatResult::bot);
}

/// A deviation of the game from the plan; empty if there is none.
std::string objection_by_plan(const Plan& plan, const ScheduledGame& scheduled, const StoredGame& stored) {
  const auto& result = stored.result;
  if (result.deal != scheduled.deal) {
    return "is of deal " + std::to_string(result.deal) + ", not " + std::to_string(scheduled.deal) +
           " as the plan says";
  }
  if (!is_seated_as(scheduled, result)) return "is not seated as the plan says";
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const auto& planned = plan.bots.at(static_cast<std::size_t>(result.seats[seat].bot));
    const auto& entrant = stored.record->entrants.at(seat);
    if (!is_committed(planned, entrant)) {
      return "has other files of " + planned.name + " than the plan commits to: sha256 " + entrant.sha256 +
             ", not " + planned.sha256;
    }
  }
  return {};
}

/// A difference of the stored game from what came of playing it again, with this hash of its content; empty
/// if there is none.
std::string difference_from(const ScheduledGame& scheduled, const StoredGame& stored, const Outcome& outcome,
                            const Bytes32& content) {
  const auto& expected = stored.result;
  auto result = result_of(scheduled, *stored.record, outcome, content);
  if (const auto late = check_times(*stored.record))
    return "decision " + std::to_string(late->decision) + ": expected " + late->expected;
  if (result.content != expected.content) return "does not come to its content hash when it is played again";
  if (result.outcome != expected.outcome)
    return "does not come to its scores and places when it is played again";
  for (std::size_t seat = 0; seat < expected.seats.size(); ++seat)
    result.seats[seat].version = expected.seats[seat].version;  // only the store knows it
  if (result != expected) return "does not come to its faults and times when it is counted again";
  return stored.damage;
}

/// The texts of a game; nothing if it cannot have happened.
std::optional<std::vector<std::string>> texts_of(std::span<const GameTexts> texts, const StoredGame& stored,
                                                 StoredGameCheck::Compared& compared) {
  std::vector<std::string> all;
  if (texts.empty()) return all;
  if (!compared.played) {  // it is not in the plan
    auto again = play_again(*stored.record);
    if (!again) return std::nullopt;
    compared.hash = sha256(content_of(*stored.record, *again));
    compared.played = *std::move(again);
  }
  for (const auto& text : texts)
    all.push_back(text.of(stored.result, *stored.record, *compared.played, compared.hash));
  return all;
}

}  // namespace

StoredGameCheck::Compared StoredGameCheck::operator()(const StoredGame& stored) const {
  if (!is_in_plan(stored.result.index)) return {.difference = "is not in the plan"};
  const auto scheduled = scheduled_as(stored.result);
  if (auto objection = objection_by_plan(tournament_.plan, scheduled, stored); !objection.empty())
    return {.difference = std::move(objection)};
  auto played = play_again(*stored.record);
  if (!played) {
    return {.difference = "cannot have happened: game " + std::to_string(scheduled.index) + ", decision " +
                          std::to_string(played.error().decision) + ": expected " + played.error().expected};
  }
  auto content = content_of(*stored.record, *played);
  const auto hash = sha256(content);
  return {.difference = difference_from(scheduled, stored, played->outcome, hash),
          .played = *std::move(played),
          .content = std::move(content),
          .hash = hash};
}

bool StoredGameCheck::is_in_plan(std::uint64_t index) const {
  const auto& shard = tournament_.shard;
  return shard ? index >= shard->games.begin && index < shard->games.end
               : index < tournament_.schedule.size();
}

/// The game as scheduled. A shard lacks the rounds before its own: nothing is known of its games but what is
/// stored.
ScheduledGame StoredGameCheck::scheduled_as(const GameResult& stored) const {
  const auto& schedule = tournament_.schedule;
  if (stored.index < schedule.size()) return schedule.game(stored.index);
  ScheduledGame game{.index = stored.index, .deal = stored.deal, .game = stored.game, .seating = {}};
  for (const auto& seat : stored.seats) game.seating.push_back(seat.bot);
  return game;
}

Result<std::uint64_t> compare_stored(const Results& results, const Secret& secret, unsigned threads,
                                     const ComparedGames& games,
                                     const std::function<bool(const StoredDifference&)>& on_difference) {
  const StoredGameCheck check{games.tournament != nullptr ? *games.tournament : results.tournament()};
  std::uint64_t hold = 0;
  const auto look = [&](const StoredGame& stored) -> TakeGame {
    StoredDifference difference{.game = stored.index, .text = {}};
    if (!stored.record) {
      difference = {stored.index, stored.record.error().message, true, true};
      return [&, difference] { return on_difference(difference); };
    }
    if (games.wanted && !games.wanted(stored.result)) return {};
    auto compared = check(stored);
    const auto texts = texts_of(games.texts, stored, compared);
    difference.has_no_text = !texts;
    if (!compared.difference.empty())
      difference.text = fmt::format("game {} {}", stored.index, compared.difference);
    return [&, difference, made = texts.value_or(std::vector<std::string>{})] {
      for (std::size_t i = 0; i < made.size(); ++i) games.texts[i].write(made[i]);
      if (!difference.text.empty()) return on_difference(difference);
      ++hold;
      return true;
    };
  };
  if (const auto walked = results.each_game(secret, threads, games.choice, look); !walked)
    return std::unexpected{walked.error()};
  return hold;
}

}  // namespace tribunal
