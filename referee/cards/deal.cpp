#include "cards/deal.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tribunal {

using namespace std::string_view_literals;

Stream::Stream(const DealKey& key, std::string_view label) : key_{key}, label_{label} {}

std::uint32_t Stream::next_word() {
  if (used_ == block_.size()) {
    block_ = hmac_sha256(key_.bytes, {label_, "\0"sv, big_endian_64(block_number_++)});
    used_ = 0;
  }
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8U | block_[used_++];
  return word;
}

std::uint32_t Stream::uniform(std::uint32_t n) {
  const std::uint64_t limit = (std::uint64_t{1} << 32U) / n * n;
  std::uint32_t word = next_word();
  while (word >= limit) word = next_word();
  return word % n;
}

void shuffle(std::span<Card> cards, Stream& stream) {
  for (std::size_t i = cards.size(); i-- > 1;) {
    std::swap(cards[i], cards[stream.uniform(static_cast<std::uint32_t>(i + 1))]);
  }
}

void KeyedDeal::shuffle_pack(std::span<Card> pack, std::string_view label) const {
  Stream words{key_, label};
  shuffle(pack, words);
}

Stream KeyedDeal::stream(std::string_view label) const { return {key_, label}; }

void StackedDeal::shuffle_pack(std::span<Card> pack, std::string_view label) const {
  const auto stock = stocks_.find(label);
  if (stock == stocks_.end()) return rest_.shuffle_pack(pack, label);
  if (!std::is_permutation(pack.begin(), pack.end(), stock->second.begin(), stock->second.end())) {
    throw std::invalid_argument{"the stock stacked for '" + stock->first +
                                "' does not hold the cards of its pack"};
  }
  std::copy(stock->second.begin(), stock->second.end(), pack.begin());
}

Stream StackedDeal::stream(std::string_view label) const { return rest_.stream(label); }

}  // namespace tribunal
