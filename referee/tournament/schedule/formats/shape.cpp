#include "tournament/schedule/formats/shape.hpp"

#include <set>
#include <utility>

#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// The numbers of deals after which bots join or are withdrawn. At 0, all bots join that take part from the
/// start.
std::set<std::uint64_t> changes_in(const Shape& shape) {
  std::set<std::uint64_t> changes{0};
  for (const auto& stay : shape.stays) {
    changes.insert(stay.joins_after);
    if (stay.withdrawn_after) changes.insert(*stay.withdrawn_after);
  }
  return changes;
}

/// The bots that `newcomer` meets in the deals before it joined: those before it in the plan that were in the
/// last of these deals, or that joined together with it. A bot withdrawn at that very point counts too.
/// Otherwise games already played would move to other places in the schedule.
std::vector<int> opponents_of(int newcomer, const Shape& shape) {
  const auto joins_after = shape.stay(newcomer).joins_after;
  std::vector<int> bots;
  for (int bot = 0; bot < newcomer; ++bot) {
    const auto stay = shape.stay(bot);
    if (stay.joins_after == joins_after || stay.covers(joins_after - 1)) bots.push_back(bot);
  }
  return bots;
}

/// The phase in which a late bot makes up for the deals before it joined.
Phase missed_by(int newcomer, const Shape& shape) {
  Phase phase{.first_deal = 0,
              .deals = shape.stay(newcomer).joins_after,
              .bots = opponents_of(newcomer, shape),
              .newcomer = newcomer,
              .makes_up = true};
  if (shape.is_candidate(newcomer)) {  // candidates do not meet each other
    std::erase_if(phase.bots, [&](int bot) { return shape.is_candidate(bot); });
    phase.bots.push_back(newcomer);
    phase.newcomer.reset();
  }
  return phase;
}

}  // namespace

std::vector<Phase> phases_of(const Shape& shape) {
  std::vector<Phase> phases;
  const auto changes = changes_in(shape);
  for (auto change = changes.begin(); change != changes.end() && *change <= shape.deals; ++change) {
    if (*change > 0 && shape.format->newcomers_make_up()) {
      for (int bot = 0; bot < shape.bots; ++bot)
        if (shape.stay(bot).joins_after == *change) phases.push_back(missed_by(bot, shape));
    }
    const auto next = std::next(change);
    const auto end = next == changes.end() ? shape.deals : std::min(*next, shape.deals);
    if (*change < end) phases.push_back({*change, end - *change, shape.bots_in(*change)});
  }
  return phases;
}

Shape shape_of(const Shape& shape, const Phase& phase) {
  auto part = shape;
  part.bots = static_cast<int>(phase.bots.size());
  part.seats = shape.seats - (phase.newcomer ? 1 : 0);
  part.deals = phase.deals;
  part.stays.clear();
  part.candidates.clear();
  for (int bot = 0; bot < part.bots; ++bot)
    if (shape.is_candidate(phase.bots[static_cast<std::size_t>(bot)])) part.candidates.push_back(bot);
  return part;
}

FixedGroups groups_of_phase(const Shape& shape, const Phase& phase) {
  const auto part = shape_of(shape, phase);
  auto groups = shape.format->groups(part);
  if (groups.a_deal == 0 || part.bots == shape.bots) return groups;
  return {groups.a_deal,
          [group_of = std::move(groups.group), phase](std::uint64_t deal, std::uint64_t position) {
            auto group = group_of(deal, position);
            for (auto& bot : group) bot = phase.bots[static_cast<std::size_t>(bot)];
            if (phase.newcomer) group.push_back(*phase.newcomer);
            return group;
          }};
}

}  // namespace tribunal
