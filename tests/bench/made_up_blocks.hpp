#pragma once

#include <random>
#include <vector>

namespace tribunal {

/// Blocks of a comparison, made up or observed: differences, each with its probability.
class MadeUpBlocks {
 public:
  struct Value {
    double difference = 0;
    double chance = 0;
  };

  explicit MadeUpBlocks(std::vector<Value> values) : values_{std::move(values)} {}

  /// Small differences on both sides, like a bell curve.
  [[nodiscard]] static MadeUpBlocks symmetric();
  /// Small gains, and a large loss in one of ten.
  [[nodiscard]] static MadeUpBlocks skewed();
  /// Small gains, and the loss of nearly everything in a `share` of the blocks.
  [[nodiscard]] static MadeUpBlocks catastrophic(double share);
  /// 85 of 100 differences are 0.
  [[nodiscard]] static MadeUpBlocks mostly_equal();
  /// Observed blocks, rounded: 4000 deals of revolution, the sample bot careful against greedy in all seats
  /// of a table of three, whose other seats are played by one of each.
  [[nodiscard]] static MadeUpBlocks revolution();
  /// Like `revolution`, by places instead of points.
  [[nodiscard]] static MadeUpBlocks revolution_by_places();
  /// Like `revolution`, with the sample bot hoarder in place of careful.
  [[nodiscard]] static MadeUpBlocks hoarder();

  /// Observed blocks, to halves of a point: 390 deals of revolution at a table of three, careful against
  /// greedy in all seats, beside hoarder and counter; as played, and without the luck of draws.
  [[nodiscard]] static MadeUpBlocks revolution_with_luck();
  [[nodiscard]] static MadeUpBlocks revolution_without_luck();
  /// Those bots in 300 deals of mitch.
  [[nodiscard]] static MadeUpBlocks mitch_with_luck();
  [[nodiscard]] static MadeUpBlocks mitch_without_luck();

  /// These blocks with probabilities tilted so that the mean is `mean`: for example, with more or fewer
  /// catastrophes.
  [[nodiscard]] MadeUpBlocks with_mean(double mean) const;
  [[nodiscard]] MadeUpBlocks mirrored() const;
  [[nodiscard]] double deviation() const;
  [[nodiscard]] double draw(std::mt19937_64& source) const;

 private:
  /// Values from `first` on, one `step` apart, with the number of times that each was observed.
  [[nodiscard]] static MadeUpBlocks seen(double first, double step, const std::vector<int>& counts);

  std::vector<Value> values_;
};

}  // namespace tribunal
