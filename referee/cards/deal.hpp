#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cards/card.hpp"
#include "cards/secret.hpp"

namespace tribunal {

/// A reproducible sequence of random words under a deal key and a label: blocks HMAC(key, label || "\0" ||
/// u64be(c)), c = 0, 1, ..., each eight big-endian 32-bit words. A value: a copy goes on from the same place.
class Stream {
 public:
  Stream(const DealKey& key, std::string_view label);

  [[nodiscard]] std::uint32_t next_word();
  /// 0 .. n-1, each equally likely; n from 1. Words at or above floor(2^32 / n) * n are passed over.
  [[nodiscard]] std::uint32_t uniform(std::uint32_t n);

 private:
  DealKey key_;
  std::string label_;
  std::uint64_t block_number_ = 0;
  Bytes32 block_{};
  std::size_t used_ = 32;
};

/// Fisher-Yates from the end: for i = N-1 .. 1: swap cards i and uniform(i + 1). Card 0 is the top of the
/// stock.
void shuffle(std::span<Card> cards, Stream& stream);

/// Where all chance in a game comes from. Labels: `hand 1`, `hand 2`, ... for the shuffles of a game's hands;
/// `dice`, `draw`, `reshuffle 1`, ... for what depends on play.
class Deal {
 public:
  virtual ~Deal() = default;
  Deal() = default;
  Deal(const Deal&) = delete;
  Deal& operator=(const Deal&) = delete;

  /// Puts a fresh pack (`fresh_pack`) into the order of the stock under `label`.
  virtual void shuffle_pack(std::span<Card> pack, std::string_view label) const = 0;
  [[nodiscard]] virtual Stream stream(std::string_view label) const = 0;
};

/// The deals of real games: everything follows from the deal key.
class KeyedDeal final : public Deal {
 public:
  explicit KeyedDeal(const DealKey& key) : key_{key} {}
  void shuffle_pack(std::span<Card> pack, std::string_view label) const override;
  [[nodiscard]] Stream stream(std::string_view label) const override;

 private:
  DealKey key_;
};

/// A deal laid out by hand, for tests and puzzles: the stock of each label, top first; the labels not given,
/// and the streams, follow from the key. A stock must hold exactly the cards of the pack it replaces.
class StackedDeal final : public Deal {
 public:
  using Stocks = std::map<std::string, std::vector<Card>, std::less<>>;
  explicit StackedDeal(Stocks stocks, const DealKey& key = {}) : stocks_{std::move(stocks)}, rest_{key} {}
  void shuffle_pack(std::span<Card> pack, std::string_view label) const override;
  [[nodiscard]] Stream stream(std::string_view label) const override;

 private:
  Stocks stocks_;
  KeyedDeal rest_;
};

using DealPointer = std::shared_ptr<const Deal>;

}  // namespace tribunal
