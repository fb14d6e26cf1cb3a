#pragma once

#include <string>

#include "base/text/number_text.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {

/// A format in rounds whose plan gives their number by the key `rounds`.
class FormatWithRounds : public FormatInRounds {
 public:
  [[nodiscard]] std::uint64_t latest_joining(const Shape& shape) const final { return rounds_of(shape) - 1; }
  [[nodiscard]] BlockBounds blocks(const Shape& shape) const final {
    BlockBounds blocks{0, 0};
    for (std::uint64_t round = 0; round < rounds_of(shape); ++round) {
      const auto groups = groups_a_round(static_cast<int>(shape.bots_in(round).size()), shape);
      if (groups == 0) break;
      blocks.most = sum(blocks.most, product(groups, shape.deals));
      ++blocks.most_rounds;
    }
    return {blocks.most, blocks.most, blocks.most_rounds, blocks.most_rounds};
  }
  [[nodiscard]] std::string groups_text(const Shape& shape) const final {
    return counted(rounds_of(shape), "round") + " x " +
           unless_bots_change(shape, counted(groups_a_round(shape.bots, shape), "group"));
  }

 protected:
  /// The groups of a round in which this number of bots takes part.
  [[nodiscard]] virtual std::uint64_t groups_a_round(int bots, const Shape& shape) const = 0;
  [[nodiscard]] static std::uint64_t rounds_of(const Shape& shape) {
    return static_cast<std::uint64_t>(shape.setting("rounds"));
  }
};

}  // namespace tribunal
