#include <fmt/format.h>
#include <utility>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
namespace {

/// All groups of one candidate and as many bots of the field as there are other seats. The candidate is
/// first. Each group of the field meets all candidates in a row. If the tournament is stopped at any point,
/// all candidates have therefore met the same opponents on the same deals from the same seats, except for the
/// last group.
class Gauntlet final : public FixedFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "gauntlet"; }
  [[nodiscard]] bool has_candidates() const override { return true; }
  [[nodiscard]] std::string objection(const Shape& shape) const override {
    if (auto wrong = Format::objection(shape); !wrong.empty()) return wrong;
    const auto field = static_cast<int>(shape.field().size());
    if (field >= shape.seats - 1) return {};
    const auto needed = shape.seats == 2 ? "a bot that is not a candidate"
                                         : fmt::format("{} bots that are not candidates", shape.seats - 1);
    return fmt::format("a gauntlet of {} players needs {}, but there {}", shape.seats, needed,
                       are_counted(field));
  }

  [[nodiscard]] FixedGroups groups(const Shape& shape) const override {
    auto field = shape.field();
    const int opponents = shape.seats - 1;
    if (shape.candidates.empty() || std::cmp_less(field.size(), opponents)) return {};
    const auto field_groups = combinations(static_cast<int>(field.size()), opponents);
    const auto groups = product(field_groups, shape.candidates.size());
    return {groups.value_or(most_games + 1),
            [field = std::move(field), opponents, candidates = shape.candidates](std::uint64_t,
                                                                                 std::uint64_t position) {
              std::vector<int> group{candidates[position % candidates.size()]};
              const auto chosen =
                  combination(static_cast<int>(field.size()), opponents, position / candidates.size());
              for (const int bot : chosen) group.push_back(field[static_cast<std::size_t>(bot)]);
              return group;
            }};
  }
};

}  // namespace

const Format& formats::gauntlet() {
  static const Gauntlet format;
  return format;
}

}  // namespace tribunal
