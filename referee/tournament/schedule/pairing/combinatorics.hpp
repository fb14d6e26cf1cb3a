#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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

/// A graph of the pairs of n things that go together: `graph[a][b]` and `graph[b][a]`.
using Graph = std::vector<std::vector<bool>>;

/// The most pairs that can be made, each of two things that go together, nothing in two pairs (J. Edmonds,
/// Paths, Trees, and Flowers, 1965).
[[nodiscard]] int most_pairs(const Graph& graph);

}  // namespace tribunal
