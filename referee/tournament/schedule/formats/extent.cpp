#include "tournament/schedule/formats/extent.hpp"

#include <algorithm>

#include "tournament/schedule/formats/combinatorics.hpp"
#include "tournament/schedule/formats/knockout.hpp"
#include "tournament/schedule/formats/ladder.hpp"
#include "tournament/schedule/formats/seating.hpp"
#include "tournament/schedule/formats/stretches.hpp"

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

/// Of formats without rounds.
Blocks fixed(const Shape& shape) {
  Number blocks = 0;
  for (const auto& stretch : stretches_of(shape)) {
    const auto groups = groups_of_stretch(shape, stretch).a_deal;
    blocks = sum(blocks, groups > most_games ? std::nullopt : product(groups, stretch.deals));
  }
  return {blocks, blocks};
}

Blocks swiss(const Shape& shape) {
  Blocks blocks{0, 0};
  for (int round = 0; round < shape.rounds; ++round) {
    const auto bots = bots_in(shape, static_cast<std::uint64_t>(round)).size();
    const auto tables = tables_of(static_cast<int>(bots), shape);
    if (tables == 0) break;
    blocks.most = sum(blocks.most, product(tables, shape.deals));
    ++blocks.most_rounds;
  }
  return {blocks.most, blocks.most, blocks.most_rounds, blocks.most_rounds};
}

Blocks knockout(const Shape& shape) {
  constexpr std::uint64_t further = most_tiebreaks;
  const auto stages = knockout_stages(shape);
  Blocks blocks{0, 0, stages.size(), stages.size() * (1 + further)};
  for (const auto& stage : stages) {
    const auto count = static_cast<std::uint64_t>(stage.groups);
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
    case Format::gauntlet:
    case Format::sampled:
      return fixed(shape);
    case Format::swiss:
      return swiss(shape);
    case Format::knockout:
      return knockout(shape);
    default:
      return ladder(shape);
  }
}

/// Deals of `count` turns of all groups that can be filled, as evenly as they divide among the bots.
GamesOfBot even_share(std::uint64_t count, const Shape& shape) {
  const auto bots = static_cast<std::uint64_t>(shape.bots);
  const auto filled = tables_of(shape.bots, shape) * static_cast<std::uint64_t>(shape.seats);
  const auto left_over = count % bots * filled;  // the rest is whole rounds of `bots` deals, even for all
  const auto whole = count / bots * filled;
  return {whole + left_over / bots, whole + (left_over + bots - 1) / bots};
}

/// How many groups of each deal of a stretch a bot is in: those that there are not without it.
std::uint64_t groups_with(int bot, const Shape& shape, const Stretch& stretch) {
  const auto all = groups_of_stretch(shape, stretch).a_deal;
  if (stretch.newcomer == bot) return all;
  auto without = stretch;
  std::erase(without.bots, bot);
  return all - groups_of_stretch(shape, without).a_deal;
}

GamesOfBot deals_in_stretches(int bot, const Shape& shape) {
  GamesOfBot deals;
  for (const auto& stretch : stretches_of(shape)) {
    if (stretch.newcomer != bot && !std::ranges::binary_search(stretch.bots, bot)) continue;
    if (shape.format == Format::sampled) {
      deals += even_share(stretch.deals, shape_of(shape, stretch));
    } else {
      const auto all = groups_with(bot, shape, stretch) * stretch.deals;
      deals += {all, all};
    }
  }
  return deals;
}

/// A bot that always loses, or always wins with all the further deals there can be. A bye may be lost to one
/// that is withdrawn.
GamesOfBot deals_in_knockout(int seed, const Shape& shape) {
  const auto stages = knockout_stages(shape);
  const auto plays = [&](const KnockoutStage& stage) {
    return !shape.stays.empty() || seed >= stage.bots - stage.groups * shape.seats;
  };
  const auto first = std::ranges::find_if(stages, plays);
  return {shape.deals, static_cast<std::uint64_t>(stages.end() - first) * (shape.deals + most_tiebreaks)};
}

/// The deals that a bot of the field plays at least: a round, unless it can be left over in the first one.
std::uint64_t fewest_in_field(const Shape& shape) {
  const auto field = shape.bots - static_cast<int>(shape.candidates.size());
  if (field % shape.seats == 0) return ladder_round_deals(shape);
  return shape.deals > 1 ? 1 : 0;
}

/// At most all deals to find its place, and those of all that come after it.
GamesOfBot deals_in_ladder(int bot, const Shape& shape) {
  const auto later = static_cast<std::uint64_t>(
      std::ranges::count_if(shape.candidates, [&](int candidate) { return candidate > bot; }));
  const auto a_round = ladder_round_deals(shape);
  if (shape.is_candidate(bot)) return {a_round, (1 + later) * shape.deals};
  return {fewest_in_field(shape), shape.deals + a_round + shape.candidates.size() * shape.deals};
}

/// A bye in any round that has any.
GamesOfBot deals_in_swiss(int bot, const Shape& shape) {
  if (shape.stays.empty()) {
    const auto rounds = even_share(static_cast<std::uint64_t>(shape.rounds), shape);
    return {rounds.fewest * shape.deals, rounds.most * shape.deals};
  }
  GamesOfBot deals;
  for (int round = 0; round < shape.rounds; ++round) {
    const auto in = bots_in(shape, static_cast<std::uint64_t>(round));
    const auto tables = tables_of(static_cast<int>(in.size()), shape);
    if (tables == 0) break;
    if (!std::ranges::binary_search(in, bot)) continue;
    const bool all_play = tables * static_cast<std::uint64_t>(shape.seats) == in.size();
    deals += {all_play ? shape.deals : 0, shape.deals};
  }
  return deals;
}

GamesOfBot deals_of(int bot, const Shape& shape) {
  switch (shape.format) {
    case Format::round_robin:
    case Format::gauntlet:
    case Format::sampled:
      return deals_in_stretches(bot, shape);
    case Format::swiss:
      return deals_in_swiss(bot, shape);
    case Format::knockout:
      return deals_in_knockout(bot, shape);
    default:
      return deals_in_ladder(bot, shape);
  }
}

/// Whether bots are withdrawn from a bracket or a ladder, where they may be out already, or nobody be left.
bool may_be_cut_short(const Shape& shape) {
  return !shape.stays.empty() && (shape.format == Format::knockout || shape.format == Format::ladder);
}

}  // namespace

std::vector<GamesOfBot> games_of_bots(const Shape& shape) {
  const auto a_deal = seatings_of(shape.seats, shape.permutations) * static_cast<std::uint64_t>(shape.games);
  std::vector<GamesOfBot> all;
  for (int bot = 0; bot < shape.bots; ++bot) {
    const auto deals = deals_of(bot, shape);
    all.push_back({may_be_cut_short(shape) ? 0 : deals.fewest * a_deal, deals.most * a_deal});
  }
  return all;
}

std::optional<Extent> extent_of(const Shape& shape) {
  auto blocks = blocks_of(shape);
  const auto games_of = [&](const Number& count) {
    return product(product(count, seatings_of(shape.seats, shape.permutations)),
                   static_cast<std::uint64_t>(shape.games));
  };
  if (may_be_cut_short(shape)) blocks.fewest = blocks.fewest_rounds = 0;
  const auto fewest = games_of(blocks.fewest);
  const auto most = games_of(blocks.most);
  if (!fewest || !most) return std::nullopt;
  return Extent{*fewest, *most, blocks.fewest_rounds, blocks.most_rounds};
}

}  // namespace tribunal
