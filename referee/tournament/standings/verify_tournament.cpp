#include "tournament/standings/verify_tournament.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "record/number_text.hpp"
#include "record/replay_log.hpp"
#include "record/transcript.hpp"
#include "tournament/plan/commitment.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/store/finished_game.hpp"
#include "tournament/store/forfeit.hpp"
#include "tournament/store/results.hpp"

namespace tribunal {
namespace {

bool is_seated_as(const ScheduledGame& scheduled, const GameResult& stored) {
  return std::ranges::equal(stored.seats, scheduled.seating, {}, &SeatResult::bot);
}

/// What does not hold of a game, or the hash of its content with any files of the bots.
using Compared = std::expected<Bytes32, std::string>;

Compared wrong(std::string problem) { return std::unexpected{std::move(problem)}; }

Compared play_and_compare(const Plan& plan, const ScheduledGame& scheduled, const GameResult& stored,
                          const Record& record) {
  if (stored.deal != scheduled.deal) {
    return wrong("is of deal " + std::to_string(stored.deal) + ", not " + std::to_string(scheduled.deal) +
                 " as the plan says");
  }
  if (!is_seated_as(scheduled, stored)) return wrong("is not seated as the plan says");
  for (std::size_t seat = 0; seat < stored.seats.size(); ++seat) {
    const auto& planned = plan.bots.at(static_cast<std::size_t>(stored.seats[seat].bot));
    const auto& entrant = record.entrants.at(seat);
    if (!is_committed(planned, entrant)) {
      return wrong("has other files of " + planned.name + " than the plan commits to: sha256 " +
                   entrant.sha256 + ", not " + planned.sha256);
    }
  }
  const auto played = play_again(record);
  if (!played) {
    return wrong("cannot have happened: game " + std::to_string(scheduled.index) + ", decision " +
                 std::to_string(played.error().decision) + ": expected " + played.error().expected);
  }
  const auto hashes = content_hashes(record, *played);
  auto result = result_of(scheduled, record, played->outcome, hashes.content);
  if (const auto late = check_times(record))
    return wrong("decision " + std::to_string(late->decision) + ": expected " + late->expected);
  if (result.content != stored.content)
    return wrong("does not come to its content hash when it is played again");
  if (result.outcome != stored.outcome)
    return wrong("does not come to its scores and places when it is played again");
  for (std::size_t seat = 0; seat < stored.seats.size(); ++seat)
    result.seats[seat].version = stored.seats[seat].version;  // that says the store alone
  if (result != stored) return wrong("does not come to its faults and times when it is counted again");
  return hashes.with_any_files;
}

TournamentVerification unreadable(const StoreError& error, const std::filesystem::path& folder,
                                  std::uint64_t games) {
  const bool differs = error.kind == StoreError::Kind::other_plan;
  const auto prefix = folder.string() + ": ";
  const auto text = error.message.starts_with(prefix) ? error.message.substr(prefix.size()) : error.message;
  return {.verdict = differs ? Verdict::differs : Verdict::unreadable, .games = games, .text = text};
}

class Check {
 public:
  Check(const Results& results, std::filesystem::path folder, unsigned threads)
      : results_{results}, folder_{std::move(folder)}, threads_{threads} {}

  TournamentVerification operator()() {
    const auto secret = results_.secret();
    if (!secret) return unreadable(secret.error(), folder_, games_);
    const auto walked =
        results_.for_each_record(*secret, threads_, [this] { return std::make_unique<Batch>(*this); });
    if (!walked) return unreadable(walked.error(), folder_, games_);
    if (problem_) return {.verdict = Verdict::differs, .games = games_, .text = *problem_};
    if (const auto missing = pass_games_behind(); missing > 0)
      return {.verdict = Verdict::differs, .games = games_, .text = not_finished(missing)};
    return {.verdict = Verdict::holds,
            .games = games_,
            .text = games_hold(games_) + left_out_clause(left_out_) + what_holds(),
            .played = played_.finish()};
  }

 private:
  [[nodiscard]] std::string what_holds() const {
    if (!shard_) return ": every deal in every seating, and the standings follow";
    return ": all of " + named(shard_) +
           (shard_->games.end > results_.tournament().schedule.size()
                ? "; verify the merged tournament to see that the rounds before lead to them"
                : "");
  }

  /// Nobody can tell a game that was removed from one that was not played yet, as tables run side by side.
  [[nodiscard]] std::string not_finished(std::uint64_t missing) const {
    if (shard_) {
      return fmt::format(
          "{} is not finished: {} hold, game {} is missing; run the command that started it again",
          named(shard_), counted(games_, "game"), *first_missing_);
    }
    const auto known = results_.tournament().schedule.is_whole() ? "" : " of the rounds known so far";
    return "the tournament is not finished: " + std::to_string(games_) + " of " +
           std::to_string(games_ + missing) + " games" + known + " are stored and hold" +
           left_out_clause(left_out_) + ", game " + std::to_string(*first_missing_) +
           " is missing; run the command that started it again to resume it";
  }

  struct LookedAt {
    std::uint64_t index = 0;
    bool is_forfeited = false;
    bool is_of_another_round = false;
    Compared compared;
  };

  struct Batch : GameBatch {
    explicit Batch(Check& check) : check_{check} {}
    void add(const GameResult& stored, const Record& record) override {
      looked_.push_back(check_.look_at(stored, record));
    }
    bool take() override {
      return std::ranges::all_of(looked_, [this](const LookedAt& looked) { return check_.take(looked); });
    }

   private:
    Check& check_;
    std::vector<LookedAt> looked_;
  };

  /// On any thread.
  [[nodiscard]] LookedAt look_at(const GameResult& stored, const Record& record) const {
    const auto& schedule = results_.tournament().schedule;
    LookedAt looked{.index = stored.index,
                    .is_forfeited = !stored.forfeited.empty(),
                    .compared = wrong("is not in the plan")};
    if (shard_ ? is_of_shard(stored.index) : stored.index < schedule.size())
      looked.compared = play_and_compare(results_.tournament().plan, scheduled_as(stored), stored, record);
    looked.is_of_another_round = !looked.compared && is_of_another_round(stored);
    return looked;
  }

  [[nodiscard]] bool is_of_shard(std::uint64_t index) const {
    return index >= shard_->games.begin && index < shard_->games.end;
  }

  /// What the schedule says of a game. The rounds before that of a shard are not there: of its games nothing
  /// is known but what is stored.
  [[nodiscard]] ScheduledGame scheduled_as(const GameResult& stored) const {
    const auto& schedule = results_.tournament().schedule;
    if (stored.index < schedule.size()) return schedule.game(stored.index);
    ScheduledGame game{.index = stored.index, .deal = stored.deal, .game = stored.game, .seating = {}};
    for (const auto& seat : stored.seats) game.seating.push_back(seat.bot);
    return game;
  }

  /// In schedule order; false once something does not hold.
  bool take(const LookedAt& looked) {
    if (!looked.compared) {
      problem_ = "game " + std::to_string(looked.index) + " " + looked.compared.error() +
                 (forfeits_ && looked.is_of_another_round ? std::string{older_rounds_clause} : "");
      return false;
    }
    while (next_ < looked.index) pass_absent();
    played_.add(to_hex(*looked.compared));
    ++games_;
    ++next_;
    forfeits_ = forfeits_ || looked.is_forfeited;
    return true;
  }

  /// Whether the rounds before do not lead to such a game.
  [[nodiscard]] bool is_of_another_round(const GameResult& stored) const {
    const auto& schedule = results_.tournament().schedule;
    return schedule.in_rounds() &&
           (stored.index >= schedule.size() || !is_seated_as(schedule.game(stored.index), stored));
  }

  /// Passes a game of the schedule that is not stored.
  void pass_absent() {
    const auto& schedule = results_.tournament().schedule;
    if (next_ < schedule.size() && schedule.seats_withdrawn(schedule.game(next_).seating)) {
      ++left_out_;
    } else {
      if (!first_missing_) first_missing_ = next_;
      ++missing_;
    }
    ++next_;
  }

  /// Passes those behind the last one that is stored. Returns how many are missing, of all.
  std::uint64_t pass_games_behind() {
    const auto& schedule = results_.tournament().schedule;
    const auto end = shard_ ? shard_->games.end : schedule.size();
    const auto known_end = std::min(end, schedule.size());
    while (next_ < known_end && schedule.seats_withdrawn(schedule.game(next_).seating)) pass_absent();
    if (next_ < end && !first_missing_) first_missing_ = next_;
    const auto known =
        next_ < known_end ? schedule.games_to_play(next_) - schedule.games_to_play(known_end) : 0;
    return missing_ + known + (end - std::max(known_end, std::min(next_, end)));
  }

  const Results& results_;
  std::filesystem::path folder_;
  unsigned threads_;
  Sha256 played_;
  std::uint64_t games_ = 0;
  std::optional<ShardGames> shard_ = results_.tournament().shard;
  std::uint64_t next_ = shard_ ? shard_->games.begin : 0;  ///< in the schedule
  std::uint64_t left_out_ = 0;
  bool forfeits_ = false;      ///< there were any
  std::uint64_t missing_ = 0;  ///< before `next_`, of those that should have been played
  std::optional<std::uint64_t> first_missing_;
  std::optional<std::string> problem_;
};

}  // namespace

TournamentVerification verify_tournament(const std::filesystem::path& folder, unsigned threads) {
  const auto results = Results::open(folder, RoundSource::results);
  if (!results) return unreadable(results.error(), folder, 0);
  return Check{*results, folder, threads}();
}

}  // namespace tribunal
