#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// The groups that play each deal, for the formats in which they follow from the shape alone.
struct FixedGroups {
  std::uint64_t a_deal = 0;  ///< groups that play each deal; more than `most_games` if they are too many
  /// The group that plays `deal` as the `position`-th; a pure function.
  std::function<std::vector<int>(std::uint64_t deal, std::uint64_t position)> group;
};

/// Every group of as many bots as there are seats.
[[nodiscard]] FixedGroups round_robin_groups(const Shape& shape);

/// Every group of one candidate and as many bots of the field as there are seats left. The candidate stands
/// first. Each group of the field meets all candidates in a row: stopped anywhere, all candidates have met
/// the same opponents on the same deals from the same seats, but for the group that was being met.
[[nodiscard]] FixedGroups gauntlet_groups(const Shape& shape);

/// The bots of a shape that are not on trial, ascending.
[[nodiscard]] std::vector<int> field_of(const Shape& shape);

/// The bots that are in when so many deals, or rounds, have been begun (`Stay`), ascending.
[[nodiscard]] std::vector<int> bots_in(const Shape& shape, std::uint64_t begun);

}  // namespace tribunal
