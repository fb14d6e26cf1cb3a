#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <tuple>
#include <utility>

#include <Eigen/Cholesky>

#include "ratings/plackett_luce.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
namespace {

/// The largest number of bots, because with more a round takes seconds to compute.
constexpr int most_finalists = 100;

/// The distribution of the strengths of the bots that take part, given these rounds: a normal distribution.
class Posterior {
 public:
  Posterior(const Shape& shape, PlayedRounds played) : bots_{shape.bots_in(played.size())}, means_(size()) {
    const auto ratings = rate(rankings_of(shape, played), {.paired_by_results = true});
    const bool is_known = ratings && !ratings->layers.empty();
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(size(), size());
    for (Eigen::Index row = 0; row < size(); ++row) {
      const auto bot = index_of(row);
      is_rated_.push_back(is_known && ratings->bots[bot]);
      means_[row] = is_rated_.back() ? rounded(ratings->bots[bot]->strength) : 0;
      const double spread = is_known ? ratings->spread : 1;
      if (!is_rated_.back()) covariance(row, row) = rounded(spread * spread);
      for (Eigen::Index column = 0; is_rated_.back() && column < size(); ++column)
        covariance(row, column) = rounded(ratings->layers.front().by_games.at(bot, index_of(column)));
    }
    constexpr double little = 1e-4;  // makes the root exist, although a group's strengths add up to 0
    covariance.diagonal().array() += little;
    const Eigen::LLT<Eigen::MatrixXd> factors{covariance};
    root_ = factors.matrixL();
    if (factors.info() != Eigen::Success)
      root_ = Eigen::MatrixXd{covariance.diagonal().cwiseMax(little).cwiseSqrt().asDiagonal()};
  }

  [[nodiscard]] const std::vector<int>& bots() const { return bots_; }
  /// Whether a bot has a rating, and its mean strength. `number`: its index in `bots`.
  [[nodiscard]] bool is_rated(std::size_t number) const { return is_rated_[number]; }
  [[nodiscard]] double mean(std::size_t number) const { return means_[static_cast<Eigen::Index>(number)]; }
  /// Draws strengths and returns the index in `bots` of the strongest bot. Deviations are multiplied by
  /// `wider`.
  [[nodiscard]] std::size_t draw_best(std::mt19937_64& source, double wider = 1) const {
    Eigen::VectorXd deviates(size());
    for (auto& deviate : deviates) deviate = wider * normal(source);
    Eigen::Index best = 0;
    (means_ + root_ * deviates).maxCoeff(&best);
    return static_cast<std::size_t>(best);
  }

 private:
  [[nodiscard]] Eigen::Index size() const { return std::ssize(bots_); }
  [[nodiscard]] std::size_t index_of(Eigen::Index number) const {
    return static_cast<std::size_t>(bots_[static_cast<std::size_t>(number)]);
  }
  /// Rounds a value, so that processors that differ in the last bits of results get the same pairings.
  static double rounded(double value) { return std::round(value * 1e7) / 1e7; }
  /// A nearly normal number: the sum of twelve uniform numbers minus 6. It needs no functions whose rounding
  /// depends on a library.
  static double normal(std::mt19937_64& source) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(source() >> 11U) * 0x1p-53;
    return sum;
  }

  std::vector<int> bots_;
  std::vector<bool> is_rated_{};
  Eigen::VectorXd means_;
  Eigen::MatrixXd root_;
};

/// The bots of a group, ascending. Each was the strongest in a draw. Draws become wider until the group is
/// full.
std::vector<int> contenders(const Posterior& posterior, int seats, double wider, std::mt19937_64& source) {
  constexpr double wider_by = 1.0 / 16;
  std::vector<int> group;
  for (; std::cmp_less(group.size(), seats); wider += wider_by) {
    const int bot = posterior.bots()[posterior.draw_best(source, wider)];
    if (std::ranges::find(group, bot) == group.end()) group.push_back(bot);
  }
  std::ranges::sort(group);
  return group;
}

/// The number of groups in a round: half of those that can be filled. Thus rounds follow from earlier ones
/// soon, and several tables can play at the same time.
std::uint64_t groups_of_final(int bots, const Shape& shape) {
  const auto filled = groups_filled(bots, shape);
  return std::min<std::uint64_t>(filled, std::max<std::uint64_t>(1, filled / 2));
}

/// Adds a group unless it is already there, because the same bots with the same cards would repeat the same
/// games.
void add_group(std::vector<std::vector<int>>& groups, std::vector<int> group) {
  if (std::ranges::find(groups, group) == groups.end()) groups.push_back(std::move(group));
}

std::vector<std::vector<int>> groups_after(const Shape& shape, PlayedRounds played) {
  constexpr std::uint64_t turns = 2;  // games of all bots before results decide
  constexpr std::uint64_t deals = 1000;
  const auto bots = shape.bots_in(played.size());
  const auto wanted = groups_of_final(static_cast<int>(bots.size()), shape);
  std::vector<std::vector<int>> groups;
  if (wanted == 0) return groups;
  const auto sampled =
      sampled_groups({.bots = static_cast<int>(bots.size()), .seats = shape.seats, .deals = deals});
  if (const auto first = played.size() * wanted; first < turns * sampled.a_deal) {
    for (auto number = first; groups.size() < wanted; ++number) {
      auto group = sampled.group(number / sampled.a_deal, number % sampled.a_deal);
      for (auto& bot : group) bot = bots[static_cast<std::size_t>(bot)];
      std::ranges::sort(group);
      add_group(groups, std::move(group));
    }
    return groups;
  }
  constexpr double wider_by = 0.25;
  const Posterior posterior{shape, played};
  std::mt19937_64 source{played.size()};
  for (double wider = 1; groups.size() < wanted; wider += wider_by)
    add_group(groups, contenders(posterior, shape.seats, wider, source));
  return groups;
}

/// Ranks the bots by their chance to be the best in whole percents, because 4,000 draws do not resolve more,
/// and then by strength. Bots without a game are behind those with games, and bots that are out are last.
FinalState finalists_after(const Shape& shape, PlayedRounds played) {
  constexpr int draws = 4000;
  const Posterior posterior{shape, played};
  const auto& bots = posterior.bots();
  std::vector<int> best(bots.size());
  std::mt19937_64 source{played.size()};
  for (int i = 0; i < draws && !bots.empty(); ++i) ++best[posterior.draw_best(source)];
  FinalState finalists;
  std::vector<std::tuple<int, std::int64_t, double>> merits;  // chance and strength by bot
  for (int bot = 0; bot < shape.bots; ++bot) {
    const auto number = static_cast<std::size_t>(std::ranges::find(bots, bot) - bots.begin());
    const bool is_in = number < bots.size();
    finalists.push_back({.bot = bot});
    if (is_in)
      finalists.back().chance =
          played.empty() ? 1.0 / static_cast<double>(bots.size()) : static_cast<double>(best[number]) / draws;
    merits.emplace_back(!is_in                       ? 0
                        : posterior.is_rated(number) ? 2
                                                     : 1,
                        std::llround(100 * finalists.back().chance), is_in ? posterior.mean(number) : 0);
  }
  for (const auto& round : played)
    for_each_game(round, shape.seats, [&](const GameOfRound& game) {
      for (const int bot : round.round.groups[game.group]) ++finalists[static_cast<std::size_t>(bot)].games;
    });
  const auto merit = [&](const Finalist& one) { return merits[static_cast<std::size_t>(one.bot)]; };
  for (auto& one : finalists)
    one.place += static_cast<int>(
        std::ranges::count_if(merits, [&](const auto& other) { return other > merit(one); }));
  std::ranges::stable_sort(finalists, {}, &Finalist::place);
  return finalists;
}

/// Finds the best bot. At first all bots play, in sampled groups. Later, groups consist of bots that are the
/// best when strengths are drawn from the distribution that the games so far leave (top-two Thompson
/// sampling: D. Russo, Simple Bayesian Algorithms for Best Arm Identification, Operations Research 68
/// (2020)). A bot that may be the best plays often, and one that cannot be the best hardly plays. Draws
/// depend only on the number of the round, so that everybody gets the same ones.
class Final final : public FormatWithRounds {
 public:
  [[nodiscard]] std::string_view name() const override { return "final"; }
  [[nodiscard]] std::span<const FormatKey> keys() const override {
    static constexpr std::array keys{
        FormatKey{.name = "rounds", .highest = [](int) { return 1000; }, .example = 40}};
    return keys;
  }
  [[nodiscard]] bool pairs_by_results() const override { return true; }
  [[nodiscard]] bool seats_bots_twice() const override { return true; }
  [[nodiscard]] std::string objection(const Shape& shape) const override {
    if (auto wrong = Format::objection(shape); !wrong.empty() || shape.bots <= most_finalists) return wrong;
    return "a final has at most " + std::to_string(most_finalists) + " bots, but there " +
           are_counted(shape.bots) + "; format = \"swiss\" finds those that may be the best";
  }

  [[nodiscard]] std::optional<Round> next_round(const Shape& shape, PlayedRounds played) const override {
    if (played.size() >= rounds_of(shape)) return std::nullopt;
    auto groups = groups_after(shape, played);
    if (groups.empty()) return std::nullopt;
    return Round{std::move(groups), shape.deals};
  }
  [[nodiscard]] std::vector<int> places_after(const Shape& shape, PlayedRounds played) const override {
    std::vector<int> places(static_cast<std::size_t>(shape.bots));
    for (const auto& one : finalists_after(shape, played))
      places[static_cast<std::size_t>(one.bot)] = one.place;
    return places;
  }

  [[nodiscard]] RoundsState state_of(const Shape& shape, PlayedRounds rounds,
                                     std::size_t complete) const override {
    return finalists_after(shape, rounds.first(complete));
  }

 private:
  [[nodiscard]] std::uint64_t groups_a_round(int bots, const Shape& shape) const override {
    return groups_of_final(bots, shape);
  }
};

}  // namespace

const Format& formats::final() {
  static const Final format;
  return format;
}

}  // namespace tribunal
