#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "ratings/plackett_luce.hpp"

namespace tribunal::test {

/// A game as a row of places, one for each bot; 0 if the bot did not play.
using PlaceRow = std::vector<int>;

/// Games, with the cluster of each, and the luck of its seats if that is known.
struct Games {
  std::size_t bots = 0;
  std::vector<PlaceRow> rows;
  std::vector<std::uint64_t> clusters;
  std::vector<std::vector<double>> luck = {};
};

/// All games, each in a separate cluster unless `games` says otherwise.
Rankings rankings_of(const Games& games);

/// Twelve games of four seats among five bots, clusters of three games (1-3, 4-6, ...).
Games league_of_five();

/// Games of two bots, each in a separate cluster.
Rankings two_players(int first_wins, int second_wins, int draws);

/// Davidson's comparisons of six chocolate puddings, with ties.
Games puddings();

/// Games of 2 .. `seats` seats with random places, ties included, in clusters of up to three games.
Games random_games(std::mt19937_64& source, std::size_t bots, std::size_t games, int seats);

/// A Plackett-Luce fit by a different method: every order of the tied bots is written out, and Hunter's MM
/// steps (D. R. Hunter, MM Algorithms for Generalized Bradley-Terry Models, Annals of Statistics 32 (2004))
/// climb until nothing changes. `spread` is the standard deviation of strengths, infinity for any. Returns
/// strengths, less their mean.
std::vector<double> slow_fit(const Games& games, double spread);

/// The log-likelihood of one game as the mean over every order of the tied.
double slow_log_likelihood(const PlaceRow& row, const std::vector<double>& strengths);

}  // namespace tribunal::test
