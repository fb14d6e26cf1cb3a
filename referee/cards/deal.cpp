#include "cards/deal.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "cards/pack.hpp"

namespace tribunal {

using namespace std::string_view_literals;

namespace {

/// SplitMix64: advances the state and mixes a word from it.
std::uint64_t next_mixed(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15U;
  auto mixed = state;
  mixed = (mixed ^ mixed >> 30U) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ mixed >> 27U) * 0x94d049bb133111ebU;
  return mixed ^ mixed >> 31U;
}

}  // namespace

Stream::Stream(const DealKey& key, std::string_view label) : kind_{Kind::keyed}, key_{key}, label_{label} {}

Stream::Stream(std::uint64_t seed, std::string_view label) : kind_{Kind::fast}, block_number_{seed} {
  for (const char letter : label) {
    block_number_ = next_mixed(block_number_) ^ static_cast<unsigned char>(letter);
  }
}

Stream Stream::after(std::shared_ptr<const LaidNumbers> numbers) const {
  auto stream = *this;
  stream.laid_ = std::move(numbers);
  stream.laid_used_ = 0;
  return stream;
}

std::uint32_t Stream::next_word() {
  if (kind_ == Kind::fast) return static_cast<std::uint32_t>(next_mixed(block_number_) >> 32U);
  if (used_ == block_.size()) {
    block_ = hmac_sha256(key_.bytes, {label_, "\0"sv, big_endian_64(block_number_++)});
    used_ = 0;
  }
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8U | block_[used_++];
  return word;
}

std::uint64_t Stream::next_seed() {
  const auto high = std::uint64_t{next_word()} << 32U;
  return high | next_word();
}

std::uint32_t Stream::uniform(std::uint32_t n) {
  if (laid_ && laid_used_ < laid_->size()) return (*laid_)[laid_used_++] % n;
  const std::uint64_t limit = (std::uint64_t{1} << 32U) / n * n;
  std::uint32_t word = next_word();
  while (word >= limit) word = next_word();
  return word % n;
}

void KeyedDeal::shuffle_pack(std::span<Card> pack, std::string_view label) const {
  Stream words{key_, label};
  shuffle(pack, words);
}

Stream KeyedDeal::stream(std::string_view label) const { return {key_, label}; }

void FastDeal::shuffle_pack(std::span<Card> pack, std::string_view label) const {
  Stream words{seed_, label};
  shuffle(pack, words);
}

StackedDeal::StackedDeal(Stocks stocks, const DealKey& key, const Numbers& numbers)
    : stocks_{std::move(stocks)}, rest_{key} {
  for (const auto& [label, laid] : numbers) numbers_[label] = std::make_shared<const LaidNumbers>(laid);
}

void StackedDeal::shuffle_pack(std::span<Card> pack, std::string_view label) const {
  const auto stock = stocks_.find(label);
  if (stock == stocks_.end()) return rest_.shuffle_pack(pack, label);
  if (!std::is_permutation(pack.begin(), pack.end(), stock->second.begin(), stock->second.end())) {
    throw std::invalid_argument{"the stock stacked for '" + stock->first +
                                "' does not hold the cards of its pack"};
  }
  std::copy(stock->second.begin(), stock->second.end(), pack.begin());
}

Stream StackedDeal::stream(std::string_view label) const {
  const auto laid = numbers_.find(label);
  return rest_.stream(label).after(laid == numbers_.end() ? nullptr : laid->second);
}

void ChanceSource::shuffle_pack(std::span<Card> pack, std::string_view label) const {
  if (deal_ != nullptr) return deal_->shuffle_pack(pack, label);
  FastDeal{seed_}.shuffle_pack(pack, label);
}

Stream ChanceSource::stream(std::string_view label) const {
  return deal_ != nullptr ? deal_->stream(label) : Stream{seed_, label};
}

void ChanceSource::exchange(Stream& stream) {
  deal_.reset();
  seed_ = stream.next_seed();
}

}  // namespace tribunal
