#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <Eigen/Core>

namespace tribunal {

/// Bots of one group with strengths known from elsewhere, up to a common level: each is normal around its
/// known strength plus that level.
class Anchors {
 public:
  struct Bot {
    std::uint32_t bot = 0;
    double strength = 0;
    double deviation = 0;  ///< above 0
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
};

/// The covariance of strengths before any game, for a spread of 1. Without kin it is the identity.
class PriorCovariance {
 public:
  PriorCovariance() = default;
  /// `step`, above 0: the standard deviation of steps and of the drift; `apart`: that of the means of parts;
  /// both in units of the spread.
  PriorCovariance(std::size_t bots, const Kinship& kinship, double step, double apart);

  [[nodiscard]] bool is_identity() const { return precision_.size() == 0; }
  [[nodiscard]] const Eigen::MatrixXd& precision() const { return precision_; }  ///< empty: the identity
  [[nodiscard]] double log_determinant() const { return log_determinant_; }      ///< that of the covariance
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

}  // namespace tribunal
