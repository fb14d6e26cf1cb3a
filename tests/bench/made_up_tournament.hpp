#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "ratings/model/rankings.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// A tournament between bots of known strengths, by the product's own schedule. A seat's cards are the same
/// in all games of a deal, so these games depend on each other.
struct MadeUpTournament {
  Shape shape;
  std::vector<double> strengths;  ///< natural logarithms
  /// The part of a seat's fortune that is its cards, 0 .. 1. With 0, each game follows the model exactly.
  double luck = 0.5;
  /// In place of `luck`: a standard deviation of cards is worth this number of logits to a seat. Games then
  /// do not follow the model.
  double hand = 0;
  double tie =
      0;  ///< fortunes are rounded down to multiples of it, and equal ones share a place; 0: no rounding
  double forfeit = 0;   ///< the part of a bot's games that it forfeits
  bool rotated = true;  ///< false: each seating of a deal has different cards

  /// Strengths at equal distances, from `elo` to -`elo` around the mean.
  [[nodiscard]] static std::vector<double> field(int bots, double elo);

  /// Called with the deal and the places of each game.
  using OnGame = std::function<void(std::uint64_t, std::span<const Placed>)>;
  Schedule play(std::mt19937_64& source, const OnGame& on_game) const;
  /// Adds the games of another night, whose deals start at `first_deal`. The bots have these numbers.
  void play(std::mt19937_64& source, std::span<const std::uint32_t> numbers, std::uint64_t first_deal,
            Rankings& rankings) const;
  /// The strengths that a very large number of games of all bots against each other would show, less their
  /// mean.
  [[nodiscard]] std::vector<double> truth() const;

 private:
  [[nodiscard]] std::vector<Placed> play_game(std::span<const int> seating, std::span<const double> cards,
                                              std::mt19937_64& source) const;
  [[nodiscard]] bool follows_model() const { return hand == 0 && tie == 0 && forfeit == 0; }
};

}  // namespace tribunal
