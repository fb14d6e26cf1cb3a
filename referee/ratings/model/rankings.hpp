#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// The place of all seats that forfeited a game: behind the others. It is not a tie: their order is unknown.
inline constexpr std::int8_t forfeited_place = 127;

/// One seat of a finished game: its bot and its place. Only the order of places matters; equal places are a
/// tie.
struct Placed {
  std::uint32_t bot = 0;
  std::int32_t place = 1;
};

/// The largest number of bots that can be rated together: with more, the matrices take too much memory.
inline constexpr std::size_t most_bots_at_once = 4'000;

/// The largest numbers of seats and of bots in a ranking.
inline constexpr std::size_t max_ranked_seats = 64;
inline constexpr std::size_t max_rated_bots = 1U << 15U;

/// A ranking as one character per seat, best place first: `bot_of`, `ties_with_next` and `forfeited_from`
/// read it.
using RankingPattern = std::u16string_view;

/// A list of rankings. It is compact, because there may be a million.
class RankingPatterns {
 public:
  static constexpr std::size_t most_patterns = (std::size_t{1} << 31U) - 2;

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  /// The pattern is valid until another one is added.
  [[nodiscard]] RankingPattern operator[](std::size_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return RankingPattern{seats_}.substr(begin, ends_[number] - begin);
  }
  /// Throws std::length_error beyond 2^32 seats or `most_patterns`.
  void add(RankingPattern pattern);
  void reserve(std::size_t patterns, std::size_t seats) {
    ends_.reserve(patterns);
    seats_.reserve(seats);
  }
  /// The number of seats of all patterns together.
  [[nodiscard]] std::size_t seats() const { return seats_.size(); }

 private:
  std::u16string seats_;
  std::vector<std::uint32_t> ends_;  ///< the end of each pattern in `seats_`
};

/// The rankings of many games, each with its cluster (deal). Equal rankings are stored once; in addition a
/// game takes 4 bytes. Clusters take no memory while they are added in ascending order without gaps, each
/// with as many games as the last.
class Rankings {
 public:
  using Pattern = RankingPattern;

  /// Games of one cluster that were added in a row.
  struct Run {
    std::uint64_t cluster = 0;
    std::uint64_t begin = 0;  ///< its first game
    std::uint64_t end = 0;    ///< the game after its last
  };

  /// The luck of a bot in a game.
  struct Luck {
    std::uint32_t game = 0;
    std::uint32_t bot = 0;
    double amount = 0;
  };

  /// Rankings of bots 0 .. bots-1. Throws std::invalid_argument beyond `max_rated_bots`.
  explicit Rankings(std::size_t bots);

  /// Adds a game in any order of its seats; a bot may have several. Throws std::invalid_argument for a bot
  /// that does not exist or more than `max_ranked_seats` seats.
  void add(std::uint64_t cluster, std::span<const Placed> seats);
  /// Adds a game with known luck of each seat: `luck`, in the order of the seats, in units of the derivative
  /// of the log-likelihood by the seat's strength between equally strong bots. If their sum is not 0 by
  /// rounding, the excess is subtracted equally from all seats. Also throws if their number is not that of
  /// the seats.
  void add(std::uint64_t cluster, std::span<const Placed> seats, std::span<const double> luck);

  [[nodiscard]] std::size_t bots() const { return bots_; }
  [[nodiscard]] std::size_t games() const { return games_.size(); }
  /// The number of a game's ranking; games are numbered in the order in which they were added.
  [[nodiscard]] std::uint32_t pattern_of(std::size_t game) const { return games_[game]; }
  /// Whether the clusters were added in ascending order, so that none recurred.
  [[nodiscard]] bool is_in_order() const { return in_order_; }
  /// By game, ascending; empty if no game has luck.
  [[nodiscard]] const std::deque<Luck>& luck() const { return luck_; }
  /// Calls `visit` with every run, in the order in which games were added. A cluster may recur.
  template <class Visit>
  void for_each_run(Visit visit) const {
    std::uint64_t begin = 0;
    for (const auto& [first, clusters, games_each] : alike_runs_) {
      for (std::uint64_t run = 0; run < clusters; ++run, begin += games_each)
        visit(Run{first + run, begin, begin + games_each});
    }
  }
  /// Different rankings, numbered in the order in which they were first seen.
  [[nodiscard]] const RankingPatterns& patterns() const { return patterns_; }

  [[nodiscard]] static std::uint32_t bot_of(char16_t seat) { return seat & bot_bits; }
  /// Call it only for seats before `forfeited_from`.
  [[nodiscard]] static bool ties_with_next(char16_t seat) { return (seat & tie_bit) != 0; }
  /// The first of two or more seats at the end that forfeited; the number of seats if there are none. A
  /// single forfeited seat is the last like any other.
  [[nodiscard]] static std::size_t forfeited_from(Pattern pattern);

 private:
  static constexpr std::uint16_t tie_bit = 1U << 15U;
  static constexpr std::uint16_t bot_bits = tie_bit - 1U;

  /// Runs of clusters with consecutive numbers and equally many games each.
  struct AlikeRuns {
    std::uint64_t first_cluster = 0;
    std::uint64_t clusters = 0;
    std::uint64_t games_each = 0;
  };

  /// A slot of a hash table. The tag of a pattern of two seats is the pattern itself; the tag of any other is
  /// part of its hash and differs for most patterns. So only few patterns, which are far away in memory, have
  /// to be compared.
  struct Slot {
    static constexpr std::uint32_t empty = ~0U >> 1U;
    std::uint32_t number : 31 = empty;
    std::uint32_t is_pair : 1 = 0;
    std::uint32_t tag = 0;
  };
  [[nodiscard]] static Slot slot_for(std::uint32_t number, Pattern pattern, std::uint64_t hash);

  /// The slot of `pattern`, or the empty one for it.
  [[nodiscard]] std::size_t slot_of(Pattern pattern, std::uint64_t hash) const;
  [[nodiscard]] std::uint32_t number_of(Pattern pattern);
  void make_room();
  void count_game_of(std::uint64_t cluster);
  /// Joins the last two entries of `alike_runs_` if possible.
  void join_last_runs();

  std::size_t bots_;
  RankingPatterns patterns_;
  std::vector<Slot> slots_;  ///< a power of two, at most half full
  std::deque<std::uint32_t>
      games_;  ///< a deque, because it does not move its elements and so never holds them twice
  std::deque<AlikeRuns> alike_runs_;  ///< the last one has a single run, to which games are added
  std::deque<Luck> luck_;
  bool in_order_ = true;
};

}  // namespace tribunal
