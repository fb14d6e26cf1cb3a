#include "ratings/model/fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/LU>

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
  std::array<std::array<double, max_ranked_seats>, max_ranked_seats>
      information;  // filled for the existing seats

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

/// The cached terms of every kind of games; empty if a cache does not pay, because there are too many kinds.
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

/// The share of luck that is subtracted between two bots at a distance: its integral from 0, its value, and
/// its derivative.
struct LuckTaken {
  double integral = 0;  ///< may be negative; below 46 / 15 in size
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

Likelihood likelihood_of_games(const Census& census, const Eigen::VectorXd& strengths,
                               std::span<const double> weights) {
  const auto size = strengths.size();
  Likelihood sum{0, Eigen::VectorXd::Zero(size), Eigen::MatrixXd::Zero(size, size), {}};
  const Worths worths{strengths};
  for (std::size_t kind = 0; kind < census.kinds(); ++kind) {
    const double games = census.games[kind] * (weights.empty() ? 1 : weights[kind]);
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
          const double games = item.games * (census.weights.empty() ? 1 : census.weights[item.kind]);
          const auto add = [&](const ScoreTerm& term) { score.add(term.bot, games * term.amount); };
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

namespace {

constexpr double gradient_tolerance = 1e-10;
/// The predicted gain at which Newton's method has reached its region of quadratic convergence. The last
/// digits of the likelihood, a large sum, can then no longer show an improvement.
constexpr double last_gain = 1e-4;
constexpr int most_steps = 200;
/// If strengths change by less, their information changes by less than one per cent.
constexpr double small_step = 0.01;

/// With more bots, steps are computed by conjugate gradients, to seven digits; the next step corrects the
/// rest.
constexpr Eigen::Index most_bots_factored = 300;

/// Makes the information regular if games and prior leave it singular: without a spread, for bots without
/// meetings and for the common level of each group. Values that are centred within groups do not change.
void add_ridge(Eigen::MatrixXd& information, const Groups& groups) {
  Eigen::VectorXd alone = Eigen::VectorXd::Ones(information.rows());
  for (const auto& group : groups) {
    for (const auto row : group) {
      alone[row] = 0;
      for (const auto column : group) information(row, column) += 1.0 / static_cast<double>(group.size());
    }
  }
  information.diagonal() += alone;
}

}  // namespace

Fit::Fit(const Census& census, Groups groups, Prior prior, double dispersion)
    : census_{census},
      groups_{std::move(groups)},
      prior_{std::move(prior)},
      dispersion_{dispersion},
      strengths_{Eigen::VectorXd::Zero(static_cast<Eigen::Index>(census.bots))} {}

bool Fit::climb_from(const Eigen::VectorXd& start) {
  strengths_ = start;
  return climb();
}

bool Fit::climb() {
  measure(strengths_);
  for (; steps_ < most_steps; ++steps_) {
    const double before = steepest();
    if (before < gradient_tolerance) return true;
    const Eigen::VectorXd step = solve(slope());
    if (!step.allFinite()) return false;
    const bool close = step.dot(slope()) < last_gain;
    if (!(close ? take(step) : take_uphill(step))) return false;
    if (close && steepest() > before / 2) return true;
  }
  return false;
}

bool Fit::move_to(double spread) {
  if (spread == prior_.spread && strengths_ == measured_at_) return true;
  if (!approach(spread)) return false;
  if (strengths_ == measured_at_) return true;
  steps_ = 0;
  return climb();
}

bool Fit::approach(double spread) {
  prior_.spread = spread;
  is_factored_ = false;
  const Eigen::VectorXd step = solve(slope());
  if (!step.allFinite()) return false;
  strengths_ = measured_at_ + step;
  if (step.lpNorm<Eigen::Infinity>() < small_step) return true;
  steps_ = 0;
  return climb_from(measured_at_);
}

bool Fit::set_covariance(PriorCovariance covariance) {
  prior_.covariance = std::move(covariance);
  is_factored_ = false;
  steps_ = 0;
  return climb();
}

bool Fit::disperse(double dispersion) {
  dispersion_ = dispersion;
  is_factored_ = false;
  steps_ = 0;
  return climb();
}

Eigen::MatrixXd Fit::inverse_information() const {
  const auto size = strengths_.size();
  return information().llt().solve(Eigen::MatrixXd::Identity(size, size));
}

Eigen::VectorXd Fit::known_by_games() const {
  const double precision = 1 / (prior_.spread * prior_.spread);
  const auto& covariance = prior_.covariance;
  Eigen::VectorXd by_prior = strengths_;
  if (strengths_.size() > most_bots_factored) {
    by_prior = precisions().cwiseInverse() * precision;
    if (!covariance.is_identity()) by_prior.array() *= covariance.precision().diagonal().array();
  } else if (covariance.is_identity()) {
    by_prior = inverse_information().diagonal() * precision;
  } else {
    by_prior = inverse_information().cwiseProduct(covariance.precision()).rowwise().sum() * precision;
  }
  return (1 - by_prior.array()).cwiseMax(0.0).cwiseMin(1.0);
}

double Fit::log_evidence() {
  const Eigen::VectorXd step = strengths_ - measured_at_;
  const double games = here_.value + here_.gradient.dot(step) - step.dot(here_.information * step) / 2;
  factor();
  const double half_log_determinant = factor_.matrixLLT().diagonal().array().log().sum();
  return games / dispersion_ + prior_.value(strengths_) -
         static_cast<double>(strengths_.size()) * std::log(prior_.spread) -
         prior_.covariance.log_determinant() / 2 - half_log_determinant;
}

void Fit::factor() {
  if (!is_factored_) factor_.compute(information());
  is_factored_ = true;
}

Eigen::VectorXd Fit::solve(const Eigen::VectorXd& right) {
  if (right.size() <= most_bots_factored) {
    factor();
    return factor_.solve(right);
  }
  const Eigen::MatrixXd matrix = information();
  Eigen::ConjugateGradient<Eigen::MatrixXd, Eigen::Lower | Eigen::Upper> solver{matrix};
  solver.setTolerance(1e-7);
  return solver.solve(right);
}

Eigen::MatrixXd Fit::information() const {
  Eigen::MatrixXd sum = here_.information / dispersion_;
  prior_.add_precision(sum);
  if (std::isinf(prior_.spread)) add_ridge(sum, groups_);
  if (here_.information_of_luck.size() == 0) return sum;
  Eigen::MatrixXd with_luck = sum + here_.information_of_luck / dispersion_;
  return with_luck.llt().info() == Eigen::Success ? with_luck : sum;
}

Eigen::VectorXd Fit::slope() const { return here_.gradient / dispersion_ + prior_.gradient(measured_at_); }

void Fit::measure(const Eigen::VectorXd& strengths) {
  measured_at_ = strengths;
  is_factored_ = false;
  here_ = likelihood_of_games(census_, strengths, census_.weights);
}

/// Takes `step` if strengths stay in range.
bool Fit::take(const Eigen::VectorXd& step) {
  strengths_ += step;
  if (strengths_.size() > 0 && strengths_.maxCoeff() - strengths_.minCoeff() > widest_strengths) return false;
  measure(strengths_);
  return true;
}

/// Takes `step`, or the largest half, quarter, ... of it that increases the height.
bool Fit::take_uphill(const Eigen::VectorXd& step) {
  const Eigen::VectorXd start = strengths_;
  const double before = height();
  for (double length = 1; length > 1e-6; length /= 2) {
    strengths_ = start;
    if (take(length * step) && height() > before) return true;
  }
  return false;
}

double Anchors::level(const Eigen::VectorXd& strengths) const {
  double level = 0;
  for (const auto& bot : bots_) level += share(bot) * (strengths[bot.bot] - bot.strength);
  return level;
}

double Anchors::variance_of_level() const {
  double precision = 0;
  for (const auto& bot : bots_) precision += precision_of(bot);
  return bots_.empty() ? 0 : 1 / precision;
}

double Anchors::share(const Bot& bot) const { return precision_of(bot) * variance_of_level(); }

bool Kinship::parts_meet(Rankings::Pattern pattern) const {
  return std::ranges::any_of(parts, [&](const auto& part) {
    const auto inside = std::ranges::count_if(
        pattern, [&](char16_t seat) { return std::ranges::binary_search(part, Rankings::bot_of(seat)); });
    return inside > 0 && inside < std::ssize(pattern);
  });
}

/// The drift and the means of parts are columns U of a covariance K + U U'. Its inverse and its determinant
/// follow from those of K (M. A. Woodbury, Inverting Modified Matrices, 1950).
PriorCovariance::PriorCovariance(std::size_t bots, const Kinship& kinship, double step, double apart)
    : step_{step}, apart_{apart} {
  const auto size = static_cast<Eigen::Index>(bots);
  const auto parts = static_cast<Eigen::Index>(kinship.parts.size());
  precision_ = Eigen::MatrixXd::Identity(size, size);
  Eigen::MatrixXd shared = Eigen::MatrixXd::Zero(size, 1 + parts);
  for (const auto& walk : kinship.walks) {
    const double per_step = 1 / (step * step);
    for (std::size_t at = 1; at < walk.size(); ++at) {
      const auto before = walk[at - 1];
      const auto after = walk[at];
      precision_(before, before) += per_step;
      precision_(after, after) += per_step - 1;
      precision_(before, after) = precision_(after, before) = -per_step;
      shared(after, 0) = static_cast<double>(at) * step;
      log_determinant_ -= std::log(per_step);
    }
  }
  for (Eigen::Index part = 0; part < parts; ++part)
    for (const auto bot : kinship.parts[static_cast<std::size_t>(part)]) shared(bot, 1 + part) = apart;
  const Eigen::MatrixXd reached = precision_ * shared;
  const Eigen::MatrixXd inner =
      Eigen::MatrixXd::Identity(1 + parts, 1 + parts) + shared.transpose() * reached;
  const Eigen::FullPivLU<Eigen::MatrixXd> factored{inner};
  log_determinant_ += std::log(factored.determinant());
  precision_ -= reached * factored.solve(reached.transpose());
}

double Prior::value(const Eigen::VectorXd& strengths) const {
  const double squares =
      covariance.is_identity() ? strengths.squaredNorm() : strengths.dot(covariance.precision() * strengths);
  double value = std::isinf(spread) ? 0 : -squares / (2 * spread * spread);
  for (const auto& group : anchors) {
    const double level = group.level(strengths);
    for (const auto& bot : group.bots()) {
      const double away = strengths[bot.bot] - level - bot.strength;
      value -= away * away * Anchors::precision_of(bot) / 2;
    }
  }
  return value;
}

Eigen::VectorXd Prior::gradient(const Eigen::VectorXd& strengths) const {
  Eigen::VectorXd gradient = -strengths / (spread * spread);
  if (!covariance.is_identity()) gradient = covariance.precision() * gradient;
  for (const auto& group : anchors) {
    const double level = group.level(strengths);
    for (const auto& bot : group.bots())
      gradient[bot.bot] -= (strengths[bot.bot] - level - bot.strength) * Anchors::precision_of(bot);
  }
  return gradient;
}

void Prior::add_precision(Eigen::MatrixXd& information) const {
  if (covariance.is_identity()) {
    information.diagonal().array() += 1 / (spread * spread);
  } else {
    information += covariance.precision() / (spread * spread);
  }
  for (const auto& group : anchors) {
    for (const auto& bot : group.bots()) {
      const double precision = Anchors::precision_of(bot);
      information(bot.bot, bot.bot) += precision;
      for (const auto& other : group.bots())
        information(bot.bot, other.bot) -= precision * group.share(other);
    }
  }
}

}  // namespace tribunal
