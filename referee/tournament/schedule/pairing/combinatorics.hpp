#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/enum_names.hpp"

namespace tribunal {

/// A bound on the number of games, beyond any real tournament.
inline constexpr std::uint64_t most_games = std::uint64_t{1} << 48U;

/// `a * b` if that is no more than `most_games`.
[[nodiscard]] std::optional<std::uint64_t> product(std::optional<std::uint64_t> a, std::uint64_t b);

/// `a + b` if that is no more than `most_games`.
[[nodiscard]] std::optional<std::uint64_t> sum(std::optional<std::uint64_t> a,
                                               std::optional<std::uint64_t> b);

/// The number of ways to choose k of n; `most_games` + 1 if there are more than `most_games`.
[[nodiscard]] std::uint64_t combinations(int n, int k);

/// The combination of `k` of 0 .. n-1 at `position` in lexicographic order.
[[nodiscard]] std::vector<int> combination(int n, int k, std::uint64_t position);

/// The seatings in which each deal is played: every bot once in each seat, or every order of the bots.
enum class Permutations : std::uint8_t { rotations, all };

template <>
inline constexpr auto enum_names<Permutations> = in_words("rotations", "all");

/// The order of `group` round the table at `turn`: a zigzag through all but the last, started one further at
/// each turn. In the n - 1 turns of n bots each pair sits side by side exactly twice, in the first half of
/// them, of an odd number of bots, once (Walecki's circles, 1892).
[[nodiscard]] std::vector<int> circle_of(const std::vector<int>& group, std::uint64_t turn);

/// The number of seatings in which a group of `seats` bots plays each deal.
[[nodiscard]] std::uint64_t seatings_of(int seats, Permutations permutations);

/// The bot of each seat when `group` plays `deal` for the `turn`-th time, from 0. In `rotations` the order
/// round the table changes every two deals and the odd deals run the other way, so that in every 2 (n - 1)
/// deals of n seats each bot sits directly before and directly behind every other of its group equally often.
[[nodiscard]] std::vector<int> seating_of(std::vector<int> group, std::uint64_t deal, std::uint64_t turn,
                                          Permutations permutations);

/// A graph of the pairs of n things that go together: `graph[a][b]` and `graph[b][a]`.
using Graph = std::vector<std::vector<bool>>;

/// The most pairs that can be made, each of two things that go together, nothing in two pairs (J. Edmonds,
/// Paths, Trees, and Flowers, 1965).
[[nodiscard]] int most_pairs(const Graph& graph);

}  // namespace tribunal
