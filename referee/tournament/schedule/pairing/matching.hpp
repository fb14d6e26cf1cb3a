#pragma once

#include <vector>

namespace tribunal {

/// A graph of the pairs of n things that go together: `graph[a][b]` and `graph[b][a]`.
using Graph = std::vector<std::vector<bool>>;

/// The most pairs that can be made, each of two things that go together, nothing in two pairs (J. Edmonds,
/// Paths, Trees, and Flowers, 1965).
[[nodiscard]] int most_pairs(const Graph& graph);

}  // namespace tribunal
