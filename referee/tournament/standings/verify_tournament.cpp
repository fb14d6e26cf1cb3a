#include "tournament/standings/verify_tournament.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "base/text/number_text.hpp"
#include "record/replay_log.hpp"
#include "tournament/results/folder_check.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/standings/stored_game_check.hpp"
#include "tournament/standings/superseded.hpp"

namespace tribunal {
namespace {

TournamentVerification unreadable(const Error& error, std::uint64_t games) {
  const bool differs = error.code == ErrorCode::wrong_plan;
  return {.verdict = differs ? Verdict::differs : Verdict::unreadable, .games = games, .text = error.message};
}

class Check {
 public:
  Check(const Results& results, std::filesystem::path folder, unsigned threads, std::filesystem::path origin)
      : results_{results}, folder_{std::move(folder)}, threads_{threads}, origin_{std::move(origin)} {}

  TournamentVerification operator()() {
    const auto secret = results_.secret();
    if (!secret) return unreadable(secret.error(), games_);
    const auto walked =
        results_.each_game(*secret, threads_, {}, [this](const StoredGame& stored) -> TakeGame {
          return [this, looked = look_at(stored)] { return take(looked); };
        });
    if (!walked) return unreadable(walked.error(), games_);
    if (problem_) return {.verdict = problem_->verdict, .games = games_, .text = problem_->difference};
    if (auto wrong = look_at_voided(*secret)) return *std::move(wrong);
    const auto beside = difference_beside_games(results_, folder_);
    if (!beside) return unreadable(beside.error(), games_);
    const auto damage = damage_of_file(folder_);
    if (!damage) return unreadable(damage.error(), games_);
    if (!damage->empty()) return {.verdict = Verdict::unreadable, .games = games_, .text = *damage};
    if (const auto missing = pass_games_behind(); missing > 0)
      return {.verdict = Verdict::differs,
              .games = games_,
              .text = not_finished(missing) + (beside->empty() ? "" : "; and " + *beside)};
    if (!beside->empty()) return {.verdict = Verdict::differs, .games = games_, .text = *beside};
    const auto played_on = compare_with_origin(results_, folder_, origin_);
    if (!played_on) return unreadable(played_on.error(), games_);
    return {.verdict = Verdict::holds,
            .games = games_,
            .text = games_hold(games_) + left_out_clause(results_.tournament().plan, left_out_) +
                    what_holds() + rulings_clause() + *played_on,
            .played = played_.finish(),
            .rulings = sha256_of(results_.tournament().rulings)};
  }

 private:
  [[nodiscard]] std::string what_holds() const {
    if (!shard_) return ": every deal in every seating, and the standings follow";
    return ": all of " + named(shard_) +
           (shard_->games.end > results_.tournament().schedule.size()
                ? "; verify the merged tournament to see that the rounds before lead to them"
                : "");
  }

  /// Compares the games that rulings made void, as all others; nothing if they hold.
  std::optional<TournamentVerification> look_at_voided(const Secret& secret) {
    for (const auto& ruling : results_.tournament().rulings) {
      if (!voids_games(ruling.kind)) continue;
      const auto voided = Results::open(folder_, RoundSource::nowhere, ruling.number);
      if (!voided) return unreadable(voided.error(), games_);
      std::string wrong;
      const auto note = [&](const StoredDifference& difference) {
        wrong = fmt::format("of the games that ruling {} made void, {}", ruling.number, difference.text);
        return false;
      };
      const auto hold =
          compare_stored(*voided, secret, threads_, {.tournament = &results_.tournament()}, note);
      if (!hold) return unreadable(hold.error(), games_);
      if (!wrong.empty())
        return TournamentVerification{.verdict = Verdict::differs, .games = games_, .text = wrong};
      voided_ += *hold;
    }
    return std::nullopt;
  }

  /// The rulings, of which the standings take account.
  [[nodiscard]] std::string rulings_clause() const {
    const auto& rulings = results_.tournament().rulings;
    if (rulings.empty()) return {};
    auto text = fmt::format(", by {} of the organiser", counted(rulings.size(), "ruling"));
    if (voided_ > 0)
      text += fmt::format("; {} of games that {} made void {}", counted(voided_, "original"),
                          voided_ == 1 ? "was" : "were", voided_ == 1 ? "holds, too" : "hold, too");
    for (const auto& bot : results_.tournament().plan.bots)
      if (bot.stay.excluded) text += fmt::format("; {} is excluded", bot.name);
    return text;
  }

  /// The message if games are missing. A game that was removed looks like one that was not played yet, as
  /// several tables play at the same time.
  [[nodiscard]] std::string not_finished(std::uint64_t missing) const {
    if (shard_) {
      return fmt::format(
          "{} is not finished: {} hold, game {} is missing; run the command that started it again",
          named(shard_), counted(games_, "game"), *first_missing_);
    }
    const auto known = results_.tournament().schedule.is_whole() ? "" : " of the rounds known so far";
    return "the tournament is not finished: " + std::to_string(games_) + " of " +
           std::to_string(games_ + missing) + " games" + known + " are stored and hold" +
           left_out_clause(results_.tournament().plan, left_out_) + ", game " +
           std::to_string(*first_missing_) +
           " is missing; run the command that started it again to resume it";
  }

  struct LookedAt {
    std::uint64_t index = 0;
    Verdict verdict = Verdict::holds;
    std::string difference = {};  ///< a sentence; empty if the game holds
    Bytes32 with_any_files = {};  ///< the hash of its content with any files of the bots, if it holds
  };

  /// Compares a stored game, on any thread.
  [[nodiscard]] LookedAt look_at(const StoredGame& stored) const {
    if (!stored.record)
      return {
          .index = stored.index, .verdict = Verdict::unreadable, .difference = stored.record.error().message};
    const auto compared = check_(stored);
    if (!compared.difference.empty())
      return {.index = stored.index,
              .verdict = Verdict::differs,
              .difference = fmt::format("game {} {}", stored.index, compared.difference)};
    return {.index = stored.index, .with_any_files = sha256_with_any_files(*stored.record, compared.content)};
  }

  /// Takes games in schedule order. Returns false once something does not hold.
  bool take(const LookedAt& looked) {
    if (looked.verdict != Verdict::holds) {
      problem_ = looked;
      return false;
    }
    while (next_ < looked.index) pass_absent();
    played_.add(to_hex(looked.with_any_files));
    ++games_;
    ++next_;
    return true;
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
  std::filesystem::path origin_;
  StoredGameCheck check_{results_.tournament()};
  Sha256 played_;
  std::uint64_t games_ = 0;
  std::optional<ShardGames> shard_ = results_.tournament().shard;
  std::uint64_t next_ = shard_ ? shard_->games.begin : 0;  ///< in the schedule
  std::uint64_t left_out_ = 0;
  std::uint64_t voided_ = 0;   ///< that rulings made void, and that hold
  std::uint64_t missing_ = 0;  ///< before `next_`, of those that should have been played
  std::optional<std::uint64_t> first_missing_;
  std::optional<LookedAt> problem_;
};

}  // namespace

TournamentVerification verify_tournament(const std::filesystem::path& folder, unsigned threads,
                                         const std::filesystem::path& origin) {
  const auto results = Results::open(folder, RoundSource::results);
  if (!results) return unreadable(results.error(), 0);
  return Check{*results, folder, threads, origin}();
}

}  // namespace tribunal
