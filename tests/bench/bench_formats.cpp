#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <random>
#include <vector>

#include "bench_report.hpp"
#include "made_up_tournament.hpp"
#include "ratings/plackett_luce.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

struct WatchedEvent {
  std::string name;
  MadeUpTournament tournament;
};

/// The observations of somebody who looks at a table after each deal; its first two bots are equally strong.
struct Seen {
  bool sure = false;      ///< a LOS of 95 % or more of one of them
  bool excluded = false;  ///< an interval of their distance without 0
  bool sure_if_unwidened = false;
  double widening = 0;  ///< one deal before the end
};

void look(const Rankings& rankings, double share, Seen& seen) {
  const auto is_sure = [](const Ratings& ratings) {
    const auto los = ratings.superiority(0, 1).value_or(0.5);
    return std::max(los, 1 - los) >= 0.95;
  };
  seen.widening = widening_at(share);
  const auto ratings = rate(rankings, {.widening = seen.widening}).value();
  const double away = std::abs(ratings.bots[0]->strength - ratings.bots[1]->strength);
  seen.sure = seen.sure || is_sure(ratings);
  seen.excluded = seen.excluded || away > ratings.difference_error(0, 1).value_or(away);
  seen.sure_if_unwidened = seen.sure_if_unwidened || is_sure(rate(rankings).value());
}

Seen watch(const MadeUpTournament& tournament, std::mt19937_64& source) {
  Seen seen;
  Rankings so_far{tournament.strengths.size()};
  std::uint64_t dealt = 0;
  tournament.play(source, [&](std::uint64_t deal, std::span<const Placed> placed) {
    if (deal > dealt && deal >= fewest_deals)
      look(so_far, static_cast<double>(deal) / static_cast<double>(tournament.shape.deals), seen);
    dealt = deal;
    so_far.add(deal, placed);
  });
  return seen;
}

void try_watched(const WatchedEvent& event, int events, BenchReport& report) {
  std::mt19937_64 source{1970};
  Seen last;
  std::array<int, 3> counts{};
  for (int i = 0; i < events; ++i) {
    last = watch(event.tournament, source);
    counts[0] += last.sure ? 1 : 0;
    counts[1] += last.excluded ? 1 : 0;
    counts[2] += last.sure_if_unwidened ? 1 : 0;
  }
  const auto share = [&](int which) { return 100.0 * counts.at(static_cast<std::size_t>(which)) / events; };
  report.line(event.name + ": a LOS of 95 %", share(0), {0, 5},
              fmt::format("{:.0f} % by usual errors", share(2)));
  report.line("  an interval of their distance without 0", share(1), {0, 5}, "");
  report.line("  its width before the last deal", 100 * last.widening, {140, 160}, "of the usual one");
}

}  // namespace

void try_watching(int tournaments, BenchReport& report) {
  report.title(
      "tables looked at after each deal: events in which one of two equal bots is seen to be stronger");
  using formats::round_robin;
  const auto equal = [](int bots, std::uint64_t deals, double luck, double hand = 0) {
    return MadeUpTournament{.shape = {.bots = bots, .seats = 2, .deals = deals, .format = &round_robin()},
                            .strengths = std::vector<double>(static_cast<std::size_t>(bots)),
                            .luck = luck,
                            .hand = hand};
  };
  auto apart = equal(6, 60, 0.5);
  apart.strengths = {0, 0, 1, -1, 0.5, -0.5};
  std::vector<BenchReport::Job> jobs;
  for (const auto& event : {WatchedEvent{"two bots, 12 deals", equal(2, 12, 0.5)},
                            WatchedEvent{"two bots, 50 deals", equal(2, 50, 0.5)},
                            WatchedEvent{"two bots, 200 deals", equal(2, 200, 0.5)},
                            WatchedEvent{"two bots, 200 deals, no luck", equal(2, 200, 0)},
                            WatchedEvent{"two bots, 100 deals, luck 0.9", equal(2, 100, 0.9)},
                            WatchedEvent{"two bots, 100 deals, cards 4 logits", equal(2, 100, 0, 4)},
                            WatchedEvent{"two of six bots, 60 deals", apart}})
    jobs.emplace_back([=](BenchReport& lines) { try_watched(event, std::max(10, tournaments / 2), lines); });
  report.all(jobs);
}

namespace {

/// Sums over tournaments.
struct BestSought {
  int found = 0;         ///< the best bot ranks first
  double intervals = 0;  ///< number of intervals of Elos
  double held = 0;       ///< number of those that hold the true value

  void play(const MadeUpTournament& tournament, std::mt19937_64& source) {
    const auto& format = *tournament.shape.format;
    Rankings rankings{tournament.strengths.size()};
    const auto schedule = tournament.play(
        source, [&](std::uint64_t deal, std::span<const Placed> placed) { rankings.add(deal, placed); });
    const auto ratings = rate(rankings, {.paired_by_results = format.pairs_by_results()}).value();
    const auto mean = std::accumulate(tournament.strengths.begin(), tournament.strengths.end(), 0.0) / 12;
    std::size_t first = 0;
    for (std::size_t bot = 0; bot < tournament.strengths.size(); ++bot) {
      const auto& rating = ratings.bots[bot].value();
      if (rating.strength > ratings.bots[first]->strength) first = bot;
      if (!rating.elo_error) continue;
      ++intervals;
      const double away = std::abs(rating.strength - tournament.strengths[bot] + mean);
      held += elo_per_strength * away <= *rating.elo_error ? 1 : 0;
    }
    const auto places = format.places_after(tournament.shape, schedule.complete_rounds());
    if (!places.empty()) first = static_cast<std::size_t>(std::ranges::find(places, 1) - places.begin());
    found += tournament.strengths[first] == std::ranges::max(tournament.strengths) ? 1 : 0;
  }
};

/// Tournaments of twelve bots whose strengths are drawn from a normal distribution.
BestSought seek_best(const Format& format, std::uint64_t deals, int rounds, int tournaments) {
  constexpr double spread = 75 / elo_per_strength;
  std::mt19937_64 source{2020};
  std::mt19937_64 strengths{12};
  std::normal_distribution<double> normal{0, spread};
  BestSought sought;
  for (int i = 0; i < tournaments; ++i) {
    MadeUpTournament tournament{.shape = {.bots = 12,
                                          .seats = 2,
                                          .deals = deals,
                                          .format = &format,
                                          .settings = {{"rounds", rounds}}},
                                .strengths = std::vector<double>(12)};
    for (auto& strength : tournament.strengths) strength = normal(strengths);
    sought.play(tournament, source);
  }
  return sought;
}

void try_final(int deals, int tournaments, BenchReport& report) {
  const int games = deals * 132;
  const auto percent = [&](double count) { return 100 * count / tournaments; };
  const auto robin =
      percent(seek_best(formats::round_robin(), static_cast<std::uint64_t>(deals), 0, tournaments).found);
  const auto sought = seek_best(formats::final(), 1, games / 6, tournaments);
  report.line(fmt::format("final, {} games", games), percent(sought.found), {robin + 3, 100},
              fmt::format("round robin {:.1f} %", robin));
  report.line("  its 95 % intervals that hold the true value", 100 * sought.held / sought.intervals,
              {94, 98.5}, "");
}

}  // namespace

void try_finals(int tournaments, BenchReport& report) {
  report.title(
      fmt::format("the best of 12 bots, spread 75 Elo, ranks first: {} tournaments each", tournaments));
  std::vector<BenchReport::Job> jobs;
  for (const int deals : {2, 4})
    jobs.emplace_back([=](BenchReport& lines) { try_final(deals, tournaments, lines); });
  report.all(jobs);
}

}  // namespace tribunal
