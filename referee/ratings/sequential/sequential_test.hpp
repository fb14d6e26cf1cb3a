#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ratings/sequential/mixture_bet.hpp"

namespace tribunal {

/// What a sequential test is to find out about the mean of what blocks show: games of a candidate less games
/// of a baseline on the same deals in the same seats.
struct SequentialQuestion {
  double m0 = 0;                ///< mean of a candidate that is not to be accepted, at most
  double m1 = 0;                ///< mean of one that is not to be rejected, at least; above `m0`
  double lowest = 0;            ///< that a block can show by the rules; below `m0`
  double highest = 0;           ///< above `m1`
  double alpha = 0.05;          ///< the probability of accepting where the mean is at most `m0`, at most
  double beta = 0.05;           ///< the probability of rejecting where the mean is at least `m1`, at most
  std::size_t most_blocks = 0;  ///< after so many the test ends as inconclusive; 0: never

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

/// The evidence so far and the evidence that decides, natural logarithms.
struct SequentialEvidence {
  double now = 0;
  double needed = 0;

  [[nodiscard]] bool reached() const { return now >= needed; }
};

/// A test that looks after every block, in their order, and ends as soon as it knows: two bets, on a mean
/// above `m0` and on a mean below `m1`. Its error probabilities hold for any distribution of the blocks.
/// docs/compare.md has the rules and their sources.
class SequentialTest {
 public:
  /// Throws std::invalid_argument if the question makes no sense.
  explicit SequentialTest(const SequentialQuestion& question);

  /// Takes what the next block showed; after the verdict it changes nothing. Throws std::invalid_argument for
  /// a value beyond `lowest` .. `highest`, with which a bet could lose more than it has.
  void add(double difference);

  [[nodiscard]] const SequentialQuestion& question() const { return question_; }
  [[nodiscard]] SequentialVerdict verdict() const { return verdict_; }
  /// Blocks up to the verdict.
  [[nodiscard]] std::size_t blocks() const { return blocks_; }
  /// That the candidate is better: the logarithm of what the bet on it has, and of what decides.
  [[nodiscard]] SequentialEvidence better() const;
  /// That it is not.
  [[nodiscard]] SequentialEvidence not_better() const;
  /// The mean of the blocks. At a verdict it is biased by early stopping, away from the other verdict
  /// (`stopped_estimate` is not).
  [[nodiscard]] double mean() const { return mean_; }
  /// Of the blocks; nothing below two of them.
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
};

/// About how many blocks a question takes whose blocks scatter by `deviation`, where the mean is `m0` or
/// `m1`: 6 (deviation / margin)^2 at 5 % errors, and more where the range is wide. With a deviation of 0: the
/// fewest, which the range alone takes.
[[nodiscard]] double blocks_for(const SequentialQuestion& question, double deviation);

/// About how many more blocks `test` takes, if its mean stays where it is or, between `m0` and `m1`, moves to
/// the nearer of them. Nothing as long as the scatter is not known.
[[nodiscard]] std::optional<double> blocks_to_come(const SequentialTest& test);

}  // namespace tribunal
