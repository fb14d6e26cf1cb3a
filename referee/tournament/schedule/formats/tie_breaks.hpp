#pragma once

#include <span>
#include <vector>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// The bot with the greater share of what it could win stands above; without games the share is a half. Of
/// equals the one that forfeited fewer games does.
[[nodiscard]] bool stands_above(const PlacePoints& a, const PlacePoints& b);

/// All bots by these points, the best first (`stands_above`); equals in the order of the plan.
[[nodiscard]] std::vector<int> standing_after(const Shape& shape, std::span<const PlayedRound> played);

}  // namespace tribunal
