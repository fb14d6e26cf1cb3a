#include "tournament/formats/extent.hpp"

#include "tournament/formats/combinatorics.hpp"
#include "tournament/formats/fixed_groups.hpp"
#include "tournament/formats/knockout.hpp"
#include "tournament/formats/ladder.hpp"
#include "tournament/formats/sampled.hpp"
#include "tournament/formats/seating.hpp"

namespace tribunal {
namespace {

using Number = std::optional<std::uint64_t>;

Number sum(Number a, Number b) {
  if (!a || !b || *a + *b > most_games) return std::nullopt;
  return *a + *b;
}

/// Blocks: deals, each played by a group.
struct Blocks {
  Number fewest;
  Number most;
  std::uint64_t fewest_rounds = 0;
  std::uint64_t most_rounds = 0;
};

/// Groups that can be filled.
std::uint64_t tables_of(int bots, const Shape& shape) {
  return static_cast<std::uint64_t>(bots / shape.seats);
}

Blocks fixed(std::uint64_t groups, const Shape& shape) {
  const auto blocks = groups > most_games ? std::nullopt : product(groups, shape.deals);
  return {blocks, blocks};
}

Blocks swiss(const Shape& shape) {
  const auto rounds = static_cast<std::uint64_t>(shape.rounds);
  const auto tables = tables_of(shape.bots, shape);
  const auto blocks = product(product(tables, shape.deals), rounds);
  return {blocks, blocks, rounds, rounds};
}

Blocks knockout(const Shape& shape) {
  constexpr std::uint64_t further = most_tiebreaks;
  const auto stages = knockout_stages(shape);
  Blocks blocks{0, 0, stages.size(), stages.size() * (1 + further)};
  for (const int groups : stages) {
    const auto count = static_cast<std::uint64_t>(groups);
    blocks.fewest = sum(blocks.fewest, product(count, shape.deals));
    blocks.most = sum(blocks.most, product(count, shape.deals + further));
  }
  return blocks;
}

Blocks ladder(const Shape& shape) {
  const auto a_round = ladder_round_deals(shape);
  const auto rounds = (shape.deals + a_round - 1) / a_round;
  const auto candidates = shape.candidates.size();
  const auto groups = tables_of(shape.bots - static_cast<int>(candidates), shape) + candidates;
  return {product(groups, a_round), product(groups, shape.deals), 1 + candidates, rounds * (1 + candidates)};
}

Blocks blocks_of(const Shape& shape) {
  switch (shape.format) {
    case Format::round_robin:
      return fixed(round_robin_groups(shape).a_deal, shape);
    case Format::gauntlet:
      return fixed(gauntlet_groups(shape).a_deal, shape);
    case Format::sampled:
      return fixed(tables_of(shape.bots, shape), shape);
    case Format::swiss:
      return swiss(shape);
    case Format::knockout:
      return knockout(shape);
    default:
      return ladder(shape);
  }
}

}  // namespace

std::optional<Extent> extent_of(const Shape& shape) {
  const auto blocks = blocks_of(shape);
  const auto games_of = [&](const Number& count) {
    return product(product(count, seatings_of(shape.seats, shape.permutations)),
                   static_cast<std::uint64_t>(shape.games));
  };
  const auto fewest = games_of(blocks.fewest);
  const auto most = games_of(blocks.most);
  if (!fewest || !most) return std::nullopt;
  return Extent{*fewest, *most, blocks.fewest_rounds, blocks.most_rounds};
}

}  // namespace tribunal
