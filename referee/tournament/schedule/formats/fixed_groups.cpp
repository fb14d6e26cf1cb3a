#include "tournament/schedule/formats/fixed_groups.hpp"

#include "tournament/schedule/formats/combinatorics.hpp"

namespace tribunal {

FixedGroups round_robin_groups(const Shape& shape) {
  return {combinations(shape.bots, shape.seats),
          [bots = shape.bots, seats = shape.seats](std::uint64_t, std::uint64_t position) {
            return combination(bots, seats, position);
          }};
}

FixedGroups gauntlet_groups(const Shape& shape) {
  auto field = field_of(shape);
  const int opponents = shape.seats - 1;
  const auto field_groups = combinations(static_cast<int>(field.size()), opponents);
  const auto groups = product(field_groups, shape.candidates.size());
  return {groups.value_or(most_games + 1),
          [field = std::move(field), opponents, candidates = shape.candidates](std::uint64_t,
                                                                               std::uint64_t position) {
            std::vector<int> group{candidates[position % candidates.size()]};
            const auto chosen =
                combination(static_cast<int>(field.size()), opponents, position / candidates.size());
            for (const int bot : chosen) group.push_back(field[static_cast<std::size_t>(bot)]);
            return group;
          }};
}

std::vector<int> field_of(const Shape& shape) {
  std::vector<int> field;
  for (int bot = 0; bot < shape.bots; ++bot)
    if (!shape.is_candidate(bot)) field.push_back(bot);
  return field;
}

std::vector<int> bots_in(const Shape& shape, std::uint64_t begun) {
  std::vector<int> bots;
  for (int bot = 0; bot < shape.bots; ++bot)
    if (shape.stay(bot).covers(begun)) bots.push_back(bot);
  return bots;
}

}  // namespace tribunal
