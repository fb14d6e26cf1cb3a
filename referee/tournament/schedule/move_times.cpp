#include "tournament/schedule/move_times.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tribunal {
namespace {

constexpr int steps = 16;  // buckets in a power of two

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

/// Reads a whole number, 0 or more, at `at` and returns where it ends; nothing if there is none. There are
/// dozens in every game.
const char* read_number(const char* at, const char* end, std::int64_t& number) {
  constexpr std::ptrdiff_t safe_digits = 18;
  const char* const begin = at;
  std::uint64_t taken = 0;  // may wrap round where it is refused
  for (; at != end && *at >= '0' && *at <= '9'; ++at)
    taken = 10 * taken + static_cast<std::uint64_t>(*at - '0');
  if (at == begin || at - begin > safe_digits) return nullptr;
  number = static_cast<std::int64_t>(taken);
  return at;
}

}  // namespace

MoveTimes::Buckets::iterator MoveTimes::guess(Buckets::iterator from, int number) {
  if (from == buckets_.end() || buckets_.back().number < number) return buckets_.end();
  const auto ahead = std::clamp<std::ptrdiff_t>(number - from->number, 0, buckets_.end() - from - 1);
  return from + ahead;
}

MoveTimes::Buckets::iterator MoveTimes::count_in(Buckets::iterator from, const Bucket& more) {
  auto at = guess(from, more.number);
  if (at != buckets_.end() && at->number != more.number)
    at = std::ranges::lower_bound(from, buckets_.end(), more.number, {}, &Bucket::number);
  if (at == buckets_.end() || at->number != more.number) return buckets_.insert(at, more);
  at->count += more.count;
  return at;
}

void MoveTimes::add(std::int64_t us) {
  us = std::max<std::int64_t>(us, 0);
  count_in(buckets_.begin(), {bucket_of(us), 1});
  ++count_;
  max_us_ = std::max(max_us_, us);
}

void MoveTimes::add(const MoveTimes& other) {
  auto at = buckets_.begin();
  for (const auto& bucket : other.buckets_) {
    const auto ahead = at == buckets_.end() ? -1 : bucket.number - at->number;  // as a rule none is missing
    if (ahead >= 0 && ahead < buckets_.end() - at && at[ahead].number == bucket.number) {
      at += ahead;
      at->count += bucket.count;
    } else {
      at = count_in(at, bucket);
    }
  }
  count_ += other.count_;
  max_us_ = std::max(max_us_, other.max_us_);
}

std::int64_t MoveTimes::quantile_us(double quantile) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(quantile * static_cast<double>(count_)));
  std::int64_t seen = 0;
  for (const auto& [bucket, count] : buckets_) {
    seen += count;
    if (seen >= wanted) return std::min(last_of_bucket(bucket), max_us_);
  }
  return max_us_;
}

std::string MoveTimes::text() const {
  std::string text = std::to_string(max_us_);
  for (const auto& [bucket, count] : buckets_) {
    const auto number = ',' + std::to_string(bucket);
    for (std::int64_t decision = 0; decision < count; ++decision) text += number;
  }
  return text;
}

bool MoveTimes::read(std::string_view text) {
  const char* const end = text.data() + text.size();
  buckets_.clear();
  count_ = 0;
  const char* at = read_number(text.data(), end, max_us_);
  if (at == nullptr) return false;
  const int last = bucket_of(max_us_);
  for (; at != end; ++count_) {
    std::int64_t bucket = 0;
    if (*at != ',') return false;
    at = read_number(at + 1, end, bucket);
    if (at == nullptr || bucket > last) return false;
    const int number = static_cast<int>(bucket);
    if (!buckets_.empty() && buckets_.back().number > number) return false;
    if (buckets_.empty() || buckets_.back().number < number) buckets_.push_back({number, 0});
    ++buckets_.back().count;
  }
  return buckets_.empty() ? max_us_ == 0 : buckets_.back().number == last;
}

}  // namespace tribunal
