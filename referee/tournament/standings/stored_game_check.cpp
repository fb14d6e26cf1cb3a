#include "tournament/standings/stored_game_check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
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
  const auto& [result, record, damage] = stored;
  if (result.deal != scheduled.deal) {
    return "is of deal " + std::to_string(result.deal) + ", not " + std::to_string(scheduled.deal) +
           " as the plan says";
  }
  if (!is_seated_as(scheduled, result)) return "is not seated as the plan says";
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const auto& planned = plan.bots.at(static_cast<std::size_t>(result.seats[seat].bot));
    const auto& entrant = record.entrants.at(seat);
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
  const auto& [expected, record, damage] = stored;
  auto result = result_of(scheduled, record, outcome, content);
  if (const auto late = check_times(record))
    return "decision " + std::to_string(late->decision) + ": expected " + late->expected;
  if (result.content != expected.content) return "does not come to its content hash when it is played again";
  if (result.outcome != expected.outcome)
    return "does not come to its scores and places when it is played again";
  for (std::size_t seat = 0; seat < expected.seats.size(); ++seat)
    result.seats[seat].version = expected.seats[seat].version;  // only the store knows it
  if (result != expected) return "does not come to its faults and times when it is counted again";
  return damage;
}

/// Compares the games of a piece of the schedule.
class ComparedBatch : public GameBatch {
 public:
  using OnDifference = std::function<bool(const StoredDifference&)>;

  ComparedBatch(const StoredGameCheck& check, const ComparedGames& games, const OnDifference& on_difference,
                std::uint64_t& hold)
      : check_{check}, games_{games}, on_difference_{on_difference}, hold_{hold} {}

  void add(const StoredGame& stored) override {
    const auto index = stored.result.index;
    if (games_.wanted && !games_.wanted(stored.result)) return;
    auto compared = check_(stored);
    const bool has_text = games_.texts.empty() || add_texts(stored, compared);
    if (compared.difference.empty()) {
      ++own_hold_;
    } else {
      differences_.push_back({.game = index,
                              .text = "game " + std::to_string(index) + " " + compared.difference,
                              .has_no_text = !has_text});
    }
  }
  bool add_unreadable(std::uint64_t index, const std::string& why) override {
    differences_.push_back({.game = index, .text = why, .is_unreadable = true, .has_no_text = true});
    return true;
  }
  bool take() override {
    hold_ += own_hold_;
    for (std::size_t i = 0; i < texts_.size(); ++i) games_.texts[i].write(texts_[i]);
    return std::ranges::all_of(differences_, on_difference_);
  }

 private:
  /// False if the game cannot have happened.
  bool add_texts(const StoredGame& stored, StoredGameCheck::Compared& compared) {
    if (!compared.played) {  // it is not in the plan
      auto again = play_again(stored.record);
      if (!again) return false;
      compared.hash = sha256(content_of(stored.record, *again));
      compared.played = *std::move(again);
    }
    for (std::size_t i = 0; i < texts_.size(); ++i)
      texts_[i] += games_.texts[i].of(stored.result, stored.record, *compared.played, compared.hash);
    return true;
  }

  const StoredGameCheck& check_;
  const ComparedGames& games_;
  const OnDifference& on_difference_;
  std::uint64_t& hold_;
  std::vector<std::string> texts_ = std::vector<std::string>(games_.texts.size());
  std::vector<StoredDifference> differences_;
  std::uint64_t own_hold_ = 0;
};

}  // namespace

StoredGameCheck::Compared StoredGameCheck::operator()(const StoredGame& stored) const {
  if (!is_in_plan(stored.result.index)) return {.difference = "is not in the plan"};
  const auto scheduled = scheduled_as(stored.result);
  if (auto objection = objection_by_plan(tournament_.plan, scheduled, stored); !objection.empty())
    return {.difference = std::move(objection)};
  auto played = play_again(stored.record);
  if (!played) {
    return {.difference = "cannot have happened: game " + std::to_string(scheduled.index) + ", decision " +
                          std::to_string(played.error().decision) + ": expected " + played.error().expected};
  }
  auto content = content_of(stored.record, *played);
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
  const auto new_batch = [&] { return std::make_unique<ComparedBatch>(check, games, on_difference, hold); };
  if (const auto walked = results.for_each_record(secret, threads, new_batch, games.choice); !walked)
    return std::unexpected{walked.error()};
  return hold;
}

}  // namespace tribunal
