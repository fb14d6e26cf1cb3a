#pragma once

#include <array>
#include <cstdint>
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
      candidates{};         ///< gauntlet, ladder: bots that are on trial, ascending; the rest is the field
  int rounds = 0;           ///< swiss
  int advance = 1;          ///< knockout: how many of a group go on
  double target_error = 0;  ///< ladder: the Elo error, half a 95 % interval, at which a bot has its place
};

}  // namespace tribunal
