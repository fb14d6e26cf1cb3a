#include "tournament/schedule/formats/stretches.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "tournament/schedule/formats/combinatorics.hpp"
#include "tournament/schedule/formats/sampled.hpp"

namespace tribunal {
namespace {

/// After how many deals bots come or go; at the beginning all come.
std::set<std::uint64_t> changes_in(const Shape& shape) {
  std::set<std::uint64_t> changes{0};
  for (const auto& stay : shape.stays) {
    changes.insert(stay.joins_after);
    if (stay.withdrawn_after) changes.insert(*stay.withdrawn_after);
  }
  return changes;
}

/// Whom `newcomer` meets in the deals before it came: the bots before it in the plan that were in the last of
/// them, or have joined together with it. Who is withdrawn just then is among them, as that must not change
/// the place of games that have been played.
std::vector<int> opponents_of(int newcomer, const Shape& shape) {
  const auto joins_after = shape.stay(newcomer).joins_after;
  std::vector<int> bots;
  for (int bot = 0; bot < newcomer; ++bot) {
    const auto stay = shape.stay(bot);
    if (stay.joins_after == joins_after || stay.covers(joins_after - 1)) bots.push_back(bot);
  }
  return bots;
}

/// The deals before it came, for a newcomer.
Stretch missed_by(int newcomer, const Shape& shape) {
  Stretch stretch{.first_deal = 0,
                  .deals = shape.stay(newcomer).joins_after,
                  .bots = opponents_of(newcomer, shape),
                  .newcomer = newcomer,
                  .makes_up = true};
  if (shape.is_candidate(newcomer)) {  // candidates do not meet
    std::erase_if(stretch.bots, [&](int bot) { return shape.is_candidate(bot); });
    stretch.bots.push_back(newcomer);
    stretch.newcomer.reset();
  }
  return stretch;
}

/// Whether these bots fill a group.
bool is_enough(const Shape& shape) {
  const auto candidates = static_cast<int>(shape.candidates.size());
  if (shape.format != Format::gauntlet) return shape.bots >= shape.seats;
  return candidates > 0 && shape.bots - candidates >= shape.seats - 1;
}

FixedGroups groups_of_part(const Shape& shape) {
  switch (shape.format) {
    case Format::round_robin:
      return round_robin_groups(shape);
    case Format::gauntlet:
      return gauntlet_groups(shape);
    case Format::sampled:
      return sampled_groups(shape);
    default:
      return {};
  }
}

}  // namespace

std::vector<Stretch> stretches_of(const Shape& shape) {
  std::vector<Stretch> stretches;
  const auto changes = changes_in(shape);
  for (auto change = changes.begin(); change != changes.end() && *change <= shape.deals; ++change) {
    if (*change > 0 && shape.format != Format::sampled) {
      for (int bot = 0; bot < shape.bots; ++bot)
        if (shape.stay(bot).joins_after == *change) stretches.push_back(missed_by(bot, shape));
    }
    const auto next = std::next(change);
    const auto end = next == changes.end() ? shape.deals : std::min(*next, shape.deals);
    if (*change < end) stretches.push_back({*change, end - *change, bots_in(shape, *change)});
  }
  return stretches;
}

Shape shape_of(const Shape& shape, const Stretch& stretch) {
  auto part = shape;
  part.bots = static_cast<int>(stretch.bots.size());
  part.seats = shape.seats - (stretch.newcomer ? 1 : 0);
  part.deals = stretch.deals;
  part.stays.clear();
  part.candidates.clear();
  for (int bot = 0; bot < part.bots; ++bot)
    if (shape.is_candidate(stretch.bots[static_cast<std::size_t>(bot)])) part.candidates.push_back(bot);
  return part;
}

FixedGroups groups_of_stretch(const Shape& shape, const Stretch& stretch) {
  const auto part = shape_of(shape, stretch);
  if (!is_enough(part)) return {};
  auto groups = groups_of_part(part);
  if (part.bots == shape.bots) return groups;
  return {groups.a_deal,
          [group_of = std::move(groups.group), stretch](std::uint64_t deal, std::uint64_t position) {
            auto group = group_of(deal, position);
            for (auto& bot : group) bot = stretch.bots[static_cast<std::size_t>(bot)];
            if (stretch.newcomer) group.push_back(*stretch.newcomer);
            return group;
          }};
}

}  // namespace tribunal
