#include "made_up_tournament.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

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

}  // namespace

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
    std::array<Placed, seats> placed{};
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const auto better = std::ranges::count_if(merit, [&](double other) { return other > merit[seat]; });
      placed[seat] = {seating[seat], static_cast<std::int32_t>(better) + 1};
    }
    rankings.add(deal, placed);
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
