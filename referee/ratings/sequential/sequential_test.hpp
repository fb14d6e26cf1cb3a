#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tribunal {

/// The expected score, 0 .. 1, of a player who is `elo` points stronger than the other.
[[nodiscard]] inline double score_of_elo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }
/// The Elo difference with this expected score, above 0 and below 1.
[[nodiscard]] inline double elo_of_score(double score) { return -400 * std::log10(1 / score - 1); }

/// A capital of 1 that is bet, block by block, on a mean above `bound`, in six shares with different stakes.
/// If the mean is at most `bound`, no bet gains on average, so the probability that the capital ever exceeds
/// 1/a is at most a (J. Ville, Étude critique de la notion de collectif, 1939), for any distribution of the
/// blocks. The stakes assume means above `bound` by 1/2 .. 16 margins (I. Waudby-Smith and A. Ramdas,
/// Estimating means of bounded random variables by betting, 2024).
class MixtureBet {
 public:
  static constexpr std::size_t size = 6;
  /// For each share, the margins above the bound that its stake assumes, and its size.
  static constexpr std::array<double, size> margins{0.5, 1, 2, 4, 8, 16};
  static constexpr std::array<double, size> shares{0.1, 0.7, 0.05, 0.05, 0.05, 0.05};
  /// The largest part of its capital that a bet can lose. The smallest bet can lose at most half of its
  /// capital: since log(1 + x) > x - x * x for x > -1/2, it grows whenever the mean is a margin above the
  /// bound, however rare and large the losses are. So every test ends.
  static constexpr double greatest_loss = 0.9;
  static constexpr double greatest_loss_of_smallest = 0.5;

  /// The number of blocks before the variance is known.
  static constexpr double unknown_blocks = 2;

  /// `margin`: the difference to detect. `most_loss`: the largest distance of a block below the bound.
  /// `assumed_variance`: that of the first blocks. All are above 0.
  MixtureBet(double margin, double most_loss, double assumed_variance)
      : margin_{margin}, most_loss_{most_loss}, assumed_variance_{assumed_variance} {}

  /// Adds a block whose value is `gain` above the bound. `variance`: that of the blocks before it, never of
  /// this one; nothing before the third.
  void add(double gain, std::optional<double> variance);

  /// From the next block on, blocks may be further below the bound by this amount.
  void expect_losses_larger_by(double more) { most_loss_ += more; }

  /// Natural logarithm of the capital.
  [[nodiscard]] double log_capital() const;
  /// An approximation of the log capital after `blocks` blocks, half of them `deviation` above and half below
  /// a mean of `gain`.
  [[nodiscard]] double expected_log_capital(double blocks, double gain, double deviation) const;

 private:
  using Logarithms = std::array<double, size>;
  [[nodiscard]] double stake(std::size_t which, double variance) const;
  [[nodiscard]] static double mixed(const Logarithms& logs);

  double margin_;
  double most_loss_;
  double assumed_variance_;
  Logarithms logs_{};
};

/// The question of a sequential test about the mean of the blocks: the games of a candidate less those of a
/// baseline on the same deals in the same seats.
struct SequentialQuestion {
  double m0 = 0;                ///< highest mean of a candidate that must not be accepted
  double m1 = 0;                ///< lowest mean of a candidate that must not be rejected; above `m0`
  double lowest = 0;            ///< the lowest possible value of a block by the rules; below `m0`
  double highest = 0;           ///< the highest possible value of a block; above `m1`
  double alpha = 0.05;          ///< the largest probability of accepting if the mean is at most `m0`
  double beta = 0.05;           ///< the largest probability of rejecting if the mean is at least `m1`
  std::size_t most_blocks = 0;  ///< the number of blocks after which the test ends as inconclusive; 0: never

  [[nodiscard]] double margin() const { return m1 - m0; }
};

/// The bets of a question before its first block: on a mean above `m0`, and on one below `m1`.
[[nodiscard]] MixtureBet bet_for(const SequentialQuestion& question);
[[nodiscard]] MixtureBet bet_against(const SequentialQuestion& question);

enum class SequentialVerdict : std::uint8_t {
  undecided,     ///< more blocks are needed
  better,        ///< the mean is above `m0`
  not_better,    ///< the mean is below `m1`
  inconclusive,  ///< `most_blocks` did not suffice
};

/// The evidence so far and the evidence that decides, as natural logarithms.
struct SequentialEvidence {
  double now = 0;
  double needed = 0;

  [[nodiscard]] bool reached() const { return now >= needed; }
};

/// A block with the data of the bets on it.
struct MetBlock {
  double difference = 0;
  std::optional<double> variance;  ///< the variance of the blocks before it, which determined the stakes
  double wider = 0;                ///< widening of the question's range on either side
};

/// A test that checks after every block, in order, and ends as soon as it can decide, by two bets: on a mean
/// above `m0` and on a mean below `m1`. Its error probabilities hold for any distribution of the blocks.
/// docs/compare.md has the rules and their sources.
class SequentialTest {
 public:
  /// Throws std::invalid_argument if the question makes no sense.
  explicit SequentialTest(const SequentialQuestion& question);

  /// Adds the value of the next block; after the verdict it has no effect. Throws std::invalid_argument for a
  /// value beyond `lowest` .. `highest`, because a bet could lose more than its capital.
  void add(double difference);

  /// Makes the range wider by this amount on either side, 0 or more, from the next block on. Like the stakes,
  /// it may depend on the blocks so far. Earlier gains and losses of the bets do not change.
  void widen(double by);

  [[nodiscard]] const SequentialQuestion& question() const { return question_; }
  /// The blocks up to the verdict.
  [[nodiscard]] const std::vector<MetBlock>& met() const { return met_; }
  /// The sum of all calls of `widen`.
  [[nodiscard]] double wider() const { return wider_; }
  [[nodiscard]] SequentialVerdict verdict() const { return verdict_; }
  /// The number of blocks up to the verdict.
  [[nodiscard]] std::size_t blocks() const { return blocks_; }
  /// The evidence that the candidate is better: the log capital of the bet on it, and the log capital that
  /// decides.
  [[nodiscard]] SequentialEvidence better() const;
  /// The evidence that the candidate is not better.
  [[nodiscard]] SequentialEvidence not_better() const;
  /// The mean of the blocks. At a verdict it is biased by early stopping, away from the other verdict
  /// (`stopped_estimate` is not).
  [[nodiscard]] double mean() const { return mean_; }
  /// The standard deviation of the blocks; nothing below two of them.
  [[nodiscard]] std::optional<double> deviation() const;
  /// Half the width of the mean's 95 % interval, as if the number of blocks had been fixed; nothing below
  /// `fewest_deals`.
  [[nodiscard]] std::optional<double> error() const;

 private:
  void count(double difference);
  void decide();

  SequentialQuestion question_;
  MixtureBet for_;
  MixtureBet against_;
  SequentialVerdict verdict_ = SequentialVerdict::undecided;
  std::size_t blocks_ = 0;
  double mean_ = 0;
  double squares_ = 0;  ///< sum of squared distances from the mean
  double wider_ = 0;
  std::vector<MetBlock> met_;
};

/// The approximate number of blocks for a question whose blocks have this deviation, if the mean is `m0` or
/// `m1`: 6 (deviation / margin)^2 at 5 % errors, and more if the range is wide. With a deviation of 0 it is
/// the fewest blocks that the range requires.
[[nodiscard]] double blocks_for(const SequentialQuestion& question, double deviation);

/// The approximate number of further blocks for `test`, if its mean stays or, between `m0` and `m1`, moves to
/// the nearer of them. The mean of few blocks counts in part: it is drawn to the middle of the two as by a
/// prior with the deviation `m1` - `m0`. Nothing while the deviation is unknown.
[[nodiscard]] std::optional<double> blocks_to_come(const SequentialTest& test);

/// The interval of means that the bets of a test do not rule out.
struct BetInterval {
  double low = 0;
  double high = 0;
  double level = 0;  ///< the least probability that it contains the mean
};

/// Instead of `m0`, the bet could have been on a mean above any other value, with the same stakes. The lower
/// end is the largest value at which it won 1/alpha at some block. The upper end is the smallest one at which
/// the bet against won 1/beta. Each end errs with at most that probability, for any distribution of the
/// blocks and however the test stopped, as long as the mean of a block, given those before it, stays the
/// same. The verdict is better exactly if `m0` is below the interval, not better exactly if `m1` is above.
[[nodiscard]] BetInterval bet_interval(const SequentialTest& test);

/// An estimate of the mean that allows for the early stop: the mean with which half of all tests would have
/// had an end at least as good. The order from the best to the worst end is: better (earlier first),
/// inconclusive (by the mean), not better (later first). This is the stagewise order of D. Siegmund
/// (Estimation following sequential tests, Biometrika 65, 1978), which the Fishtest server also uses. The
/// tests are simulated with normal blocks of the observed deviation, always the same ones. Without a verdict,
/// below `fewest_deals`, or if all blocks were equal, it is the mean of the blocks. It is never outside
/// `within`, the interval of the test.
[[nodiscard]] double stopped_estimate(const SequentialTest& test, const BetInterval& within);

}  // namespace tribunal
