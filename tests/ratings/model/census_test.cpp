// A census holds the games of every cluster, however similar clusters are and in whatever order they come.
#include "ratings/model/census.hpp"

#include <map>
#include <random>
#include <string>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace tribunal;

namespace {

/// The number of times that each ranking occurs in a cluster.
using Cluster = std::map<std::u16string, std::uint32_t>;

struct Expected {
  Rankings rankings;
  std::map<std::uint64_t, Cluster> clusters;

  explicit Expected(std::size_t bots) : rankings{bots} {}

  /// A game in which the bots of `order` took the places in this order.
  void add(std::uint64_t cluster, const std::vector<std::uint32_t>& order) {
    std::vector<Placed> placed;
    std::u16string pattern;
    for (const auto bot : order) {
      placed.push_back({bot, static_cast<std::int32_t>(placed.size() + 1)});
      pattern += static_cast<char16_t>(bot);
    }
    rankings.add(cluster, placed);
    ++clusters[cluster][pattern];
  }
};

/// The clusters of a census, in their order.
std::vector<Cluster> clusters_of(const Census& census) {
  std::vector<Cluster> clusters;
  for (std::size_t cluster = 0; cluster < census.clusters(); ++cluster) {
    clusters.emplace_back();
    for (const auto& [kind, games] : census.cluster(cluster))
      clusters.back()[std::u16string{census.patterns[kind]}] += games;
  }
  return clusters;
}

std::vector<Cluster> clusters_of(const Expected& expected) {
  std::vector<Cluster> clusters;
  for (const auto& [number, cluster] : expected.clusters) clusters.push_back(cluster);
  return clusters;
}

std::vector<std::uint32_t> some_order(std::mt19937_64& source, std::uint32_t bots) {
  std::vector<std::uint32_t> order(bots);
  for (std::uint32_t bot = 0; bot < bots; ++bot) order[bot] = bot;
  for (auto left = bots; left > 1; --left) std::swap(order[left - 1], order[source() % left]);
  return order;
}

}  // namespace

TEST_CASE("every cluster has its games, even if clusters skip numbers or recur") {
  CHECK(rc::check([] {
    std::mt19937_64 source{*rc::gen::arbitrary<std::uint64_t>()};
    Expected expected{3};
    for (const auto cluster : *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange(0, 30)))
      for (auto games = 1 + source() % 3; games > 0; --games) expected.add(cluster, some_order(source, 3));
    for (std::uint64_t cluster = 40; cluster < 60; ++cluster)
      for (int game = 0; game < 2; ++game) expected.add(cluster, some_order(source, 2));
    RC_ASSERT(clusters_of(Census{expected.rankings}) == clusters_of(expected));
  }));
}

TEST_CASE("every cluster has its games, even if hardly any two clusters are equal") {
  std::mt19937_64 source{42};
  Expected expected{12};
  for (std::uint64_t cluster = 0; cluster < 100'000; ++cluster) expected.add(cluster, some_order(source, 12));
  CHECK(clusters_of(Census{expected.rankings}) == clusters_of(expected));
}
