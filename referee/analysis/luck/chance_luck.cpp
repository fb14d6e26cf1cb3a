#include "analysis/luck/chance_luck.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "analysis/luck/recorded_steps.hpp"
#include "record/transcript.hpp"

namespace tribunal {
namespace {

/// The label of a game's random numbers: a word and, unless `alike`, the names of its bots by seat.
std::string label_of(const Record& record, bool alike) {
  std::string label = "luck";
  if (alike) return label;
  for (const auto& entrant : record.entrants) label.append(" ").append(entrant.bot);
  return label;
}

/// Pairs of playouts, and the means of their differences. A pair has the same random numbers at all points of
/// the game: its stock is in one order, except for cards that have been drawn, and the k-th decision has the
/// k-th number. Therefore the playout after one event and the one redrawn before the next differ only by a
/// decision, and most of their scatter cancels in the sum over events. If the models decided there as the
/// bots did, both are the same game, and it is played out once.
class Pairs {
 public:
  Pairs(const Record& record, std::span<const PolicyWeights> policies, const LuckOptions& options)
      : after_(options.pairs) {
    Stream seeds{record.deal.key, label_of(record, options.alike)};
    for (std::uint32_t pair = 0; pair < options.pairs; ++pair) seeds_.push_back(seeds.next_seed());
    for (std::size_t seat = 0; seat < policies.size(); ++seat)
      rollout_.play_by(static_cast<Seat>(seat), policies[seat]);
  }

  /// The luck of the chance in the last step.
  [[nodiscard]] LuckOfSeats of_event(const RecordedSteps& steps) {
    LuckOfSeats luck{};
    const bool follows = after_step_ == steps.taken() - 1;
    for (std::size_t pair = 0; pair < seeds_.size(); ++pair) {
      if (follows && decided_as(after_[pair].first, steps)) {
        add(luck, after_[pair].outcome, -1);
      } else {
        const auto redrawn = redrawn_by(steps.before(), seeds_[pair]);
        redrawn->apply(steps.choices(), muted_);
        add(luck, play_on(*redrawn, pair, steps.decisions()).outcome, -1);
      }
      add_what_came(luck, steps.now(), pair, steps.decisions());
    }
    after_step_ = steps.taken();
    return luck;
  }
  /// The luck of the hands of a game that has begun.
  [[nodiscard]] LuckOfSeats of_deal(const Rules& rules, const Game& begun) {
    LuckOfSeats luck{};
    for (std::size_t pair = 0; pair < seeds_.size(); ++pair) {
      const auto redrawn = rules.deal(std::make_shared<const FastDeal>(seeds_[pair]));
      redrawn->begin(muted_);
      add(luck, play_on(*redrawn, pair, 0).outcome, -1);
      add_what_came(luck, begun, pair, 0);
    }
    after_step_ = 0;
    return luck;
  }

 private:
  /// A playout.
  struct PlayedOn {
    Choices first;  ///< first decisions of the seats that had to decide
    Outcome outcome;
  };

  [[nodiscard]] PlayedOn play_on(Game& game, std::size_t pair, std::size_t decisions) {
    Stream policy{seeds_[pair], "policy"};
    for (; decisions > 0; --decisions) static_cast<void>(policy.next_word());
    PlayedOn played;
    for (const Seat seat : game.wanted()) played.first[seat] = rollout_.choose(game, seat, policy);
    if (!game.wanted().empty()) game.apply(played.first, muted_);
    rollout_.finish(game, policy);
    played.outcome = game.outcome();
    return played;
  }
  /// Plays out a game of a pair with the chance that occurred so far, adds its result, and keeps it.
  void add_what_came(LuckOfSeats& sum, const Game& game, std::size_t pair, std::size_t decisions) {
    after_[pair] = play_on(*redrawn_by(game, seeds_[pair]), pair, decisions);
    add(sum, after_[pair].outcome, 1);
  }
  [[nodiscard]] static bool decided_as(const Choices& first, const RecordedSteps& steps) {
    for (const Seat seat : steps.before().wanted())
      if (first[seat] != steps.choices()[seat]) return false;
    return true;
  }
  /// Adds `sign` times the result of a game of a pair.
  void add(LuckOfSeats& sum, const Outcome& outcome, int sign) const {
    const auto ranks = rank_scores(outcome);
    const auto weight = sign / static_cast<double>(seeds_.size());
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(outcome.seats); ++seat) {
      sum[seat].points += weight * outcome.scores[seat];
      sum[seat].rank += weight * ranks[seat];
    }
  }

  std::vector<std::uint64_t> seeds_;  // seeds of the pairs
  Rollout rollout_{1, NoiseFor::each_action};
  EventLog muted_ = EventLog::muted();
  std::vector<PlayedOn> after_;            ///< playout with the latest chance, for each pair
  std::optional<std::size_t> after_step_;  ///< number of the step after which these playouts were made
};

void add(LuckOfSeats& sum, const LuckOfSeats& more) {
  for (std::size_t seat = 0; seat < sum.size(); ++seat) sum[seat] += more[seat];
}

/// Plays games out, and keeps the seat's expected result. Unlike in `luck_of`, random numbers are new at each
/// event. With equal ones, the window and the sum would depend on the same numbers as later playouts, and the
/// mean would not be exactly 0.
class Expectation {
 public:
  Expectation(const Record& record, Seat seat, std::span<const PolicyWeights> policies, std::uint32_t pairs,
              double window)
      : seat_{index_of(seat)}, pairs_{pairs}, window_{window}, seeds_{record.deal.key, "bounded luck"} {
    for (std::size_t other = 0; other < policies.size(); ++other)
      rollout_.play_by(static_cast<Seat>(other), policies[other]);
  }

  /// Evaluates a game that has begun.
  void look_at(const Game& begun) {
    expected_ = mean([&](std::uint64_t seed) { return finish(*redrawn_by(begun, seed), seed); });
  }

  /// The luck of the chance in the last step.
  [[nodiscard]] double luck_of_event(const RecordedSteps& steps) {
    double results = 0;
    const auto luck = mean([&](std::uint64_t seed) {
      const auto redrawn = redrawn_by(steps.before(), seed);
      redrawn->apply(steps.choices(), muted_);
      const auto result = finish(*redrawn_by(steps.now(), seed), seed);
      results += result;
      return within_window(result) - within_window(finish(*redrawn, seed));
    });
    expected_ = results / pairs_;
    return luck;
  }

 private:
  template <class Value>
  [[nodiscard]] double mean(Value value) {
    double sum = 0;
    for (std::uint32_t pair = 0; pair < pairs_; ++pair) sum += value(seeds_.next_seed());
    return sum / pairs_;
  }
  [[nodiscard]] double finish(Game& game, std::uint64_t seed) {
    Stream policy{seed, "policy"};
    rollout_.finish(game, policy);
    return game.outcome().scores[seat_];
  }
  [[nodiscard]] double within_window(double result) const {
    return std::clamp(result, expected_ - window_, expected_ + window_);
  }

  std::size_t seat_;
  std::uint32_t pairs_;
  double window_;
  Stream seeds_;
  Rollout rollout_{1, NoiseFor::each_action};
  EventLog muted_ = EventLog::muted();
  double expected_ = 0;
};

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
  Pairs pairs{record, policies, options};
  GameLuck luck;
  if (options.hands) luck.hands = pairs.of_deal(record.rules, steps.now());
  while (steps.next()) {
    if (!steps.brought_chance()) continue;
    add(luck.draws, pairs.of_event(steps));
    ++luck.events;
  }
  return luck;
}

Result<double> bounded_luck_of(const Record& record, Seat seat, std::span<const PolicyWeights> policies,
                               std::uint32_t pairs, const LuckBound& bound) {
  if (auto played = play_again(record); !played) return std::unexpected{played.error().text(record)};
  RecordedSteps steps{record};
  Expectation expectation{record, seat, policies, pairs, bound.window};
  expectation.look_at(steps.now());
  double luck = 0;
  while (std::abs(luck) <= bound.sum && steps.next()) {
    if (steps.brought_chance()) luck += expectation.luck_of_event(steps);
  }
  return luck;
}

std::uint64_t decisions_played_on(const Record& record, std::uint32_t pairs) {
  RecordedSteps steps{record};
  std::uint64_t decisions = steps.left();
  while (steps.next()) {
    if (steps.brought_chance()) decisions += 2 * steps.left();
  }
  return decisions * pairs;
}

}  // namespace tribunal
