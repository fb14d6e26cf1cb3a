#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bench_report.hpp"
#include "made_up_tournament.hpp"
#include "ratings/plackett_luce.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// Sums over fields of one kind.
class Held {
 public:
  void add(const Ratings& ratings, const std::vector<double>& truth) {
    const double mean = std::accumulate(truth.begin(), truth.end(), 0.0) / static_cast<double>(truth.size());
    for (std::size_t bot = 0; bot < truth.size(); ++bot) {
      const auto& rating = ratings.bots[bot].value();
      const double away = elo_per_strength * (rating.strength - (truth[bot] - mean));
      ++bots_;
      held_ += std::abs(away) <= rating.elo_error.value() ? 1 : 0;
      squares_ += away * away;
    }
  }
  [[nodiscard]] double coverage() const { return 100 * held_ / bots_; }
  [[nodiscard]] double error() const { return std::sqrt(squares_ / bots_); }

 private:
  double bots_ = 0;
  double held_ = 0;
  double squares_ = 0;
};

/// Two clubs of six bots, 20 points between neighbours. Each pair of a club plays 16 games. The clubs meet
/// only in the games of their best bots.
void try_clubs(double apart, int fields, BenchReport& report) {
  std::mt19937_64 source{2026};
  std::vector<double> truth;
  for (const double club : {apart / 2, -apart / 2})
    for (int bot = 0; bot < 6; ++bot) truth.push_back((club + 50 - 20 * bot) / elo_per_strength);
  Held outcome;
  for (int field = 0; field < fields; ++field) {
    Rankings rankings{truth.size()};
    const auto meet = [&](std::uint32_t one, std::uint32_t other) {
      std::bernoulli_distribution wins{1 / (1 + std::exp(truth[other] - truth[one]))};
      for (std::uint64_t game = 0; game < 16; ++game) {
        const bool won = wins(source);
        rankings.add(game / 2, std::array{Placed{one, won ? 1 : 2}, Placed{other, won ? 2 : 1}});
      }
    };
    for (std::uint32_t first = 0; first < 12; first += 6)
      for (std::uint32_t one = first; one < first + 6; ++one)
        for (std::uint32_t other = one + 1; other < first + 6; ++other) meet(one, other);
    meet(0, 6);
    outcome.add(rate(rankings, {.paired_by_results = std::nullopt}).value(), truth);
  }
  // An interval that allows for a distance which one pair can hardly show is too wide if there is none.
  report.line(fmt::format("two clubs of 6, {:.0f} apart, one pair met", apart), outcome.coverage(),
              {93, apart > 0 ? 99.7 : 100}, fmt::format("RMSE {:.1f} Elo", outcome.error()));
  report.line("  its RMSE, of 110 Elo", 100 * outcome.error() / 110, {0, 100}, "");
}

/// A season of ten nights, each a round robin of 8 deals.
struct Season {
  std::string name;
  int bots = 12;
  int house = 1;               ///< bots that never change
  double renewed = 1;          ///< chance that another bot comes in a new version
  double step = 50;            ///< mean Elo by which a new version differs from the one before
  double scatter = 30;         ///< its standard deviation
  double spread = 150;         ///< spread of the first versions
  double least_progress = 95;  ///< in percent of the true one
  double most_error = 62;      ///< RMSE in percent of the one with each version as a separate bot
};

/// A season that was played.
struct PlayedSeason {
  std::vector<double> truth;  ///< true Elos of all versions
  std::vector<std::vector<std::uint32_t>> walks;
  Rankings rankings{0};
};

PlayedSeason play(const Season& season, std::mt19937_64& source) {
  constexpr std::uint64_t deals = 8;
  constexpr int nights = 10;
  std::normal_distribution<double> normal;
  std::bernoulli_distribution renews{season.renewed};
  PlayedSeason played;
  played.walks.resize(static_cast<std::size_t>(season.bots));
  played.rankings = Rankings{static_cast<std::size_t>(nights * season.bots) + 1};
  for (std::uint64_t night = 0; night < nights; ++night) {
    std::vector<std::uint32_t> present;
    MadeUpTournament games{.shape = {.bots = season.bots,
                                     .seats = 2,
                                     .deals = deals,
                                     .format = &formats::round_robin(),
                                     .settings = {}},
                           .strengths = {}};
    for (auto& walk : played.walks) {
      const bool is_house = &walk - played.walks.data() < season.house;
      if (night == 0 || (!is_house && renews(source))) {
        const double change = night == 0 ? season.spread * normal(source) / elo_per_strength
                                         : (season.step + season.scatter * normal(source)) / elo_per_strength;
        const double before = night == 0 ? 0 : played.truth[walk.back()];
        walk.push_back(static_cast<std::uint32_t>(played.truth.size()));
        played.truth.push_back(before + change);
      }
      present.push_back(walk.back());
      games.strengths.push_back(played.truth[walk.back()]);
    }
    games.play(source, present, night * deals, played.rankings);
  }
  return played;
}

void try_season(const Season& season, int seasons, BenchReport& report) {
  std::mt19937_64 source{2026};
  Held outcome;
  Held as_others;
  double progress = 0;
  double true_progress = 0;
  for (int round = 0; round < seasons; ++round) {
    const auto played = play(season, source);
    const auto ratings = rate(played.rankings, {.walks = played.walks}).value();
    outcome.add(ratings, played.truth);
    as_others.add(rate(played.rankings).value(), played.truth);
    for (const auto& walk : played.walks) {
      progress += ratings.bots[walk.back()]->strength - ratings.bots[walk.front()]->strength;
      true_progress += played.truth[walk.back()] - played.truth[walk.front()];
    }
  }
  report.line(season.name, outcome.coverage(), {93, 99},
              fmt::format("RMSE {:.1f} Elo; each version for itself {:.1f} %, {:.1f} Elo", outcome.error(),
                          as_others.coverage(), as_others.error()));
  report.line("  its RMSE", 100 * outcome.error() / as_others.error(), {0, season.most_error},
              "of that with each version for itself");
  if (season.step > 0)
    report.line("  progress", 100 * progress / true_progress, {season.least_progress, 105},
                fmt::format("of {:.0f} Elo",
                            elo_per_strength * true_progress / seasons / (season.bots - season.house)));
}

}  // namespace

void try_seasons(int tournaments, BenchReport& report) {
  report.title("95 % intervals that hold the true value, where parts of a field hardly met");
  std::vector<BenchReport::Job> jobs;
  for (const double apart : {0.0, 100.0, 200.0, 400.0, 600.0})
    jobs.emplace_back([=](BenchReport& lines) { try_clubs(apart, tournaments / 2, lines); });
  report.all(jobs);
  report.title("the same of all versions, after a season of ten nights");
  jobs.clear();
  for (const auto& season :
       {Season{.name = "12 bots, one keeps its files"},
        Season{.name = "the same, a narrow field", .step = 60, .scatter = 15, .spread = 60, .most_error = 40},
        Season{.name = "6 bots, one keeps its files", .bots = 6, .most_error = 65},
        Season{.name = "12 bots, 3 keep theirs, others change in 7 of 10",
        .house = 3,
        .renewed = 0.7,
        .most_error = 75},
        Season{.name = "6 bots, no progress",
        .bots = 6,
        .renewed = 0.5,
        .step = 0,
        .scatter = 20,
        .most_error = 75},
        Season{.name = "8 bots, leaps",
        .bots = 8,
        .house = 2,
        .renewed = 0.3,
        .step = 60,
        .scatter = 120,
        .least_progress = 88,
        .most_error = 103}})
    jobs.emplace_back([=](BenchReport& lines) { try_season(season, std::max(5, tournaments / 8), lines); });
  report.all(jobs);
}

}  // namespace tribunal
