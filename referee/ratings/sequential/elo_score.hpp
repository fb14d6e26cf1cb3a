#pragma once

#include <cmath>

namespace tribunal {

/// The expected score, 0 .. 1, of a player who is `elo` points stronger than the other.
[[nodiscard]] inline double score_of_elo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }
/// The Elo difference with this expected score, above 0 and below 1.
[[nodiscard]] inline double elo_of_score(double score) { return -400 * std::log10(1 / score - 1); }

}  // namespace tribunal
