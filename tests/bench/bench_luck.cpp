// Repeats the figures of luck (docs/luck.md): that its mean is 0, how much of the variance of the difference
// of two bots is left beyond complete rotations, and the time that it takes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/luck/chance_luck.hpp"
#include "benches.hpp"
#include "games/catalogue.hpp"
#include "ratings/model/student.hpp"
#include "ratings/plackett_luce.hpp"
#include "record/transcript.hpp"
#include "support/played_record.hpp"
#include "tournament/luck/luck_run.hpp"

namespace tribunal {
namespace {

/// The noises with which the bots play by the values of a game (`Rollout`), in points.
constexpr std::array noises{0.0F, 0.5F, 1.0F, 2.0F};

double cpu_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string name_of_bot(std::size_t bot) { return "noise " + std::to_string(noises.at(bot % noises.size())); }

/// A game of a deal; bot `b` sits in seat `(b + turn) % players`.
Record play(const Rules& rules, std::uint64_t deal, int turn) {
  std::vector<Entrant> entrants;
  std::vector<Rollout> bots;
  const auto players = static_cast<std::size_t>(rules.players());
  for (std::size_t seat = 0; seat < players; ++seat) {
    const auto bot = (seat + players - static_cast<std::size_t>(turn)) % players;
    entrants.push_back({name_of_bot(bot), "", ""});
    bots.emplace_back(noises.at(bot % noises.size()));
  }
  Stream chance{deal * 16 + static_cast<std::uint64_t>(turn), "bots"};
  return testing::played_record(
      rules, "bench", deal, "luck", std::move(entrants),
      [&](const Game& game, Seat seat) { return bots[index_of(seat)].choose(game, seat, chance); });
}

/// Sums over deals from which means and variances follow, also without one of the deals.
class Deals {
 public:
  void add(double value) { values_.push_back(value); }
  [[nodiscard]] double z() const {
    const auto variance = variance_without(values_.size());
    return variance > 0 ? mean() / std::sqrt(variance / static_cast<double>(values_.size())) : 0;
  }
  /// The variance without the value of one deal; of all deals if there is no such deal.
  [[nodiscard]] double variance_without(std::size_t deal) const {
    double count = 0;
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (i == deal) continue;
      count += 1;
      sum += values_[i];
      squares += values_[i] * values_[i];
    }
    return (squares - sum * sum / count) / (count - 1);
  }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] double at(std::size_t deal) const { return values_[deal]; }
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const auto value : values_) sum += value;
    return sum / static_cast<double>(values_.size());
  }

 private:
  std::vector<double> values_;
};

/// The differences of two bots by deal, as observed and without luck.
struct PairOfBots {
  Deals observed;
  Deals corrected;
};

/// A figure with its standard error.
struct Figure {
  double value = 0;
  double error = 0;
};

/// The variance left, pooled over pairs; its error by the jackknife over deals.
Figure variance_left(const std::vector<PairOfBots>& pairs) {
  const auto ratio_without = [&](std::size_t deal) {
    double observed = 0;
    double corrected = 0;
    for (const auto& pair : pairs) {
      observed += pair.observed.variance_without(deal);
      corrected += pair.corrected.variance_without(deal);
    }
    return corrected / observed;
  };
  const auto deals = pairs.front().observed.size();
  Figure figure{.value = ratio_without(deals)};
  double squares = 0;
  for (std::size_t deal = 0; deal < deals; ++deal) {
    const auto off = ratio_without(deal) - figure.value;
    squares += off * off;
  }
  figure.error = std::sqrt(squares * static_cast<double>(deals - 1) / static_cast<double>(deals));
  return figure;
}

/// The percentage of events of as many deals, drawn with replacement, whose 95 % intervals hold the mean of
/// all deals.
double coverage_of_points(const std::vector<PairOfBots>& pairs) {
  constexpr int events = 2000;
  Stream stream{1, "events"};
  double held = 0;
  for (const auto& pair : pairs) {
    const auto deals = pair.corrected.size();
    for (int event = 0; event < events; ++event) {
      Deals drawn;
      for (std::size_t i = 0; i < deals; ++i)
        drawn.add(pair.corrected.at(stream.uniform(static_cast<std::uint32_t>(deals))));
      const auto error = std::sqrt(drawn.variance_without(deals) / static_cast<double>(deals));
      held += std::abs(drawn.mean() - pair.corrected.mean()) <= t95(deals) * error ? 1 : 0;
    }
  }
  return 100 * held / (events * static_cast<double>(pairs.size()));
}

/// A game for ratings, with the luck of its seats.
struct RatedGame {
  std::vector<Placed> seats;
  std::vector<double> luck;
};
using RatedDeals = std::vector<std::vector<RatedGame>>;

Ratings rated(const RatedDeals& deals, const std::vector<std::size_t>& drawn, std::size_t bots) {
  Rankings rankings{bots};
  for (std::size_t i = 0; i < drawn.size(); ++i)
    for (const auto& game : deals[drawn[i]]) rankings.add(i, game.seats, game.luck);
  return rate(rankings).value();
}

/// Like `coverage_of_points`, for Elos.
double coverage_of_elo(const RatedDeals& deals, std::size_t bots) {
  constexpr int events = 400;
  std::vector<std::size_t> all(deals.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto truth = rated(deals, all, bots);
  Stream stream{2, "events"};
  double held = 0;
  for (int event = 0; event < events; ++event) {
    auto drawn = all;
    for (auto& deal : drawn) deal = stream.uniform(static_cast<std::uint32_t>(deals.size()));
    const auto ratings = rated(deals, drawn, bots);
    for (std::size_t bot = 0; bot < bots; ++bot) {
      const auto off = std::abs(ratings.bots[bot]->elo - truth.bots[bot]->elo);
      held += off <= ratings.bots[bot]->elo_error.value_or(0) ? 1 : 0;
    }
  }
  return 100 * held / (events * static_cast<double>(bots));
}

/// The claims of the table in the document: the remaining variance, by game and players.
std::optional<double> claim_of(const std::string& document, const std::string& game, int players) {
  std::ifstream file{document};
  if (!file) throw std::invalid_argument{document + " cannot be read; run the bench where docs/luck.md is"};
  const auto begin = "| `" + game + "` | " + std::to_string(players) + " | ";
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(begin)) return std::stod(line.substr(begin.size()));
  }
  return std::nullopt;
}

/// A game whose luck is measured.
class LuckOfAGame {
 public:
  LuckOfAGame(Rules rules, const LuckBench& bench) : rules_{std::move(rules)}, bench_{bench} {}

  void run() {
    play_all();
    const auto models = fit();
    const auto begin = cpu_seconds();
    std::uint64_t deals = 0;
    while (deals < bench_.deals && (deals < fewest_deals || cpu_seconds() - begin < bench_.seconds))
      add_deal(deals++, models);
    games_ = static_cast<double>(deals) * rules_.players();
    seconds_a_game_ = (cpu_seconds() - begin) / games_;
    measure_rollouts();
  }
  /// Prints the figures; false if they fall short of the claim.
  [[nodiscard]] bool print(const std::string& name) const {
    const auto left = variance_left(pairs_);
    double z = 0;
    for (const auto* const means : {&draws_, &hands_})
      for (const auto& seat : *means) z = std::abs(seat.z()) > std::abs(z) ? seat.z() : z;
    const auto claim = claim_of(bench_.document, name, rules_.players());
    const auto points = coverage_of_points(pairs_);
    const auto elo = coverage_of_elo(rated_, static_cast<std::size_t>(rules_.players()));
    const bool is_unbiased = std::abs(z) < 4.5;
    const bool holds = claim && left.value - 2 * left.error <= *claim;
    std::printf(
        "%-24s %d  left %.2f +- %.2f  claimed %s  largest z %+.1f%s  %5.1f events  %6.1f ms = %.0f "
        "playouts\n",
        name.c_str(), rules_.players(), left.value, left.error,
        claim ? std::to_string(*claim).substr(0, 4).c_str() : "nothing", z, is_unbiased ? "" : " BIASED",
        events_ / games_, seconds_a_game_ * 1e3, seconds_a_game_ / seconds_a_rollout_);
    std::printf(
        "    95 %% intervals of events of as many deals hold the true value: of points %.1f %%, of Elo %.1f "
        "%%\n",
        points, elo);
    if (!holds) std::printf("    MISSED: %s claims less, or nothing\n", bench_.document.c_str());
    std::fflush(stdout);
    return holds && is_unbiased;
  }

 private:
  void play_all() {
    for (std::uint64_t deal = 0; deal < bench_.deals; ++deal)
      for (int turn = 0; turn < rules_.players(); ++turn) records_.push_back(play(rules_, deal, turn));
    const auto players = static_cast<std::size_t>(rules_.players());
    pairs_.resize(players * (players - 1) / 2);
    draws_.resize(players);
    hands_.resize(players);
  }
  [[nodiscard]] StoredLuck fit() const {
    ModelsOfBots models{noises.size()};
    for (const auto& record : records_)
      if (const auto added = models.add(record); !added) throw std::runtime_error{added.error().message};
    StoredLuck luck{.pairs = bench_.pairs, .models = models.fit(1).value(), .games = {}};
    return luck;
  }
  void add_deal(std::uint64_t deal, const StoredLuck& models) {
    const auto players = static_cast<std::size_t>(rules_.players());
    std::array<double, max_seats> observed{};  // by bot, over the seatings
    std::array<double, max_seats> corrected{};
    LuckOfSeats draws{};
    LuckOfSeats hands{};
    auto& of_deal = rated_.emplace_back();
    for (std::size_t turn = 0; turn < players; ++turn) {
      const auto& record = records_[deal * players + turn];
      const auto outcome = play_again(record).value().outcome;
      std::vector<PolicyWeights> policies;
      for (const auto& entrant : record.entrants)
        policies.push_back(models.policy(entrant.bot, find_game(rules_.game())->family, deal));
      const auto luck = luck_of(record, policies, {.pairs = bench_.pairs}).value();
      events_ += luck.events;
      auto& game = of_deal.emplace_back();
      for (std::size_t seat = 0; seat < players; ++seat) {
        const auto bot = (seat + players - turn) % players;
        game.seats.push_back({static_cast<std::uint32_t>(bot), outcome.places[seat]});
        game.luck.push_back(luck.draws[seat].rank);
        observed[bot] += outcome.scores[seat];
        corrected[bot] += outcome.scores[seat] - luck.draws[seat].points;
        draws[seat] += luck.draws[seat];
        hands[seat] += luck.hands[seat];
      }
    }
    std::size_t pair = 0;
    for (std::size_t one = 0; one < players; ++one) {
      draws_[one].add(draws[one].points);
      hands_[one].add(hands[one].points);
      for (std::size_t other = 0; other < one; ++other, ++pair) {
        pairs_[pair].observed.add(observed[one] - observed[other]);
        pairs_[pair].corrected.add(corrected[one] - corrected[other]);
      }
    }
  }
  void measure_rollouts() {
    constexpr int rollouts = 200;
    Rollout rollout;
    auto muted = EventLog::muted();
    const auto begin = cpu_seconds();
    for (int i = 0; i < rollouts; ++i) {
      const auto game = rules_.deal(std::make_shared<const FastDeal>(static_cast<std::uint64_t>(i)));
      game->begin(muted);
      Stream chance{static_cast<std::uint64_t>(i), "rollout"};
      rollout.finish(*game, chance);
    }
    seconds_a_rollout_ = (cpu_seconds() - begin) / rollouts;
  }

  Rules rules_;
  const LuckBench& bench_;
  std::vector<Record> records_;  ///< the seatings of each deal in a row
  std::vector<PairOfBots> pairs_;
  RatedDeals rated_;
  std::vector<Deals> draws_;  ///< by seat
  std::vector<Deals> hands_;
  double games_ = 1;
  double events_ = 0;
  double seconds_a_game_ = 0;
  double seconds_a_rollout_ = 1;
};

/// The number of players for which a game is measured: three, or the nearest that it allows.
std::optional<Rules> usual_rules(const std::string& name) {
  for (const int players : {3, 4, 2, 1, 5})
    if (auto rules = make_rules(name, players, {})) return *std::move(rules);
  return std::nullopt;
}

}  // namespace

bool bench_luck(const LuckBench& bench) {
  std::printf("%llu deals in complete rotations, %u pairs an event\n",
              static_cast<unsigned long long>(bench.deals), bench.pairs);
  bool all_met = true;
  const auto measure = [&](const std::string& name) {
    if (!bench.game.empty() && bench.game != name) return;
    auto rules = usual_rules(name);
    if (!rules || rules->players() < 2) return;
    if (!has_later_chance(*rules)) {
      std::printf("%-24s %d  no chance after decisions: rotation evens out its luck\n", name.c_str(),
                  rules->players());
      return;
    }
    LuckOfAGame luck{*std::move(rules), bench};
    luck.run();
    all_met = luck.print(name) && all_met;
  };
  for (const auto& info : catalogue()) {
    measure(std::string{info.name});
    for (const auto& preset : info.presets) measure(std::string{preset.name});
  }
  return all_met;
}

}  // namespace tribunal
