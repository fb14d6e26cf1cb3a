#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench_report.hpp"
#include "made_up_tournament.hpp"
#include "other_ratings.hpp"
#include "ratings/plackett_luce.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

constexpr BenchReport::Target fixed_pairings{94, 98};
/// Results decide who meets whom, so intervals may be wide.
constexpr BenchReport::Target paired{93, 99};
/// With few games the field may be narrower than its errors, so intervals are wide.
constexpr BenchReport::Target few_games{94, 99.7};

/// Counts the pairs with a likelihood of superiority from `from` up to the next bin, and those of them in
/// which the bot was the stronger one.
struct SuperiorityBin {
  double from = 0;
  double pairs = 0;
  double right = 0;
};
using SuperiorityBins = std::array<SuperiorityBin, 6>;
constexpr SuperiorityBins no_pairs{{{0.5}, {0.6}, {0.8}, {0.9}, {0.95}, {0.99}}};

struct TriedEvent {
  std::string name;
  MadeUpTournament tournament;
  BenchReport::Target coverage;
  double most_of_bayes_elo = 0;  ///< limit of the errors of ratings relative to those of BayesElo; 0: none
  double least_worst = 0;        ///< limit of the coverage of the bot with the lowest one; 0: none
};

MadeUpTournament made_up(const Format& format, int bots, int seats, std::uint64_t deals, double elo,
                         FormatSettings settings = {}) {
  return {.shape = {.bots = bots,
                    .seats = seats,
                    .deals = deals,
                    .format = &format,
                    .settings = std::move(settings)},
          .strengths = MadeUpTournament::field(bots, elo)};
}

MadeUpTournament with(MadeUpTournament tournament, auto change) {
  change(tournament);
  return tournament;
}

/// A round robin of eight bots: two groups that lie apart, or one bot that lies above all others.
///
/// Few losses determine a distance of 600, and they scatter widely because all games of a deal have the same
/// cards. BayesElo's drawn games shorten such distances by 20, and so scatter less. A normal prior whose
/// spread is estimated leaves them right on average. Its intervals of the two groups, which all share one
/// dispersion, hold the true value in some 92 %.
TriedEvent uneven_field(double apart, bool in_two) {
  auto tournament = made_up(formats::round_robin(), 8, 2, 15, 35);
  for (std::size_t bot = 0; bot < (in_two ? 4U : 1U); ++bot)
    tournament.strengths[bot] += apart / elo_per_strength;
  return {.name = fmt::format("round robin, 8 bots, 15 deals, {} {:.0f} above",
                              in_two ? "four of them" : "one of them", apart),
          .tournament = std::move(tournament),
          .coverage = {apart > 500 && in_two ? 90.0 : 92.0, 98.5},
          .most_of_bayes_elo = apart > 500   ? 1.25
                               : apart > 300 ? 1.05
                                             : 1.03};
}

std::vector<TriedEvent> fixed_events() {
  using namespace formats;
  const auto by_hand = [](MadeUpTournament& event) { event.hand = 1; };
  const auto tied = [](MadeUpTournament& event) { event.tie = 0.7; };
  const auto seats_kept = [](MadeUpTournament& event) { event.rotated = false; };
  std::vector<TriedEvent> events{
      {"round robin, 6 bots, 30 deals, +-35", made_up(round_robin(), 6, 2, 30, 35), {93, 97}},
      {"the same, cards worth a logit", with(made_up(round_robin(), 6, 2, 30, 35), by_hand), {93, 98}},
      {"round robin, 4 bots, 100 deals, +-35", made_up(round_robin(), 4, 2, 100, 35), fixed_pairings},
      {"round robin, 5 bots, 3 seats, 8 deals, +-120", made_up(round_robin(), 5, 3, 8, 120), fixed_pairings},
      {"round robin, 5 bots, 3 seats, 20 deals, +-120", made_up(round_robin(), 5, 3, 20, 120),
       fixed_pairings},
      {"the same, no deal twice", with(made_up(round_robin(), 5, 3, 20, 120), seats_kept), fixed_pairings},
      {"round robin, 6 bots, 4 seats, 12 deals, ties", with(made_up(round_robin(), 6, 4, 12, 200), tied),
       fixed_pairings},
      {"round robin, 12 bots, 10 deals, +-140", made_up(round_robin(), 12, 2, 10, 140), fixed_pairings},
      {"round robin, 6 bots, 60 deals, +-700", made_up(round_robin(), 6, 2, 60, 700), fixed_pairings},
      {"round robin, 6 bots, 200 deals, +-700", made_up(round_robin(), 6, 2, 200, 700), fixed_pairings},
      {"sampled, 12 bots, 3 seats, 60 deals, +-140", made_up(sampled(), 12, 3, 60, 140), fixed_pairings},
      {"gauntlet, 6 bots, 30 deals, +-140",
       with(made_up(gauntlet(), 6, 2, 30, 140), [](auto& event) { event.shape.candidates = {0}; }),
       {94, 97.5}},
      {"knockout, 8 bots, 20 deals, +-140", made_up(knockout(), 8, 2, 20, 140), {94, 97.5}},
      {"knockout, 16 bots, 12 deals, +-300", made_up(knockout(), 16, 2, 12, 300), {94, 97.5}},
  };
  for (auto& event : events) {
    if (event.tournament.shape.format != &round_robin()) continue;
    const bool is_wide = event.tournament.strengths.front() > 600 / elo_per_strength;
    event.most_of_bayes_elo = is_wide ? 1.06 : 1.03;  // as in `uneven_field`
  }
  for (const double apart : {200.0, 400.0, 600.0})
    for (const bool in_two : {true, false}) events.push_back(uneven_field(apart, in_two));
  return events;
}

MadeUpTournament swiss(int bots, int seats, int rounds, std::uint64_t deals, double elo) {
  return made_up(formats::swiss(), bots, seats, deals, elo, {{"rounds", rounds}});
}

MadeUpTournament ladder(int seats, int target) {
  auto tournament = made_up(formats::ladder(), 8, seats, 200, 140, {{"target_error", target}});
  tournament.shape.candidates = {6, 7};
  return tournament;
}

std::vector<TriedEvent> events_by_results() {
  const auto by_hand = [](MadeUpTournament& event) { event.hand = 1; };
  const auto tied = [](MadeUpTournament& event) { event.tie = 0.7; };
  const auto no_luck = [](MadeUpTournament& event) { event.luck = 0; };
  const auto forfeits = [](MadeUpTournament& event) { event.forfeit = 0.1; };
  return {
      {"swiss, 8 bots, 4 rounds of 5 deals, +-70", swiss(8, 2, 4, 5, 70), paired},
      {"the same, cards worth a logit", with(swiss(8, 2, 4, 5, 70), by_hand), paired},
      {"swiss, 12 bots, 5 rounds of 2 deals, +-70, no luck", with(swiss(12, 2, 5, 2, 70), no_luck), few_games,
       1.03},
      {"swiss, 24 bots, 5 rounds of 2 deals, +-70", swiss(24, 2, 5, 2, 70), few_games, 1.03},
      {"the same, no luck", with(swiss(24, 2, 5, 2, 70), no_luck), few_games, 1.03},
      {"swiss, 24 bots, 5 rounds of 8 deals, +-140", swiss(24, 2, 5, 8, 140), paired},
      {"the same, cards worth a logit", with(swiss(24, 2, 5, 8, 140), by_hand), paired},
      {"swiss, 32 bots, 5 rounds of 4 deals, +-300", swiss(32, 2, 5, 4, 300), paired},
      {"swiss, 48 bots, 7 rounds of 5 deals, cards a logit", with(swiss(48, 2, 7, 5, 140), by_hand), paired},
      {"swiss, 64 bots, 7 rounds of 5 deals, +-140", swiss(64, 2, 7, 5, 140), paired},
      {"swiss, 48 bots, 3 seats, 6 rounds of 4 deals, +-140", swiss(48, 3, 6, 4, 140), paired},
      {"swiss, 16 bots, 4 seats, 5 rounds of 4 deals, ties", with(swiss(16, 4, 5, 4, 140), tied), paired},
      {"swiss, 64 bots, 4 seats, 7 rounds of 4 deals, a logit", with(swiss(64, 4, 7, 4, 300), by_hand),
       paired},
      {"ladder, 8 bots, target error 120", ladder(2, 120), paired},
      {"ladder, 8 bots, target error 60, 10 % forfeits", with(ladder(2, 60), forfeits), paired},
      {"ladder, 8 bots, 3 seats, target error 80", ladder(3, 80), paired},
      {"ladder, 8 bots, 3 seats, target error 30", ladder(3, 30), paired},
  };
}

/// Fields of six bots in a round robin and of 15, with byes, and 16 in a Swiss tournament, evenly spread or
/// in two groups that are 600 apart. `luck`: the part of a seat's fortune that is its cards; above 1: cards
/// worth this number of logits.
std::vector<TriedEvent> events_with_luck(double luck, const BenchReport::Target& apart) {
  const auto in_two = [](MadeUpTournament& event) {
    const auto half = event.strengths.size() / 2;
    for (std::size_t bot = 0; bot < event.strengths.size(); ++bot)
      event.strengths[bot] =
          ((bot < half ? 300 : -300) + 10.0 * static_cast<double>(bot % half)) / elo_per_strength;
  };
  const auto name = luck > 1 ? fmt::format("cards {:.0f} logits", luck)
                             : fmt::format("{:.0f} % of luck in cards", 100 * luck);
  std::vector<TriedEvent> events;
  const auto add = [&](const std::string& field, MadeUpTournament event,
                       const BenchReport::Target& coverage) {
    (luck > 1 ? event.hand : event.luck) = luck;
    events.push_back({.name = field + ", " + name,
                      .tournament = std::move(event),
                      .coverage = coverage,
                      .least_worst = 82});
  };
  for (const std::uint64_t deals : {8U, 30U})
    add(fmt::format("round robin, 6 bots, {} deals, +-140", deals),
        made_up(formats::round_robin(), 6, 2, deals, 140), {93.5, 98.5});
  add("round robin, two groups of 3", with(made_up(formats::round_robin(), 6, 2, 16, 0), in_two), {92, 98.5});
  events.back().most_of_bayes_elo = 1.35;
  for (const int bots : {15, 16}) {
    add(fmt::format("swiss, {} bots, 5 rounds of 4 deals, +-140", bots), swiss(bots, 2, 5, 4, 140),
        {90, 100});
    add(fmt::format("swiss, {} bots, 5 rounds of 8 deals, +-300", bots), swiss(bots, 2, 5, 8, 300), {94, 99});
  }
  add("swiss, two groups of 8", with(swiss(16, 2, 5, 8, 0), in_two), apart);
  events.back().least_worst = 87;
  events.back().most_of_bayes_elo = 1.15;
  return events;
}

/// Sums over tournaments of one kind.
class Achieved {
 public:
  void add(const Ratings& ratings, const std::vector<double>& truth, SuperiorityBins& bins) {
    for (std::size_t bot = 0; bot < truth.size(); ++bot) {
      ++bots_;
      const auto& rating = ratings.bots[bot];
      if (!rating) continue;
      const double away = rating->strength - truth[bot];
      squares_ += away * away;
      if (rating->elo_error && elo_per_strength * std::abs(away) <= *rating->elo_error) {
        ++held_;
        ++held_of_[bot];
      }
      for (std::size_t rival = 0; rival < truth.size(); ++rival)
        if (truth[bot] != truth[rival])
          count(ratings.superiority(bot, rival), truth[bot] > truth[rival], bins);
    }
    ++tournaments_;
    misfits_ += ratings.misfit ? 1 : 0;
    parted_ += ratings.weak_links.empty() ? 0 : 1;
  }

  [[nodiscard]] double coverage() const { return 100 * held_ / bots_; }
  [[nodiscard]] double worst_coverage() const {
    double worst = tournaments_;
    for (const auto& [bot, held] : held_of_) worst = std::min(worst, held);
    return 100 * worst / tournaments_;
  }
  [[nodiscard]] double error() const { return elo_per_strength * std::sqrt(squares_ / bots_); }
  [[nodiscard]] int misfits() const { return misfits_; }
  [[nodiscard]] int parted() const { return parted_; }

 private:
  static void count(const std::optional<double>& superiority, bool is_stronger, SuperiorityBins& bins) {
    if (!superiority || *superiority <= 0.5) return;
    auto bin = bins.rbegin();
    while (bin->from > *superiority) ++bin;
    ++bin->pairs;
    if (is_stronger) ++bin->right;
  }

  double bots_ = 0;
  double held_ = 0;
  std::map<std::size_t, double> held_of_;
  double tournaments_ = 0;
  double squares_ = 0;
  int misfits_ = 0;
  int parted_ = 0;
};

/// The errors beside those of BayesElo, in tournaments of one kind: two seats, no ties, no forfeits.
class BesideBayesElo {
 public:
  explicit BesideBayesElo(const MadeUpTournament& tournament)
      : are_known_{tournament.shape.seats == 2 && tournament.tie == 0 && tournament.forfeit == 0} {}

  void add(std::span<const Won> games, const std::vector<double>& truth, const Ratings& ratings) {
    if (!are_known_) return;
    std::vector<double> strengths;
    for (const auto& bot : ratings.bots) strengths.push_back(bot.value().strength);
    product_.add(strengths, truth);
    bayes_elo_.add(others::bayes_elo(truth.size(), games), truth);
  }

  [[nodiscard]] std::string text() const {
    return are_known_ ? fmt::format(", {:.2f} of BayesElo's", product_.error() / bayes_elo_.error()) : "";
  }

  /// `most`: limit of the errors of ratings relative to those of BayesElo; 0: none.
  void tell(double most, BenchReport& report) const {
    if (!are_known_ || most == 0) return;
    report.line("  its RMSE, of BayesElo's", 100 * product_.error() / bayes_elo_.error(), {0, 100 * most},
                fmt::format("{:.1f} Elo; BayesElo {:.1f}", elo_per_strength * product_.error(),
                            elo_per_strength * bayes_elo_.error()));
  }

 private:
  bool are_known_;
  OtherErrors product_;
  OtherErrors bayes_elo_;
};

void try_event(const TriedEvent& event, int tournaments, SuperiorityBins& bins, BenchReport& report) {
  std::mt19937_64 source{1995};
  const auto truth = event.tournament.truth();
  Achieved outcome;
  BesideBayesElo others{event.tournament};
  const RatingOptions options{.paired_by_results = event.tournament.shape.format->pairs_by_results()};
  for (int i = 0; i < tournaments; ++i) {
    Rankings rankings{truth.size()};
    std::vector<Won> games;
    event.tournament.play(source, [&](std::uint64_t deal, std::span<const Placed> placed) {
      rankings.add(deal, placed);
      const auto winner = placed[0].place < placed[1].place ? 0U : 1U;
      games.push_back({placed[winner].bot, placed[1 - winner].bot});
    });
    const auto ratings = rate(rankings, options).value();
    outcome.add(ratings, truth, bins);
    others.add(games, truth, ratings);
  }
  report.line(event.name, outcome.coverage(), event.coverage,
              fmt::format("RMSE {:.1f} Elo{}; misfits {}, in parts {}", outcome.error(), others.text(),
                          outcome.misfits(), outcome.parted()));
  others.tell(event.most_of_bayes_elo, report);
  if (event.least_worst > 0)
    report.line("  of its worst bot", outcome.worst_coverage(), {event.least_worst, 100}, "");
}

void tell_superiority(const SuperiorityBins& bins, BenchReport& report) {
  for (const auto& bin : bins) {
    report.line(fmt::format("  LOS from {:.0f} %: is the stronger", 100 * bin.from),
                100 * bin.right / std::max(1.0, bin.pairs), {100 * bin.from - 3, 100},
                fmt::format("{:.0f} pairs", bin.pairs));
  }
}

void try_events(const std::vector<TriedEvent>& events, int tournaments, BenchReport& report) {
  std::vector<SuperiorityBins> bins(events.size(), no_pairs);
  std::vector<BenchReport::Job> jobs;
  for (std::size_t event = 0; event < events.size(); ++event) {
    const auto& shape = events[event].tournament.shape;
    const int fewer = shape.format == &formats::ladder() || shape.bots > 32 ? 2 : 1;
    jobs.emplace_back([&, event, some = std::max(10, tournaments / fewer)](BenchReport& lines) {
      try_event(events[event], some, bins[event], lines);
    });
  }
  report.all(jobs);
  auto sum = no_pairs;
  for (const auto& each : bins) {
    for (std::size_t bin = 0; bin < sum.size(); ++bin) {
      sum.at(bin).pairs += each.at(bin).pairs;
      sum.at(bin).right += each.at(bin).right;
    }
  }
  tell_superiority(sum, report);
}

}  // namespace

void try_ratings(int tournaments, BenchReport& report) {
  report.title(fmt::format("95 % intervals that hold the true value, pairings fixed: {} tournaments each",
                           tournaments));
  try_events(fixed_events(), tournaments, report);
  report.title("the same where results decide who meets whom");
  try_events(events_by_results(), tournaments, report);
  report.title("the same where cards decide more or less");
  for (const double luck : {0.0, 0.5, 0.9, 0.97, 0.99, 4.0}) {
    const bool is_rare = luck >= 0.9 && luck < 1;  // few deals determine the distance of the groups
    try_events(events_with_luck(luck, {is_rare ? 92.0 : 93.5, 98.5}), tournaments, report);
  }
}

}  // namespace tribunal
