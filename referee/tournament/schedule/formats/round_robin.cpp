#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
namespace {

/// All groups of as many bots as there are seats.
class RoundRobin final : public FixedFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "round-robin"; }
  /// Empty, because a single player may play alone.
  [[nodiscard]] std::string objection(const Shape& /*shape*/) const override { return {}; }
  [[nodiscard]] FixedGroups groups(const Shape& shape) const override {
    if (shape.bots < shape.seats) return {};
    return {combinations(shape.bots, shape.seats),
            [bots = shape.bots, seats = shape.seats](std::uint64_t, std::uint64_t position) {
              return combination(bots, seats, position);
            }};
  }
};

}  // namespace

const Format& formats::round_robin() {
  static const RoundRobin format;
  return format;
}

}  // namespace tribunal
