#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace tribunal {

/// A capital of 1 that is bet, block by block, on a mean above `bound`: six shares of it, each with another
/// stake. If the mean is at most `bound`, no bet gains on average, so that the capital exceeds 1/a at any
/// time with probability at most a (J. Ville, Étude critique de la notion de collectif, 1939), for any
/// distribution of the blocks. The stakes are those of a mean above `bound` by 1/2 .. 16 margins (I.
/// Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, 2024).
class MixtureBet {
 public:
  static constexpr std::size_t size = 6;
  /// For each share, the margins above the bound that its stake assumes, and its size.
  static constexpr std::array<double, size> margins{0.5, 1, 2, 4, 8, 16};
  static constexpr std::array<double, size> shares{0.1, 0.7, 0.05, 0.05, 0.05, 0.05};
  /// No bet can lose more than this part of its capital. The smallest bet can lose at most half of its
  /// capital: since log(1 + x) > x - x * x for x > -1/2, it grows whenever the mean is a margin above the
  /// bound, however rare and large the losses are, and every test ends.
  static constexpr double greatest_loss = 0.9;
  static constexpr double greatest_loss_of_smallest = 0.5;

  /// The number of blocks before the variance is known.
  static constexpr double unknown_blocks = 2;

  /// `margin`: the difference that the test is made for. `most_loss`: the largest distance of a block below
  /// the bound. `assumed_variance`: that of the first blocks. All above 0.
  MixtureBet(double margin, double most_loss, double assumed_variance)
      : margin_{margin}, most_loss_{most_loss}, assumed_variance_{assumed_variance} {}

  /// Adds a block that lies `gain` above the bound. `variance`: that of the blocks before it, never of this
  /// one; nothing before the third.
  void add(double gain, std::optional<double> variance);

  /// Natural logarithm of the capital.
  [[nodiscard]] double log_capital() const;
  /// An approximation of the log capital after `blocks` blocks that scatter by `deviation` around a mean of
  /// `gain`, half of them above and half of them below.
  [[nodiscard]] double expected_log_capital(double blocks, double gain, double deviation) const;

 private:
  using Logarithms = std::array<double, size>;
  [[nodiscard]] double stake(std::size_t which, double variance) const;
  [[nodiscard]] static double mixed(const Logarithms& logs);

  double margin_;
  double most_loss_;
  double assumed_variance_;
  Logarithms logs_{};
};

}  // namespace tribunal
