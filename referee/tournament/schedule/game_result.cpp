#include "tournament/schedule/game_result.hpp"

#include <cmath>

#include "base/text/number_text.hpp"

namespace tribunal {
namespace {

constexpr int steps = 16;  // buckets per power of two

int bucket_of(std::int64_t us) {
  if (us < std::int64_t{2} * steps) return static_cast<int>(us);
  const int shift = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(us))) - 5;
  return shift * steps + static_cast<int>(us >> shift);
}

std::int64_t last_of_bucket(int bucket) {
  if (bucket < 2 * steps) return bucket;
  const int shift = bucket / steps - 1;
  return ((static_cast<std::int64_t>(bucket % steps + steps) + 1) << shift) - 1;
}

/// Reads a comma and the number behind it, like `read_digits`, but faster for one to three digits, which
/// nearly all numbers have.
const char* read_next(const char* at, const char* end, std::int64_t& number) {
  if (*at != ',') return nullptr;
  if (end - at <= 4) return read_digits(at + 1, end, number);
  const auto digit = [at](int place) { return static_cast<unsigned>(at[place] - '0'); };
  std::uint32_t taken = digit(1);
  if (taken > 9) return nullptr;
  int behind = 2;
  for (; behind < 4 && digit(behind) <= 9; ++behind) taken = 10 * taken + digit(behind);
  if (behind == 4 && digit(4) <= 9) return read_digits(at + 1, end, number);
  number = taken;
  return at + behind;
}

}  // namespace

void MoveTimes::add(std::int64_t us) {
  us = std::max<std::int64_t>(us, 0);
  const auto bucket = static_cast<std::uint16_t>(bucket_of(us));
  buckets_.insert(std::ranges::upper_bound(buckets_, bucket), bucket);
  max_us_ = std::max(max_us_, us);
}

std::string MoveTimes::text() const {
  std::string text = std::to_string(max_us_);
  for (const auto bucket : buckets_) text += ',' + std::to_string(bucket);
  return text;
}

bool MoveTimes::read(std::string_view text) {
  const char* const end = text.data() + text.size();
  const char* at = read_digits(text.data(), end, max_us_);
  if (at == nullptr) return false;
  const std::int64_t last = bucket_of(max_us_);
  buckets_.resize(static_cast<std::size_t>(end - at) / 2);  // upper bound for the number of buckets
  auto bucket = buckets_.begin();
  std::int64_t before = 0;
  for (; at != end; ++bucket) {
    std::int64_t number = 0;
    at = read_next(at, end, number);
    if (at == nullptr || number < before || number > last) return false;
    *bucket = static_cast<std::uint16_t>(number);
    before = number;
  }
  buckets_.erase(bucket, buckets_.end());
  return buckets_.empty() ? max_us_ == 0 : before == last;
}

void MoveTimeTotals::add(const MoveTimes& times) {
  if (times.buckets_.empty()) return;
  if (times.buckets_.back() >= counts_.size()) counts_.resize(times.buckets_.back() + std::size_t{1});
  for (const auto bucket : times.buckets_) ++counts_[bucket];
  count_ += times.count();
  max_us_ = std::max(max_us_, times.max_us_);
}

std::int64_t MoveTimeTotals::quantile_us(double quantile) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(quantile * static_cast<double>(count_)));
  std::int64_t seen = 0;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    seen += counts_[bucket];
    if (counts_[bucket] > 0 && seen >= wanted)
      return std::min(last_of_bucket(static_cast<int>(bucket)), max_us_);
  }
  return max_us_;
}

}  // namespace tribunal
