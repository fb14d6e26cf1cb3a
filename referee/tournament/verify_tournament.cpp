#include "tournament/verify_tournament.hpp"

#include <algorithm>
#include <optional>

#include "record/transcript.hpp"
#include "tournament/commitment.hpp"
#include "tournament/finished_game.hpp"
#include "tournament/forfeit.hpp"
#include "tournament/left_out.hpp"
#include "tournament/results.hpp"

namespace tribunal {
namespace {

bool is_seated_as(const ScheduledGame& scheduled, const GameResult& kept) {
  return std::ranges::equal(kept.seats, scheduled.seating, {}, &SeatResult::bot);
}

/// What does not hold of a game; nothing if all does.
std::optional<std::string> objection(const Plan& plan, const ScheduledGame& scheduled, const GameResult& kept,
                                     const Record& record) {
  if (kept.deal != scheduled.deal) {
    return "is of deal " + std::to_string(kept.deal) + ", not " + std::to_string(scheduled.deal) +
           " as the plan says";
  }
  if (!is_seated_as(scheduled, kept)) return "is not seated as the plan says";
  for (std::size_t seat = 0; seat < kept.seats.size(); ++seat) {
    const auto& planned = plan.bots.at(static_cast<std::size_t>(kept.seats[seat].bot));
    const auto& entrant = record.entrants.at(seat);
    if (!is_committed(planned, entrant)) {
      return "has other files of " + planned.name + " than the plan commits to: sha256 " + entrant.sha256 +
             ", not " + planned.sha256;
    }
  }
  auto result = result_of(scheduled, record);
  if (!result) return "cannot have happened: " + result.error();
  if (const auto late = check_times(record))
    return "decision " + std::to_string(late->decision) + ": expected " + late->expected;
  if (result->content != kept.content) return "does not come to its content hash when it is played again";
  if (result->outcome != kept.outcome)
    return "does not come to its scores and places when it is played again";
  for (std::size_t seat = 0; seat < kept.seats.size(); ++seat)
    result->seats[seat].version = kept.seats[seat].version;  // that says the store alone
  if (*result != kept) return "does not come to its faults and times when it is counted again";
  return std::nullopt;
}

TournamentVerification unreadable(const StoreError& error, const std::filesystem::path& folder,
                                  std::uint64_t games) {
  const bool differs = error.kind == StoreError::Kind::other_plan;
  const auto prefix = folder.string() + ": ";
  const auto text = error.message.starts_with(prefix) ? error.message.substr(prefix.size()) : error.message;
  return {differs ? Verdict::differs : Verdict::unreadable, games, text};
}

class Check {
 public:
  Check(const Results& results, std::filesystem::path folder)
      : results_{results}, folder_{std::move(folder)} {}

  TournamentVerification operator()() {
    const auto secret = results_.secret();
    if (!secret) return unreadable(secret.error(), folder_, games_);
    const auto visit = [this](const GameResult& kept, const Record& record) { return look(kept, record); };
    if (const auto walked = results_.for_each_record(*secret, visit); !walked)
      return unreadable(walked.error(), folder_, games_);
    const auto& schedule = results_.tournament().schedule;
    if (!problem_ && !pass_left_out(schedule.size()))
      problem_ = missing(next_) + "; " + std::to_string(schedule.games_to_play(next_)) + " to be played";
    if (problem_) return {Verdict::differs, games_, *problem_};
    return {Verdict::holds, games_,
            games_hold(games_) + left_out_clause(left_out_) +
                ": every deal in every seating, and the standings follow"};
  }

 private:
  static std::string missing(std::uint64_t index) { return "game " + std::to_string(index) + " is missing"; }

  /// False once something does not hold.
  bool look(const GameResult& kept, const Record& record) {
    const auto& schedule = results_.tournament().schedule;
    if (kept.index >= schedule.size()) {
      problem_ = "game " + std::to_string(kept.index) + " is not in the plan";
    } else if (!pass_left_out(kept.index)) {
      problem_ = missing(next_);
    } else if (const auto found =
                   objection(results_.tournament().plan, schedule.game(kept.index), kept, record)) {
      problem_ = "game " + std::to_string(kept.index) + " " + *found;
    } else {
      ++games_;
      ++next_;
      forfeits_ = forfeits_ || !kept.forfeited.empty();
    }
    if (problem_ && forfeits_ && is_of_another_round(kept)) *problem_ += older_rounds_clause;
    return !problem_;
  }

  /// Whether the rounds before do not lead to such a game.
  [[nodiscard]] bool is_of_another_round(const GameResult& kept) const {
    const auto& schedule = results_.tournament().schedule;
    return in_rounds(schedule.shape().format) &&
           (kept.index >= schedule.size() || !is_seated_as(schedule.game(kept.index), kept));
  }

  /// Goes on to the game at `index`; false if one that should have been played lies before it, where it
  /// stops.
  bool pass_left_out(std::uint64_t index) {
    const auto& schedule = results_.tournament().schedule;
    for (; next_ < index; ++next_, ++left_out_)
      if (!schedule.seats_withdrawn(schedule.game(next_).seating)) return false;
    return true;
  }

  const Results& results_;
  std::filesystem::path folder_;
  std::uint64_t games_ = 0;
  std::uint64_t next_ = 0;  ///< in the schedule
  std::uint64_t left_out_ = 0;
  bool forfeits_ = false;  ///< there were any
  std::optional<std::string> problem_;
};

}  // namespace

TournamentVerification verify_tournament(const std::filesystem::path& folder) {
  const auto results = Results::open(folder, RoundSource::results);
  if (!results) return unreadable(results.error(), folder, 0);
  return Check{*results, folder}();
}

}  // namespace tribunal
