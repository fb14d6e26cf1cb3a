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

[[nodiscard]] std::uint64_t factorial(int n);

/// The order of `items` at `position` in lexicographic order.
[[nodiscard]] std::vector<int> permutation(std::vector<int> items, std::uint64_t position);

}  // namespace tribunal
