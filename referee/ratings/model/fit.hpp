#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "ratings/model/census.hpp"

namespace tribunal {

/// Bots of one group with strengths known from elsewhere, up to a common level: each is normal around its
/// known strength plus that level.
class Anchors {
 public:
  struct Bot {
    std::uint32_t bot = 0;
    double strength = 0;
    double deviation = 0;  ///< above 0
    double error = 0;      ///< half width of the 95 % interval of a fixed strength
  };

  void add(const Bot& bot) { bots_.push_back(bot); }
  [[nodiscard]] const std::vector<Bot>& bots() const { return bots_; }
  /// The level at which the strengths fit these bots best: the mean of strengths less known strengths,
  /// weighted by precision; 0 without bots.
  [[nodiscard]] double level(const Eigen::VectorXd& strengths) const;
  /// The variance of that level if the strengths were exact; 0 without bots.
  [[nodiscard]] double variance_of_level() const;
  /// The weight of one of the bots in that level, 0 .. 1.
  [[nodiscard]] double share(const Bot& bot) const;
  [[nodiscard]] static double precision_of(const Bot& bot) { return 1 / (bot.deviation * bot.deviation); }

 private:
  std::vector<Bot> bots_;
};

/// Relations between bots that are known before any game.
struct Kinship {
  /// Versions of a bot, the oldest first. Each differs from the one before by a drift common to all walks,
  /// and by a step of its own (after R. Coulom, Whole-History Rating, Computers and Games (2008), where a
  /// player's strength is a Wiener process).
  std::vector<std::vector<std::uint32_t>> walks;
  /// Bots that hardly met the others. The mean of each part is normal around the common mean.
  std::vector<std::vector<std::uint32_t>> parts;

  [[nodiscard]] bool empty() const { return walks.empty() && parts.empty(); }
  /// Whether bots of different parts met in a game.
  [[nodiscard]] bool parts_meet(Rankings::Pattern pattern) const;
};

/// The covariance of strengths before any game, for a spread of 1: the identity if no bots are kin.
class PriorCovariance {
 public:
  PriorCovariance() = default;
  /// `step`, above 0: the standard deviation of steps and of the drift; `apart`: that of the means of parts;
  /// both in units of the spread.
  PriorCovariance(std::size_t bots, const Kinship& kinship, double step, double apart);

  [[nodiscard]] bool is_identity() const { return precision_.size() == 0; }
  [[nodiscard]] const Eigen::MatrixXd& precision() const { return precision_; }  ///< empty: the identity
  [[nodiscard]] double log_determinant() const { return log_determinant_; }      ///< the covariance's
  [[nodiscard]] double step() const { return step_; }
  [[nodiscard]] double apart() const { return apart_; }

 private:
  double step_ = -1;
  double apart_ = -1;
  Eigen::MatrixXd precision_;
  double log_determinant_ = 0;
};

/// The distribution of strengths before any game: normal around a common mean with the standard deviation
/// `spread`, and, if a group has two or more anchors, around these.
struct Prior {
  /// Above 0; infinity: all strengths are equally likely.
  double spread = std::numeric_limits<double>::infinity();
  std::vector<Anchors> anchors{};  ///< one per group
  PriorCovariance covariance{};

  /// The logarithm of the density, up to a constant.
  [[nodiscard]] double value(const Eigen::VectorXd& strengths) const;
  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& strengths) const;
  /// Adds minus the second derivative, which is constant.
  void add_precision(Eigen::MatrixXd& information) const;
};

/// The widest accepted range of strengths, natural logarithms: within it sums of worths keep full precision.
inline constexpr double widest_strengths = 600;

/// A log-likelihood at some strengths, with its first derivative and minus its second.
struct Likelihood {
  double value = 0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd information;          ///< that of the games; positive semidefinite
  Eigen::MatrixXd information_of_luck;  ///< that of `value_of_luck`, possibly indefinite; empty without luck
};

/// The log-likelihood of the games, plus `value_of_luck`. The strengths must lie within `widest_strengths`.
/// `weights`: that of a game of each kind; empty: 1.
[[nodiscard]] Likelihood likelihood_of_games(const Census& census, const Eigen::VectorXd& strengths,
                                             std::span<const double> weights = {});

/// The part of the log-likelihood that subtracts luck, so that the gradient is that of the games less the
/// luck. At the true strengths the mean of this sum is 0, as without luck, and its variance is smaller.
///
/// Luck between two bots counts with the weight 1 - t^6, where t is tanh of half their distance, which is the
/// difference of their chances to win: in full for equally strong bots, 95 % with t = 0.6 (odds of 4 : 1), 47
/// % with t = 0.9 (19 : 1). The mean is 0 with any such weight. The weight must vanish at a great distance,
/// where a bot has hardly any losses: if its luck exceeded its losses, its strength would be infinite.
[[nodiscard]] double value_of_luck(const Census& census, const Eigen::VectorXd& strengths);

/// The log-likelihood of one game that ended in this ranking.
[[nodiscard]] double value_of_ranking(Rankings::Pattern pattern, const Eigen::VectorXd& strengths);

/// The sum over clusters of u u', where u is the gradient of the games of the cluster, less their
/// luck.
[[nodiscard]] Eigen::MatrixXd scatter_of_clusters(const Census& census, const Eigen::VectorXd& strengths);

/// Groups of bots that met, directly or through others.
using Groups = std::vector<std::vector<std::uint32_t>>;

/// The maximum of the log-likelihood of the games over their dispersion plus the logarithm of the prior.
class Fit {
 public:
  /// `census` must outlive this. `dispersion`, above 0: a game counts as its reciprocal.
  Fit(const Census& census, Groups groups, Prior prior, double dispersion);

  /// Newton's method with step halving, from the current strengths (at first 0) or from `start`. It ends when
  /// the gradient vanishes or, in a sum over so many games that it never does, when rounding keeps it from
  /// shrinking. False if it does not converge.
  [[nodiscard]] bool climb();
  [[nodiscard]] bool climb_from(const Eigen::VectorXd& start);
  /// Moves to the maximum for another spread.
  [[nodiscard]] bool move_to(double spread);
  /// Moves close to that maximum. If a step is so small that the information changes by less than one per
  /// cent, the games are not measured again. The result depends on the start.
  [[nodiscard]] bool approach(double spread);
  /// Moves to the maximum for another covariance of strengths before the games.
  [[nodiscard]] bool set_covariance(PriorCovariance covariance);
  /// Moves to the maximum for another dispersion.
  [[nodiscard]] bool disperse(double dispersion);

  /// A^-1, where A is minus the second derivative of the maximised sum.
  [[nodiscard]] Eigen::MatrixXd inverse_information() const;
  /// The diagonal of A.
  [[nodiscard]] Eigen::VectorXd precisions() const { return information().diagonal(); }
  /// The part of each strength that the games determine rather than the prior, 0 .. 1: the diagonal of 1 -
  /// A^-1 P. With many bots, each of which depends on many others, it is approximated by the diagonals of A
  /// and P.
  [[nodiscard]] Eigen::VectorXd known_by_games() const;
  /// The log-evidence of the spread, up to a constant: Laplace's approximation of the integral over the
  /// strengths. The spread must be finite.
  [[nodiscard]] double log_evidence();
  [[nodiscard]] const Eigen::VectorXd& strengths() const { return strengths_; }
  [[nodiscard]] const Prior& prior() const { return prior_; }
  [[nodiscard]] double dispersion() const { return dispersion_; }
  [[nodiscard]] int steps() const { return steps_; }
  /// The log-likelihood of the games, without the prior, at the strengths where it was last measured.
  [[nodiscard]] double value_of_games() const { return here_.value; }
  [[nodiscard]] const Eigen::MatrixXd& information_of_games() const { return here_.information; }
  [[nodiscard]] const Census& census() const { return census_; }

 private:
  void measure(const Eigen::VectorXd& strengths);
  /// A, with a ridge if games and prior leave it singular. Away from a maximum luck may make it indefinite;
  /// then A is computed without luck, which leads uphill as well.
  [[nodiscard]] Eigen::MatrixXd information() const;
  /// A^-1 times `right`.
  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& right);
  /// Factors A, unless it has not changed since the last time.
  void factor();
  [[nodiscard]] double height() const { return here_.value / dispersion_ + prior_.value(measured_at_); }
  [[nodiscard]] Eigen::VectorXd slope() const;
  [[nodiscard]] double steepest() const { return slope().lpNorm<Eigen::Infinity>(); }
  [[nodiscard]] bool take(const Eigen::VectorXd& step);
  [[nodiscard]] bool take_uphill(const Eigen::VectorXd& step);

  const Census& census_;
  Groups groups_;
  Prior prior_;
  double dispersion_;
  Eigen::VectorXd strengths_;
  Eigen::VectorXd measured_at_;
  Likelihood here_;  ///< the likelihood of the games at `measured_at_`
  Eigen::LLT<Eigen::MatrixXd> factor_;
  bool is_factored_ = false;
  int steps_ = 0;
};

}  // namespace tribunal
