#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// The durations of a game's decisions as buckets of a histogram: exact below 32 microseconds, above in steps
/// of a sixteenth of a power of two.
class MoveTimes {
 public:
  /// A decision that took `us` microseconds, 0 or more.
  void add(std::int64_t us);

  /// Decisions counted.
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(buckets_.size()); }
  /// The longest, microseconds; 0 if there is none.
  [[nodiscard]] std::int64_t max_us() const { return max_us_; }

  /// `max`, then the bucket of each decision in ascending order, all separated by commas.
  [[nodiscard]] std::string text() const;
  /// Reads the value from its text. Returns false if the text is malformed; the value is then unusable.
  [[nodiscard]] bool read(std::string_view text);

  bool operator==(const MoveTimes&) const = default;

 private:
  friend class MoveTimeTotals;

  std::vector<std::uint16_t> buckets_;  ///< of each decision, ascending
  std::int64_t max_us_ = 0;
};

/// The move times of many games, added up. A percentile is at most 6.25 % too high.
class MoveTimeTotals {
 public:
  void add(const MoveTimes& times);

  /// Like the functions of `MoveTimes`.
  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t max_us() const { return max_us_; }
  /// The time in microseconds that the share `quantile` (0 .. 1) of the decisions did not exceed; 0 if there
  /// is none.
  [[nodiscard]] std::int64_t quantile_us(double quantile) const;

  bool operator==(const MoveTimeTotals&) const = default;

 private:
  std::vector<std::int64_t> counts_;  ///< by bucket, up to the last that is not empty
  std::int64_t count_ = 0;
  std::int64_t max_us_ = 0;
};

}  // namespace tribunal
