#include "report/outlook_report.hpp"

#include <vector>

#include "report/counted.hpp"
#include "tournament/formats/combinatorics.hpp"
#include "tournament/formats/extent.hpp"
#include "tournament/formats/fixed_groups.hpp"
#include "tournament/formats/knockout.hpp"
#include "tournament/formats/seating.hpp"

namespace tribunal {
namespace {

std::string tables_of(int bots, int seats) {
  return counted(static_cast<std::uint64_t>(bots / seats), "group");
}

/// The groups that play a deal, and of rounds how many.
std::string groups_text(const Shape& shape) {
  switch (shape.format) {
    case Format::round_robin:
      return counted(combinations(shape.bots, shape.seats), "group");
    case Format::gauntlet:
      return counted(gauntlet_groups(shape).a_deal, "group");
    case Format::sampled:
      return tables_of(shape.bots, shape.seats);
    case Format::swiss:
      return counted(static_cast<std::uint64_t>(shape.rounds), "round") + " x " +
             tables_of(shape.bots, shape.seats);
    case Format::knockout: {
      std::string stages;
      for (const auto& stage : knockout_stages(shape))
        stages += (stages.empty() ? "" : " + ") + std::to_string(stage.groups);
      return stages + (stages == "1" ? " group" : " groups");
    }
    default: {
      const auto field = static_cast<int>(field_of(shape).size());
      return tables_of(field, shape.seats) + " of the field and " +
             counted(shape.candidates.size(), "candidate");
    }
  }
}

}  // namespace

std::string what_is_played(const Shape& shape) {
  const auto name = std::string{format_names.at(static_cast<std::size_t>(shape.format))};
  return (shape.format == Format::round_robin ? "" : name + ", ") + groups_text(shape) + " x " +
         (shape.format == Format::ladder ? "at most " : "") + counted(shape.deals, "deal") + " x " +
         counted(seatings_of(shape.seats, shape.permutations), "seating") +
         (shape.games > 1 ? " x " + counted(static_cast<std::uint64_t>(shape.games), "game") : "") + " = " +
         games_in_all(shape);
}

std::string games_in_all(const Shape& shape) {
  const auto extent = extent_of(shape).value_or(Extent{});
  if (extent.fewest_games == extent.most_games) return counted(extent.most_games, "game");
  return std::to_string(extent.fewest_games) + " to " + counted(extent.most_games, "game");
}

}  // namespace tribunal
