#include "analysis/luck/chance_luck.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "analysis/luck/recorded_choices.hpp"
#include "record/transcript.hpp"

namespace tribunal {
namespace {

/// Pairs of games played on, and the sum of their differences.
class Pairs {
 public:
  Pairs(const Record& record, std::span<const PolicyWeights> policies, std::uint32_t pairs)
      : pairs_{pairs}, seeds_{record.deal.key, "luck"} {
    for (std::size_t seat = 0; seat < policies.size(); ++seat)
      rollout_.play_by(static_cast<Seat>(seat), policies[seat]);
  }

  /// The luck of what came between `before`, with these choices, and `after`.
  [[nodiscard]] LuckOfSeats of_event(const Game& before, const Choices& choices, const Game& after) {
    return mean([&](Stream& chance) {
      auto redrawn = before.clone();
      redrawn->redraw_chance(chance);
      auto same = after.clone();
      same->redraw_chance_like(*redrawn, chance);
      redrawn->apply(choices, muted_);
      return std::pair{std::move(redrawn), std::move(same)};
    });
  }
  /// The luck of the hands of a game that has begun.
  [[nodiscard]] LuckOfSeats of_deal(const Rules& rules, const Game& begun) {
    return mean([&](Stream& chance) {
      const auto high = std::uint64_t{chance.next_word()} << 32U;
      auto redrawn = rules.deal(std::make_shared<const FastDeal>(high | chance.next_word()));
      redrawn->begin(muted_);
      auto same = begun.clone();
      same->redraw_chance(chance);
      return std::pair{std::move(redrawn), std::move(same)};
    });
  }

 private:
  template <class MakePair>
  [[nodiscard]] LuckOfSeats mean(MakePair make_pair) {
    LuckOfSeats sum{};
    for (std::uint32_t pair = 0; pair < pairs_; ++pair) {
      const auto high = std::uint64_t{seeds_.next_word()} << 32U;
      const auto seed = high | seeds_.next_word();
      Stream chance{seed, "chance"};
      const auto [redrawn, same] = make_pair(chance);
      add(sum, *redrawn, seed, -1);
      add(sum, *same, seed, 1);
    }
    return sum;
  }
  /// Plays a game on, and adds `sign` times its result.
  void add(LuckOfSeats& sum, Game& game, std::uint64_t seed, int sign) {
    Stream policy{seed, "policy"};
    rollout_.finish(game, policy);
    const auto outcome = game.outcome();
    const auto ranks = rank_scores(outcome);
    const auto weight = sign / static_cast<double>(pairs_);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(outcome.seats); ++seat) {
      sum[seat].points += weight * outcome.scores[seat];
      sum[seat].rank += weight * ranks[seat];
    }
  }

  std::uint32_t pairs_;
  Stream seeds_;
  Rollout rollout_;
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
  auto game = record.rules.deal(std::make_shared<KeyedDeal>(record.deal.key));
  auto muted = EventLog::muted();
  game->begin(muted);
  Pairs pairs{record, policies, options.pairs};
  GameLuck luck;
  if (options.hands) luck.hands = pairs.of_deal(record.rules, *game);
  RecordedChoices recorded{record};
  while (!game->wanted().empty()) {
    const auto choices = recorded.next(*game);
    if (!choices) break;
    const auto before = game->clone();
    game->apply(*choices, muted);
    if (game->chance_so_far().draws == before->chance_so_far().draws) continue;
    add(luck.draws, pairs.of_event(*before, *choices, *game));
    ++luck.events;
  }
  return luck;
}

}  // namespace tribunal
