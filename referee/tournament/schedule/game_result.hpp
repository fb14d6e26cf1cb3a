#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "games/core/game.hpp"
#include "games/core/seat.hpp"
#include "record/record.hpp"

namespace tribunal {

/// The durations of a game's decisions as buckets of a histogram. Buckets are exact below 32 microseconds.
/// Above, there are 16 buckets for each power of two.
class MoveTimes {
 public:
  /// Adds a decision that took `us` microseconds; 0 or more.
  void add(std::int64_t us);

  /// The number of decisions.
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(buckets_.size()); }
  /// The longest duration in microseconds. 0 if there is no decision.
  [[nodiscard]] std::int64_t max_us() const { return max_us_; }

  /// The longest duration, then the bucket of each decision in ascending order, separated by commas.
  [[nodiscard]] std::string text() const;
  /// Reads the value from its text. If the text is malformed, returns false and leaves the value unusable.
  [[nodiscard]] bool read(std::string_view text);

  bool operator==(const MoveTimes&) const = default;

 private:
  friend class MoveTimeTotals;

  std::vector<std::uint16_t> buckets_;  ///< bucket of each decision, ascending
  std::int64_t max_us_ = 0;
};

/// The durations of many games, added up. A percentile is at most 6.25 % too high.
class MoveTimeTotals {
 public:
  void add(const MoveTimes& times);

  /// The number of decisions, and the longest duration in microseconds.
  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t max_us() const { return max_us_; }
  /// The duration in microseconds that the share `quantile` (0 .. 1) of the decisions did not exceed. 0 if
  /// there is no decision.
  [[nodiscard]] std::int64_t quantile_us(double quantile) const;

  bool operator==(const MoveTimeTotals&) const = default;

 private:
  std::vector<std::int64_t> counts_;  ///< number of decisions by bucket, up to the last bucket that is not
                                      ///< empty
  std::int64_t count_ = 0;
  std::int64_t max_us_ = 0;
};

/// The faults of a seat in one game, by kind.
using FaultCounts = std::map<FaultKind, int>;

/// The result of a seat's bot in one game, without its score.
struct SeatResult {
  int bot = 0;  ///< index in the plan
  FaultCounts faults{};
  MoveTimes times{};                 ///< times of the decisions that were requested from the bot
  std::optional<SeatUsage> usage{};  ///< resource usage; none if it was not measured
  /// The CPU time of all requests, including those that ended in faults. None with the wall clock, or if it
  /// was not measured.
  std::optional<std::int64_t> asked_cpu_us{};
  int version = 0;  ///< version of the bot (`Versions`)

  bool operator==(const SeatResult&) const = default;
};

/// The part of a finished game that standings need, without its record.
struct GameResult {
  std::uint64_t index = 0;          ///< index in the schedule
  std::uint64_t deal = 0;           ///< number of the deal
  int game = 0;                     ///< index among the games of the plan
  std::vector<SeatResult> seats{};  ///< results of the players' seats
  Outcome outcome{};                ///< outcome of all seats; those that the referee plays are last
  Bytes32 content{};                ///< content hash of the record
  SeatSet forfeited{};              ///< seats that forfeited, by the limits of the game

  bool operator==(const GameResult&) const = default;
};

}  // namespace tribunal
