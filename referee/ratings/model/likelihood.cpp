#include "ratings/model/likelihood.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ratings/model/choices.hpp"

namespace tribunal {
namespace {

/// Worths on a scale on which the strongest is 1: their sums neither overflow nor lose digits.
struct Worths {
  explicit Worths(const Eigen::VectorXd& strengths)
      : logarithms{strengths.array() - (strengths.size() == 0 ? 0.0 : strengths.maxCoeff())},
        values{logarithms.exp()} {}

  Eigen::ArrayXd logarithms;
  Eigen::ArrayXd values;
};

/// The worths of a ranking's seats.
class SeatWorths {
 public:
  SeatWorths(Rankings::Pattern pattern, const Worths& worths) {
    for (std::size_t seat = 0; seat < pattern.size(); ++seat)
      values_[seat] = worths.values[Rankings::bot_of(pattern[seat])];
  }

  [[nodiscard]] double at(std::size_t seat) const { return values_[seat]; }
  [[nodiscard]] double total(std::span<const std::size_t> seats) const {
    double total = 0;
    for (const auto seat : seats) total += values_[seat];
    return total;
  }

 private:
  std::array<double, max_ranked_seats> values_;
};

/// The likelihood of one ranking, its derivatives by seat; the information's lower triangle only.
struct SeatLikelihood {
  double value = 0;
  std::array<double, max_ranked_seats> gradient{};
  std::array<std::array<double, max_ranked_seats>, max_ranked_seats> information;  // of the seats that exist

  SeatLikelihood(Rankings::Pattern pattern, const Worths& worths) {
    const SeatWorths seat_worths{pattern, worths};
    for (std::size_t row = 0; row < pattern.size(); ++row)
      for (std::size_t column = 0; column <= row; ++column) information[row][column] = 0;
    for_each_choice(
        pattern,
        [&](std::size_t seat, double weight) {
          value += weight * worths.logarithms[Rankings::bot_of(pattern[seat])];
          gradient[seat] += weight;
        },
        [&](std::span<const std::size_t> seats, double weight) { add_choice(seats, weight, seat_worths); });
  }

 private:
  void add_choice(std::span<const std::size_t> seats, double weight, const SeatWorths& worths) {
    const double total = worths.total(seats);
    value -= weight * std::log(total);
    std::array<double, max_ranked_seats> shares;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      shares[i] = worths.at(seats[i]) / total;
      const double pull = weight * shares[i];
      gradient[seats[i]] -= pull;
      information[seats[i]][seats[i]] += pull;
      for (std::size_t j = 0; j <= i; ++j)
        information[std::max(seats[i], seats[j])][std::min(seats[i], seats[j])] -= pull * shares[j];
    }
  }
};

/// Adds up the gradient of a single cluster; touches only the bots that played in it.
class ClusterScore {
 public:
  explicit ClusterScore(std::size_t bots)
      : score_{Eigen::VectorXd::Zero(static_cast<Eigen::Index>(bots))}, touched_(bots, false) {}

  void add(std::uint32_t bot, double amount) {
    if (!touched_[bot]) {
      touched_[bot] = true;
      bots_.push_back(bot);
    }
    score_[bot] += amount;
  }

  /// Adds `times` the outer square to the lower triangle of `scatter` and starts a new cluster.
  void flush_into(Eigen::MatrixXd& scatter, double times) {
    if (2 * bots_.size() > touched_.size()) {
      scatter.selfadjointView<Eigen::Lower>().rankUpdate(score_, times);
    } else {
      for (const auto column : bots_)
        for (const auto row : bots_)
          if (row >= column) scatter(row, column) += times * score_[row] * score_[column];
    }
    for (const auto bot : bots_) {
      score_[bot] = 0;
      touched_[bot] = false;
    }
    bots_.clear();
  }

 private:
  Eigen::VectorXd score_;
  std::vector<bool> touched_;
  std::vector<std::uint32_t> bots_;
};

/// The term that a ranking adds to the score of one bot in its cluster.
struct ScoreTerm {
  std::uint32_t bot = 0;
  double amount = 0;
};

/// Calls `visit` with all terms of a ranking; several may belong to one bot.
template <class Visit>
void for_each_term(Rankings::Pattern pattern, const Worths& worths, Visit visit) {
  const SeatWorths seat_worths{pattern, worths};
  const auto add = [&](std::size_t seat, double amount) {
    visit(ScoreTerm{Rankings::bot_of(pattern[seat]), amount});
  };
  for_each_choice(pattern, add, [&](std::span<const std::size_t> seats, double weight) {
    const double total = seat_worths.total(seats);
    for (const auto seat : seats) add(seat, -weight * seat_worths.at(seat) / total);
  });
}

/// The cached terms of every kind of games; empty if there are so many kinds that a cache does not pay.
class KnownTerms {
 public:
  KnownTerms(const Census& census, const Worths& worths) {
    constexpr std::size_t few = 8;
    if (few * census.kinds() > census.clusters()) return;
    for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
      for_each_term(census.patterns[kind], worths, [&](const ScoreTerm& term) { terms_.push_back(term); });
      ends_.push_back(terms_.size());
    }
  }

  [[nodiscard]] bool empty() const { return ends_.empty(); }
  [[nodiscard]] std::span<const ScoreTerm> of(std::size_t kind) const {
    const std::size_t begin = kind == 0 ? 0 : ends_[kind - 1];
    return std::span{terms_}.subspan(begin, ends_[kind] - begin);
  }

 private:
  std::vector<ScoreTerm> terms_;
  std::vector<std::size_t> ends_;  ///< the end of each kind in `terms_`
};

/// The luck that is taken out between two bots at a distance, over their luck: its integral from 0, itself,
/// and its derivative.
struct LuckTaken {
  double integral = 0;  ///< of either sign, below 46 / 15 in size
  double share = 0;     ///< 0 .. 1
  double slope = 0;

  LuckTaken(const Census::PairLuck& pair, const Eigen::VectorXd& strengths) {
    const double t = std::tanh((strengths[pair.first] - strengths[pair.second]) / 2);
    const double square = t * t;
    integral = 2 * t * (1 + square / 3 + square * square / 5);
    share = 1 - square * square * square;
    slope = -3 * square * square * t * (1 - square);
  }
};

void take_luck_out(const Census& census, const Eigen::VectorXd& strengths, Likelihood& sum) {
  if (census.luck.empty()) return;
  sum.information_of_luck = Eigen::MatrixXd::Zero(strengths.size(), strengths.size());
  for (const auto& pair : census.luck) {
    const LuckTaken taken{pair, strengths};
    sum.value -= pair.amount * taken.integral;
    sum.gradient[pair.first] -= pair.amount * taken.share;
    sum.gradient[pair.second] += pair.amount * taken.share;
    const double curvature = pair.amount * taken.slope;
    sum.information_of_luck(pair.first, pair.first) += curvature;
    sum.information_of_luck(pair.second, pair.second) += curvature;
    sum.information_of_luck(pair.first, pair.second) -= curvature;
    sum.information_of_luck(pair.second, pair.first) -= curvature;
  }
}

}  // namespace

Likelihood likelihood_of_games(const Census& census, const Eigen::VectorXd& strengths) {
  const auto size = strengths.size();
  Likelihood sum{0, Eigen::VectorXd::Zero(size), Eigen::MatrixXd::Zero(size, size), {}};
  const Worths worths{strengths};
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
    const double games = census.games[kind];
    if (games == 0) continue;
    const auto pattern = census.patterns[kind];
    const SeatLikelihood ranking{pattern, worths};
    sum.value += games * ranking.value;
    for (std::size_t row = 0; row < pattern.size(); ++row) {
      const auto bot = Rankings::bot_of(pattern[row]);
      sum.gradient[bot] += games * ranking.gradient[row];
      for (std::size_t column = 0; column <= row; ++column) {
        const auto other = Rankings::bot_of(pattern[column]);
        const double amount = games * ranking.information[row][column];
        sum.information(std::max(bot, other), std::min(bot, other)) +=
            bot == other && row != column ? 2 * amount : amount;
      }
    }
  }
  sum.information.triangularView<Eigen::StrictlyUpper>() = sum.information.transpose();
  take_luck_out(census, strengths, sum);
  return sum;
}

double value_of_luck(const Census& census, const Eigen::VectorXd& strengths) {
  double value = 0;
  for (const auto& pair : census.luck) value -= pair.amount * LuckTaken{pair, strengths}.integral;
  return value;
}

double value_of_ranking(Rankings::Pattern pattern, const Eigen::VectorXd& strengths) {
  double value = 0;
  for_each_choice(
      pattern,
      [&](std::size_t seat, double weight) { value += weight * strengths[Rankings::bot_of(pattern[seat])]; },
      [&](std::span<const std::size_t> seats, double weight) {
        double highest = -widest_strengths;
        for (const auto seat : seats) highest = std::max(highest, strengths[Rankings::bot_of(pattern[seat])]);
        double total = 0;
        for (const auto seat : seats) total += std::exp(strengths[Rankings::bot_of(pattern[seat])] - highest);
        value -= weight * (highest + std::log(total));
      });
  return value;
}

Eigen::MatrixXd scatter_of_clusters(const Census& census, const Eigen::VectorXd& strengths) {
  const auto size = strengths.size();
  Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(size, size);
  ClusterScore score{census.bots};
  const Worths worths{strengths};
  const KnownTerms known{census, worths};
  std::vector<double> shares;
  for (const auto& pair : census.luck) shares.push_back(LuckTaken{pair, strengths}.share);
  census.for_each_different_cluster(
      [&](std::span<const Census::Item> items, std::size_t count, std::span<const Census::Luck> luck) {
        for (const auto& item : items) {
          const auto add = [&](const ScoreTerm& term) { score.add(term.bot, item.games * term.amount); };
          if (known.empty()) {
            for_each_term(census.patterns[item.kind], worths, add);
          } else {
            std::ranges::for_each(known.of(item.kind), add);
          }
        }
        for (const auto& [pair, amount] : luck) {
          score.add(census.luck[pair].first, -amount * shares[pair]);
          score.add(census.luck[pair].second, amount * shares[pair]);
        }
        score.flush_into(scatter, static_cast<double>(count));
      });
  scatter.triangularView<Eigen::StrictlyUpper>() = scatter.transpose();
  return scatter;
}

}  // namespace tribunal
