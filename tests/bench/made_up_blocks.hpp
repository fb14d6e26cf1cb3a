#pragma once

#include <random>
#include <vector>

namespace tribunal {

/// Blocks of a comparison out of thin air: whole differences, each with its chance.
class MadeUpBlocks {
 public:
  struct Value {
    double difference = 0;
    double chance = 0;
  };

  explicit MadeUpBlocks(std::vector<Value> values) : values_{std::move(values)} {}

  /// Small differences to both sides, like a bell.
  [[nodiscard]] static MadeUpBlocks symmetric();
  /// Small gains, and a large loss in one of ten.
  [[nodiscard]] static MadeUpBlocks skewed();
  /// Small gains, and the loss of nearly everything in one of fifty.
  [[nodiscard]] static MadeUpBlocks catastrophic();

  /// The same with chances tilted so that the mean is `mean`: of the catastrophes, for instance, more or
  /// fewer.
  [[nodiscard]] MadeUpBlocks with_mean(double mean) const;
  [[nodiscard]] MadeUpBlocks mirrored() const;
  [[nodiscard]] double deviation() const;
  [[nodiscard]] double draw(std::mt19937_64& source) const;

 private:
  std::vector<Value> values_;
};

}  // namespace tribunal
