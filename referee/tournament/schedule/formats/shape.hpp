#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tribunal {

/// Who plays whom; docs/tournaments.md explains each.
enum class Format : std::uint8_t { round_robin, gauntlet, sampled, swiss, knockout, ladder };

inline constexpr std::array<std::string_view, 6> format_names{"round-robin", "gauntlet", "sampled",
                                                              "swiss",       "knockout", "ladder"};

/// True for a format whose groups follow from results: they are known round by round.
[[nodiscard]] constexpr bool in_rounds(Format format) {
  return format == Format::swiss || format == Format::knockout || format == Format::ladder;
}

/// In how many seatings each deal is played: every bot once in each seat, or every order of the bots.
enum class Permutations : std::uint8_t { rotations, all };

/// From when to when a bot takes part, in deals or, in formats of rounds, in rounds that have been begun
/// before: a late bot comes after so many of them, a withdrawn one is out after so many.
struct Stay {
  std::uint64_t joins_after = 0;
  std::optional<std::uint64_t> withdrawn_after{};

  /// Whether it is in when so many deals or rounds have been begun.
  [[nodiscard]] bool covers(std::uint64_t begun) const {
    return joins_after <= begun && (!withdrawn_after || begun < *withdrawn_after);
  }
  bool operator==(const Stay&) const = default;
};

/// All that a schedule follows from, but results.
struct Shape {
  int bots = 0;   ///< at least `seats`
  int seats = 0;  ///< that bots play: 1 .. max_seats; at least 2 in all formats but the round robin
  /// That each group plays; in formats of rounds, in a round; in the ladder, the most that a bot plays to
  /// find its place.
  std::uint64_t deals = 0;
  int games = 1;  ///< in which a group plays each deal
  Permutations permutations = Permutations::rotations;
  Format format = Format::round_robin;
  std::vector<int>
      candidates{};           ///< gauntlet, ladder: bots that are on trial, ascending; the rest is the field
  int rounds = 0;             ///< swiss
  int advance = 1;            ///< knockout: how many of a group go on
  double target_error = 0;    ///< ladder: the Elo error, half a 95 % interval, at which a bot has its place
  std::vector<Stay> stays{};  ///< of each bot; empty if all take part from the first to the last

  [[nodiscard]] Stay stay(int bot) const {
    return stays.empty() ? Stay{} : stays[static_cast<std::size_t>(bot)];
  }
  [[nodiscard]] bool is_candidate(int bot) const { return std::ranges::binary_search(candidates, bot); }
  /// Whether `bot` plays no more: what it has not played is left out.
  [[nodiscard]] bool is_withdrawn(int bot) const { return stay(bot).withdrawn_after.has_value(); }
};

}  // namespace tribunal
