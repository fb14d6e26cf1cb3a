#include "made_up_tournament.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "tournament/schedule/schedule.hpp"

namespace tribunal {
namespace {

constexpr std::size_t seats = 3;
using PerSeat = std::array<double, seats>;

/// Bots ranked by strength and a Gumbel variable each take places by the model of Plackett and Luce (J. I.
/// Yellott, Journal of Mathematical Psychology 15 (1977)). This makes one of a standard normal variable.
double gumbel_of(double normal) {
  const double chance = std::clamp(std::erfc(-normal / std::numbers::sqrt2) / 2, 1e-300, 1 - 1e-16);
  return -std::log(-std::log(chance));
}

/// The places that these merits take.
template <class Merits>
std::vector<Placed> placed_by(const std::vector<std::uint32_t>& seating, const Merits& merits) {
  std::vector<Placed> placed;
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    const auto better =
        std::count_if(merits.begin(), merits.begin() + static_cast<std::ptrdiff_t>(seating.size()),
                      [&](double other) { return other > merits[seat]; });
    placed.push_back({seating[seat], static_cast<std::int32_t>(better) + 1});
  }
  return placed;
}

}  // namespace

Rankings MadeUpTournament::play(const Shape& shape, std::mt19937_64& source) const {
  Rankings rankings{strengths.size()};
  std::normal_distribution<double> normal;
  const double shared = std::sqrt(luck);
  const double own = std::sqrt(1 - luck);
  auto schedule = Schedule::make(shape).value();
  std::vector<double> cards(static_cast<std::size_t>(shape.seats));
  std::vector<double> merits(cards.size());
  std::optional<std::uint64_t> dealt;
  for (std::uint64_t index = 0; index < schedule.size(); ++index) {
    const auto game = schedule.game(index);
    if (dealt != game.deal)
      for (auto& card : cards) card = normal(source);
    dealt = game.deal;
    GameResult result{.index = index, .deal = game.deal, .game = game.game, .seats = {}, .outcome = {}};
    for (std::size_t seat = 0; seat < cards.size(); ++seat) {
      const auto bot = static_cast<std::size_t>(game.seating[seat]);
      merits[seat] = strengths[bot] + gumbel_of(shared * cards[seat] + own * normal(source));
      result.seats.push_back({.bot = game.seating[seat], .faults = {}, .times = {}});
    }
    const auto placed = placed_by({game.seating.begin(), game.seating.end()}, merits);
    result.outcome.seats = shape.seats;
    for (std::size_t seat = 0; seat < placed.size(); ++seat)
      result.outcome.places.at(seat) = static_cast<std::int8_t>(placed[seat].place);
    rankings.add(game.deal, placed);
    schedule.note(result);
  }
  return rankings;
}

Rankings MadeUpTournament::play(std::mt19937_64& source) const {
  Rankings rankings{strengths.size()};
  std::normal_distribution<double> normal;
  const double shared = std::sqrt(luck);
  const double own = std::sqrt(1 - luck);
  const auto bots = static_cast<std::uint32_t>(strengths.size());
  PerSeat cards{};
  const auto play_game = [&](std::uint64_t deal, const std::array<std::uint32_t, seats>& seating) {
    PerSeat merit{};
    for (std::size_t seat = 0; seat < seats; ++seat)
      merit[seat] = strengths[seating[seat]] + gumbel_of(shared * cards[seat] + own * normal(source));
    rankings.add(deal, placed_by({seating.begin(), seating.end()}, merit));
  };
  for (std::uint64_t deal = 0; deal < deals; ++deal) {
    for (auto& card : cards) card = normal(source);
    for (std::uint32_t a = 0; a < bots; ++a) {
      for (std::uint32_t b = a + 1; b < bots; ++b) {
        for (std::uint32_t c = b + 1; c < bots; ++c) {
          std::array seating{a, b, c};
          for (std::size_t game = 0; game < seats; ++game) {
            play_game(deal, seating);
            if (rotated) std::ranges::rotate(seating, seating.begin() + 1);
          }
        }
      }
    }
  }
  return rankings;
}

}  // namespace tribunal
