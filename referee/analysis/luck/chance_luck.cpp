#include "analysis/luck/chance_luck.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "analysis/luck/recorded_steps.hpp"
#include "record/transcript.hpp"

namespace tribunal {
namespace {

/// Pairs of games played on, and the means of their differences. A pair has the same random numbers at all
/// points of the game: its stock is in one order, but for cards that have come, and the k-th decision has the
/// k-th number. So what follows after one event, and what is redrawn before the next, differ by a decision
/// alone, and most of their scatter cancels in the sum over events.
class Pairs {
 public:
  Pairs(const Record& record, std::span<const PolicyWeights> policies, std::uint32_t pairs) {
    Stream seeds{record.deal.key, "luck"};
    for (std::uint32_t pair = 0; pair < pairs; ++pair) seeds_.push_back(seeds.next_seed());
    for (std::size_t seat = 0; seat < policies.size(); ++seat)
      rollout_.play_by(static_cast<Seat>(seat), policies[seat]);
  }

  /// The luck of what came in the last step.
  [[nodiscard]] LuckOfSeats of_event(const RecordedSteps& steps) {
    LuckOfSeats luck{};
    for (const auto seed : seeds_) {
      const auto redrawn = redrawn_by(steps.before(), seed);
      redrawn->apply(steps.choices(), muted_);
      play_on(luck, *redrawn, seed, steps.decisions(), -1);
      play_on(luck, *redrawn_by(steps.now(), seed), seed, steps.decisions(), 1);
    }
    return luck;
  }
  /// The luck of the hands of a game that has begun.
  [[nodiscard]] LuckOfSeats of_deal(const Rules& rules, const Game& begun) {
    LuckOfSeats luck{};
    for (const auto seed : seeds_) {
      const auto redrawn = rules.deal(std::make_shared<const FastDeal>(seed));
      redrawn->begin(muted_);
      play_on(luck, *redrawn, seed, 0, -1);
      play_on(luck, *redrawn_by(begun, seed), seed, 0, 1);
    }
    return luck;
  }

 private:
  /// Plays a game on, and adds `sign` times its result.
  void play_on(LuckOfSeats& sum, Game& game, std::uint64_t seed, std::size_t decisions, int sign) {
    Stream policy{seed, "policy"};
    for (; decisions > 0; --decisions) static_cast<void>(policy.next_word());
    rollout_.finish(game, policy);
    const auto outcome = game.outcome();
    const auto ranks = rank_scores(outcome);
    const auto weight = sign / static_cast<double>(seeds_.size());
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(outcome.seats); ++seat) {
      sum[seat].points += weight * outcome.scores[seat];
      sum[seat].rank += weight * ranks[seat];
    }
  }

  std::vector<std::uint64_t> seeds_;  // of the pairs
  Rollout rollout_{1, NoiseFor::each_action};
  EventLog muted_ = EventLog::muted();
};

void add(LuckOfSeats& sum, const LuckOfSeats& more) {
  for (std::size_t seat = 0; seat < sum.size(); ++seat) sum[seat] += more[seat];
}

}  // namespace

std::array<double, max_seats> rank_scores(const Outcome& outcome) {
  std::array<double, max_seats> of_place{};
  const auto ranked = outcome.ranked();
  double score = 1;
  for (int place = 0; place < ranked; ++place)
    of_place[static_cast<std::size_t>(place)] = score -= 1.0 / (ranked - place);
  std::array<double, max_seats> scores{};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(ranked); ++seat) {
    const auto first = static_cast<std::size_t>(outcome.places[seat] - 1);
    const auto equals = std::ranges::count(std::span{outcome.places}.first(static_cast<std::size_t>(ranked)),
                                           outcome.places[seat]);
    for (auto place = first; place < first + static_cast<std::size_t>(equals); ++place)
      scores[seat] += of_place[place] / static_cast<double>(equals);
  }
  return scores;
}

bool has_later_chance(const Rules& rules) {
  constexpr std::uint64_t games = 3;
  auto muted = EventLog::muted();
  Rollout rollout;
  for (std::uint64_t seed = 0; seed < games; ++seed) {
    const auto game = rules.deal(std::make_shared<const FastDeal>(seed));
    game->begin(muted);
    const auto before = game->chance_so_far().draws;
    Stream chance{seed, "policy"};
    rollout.finish(*game, chance);
    if (game->chance_so_far().draws != before) return true;
  }
  return false;
}

bool LaterChance::has(const Rules& rules) {
  const auto found = std::ranges::find_if(known_, [&](const auto& known) {
    return known.first.game() == rules.game() && known.first.players() == rules.players() &&
           std::ranges::equal(known.first.options(), rules.options());
  });
  if (found != known_.end()) return found->second;
  return known_.emplace_back(rules, has_later_chance(rules)).second;
}

Result<GameLuck> luck_of(const Record& record, std::span<const PolicyWeights> policies,
                         const LuckOptions& options) {
  if (auto played = play_again(record); !played) return std::unexpected{played.error().text(record)};
  RecordedSteps steps{record};
  Pairs pairs{record, policies, options.pairs};
  GameLuck luck;
  if (options.hands) luck.hands = pairs.of_deal(record.rules, steps.now());
  while (steps.next()) {
    if (!steps.brought_chance()) continue;
    add(luck.draws, pairs.of_event(steps));
    ++luck.events;
  }
  return luck;
}

}  // namespace tribunal
