#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cards/card.hpp"
#include "cards/commit_reveal.hpp"

namespace tribunal {

/// Numbers set by hand, in the order in which a stream returns them.
using LaidNumbers = std::vector<std::uint32_t>;

/// A reproducible sequence of random words. It is a value: a copy continues from the same position. Labels of
/// at most 15 characters need no allocation.
class Stream {
 public:
  /// A stream from a deal key and a label: blocks HMAC(key, label || "\0" || u64be(c)), c = 0, 1, ..., each
  /// eight big-endian 32-bit words.
  Stream(const DealKey& key, std::string_view label);
  /// A fast stream (SplitMix64: Steele, Lea, Flood, OOPSLA 2014): good enough for search, but not secret.
  Stream(std::uint64_t seed, std::string_view label);

  /// A stream that first returns `numbers` (null: none), one for each call of `uniform`, and then continues
  /// like this one.
  [[nodiscard]] Stream after(std::shared_ptr<const LaidNumbers> numbers) const;

  [[nodiscard]] std::uint32_t next_word();
  /// The seed of another stream: two words, the high one first.
  [[nodiscard]] std::uint64_t next_seed();
  /// 0 .. n-1, each equally likely; n from 1. Words at or above floor(2^32 / n) * n are skipped.
  [[nodiscard]] std::uint32_t uniform(std::uint32_t n);

 private:
  enum class Kind : std::uint8_t { keyed, fast };

  Kind kind_;
  DealKey key_{};
  std::string label_;
  std::uint64_t block_number_ = 0;  // the state if the stream is fast
  Bytes32 block_{};
  std::size_t used_ = 32;
  std::shared_ptr<const LaidNumbers> laid_;
  std::size_t laid_used_ = 0;
};

/// The source of all chance in a game. Labels: `hand 1`, `hand 2`, ... for the shuffles of a game's hands;
/// `dice`, `draw`, `reshuffle 1`, ... for chance that depends on play.
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

/// Deals for search: as random, a hundred times as fast, but predictable, so never for a real game.
class FastDeal final : public Deal {
 public:
  explicit FastDeal(std::uint64_t seed) : seed_{seed} {}
  void shuffle_pack(std::span<Card> pack, std::string_view label) const override;
  [[nodiscard]] Stream stream(std::string_view label) const override { return {seed_, label}; }

 private:
  std::uint64_t seed_;
};

/// A deal chosen by the caller, for tests, puzzles and search: the stock of each label, top first, and the
/// first numbers of each label's stream (from 0: a die's face less one). The rest follows from the key. A
/// stock must hold exactly the cards of the pack that it replaces.
class StackedDeal final : public Deal {
 public:
  using Stocks = std::map<std::string, std::vector<Card>, std::less<>>;
  using Numbers = std::map<std::string, LaidNumbers, std::less<>>;
  explicit StackedDeal(Stocks stocks, const DealKey& key = {}, const Numbers& numbers = {});
  void shuffle_pack(std::span<Card> pack, std::string_view label) const override;
  [[nodiscard]] Stream stream(std::string_view label) const override;

 private:
  Stocks stocks_;
  std::map<std::string, std::shared_ptr<const LaidNumbers>, std::less<>> numbers_;
  KeyedDeal rest_;
};

using DealPointer = std::shared_ptr<const Deal>;

/// The source of chance in a game: the original deal or, after an exchange, a fast deal of its own, which
/// needs no heap memory.
class ChanceSource {
 public:
  explicit ChanceSource(DealPointer deal) : deal_{std::move(deal)} {}

  void shuffle_pack(std::span<Card> pack, std::string_view label) const;
  [[nodiscard]] Stream stream(std::string_view label) const;

  /// Exchanges the deal for a `FastDeal` with a seed from `stream`. Earlier draws do not change.
  void exchange(Stream& stream);

 private:
  DealPointer deal_;
  std::uint64_t seed_ = 0;  ///< the seed of the fast deal, if there is no deal
};

}  // namespace tribunal
