#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/enum_names.hpp"

namespace tribunal {

/// An upper bound for the number of games, beyond any real tournament.
inline constexpr std::uint64_t most_games = std::uint64_t{1} << 48U;

/// `a * b`. None if it is larger than `most_games`.
[[nodiscard]] std::optional<std::uint64_t> product(std::optional<std::uint64_t> a, std::uint64_t b);

/// `a + b`. None if it is larger than `most_games`.
[[nodiscard]] std::optional<std::uint64_t> sum(std::optional<std::uint64_t> a,
                                               std::optional<std::uint64_t> b);

/// The number of ways to choose k of n. It is `most_games` + 1 if there are more than `most_games`.
[[nodiscard]] std::uint64_t combinations(int n, int k);

/// The combination of `k` of the numbers 0 .. n-1 that is at `position` in lexicographic order.
[[nodiscard]] std::vector<int> combination(int n, int k, std::uint64_t position);

/// The seatings in which each deal is played: each bot once in each seat, or all orders of the bots.
enum class Permutations : std::uint8_t { rotations, all };

template <>
inline constexpr auto enum_names<Permutations> = in_words("rotations", "all");

/// The order of `group` around the table at `turn`: a zigzag through all bots but the last, which starts one
/// bot further at each turn. In the n - 1 turns of n bots, each pair is adjacent exactly twice. In the first
/// half of these turns, each pair of an odd number of bots is adjacent once (Walecki's circles, 1892).
[[nodiscard]] std::vector<int> circle_of(const std::vector<int>& group, std::uint64_t turn);

/// The number of seatings in which a group of `seats` bots plays each deal.
[[nodiscard]] std::uint64_t seatings_of(int seats, Permutations permutations);

/// The bot of each seat when `group` plays `deal` for the `turn`-th time, counted from 0. In `rotations` the
/// order around the table changes every two deals, and odd deals run the other way. Thus, in every 2 (n - 1)
/// deals of n seats, each bot sits directly before and behind every other bot of its group equally often.
[[nodiscard]] std::vector<int> seating_of(std::vector<int> group, std::uint64_t deal, std::uint64_t turn,
                                          Permutations permutations);

/// A graph of n things: `graph[a][b]` and `graph[b][a]` say whether two of them can be paired.
using Graph = std::vector<std::vector<bool>>;

/// The largest number of pairs that can be made in the graph, with each thing in at most one pair (J.
/// Edmonds, Paths, Trees, and Flowers, 1965).
[[nodiscard]] int most_pairs(const Graph& graph);

}  // namespace tribunal
