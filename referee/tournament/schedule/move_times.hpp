#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// How long decisions took, as a histogram that can be added up over games: exact below 32 microseconds,
/// above in steps of a sixteenth of a power of two, so that a percentile is at most 6.25 % too high.
class MoveTimes {
 public:
  /// A decision that took `us` microseconds, 0 or more.
  void add(std::int64_t us);
  void add(const MoveTimes& other);

  /// Decisions counted.
  [[nodiscard]] std::int64_t count() const { return count_; }
  /// The longest, microseconds; 0 if there is none.
  [[nodiscard]] std::int64_t max_us() const { return max_us_; }
  /// The time in microseconds that the share `quantile` (0 .. 1) of the decisions did not exceed; 0 if there
  /// is none.
  [[nodiscard]] std::int64_t quantile_us(double quantile) const;

  /// `max`, then the bucket of each decision in ascending order, all separated by commas.
  [[nodiscard]] std::string text() const;
  /// Becomes the value of which this is the text; false if it is of none, and there is no use for it then.
  [[nodiscard]] bool read(std::string_view text);

  bool operator==(const MoveTimes&) const = default;

 private:
  struct Bucket {
    int number = 0;
    std::int64_t count = 0;
    bool operator==(const Bucket&) const = default;
  };
  using Buckets = std::vector<Bucket>;

  /// Where a bucket lies if none between it and `from` is empty; the end if it lies behind all.
  Buckets::iterator guess(Buckets::iterator from, int number);
  /// Counts in a bucket that does not lie before `from`, and returns where it lies.
  Buckets::iterator count_in(Buckets::iterator from, const Bucket& more);

  Buckets buckets_;  ///< those that are not empty, ascending
  std::int64_t count_ = 0;
  std::int64_t max_us_ = 0;
};

}  // namespace tribunal
