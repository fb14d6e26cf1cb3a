#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// One seat of a finished game: whose it was, and its place. Only the order of places matters; equal ones are
/// a tie.
struct Placed {
  std::uint32_t bot = 0;
  std::int32_t place = 1;
};

/// Seats that a ranking may hold, and bots that may be rated together.
inline constexpr std::size_t max_ranked_seats = 16;
inline constexpr std::size_t max_rated_bots = 1U << 15U;

/// The rankings of many games, each with the cluster (deal) it belongs to. Games that ended alike are kept
/// once.
class Rankings {
 public:
  /// A ranking as one character a seat, best place first: `bot_of` and `ties_with_next` read it.
  using Pattern = std::u16string_view;

  /// A game of the cluster that ended in the ranking of that number.
  struct Observation {
    std::uint64_t cluster = 0;
    std::uint32_t pattern = 0;
    auto operator<=>(const Observation&) const = default;
  };

  /// Of bots 0 .. bots-1. Throws std::invalid_argument beyond `max_rated_bots`.
  explicit Rankings(std::size_t bots);

  /// Adds a game in any order of its seats; a bot may have several. Throws std::invalid_argument on a bot
  /// that does not exist or more than `max_ranked_seats` seats.
  void add(std::uint64_t cluster, std::span<const Placed> seats);

  [[nodiscard]] std::size_t bots() const { return bots_; }
  [[nodiscard]] std::size_t games() const { return observations_.size(); }

  /// Different rankings, numbered in the order in which they were first seen.
  [[nodiscard]] std::size_t patterns() const { return ends_.size(); }
  /// Valid until a game is added.
  [[nodiscard]] Pattern pattern(std::size_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return Pattern{seats_}.substr(begin, ends_[number] - begin);
  }
  /// Games in the order in which they were added.
  [[nodiscard]] std::span<const Observation> observations() const { return observations_; }

  [[nodiscard]] static std::uint32_t bot_of(char16_t seat) { return seat & bot_bits; }
  [[nodiscard]] static bool ties_with_next(char16_t seat) { return (seat & tie_bit) != 0; }

 private:
  static constexpr std::uint16_t tie_bit = 1U << 15U;
  static constexpr std::uint16_t bot_bits = tie_bit - 1U;

  /// The slot where `pattern` stands, or the empty one where it would.
  [[nodiscard]] std::size_t slot_of(Pattern pattern) const;
  [[nodiscard]] std::uint32_t number_of(Pattern pattern);
  void make_room();

  std::size_t bots_;
  std::u16string seats_;              ///< all patterns, one behind the other
  std::vector<std::size_t> ends_;     ///< of `seats_`, one a pattern
  std::vector<std::uint32_t> slots_;  ///< a hash table of numbers; a power of two, at most half full
  std::vector<Observation> observations_;
};

}  // namespace tribunal
