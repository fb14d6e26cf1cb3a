#include "tournament/schedule/formats/format.hpp"

#include "base/text/number_text.hpp"

namespace tribunal {
namespace {

/// The number of groups per deal in a phase that have this bot.
std::uint64_t groups_with(int bot, const Shape& shape, const Phase& phase) {
  const auto all = groups_of_phase(shape, phase).a_deal;
  if (phase.newcomer == bot) return all;
  auto without = phase;
  std::erase(without.bots, bot);
  return all - groups_of_phase(shape, without).a_deal;
}

}  // namespace

std::string Format::objection(const Shape& shape) const {
  if (shape.seats >= 2) return {};
  return "format " + std::string{name()} +
         " needs two or more players at a table; for tables of one, use round-robin";
}

std::string Format::deals_text(const Shape& shape) const { return counted(shape.deals, "deal"); }

BlockBounds FixedFormat::blocks(const Shape& shape) const {
  std::optional<std::uint64_t> blocks = 0;
  for (const auto& phase : phases_of(shape)) {
    const auto groups = groups_of_phase(shape, phase).a_deal;
    blocks = sum(blocks, groups > most_games ? std::nullopt : product(groups, phase.deals));
  }
  return {blocks, blocks};
}

GamesOfBot FixedFormat::deals_of(int bot, const Shape& shape) const {
  GamesOfBot deals;
  for (const auto& phase : phases_of(shape)) {
    if (phase.newcomer != bot && !std::ranges::binary_search(phase.bots, bot)) continue;
    const auto all = groups_with(bot, shape, phase) * phase.deals;
    deals += {all, all};
  }
  return deals;
}

std::string FixedFormat::groups_text(const Shape& shape) const {
  return unless_bots_change(shape, counted(groups(shape).a_deal, "group"));
}

BlockBounds FormatWithRounds::blocks(const Shape& shape) const {
  BlockBounds blocks{0, 0};
  for (std::uint64_t round = 0; round < rounds_of(shape); ++round) {
    const auto groups = groups_a_round(static_cast<int>(shape.bots_in(round).size()), shape);
    if (groups == 0) break;
    blocks.most = sum(blocks.most, product(groups, shape.deals));
    ++blocks.most_rounds;
  }
  return {blocks.most, blocks.most, blocks.most_rounds, blocks.most_rounds};
}

std::string FormatWithRounds::groups_text(const Shape& shape) const {
  return counted(rounds_of(shape), "round") + " x " +
         unless_bots_change(shape, counted(groups_a_round(shape.bots, shape), "group"));
}

std::optional<Bounds> bounds_of(const Shape& shape) {
  const auto blocks = shape.format->blocks(shape);
  const auto games_of = [&](const std::optional<std::uint64_t>& count) {
    return product(product(count, seatings_of(shape.seats, shape.permutations)),
                   static_cast<std::uint64_t>(shape.games));
  };
  const auto fewest = games_of(blocks.fewest);
  const auto most = games_of(blocks.most);
  if (!fewest || !most) return std::nullopt;
  return Bounds{*fewest, *most, blocks.fewest_rounds, blocks.most_rounds};
}

std::vector<GamesOfBot> games_of_bots(const Shape& shape) {
  const auto a_deal = seatings_of(shape.seats, shape.permutations) * static_cast<std::uint64_t>(shape.games);
  std::vector<GamesOfBot> all;
  if (shape.format->in_rounds()) return all;
  for (int bot = 0; bot < shape.bots; ++bot) {
    const auto deals = shape.format->deals_of(bot, shape);
    all.push_back({deals.fewest * a_deal, deals.most * a_deal});
  }
  return all;
}

std::uint64_t groups_filled(int bots, const Shape& shape) {
  return static_cast<std::uint64_t>(bots / shape.seats);
}

GamesOfBot even_share(std::uint64_t count, const Shape& shape) {
  const auto bots = static_cast<std::uint64_t>(shape.bots);
  const auto filled = groups_filled(shape.bots, shape) * static_cast<std::uint64_t>(shape.seats);
  const auto left_over = count % bots * filled;  // the others are in whole rounds of `bots` deals, equal for
                                                 // all bots
  const auto whole = count / bots * filled;
  return {whole + left_over / bots, whole + (left_over + bots - 1) / bots};
}

std::string are_counted(int bots) { return (bots == 1 ? "is " : "are ") + std::to_string(bots); }

std::string unless_bots_change(const Shape& shape, std::string groups) {
  return shape.stays.empty() ? std::move(groups) : "groups of bots that come and go";
}

}  // namespace tribunal
