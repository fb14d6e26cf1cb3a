#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ratings/empirical_likelihood.hpp"

namespace tribunal {

/// What a sequential test is to find out about the mean of what blocks show: games of a candidate less games
/// of a baseline on the same deals in the same seats.
struct SequentialQuestion {
  double m0 = 0;        ///< so good at most is a candidate that is not to be accepted
  double m1 = 0;        ///< so good at least is one that is not to be rejected; above `m0`
  double lowest = 0;    ///< that a block can show by the rules; below `m0`
  double highest = 0;   ///< above `m1`
  double alpha = 0.05;  ///< chance of accepting where the mean is `m0`
  double beta = 0.05;   ///< chance of rejecting where the mean is `m1`
  /// False: the likelihood ratio decides, whose chances of error are close to those asked for; so do the
  /// bets, at a fifth of these chances: where candidate and baseline lie far apart, they know sooner. True:
  /// bets alone decide, whose chances are never above those asked for, whatever the blocks are like, for more
  /// deals.
  bool rigorous = false;
  std::size_t most_blocks = 0;  ///< after so many it is left open; 0: never
};

enum class SequentialVerdict : std::uint8_t {
  undecided,     ///< more blocks are needed
  better,        ///< the mean is above `m0`
  not_better,    ///< the mean is below `m1`
  inconclusive,  ///< `most_blocks` did not suffice
};

/// How far evidence has come and how far it must come, natural logarithms.
struct SequentialEvidence {
  double now = 0;
  double needed = 0;

  [[nodiscard]] bool reached() const { return now >= needed; }
};

/// A test that looks after every block, in their order, and ends as soon as it knows. docs/compare.md has the
/// rules of both kinds and their sources.
class SequentialTest {
 public:
  /// Throws std::invalid_argument if the question makes no sense.
  explicit SequentialTest(const SequentialQuestion& question);

  /// Takes what the next block showed; after the verdict it changes nothing. A value beyond `lowest` ..
  /// `highest` widens that range and ends the bets or, in a rigorous test, throws std::invalid_argument.
  void add(double difference);

  [[nodiscard]] const SequentialQuestion& question() const { return question_; }
  [[nodiscard]] SequentialVerdict verdict() const { return verdict_; }
  /// Blocks up to the verdict.
  [[nodiscard]] std::size_t blocks() const { return blocks_; }
  /// That the candidate is better: the log-likelihood ratio of `m1` against `m0`; in a rigorous test what the
  /// bets won.
  [[nodiscard]] SequentialEvidence better() const { return question_.rigorous ? bets_better() : better_; }
  /// That it is not: the same ratio with its sign turned; in a rigorous test what the bets against it won.
  [[nodiscard]] SequentialEvidence not_better() const {
    return question_.rigorous ? bets_not_better() : not_better_;
  }
  [[nodiscard]] SequentialEvidence bets_better() const { return {bets_for_.log_wealth(), bets_for_.needed}; }
  [[nodiscard]] SequentialEvidence bets_not_better() const {
    return {bets_against_.log_wealth(), bets_against_.needed};
  }
  /// The mean of the blocks. At a verdict it is biased by early stopping, away from the other verdict.
  [[nodiscard]] double mean() const { return mean_; }
  /// Half the width of its 95 % interval, as if the number of blocks had been fixed; nothing below
  /// `fewest_deals`.
  [[nodiscard]] std::optional<double> error() const;

 private:
  /// Bets on one side, each with another share of the stake; their mean wealth is what counts.
  class Bets {
   public:
    static constexpr std::size_t size = 16;
    double needed = 0;
    /// `gain`, at least -1, has no positive mean if the bets' side is wrong.
    void add(double gain);
    /// Leaves the table with nothing won.
    void stop() { log_wealths_ = {}; }
    [[nodiscard]] double log_wealth() const;

   private:
    std::array<double, size> log_wealths_{};
  };

  void count(double difference);
  void weigh_likelihoods();
  void weigh_bets(double difference);
  void decide();

  SequentialQuestion question_;
  Tilt null_;
  Tilt alternative_;
  std::vector<WeightedValue> values_;  ///< seen, and the extremes; ascending
  SequentialVerdict verdict_ = SequentialVerdict::undecided;
  SequentialEvidence better_;
  SequentialEvidence not_better_;
  Bets bets_for_;
  Bets bets_against_;
  bool range_holds_ = true;  ///< without it there is no telling what a bet can lose
  std::size_t blocks_ = 0;
  double mean_ = 0;
  double squares_ = 0;  ///< sum of squared distances from the mean
};

}  // namespace tribunal
