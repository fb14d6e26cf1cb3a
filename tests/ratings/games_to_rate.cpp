#include "ratings/games_to_rate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

namespace tribunal::test {
namespace {

using Order = std::vector<std::uint32_t>;

/// Every order of the bots of a game that its places allow.
std::vector<Order> orders_of(const PlaceRow& row) {
  std::map<int, Order> tied;
  for (std::uint32_t bot = 0; bot < row.size(); ++bot)
    if (row[bot] != 0) tied[row[bot]].push_back(bot);
  std::vector<Order> orders{{}};
  for (auto [place, group] : tied) {
    std::vector<Order> longer;
    do {
      for (auto order : orders) {
        order.insert(order.end(), group.begin(), group.end());
        longer.push_back(std::move(order));
      }
    } while (std::ranges::next_permutation(group).found);
    orders = std::move(longer);
  }
  return orders;
}

struct WeightedOrder {
  Order order;
  double weight;
};

std::vector<WeightedOrder> all_orders(const Games& games) {
  std::map<PlaceRow, double> counts;
  for (const auto& row : games.rows) counts[row] += 1;
  std::vector<WeightedOrder> all;
  for (const auto& [row, count] : counts) {
    const auto orders = orders_of(row);
    for (const auto& order : orders) all.push_back({order, count / static_cast<double>(orders.size())});
  }
  return all;
}

/// The root x of wins - chances e^x - x / spread^2.
double penalised_logarithm(double wins, double chances, double spread) {
  if (std::isinf(spread)) return std::log(wins / chances);
  const double precision = 1 / (spread * spread);
  double x = std::log((wins + 1) / chances);  // above it; from there Newton's steps never overshoot
  for (int step = 0; step < 200; ++step)
    x += (wins - chances * std::exp(x) - x * precision) / (chances * std::exp(x) + precision);
  return x;
}

/// One MM step: wins divided by the chances, apart from the prior. Returns the largest change of a logarithm.
double mm_step(const std::vector<WeightedOrder>& orders, double spread, std::vector<double>& worths) {
  std::vector<double> wins(worths.size());
  std::vector<double> chances(worths.size());
  for (const auto& [order, weight] : orders) {
    double total = order.empty() ? 0 : worths[order.back()];
    for (std::size_t stage = order.size() - 1; stage-- > 0;) {
      total += worths[order[stage]];
      wins[order[stage]] += weight;
      for (std::size_t later = stage; later < order.size(); ++later) chances[order[later]] += weight / total;
    }
  }
  double moved = 0;
  for (std::size_t bot = 0; bot < worths.size(); ++bot) {
    if (chances[bot] == 0) continue;
    const double next = std::exp(penalised_logarithm(wins[bot], chances[bot], spread));
    moved = std::max(moved, std::abs(std::log(next / worths[bot])));
    worths[bot] = next;
  }
  return moved;
}

}  // namespace

Rankings rankings_of(const Games& games) {
  Rankings rankings{games.bots};
  for (std::size_t game = 0; game < games.rows.size(); ++game) {
    std::vector<Placed> seats;
    for (std::uint32_t bot = 0; bot < games.rows[game].size(); ++bot)
      if (games.rows[game][bot] != 0) seats.push_back({bot, games.rows[game][bot]});
    const auto cluster = games.clusters.empty() ? game : games.clusters[game];
    if (games.luck.empty()) {
      rankings.add(cluster, seats);
    } else {
      rankings.add(cluster, seats, std::span{games.luck[game]}.first(seats.size()));
    }
  }
  return rankings;
}

Rankings two_players(int first_wins, int second_wins, int draws) {
  Rankings rankings{2};
  std::uint64_t game = 0;
  const auto add = [&](int times, int first, int second) {
    for (int i = 0; i < times; ++i) rankings.add(game++, std::vector<Placed>{{0, first}, {1, second}});
  };
  add(first_wins, 1, 2);
  add(second_wins, 2, 1);
  add(draws, 1, 1);
  return rankings;
}

Games league_of_five() {
  Games games{.bots = 5,
              .rows = {{1, 2, 3, 4, 0},
                       {2, 1, 0, 3, 4},
                       {1, 1, 3, 0, 4},
                       {0, 1, 2, 3, 3},
                       {3, 2, 1, 0, 1},
                       {1, 3, 0, 2, 2},
                       {2, 0, 1, 3, 4},
                       {1, 2, 2, 2, 0},
                       {4, 3, 2, 1, 0},
                       {0, 2, 1, 4, 3},
                       {1, 0, 2, 2, 3},
                       {2, 1, 0, 4, 3}},
              .clusters = {}};
  for (std::uint64_t game = 0; game < games.rows.size(); ++game) games.clusters.push_back(game / 3);
  return games;
}

Games puddings() {
  struct Pair {
    std::size_t first, second;
    int first_wins, second_wins, ties;
  };
  constexpr std::array<Pair, 15> pairs{{{0, 1, 19, 22, 16},
                                        {0, 2, 16, 19, 12},
                                        {1, 2, 19, 19, 10},
                                        {0, 3, 18, 23, 13},
                                        {1, 3, 23, 19, 9},
                                        {2, 3, 19, 20, 15},
                                        {0, 4, 13, 19, 18},
                                        {1, 4, 16, 20, 12},
                                        {2, 4, 16, 15, 17},
                                        {3, 4, 17, 14, 16},
                                        {0, 5, 18, 21, 12},
                                        {1, 5, 22, 20, 12},
                                        {2, 5, 13, 18, 10},
                                        {3, 5, 14, 19, 18},
                                        {4, 5, 11, 21, 12}}};
  Games games{.bots = 6, .rows = {}, .clusters = {}};
  for (const auto& pair : pairs) {
    const auto add = [&](int times, int first_place, int second_place) {
      PlaceRow row(6, 0);
      row[pair.first] = first_place;
      row[pair.second] = second_place;
      games.rows.insert(games.rows.end(), static_cast<std::size_t>(times), row);
    };
    add(pair.first_wins, 1, 2);
    add(pair.second_wins, 2, 1);
    add(pair.ties, 1, 1);
  }
  return games;
}

Games random_games(std::mt19937_64& source, std::size_t bots, std::size_t count, int seats) {
  const auto below = [&](std::uint64_t end) { return source() % end; };
  Games games{.bots = bots, .rows = {}, .clusters = {}};
  std::vector<std::size_t> order(bots);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t game = 0; game < count; ++game) {
    std::ranges::shuffle(order, source);
    const auto players = 2 + below(static_cast<std::uint64_t>(seats) - 1);
    PlaceRow row(bots, 0);
    for (std::size_t seat = 0; seat < players; ++seat)
      row[order[seat]] = 1 + static_cast<int>(below(players));
    games.rows.push_back(std::move(row));
    games.clusters.push_back(below(1 + count / 3));
  }
  return games;
}

std::vector<double> slow_fit(const Games& games, double spread) {
  const auto orders = all_orders(games);
  std::vector<double> worths(games.bots, 1.0);
  for (int step = 0; step < 100000 && mm_step(orders, spread, worths) > 1e-13; ++step) {
  }
  std::vector<double> strengths;
  for (const double worth : worths) strengths.push_back(std::log(worth));
  const double mean =
      std::accumulate(strengths.begin(), strengths.end(), 0.0) / static_cast<double>(games.bots);
  for (auto& strength : strengths) strength -= mean;
  return strengths;
}

double slow_log_likelihood(const PlaceRow& row, const std::vector<double>& strengths) {
  const auto orders = orders_of(row);
  double sum = 0;
  for (const auto& order : orders) {
    for (std::size_t stage = 0; stage < order.size(); ++stage) {
      double total = 0;
      for (std::size_t later = stage; later < order.size(); ++later)
        total += std::exp(strengths[order[later]]);
      sum += strengths[order[stage]] - std::log(total);
    }
  }
  return sum / static_cast<double>(orders.size());
}

}  // namespace tribunal::test
