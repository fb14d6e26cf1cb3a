#include "made_up_tournament.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>

#include "ratings/plackett_luce.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {
namespace {

/// If bots are ranked by strength plus a Gumbel variable each, their places follow the model of Plackett and
/// Luce (J. I. Yellott, Journal of Mathematical Psychology 15 (1977)). This turns a standard normal variable
/// into a Gumbel variable.
double gumbel_of(double normal) {
  const double chance = std::clamp(std::erfc(-normal / std::numbers::sqrt2) / 2, 1e-300, 1 - 1e-16);
  return -std::log(-std::log(chance));
}

void deal_cards(std::vector<double>& cards, std::mt19937_64& source) {
  std::normal_distribution<double> normal;
  for (auto& card : cards) card = normal(source);
}

GameResult result_of(const ScheduledGame& game, const std::vector<Placed>& placed) {
  GameResult result{.index = game.index, .deal = game.deal, .game = game.game, .seats = {}, .outcome = {}};
  result.outcome.seats = static_cast<int>(placed.size());
  for (std::size_t seat = 0; seat < placed.size(); ++seat) {
    result.seats.push_back({.bot = game.seating[seat], .faults = {}, .times = {}});
    const auto last = static_cast<std::int32_t>(placed.size());
    result.outcome.places.at(seat) = static_cast<std::int8_t>(std::min(placed[seat].place, last));
  }
  return result;
}

}  // namespace

std::vector<double> MadeUpTournament::field(int bots, double elo) {
  std::vector<double> strengths;
  for (int bot = 0; bot < bots; ++bot)
    strengths.push_back(elo / elo_per_strength * (1 - 2.0 * bot / (bots - 1)));
  return strengths;
}

std::vector<Placed> MadeUpTournament::play_game(std::span<const int> seating, std::span<const double> cards,
                                                std::mt19937_64& source) const {
  std::normal_distribution<double> normal;
  std::bernoulli_distribution forfeits{forfeit};
  std::vector<double> merits;
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    const double fortune =
        hand > 0 ? gumbel_of(normal(source)) + hand * cards[seat]
                 : gumbel_of(std::sqrt(luck) * cards[seat] + std::sqrt(1 - luck) * normal(source));
    const double merit = strengths[static_cast<std::size_t>(seating[seat])] + fortune;
    merits.push_back(forfeits(source) ? -std::numeric_limits<double>::infinity()
                     : tie > 0        ? std::floor(merit / tie)
                                      : merit);
  }
  std::vector<Placed> placed;
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    const auto better = std::ranges::count_if(merits, [&](double other) { return other > merits[seat]; });
    const auto place = std::isinf(merits[seat]) ? forfeited_place : static_cast<std::int32_t>(better) + 1;
    placed.push_back({static_cast<std::uint32_t>(seating[seat]), place});
  }
  return placed;
}

Schedule MadeUpTournament::play(std::mt19937_64& source, const OnGame& on_game) const {
  auto schedule = Schedule::make(shape).value();
  std::vector<double> cards(static_cast<std::size_t>(shape.seats));
  std::optional<std::uint64_t> dealt;
  for (std::uint64_t index = 0; index < schedule.size(); ++index) {
    const auto game = schedule.game(index);
    if (!rotated || dealt != game.deal) deal_cards(cards, source);
    dealt = game.deal;
    const auto placed = play_game({game.seating.begin(), game.seating.end()}, cards, source);
    on_game(game.deal, placed);
    schedule.note(result_of(game, placed));
  }
  return schedule;
}

void MadeUpTournament::play(std::mt19937_64& source, std::span<const std::uint32_t> numbers,
                            std::uint64_t first_deal, Rankings& rankings) const {
  play(source, [&](std::uint64_t deal, std::span<const Placed> placed) {
    std::vector<Placed> numbered(placed.begin(), placed.end());
    for (auto& seat : numbered) seat.bot = numbers[seat.bot];
    rankings.add(first_deal + deal, numbered);
  });
}

std::vector<double> MadeUpTournament::truth() const {
  auto known = strengths;
  if (!follows_model()) {
    constexpr std::uint64_t games = 400'000;
    std::mt19937_64 source{2026};
    Rankings rankings{strengths.size()};
    std::vector<int> bots(strengths.size());
    std::iota(bots.begin(), bots.end(), 0);
    std::vector<double> cards(static_cast<std::size_t>(shape.seats));
    for (std::uint64_t game = 0; game < games; ++game) {
      deal_cards(cards, source);
      std::ranges::shuffle(bots, source);
      rankings.add(game, play_game(std::span{bots}.first(cards.size()), cards, source));
    }
    const auto ratings = rate(rankings).value();
    for (std::size_t bot = 0; bot < known.size(); ++bot) known[bot] = ratings.bots[bot].value().strength;
  }
  const double mean = std::accumulate(known.begin(), known.end(), 0.0) / static_cast<double>(known.size());
  for (auto& strength : known) strength -= mean;
  return known;
}

}  // namespace tribunal
