#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ratings/sequential_test.hpp"
#include "tournament/game_result.hpp"
#include "tournament/schedule.hpp"

namespace tribunal {

/// What a candidate and a baseline are compared by, when they play the same cards in the same seat.
enum class ComparedBy : std::uint8_t {
  points,  ///< the candidate's score less the baseline's
  places,  ///< 1 where the candidate takes the better place in its game, 1/2 where they take equal ones, else
           ///< 0
};

/// Is the candidate better than the baseline? Both play every deal from every seat against the same others;
/// what a deal shows is the mean over its pairs of games. Deals go to the test in their order, whatever the
/// order in which games finish: how many tables there were makes no difference, and games beyond the verdict
/// none either.
class Comparison {
 public:
  /// The bots' indices in the plan.
  static constexpr int candidate = 0;
  static constexpr int baseline = 1;

  /// Of a gauntlet with these two on trial. Throws std::invalid_argument if the question makes no sense.
  Comparison(const Schedule& schedule, const SequentialQuestion& question, ComparedBy compared_by);

  /// Takes notice of a finished game; each once, in any order. The error is a sentence: a deal contradicts
  /// the range that the question gives.
  [[nodiscard]] std::expected<void, std::string> add(const GameResult& game);

  [[nodiscard]] const SequentialTest& test() const { return test_; }
  [[nodiscard]] ComparedBy compared_by() const { return compared_by_; }
  [[nodiscard]] bool decided() const { return test_.verdict() != SequentialVerdict::undecided; }
  /// Games that a deal takes.
  [[nodiscard]] std::uint64_t games_a_deal() const { return games_a_deal_; }
  /// Faults of each of the two, and of all others, in the deals that count.
  [[nodiscard]] std::int64_t candidate_faults() const { return faults_[candidate]; }
  [[nodiscard]] std::int64_t baseline_faults() const { return faults_[baseline]; }
  [[nodiscard]] std::int64_t field_faults() const { return faults_[field]; }

 private:
  struct Showing {
    std::int32_t score = 0;
    int place = 0;
  };
  /// Of the two, in the same seat among the same others.
  using Pair = std::array<Showing, 2>;
  static constexpr std::size_t field = 2;  ///< all others, where the two stand by their indices
  using Faults = std::array<std::int64_t, 3>;
  struct Deal {
    std::uint64_t games = 0;
    std::map<std::vector<int>, Pair> pairs;  ///< by seating, the one on trial left blank
    Faults faults{};
  };

  [[nodiscard]] double difference_of(const Deal& deal) const;
  [[nodiscard]] std::expected<void, std::string> test_deals();

  std::uint64_t games_a_deal_;
  ComparedBy compared_by_;
  SequentialTest test_;
  std::map<std::uint64_t, Deal> waiting_;  ///< by number: not complete, or behind one that is not
  std::uint64_t next_ = 0;                 ///< deal that the test wants
  Faults faults_{};
};

}  // namespace tribunal
