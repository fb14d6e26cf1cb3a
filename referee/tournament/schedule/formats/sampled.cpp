#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
namespace {

constexpr std::uint64_t usual_period = 1024;

using Group = std::vector<int>;

/// Makes one group after another. Bots come in turns: in each turn every bot plays once. A group may begin
/// with the last bots of one turn and be filled with the first of the next.
class Sampler {
 public:
  Sampler(int bots, int seats) : seats_{seats}, met_{bots} {}

  /// The groups that the next turn fills.
  std::vector<Group> next_turn() {
    const auto task = next_task();
    auto order = first_order(task);
    improve(order, task);
    order.insert(order.begin(), begun_.begin(), begun_.end());
    auto groups = groups_of(order, seats_);
    for (auto& group : groups) {
      met_.count(group);
      std::ranges::sort(group);
    }
    begun_.assign(order.end() - static_cast<std::ptrdiff_t>(order.size() % static_cast<std::size_t>(seats_)),
                  order.end());
    return groups;
  }

 private:
  /// The task for the next turn. The cost of a pair grows steeply with the number of meetings that it has
  /// more than the pair that met least.
  [[nodiscard]] GroupingTask next_task() const {
    GroupingTask task{.seats = seats_, .cost = PairTable{met_.bots()}, .seated = begun_};
    auto least = met_.at(0, 1);
    for (int a = 0; a < met_.bots(); ++a)
      for (int b = 0; b < a; ++b) least = std::min(least, met_.at(a, b));
    for (int a = 0; a < met_.bots(); ++a) {
      for (int b = 0; b < a; ++b) {
        const auto ahead = met_.at(a, b) - least;
        task.cost.set(a, b, ahead * ahead * ahead);
      }
    }
    return task;
  }

  /// A first order: seat by seat, the bot with the lowest cost in its group.
  [[nodiscard]] std::vector<int> first_order(const GroupingTask& task) const {
    std::vector<int> waiting(static_cast<std::size_t>(met_.bots()));
    std::iota(waiting.begin(), waiting.end(), 0);
    std::vector<int> order;
    std::vector<std::int64_t> cost(waiting.size());
    const auto seat = [&](int bot) {
      for (const int other : waiting) cost[static_cast<std::size_t>(other)] += task.cost.at(other, bot);
    };
    for (const int bot : begun_) {
      seat(bot);
      cost[static_cast<std::size_t>(bot)] += never;
    }
    while (!waiting.empty()) {
      if ((order.size() + begun_.size()) % static_cast<std::size_t>(seats_) == 0) std::ranges::fill(cost, 0);
      const auto next =
          std::ranges::min_element(waiting, {}, [&](int bot) { return cost[static_cast<std::size_t>(bot)]; });
      order.push_back(*next);
      waiting.erase(next);
      seat(order.back());
    }
    return order;
  }

  static constexpr std::int64_t never = std::int64_t{1} << 40U;

  int seats_;
  PairTable met_;
  Group begun_;  ///< bots of the last turn that begin a group
};

/// The first `count` sampled groups.
std::vector<Group> sample(int bots, int seats, std::uint64_t count) {
  Sampler sampler{bots, seats};
  std::vector<Group> groups;
  while (groups.size() < count)
    for (auto& group : sampler.next_turn()) groups.push_back(std::move(group));
  return groups;
}

/// The first `count` pairs, such that every pair meets once before any pair meets again. They are neighbours
/// in a circle, every second pair of them. For an odd number of bots, a second time around the circle takes
/// the remaining pairs.
std::vector<Group> pairs(int bots, std::uint64_t count) {
  Group all(static_cast<std::size_t>(bots));
  std::iota(all.begin(), all.end(), 0);
  const auto circles = static_cast<std::uint64_t>(bots % 2 == 0 ? bots - 1 : bots / 2);
  std::vector<Group> pairs;
  for (std::uint64_t turn = 0; pairs.size() < count; ++turn) {
    const auto circle = circle_of(all, turn % circles);
    const auto round = circle.size() % 2 == 0 ? circle.size() : 2 * circle.size();
    for (std::size_t i = 0; i < round; i += 2) {
      const auto [low, high] = std::minmax(circle[i % circle.size()], circle[(i + 1) % circle.size()]);
      pairs.push_back({low, high});
    }
  }
  return pairs;
}

/// The groups of a period. They are made when the first one is requested, because that takes a second for
/// many bots, and not every reader of results needs them. Safe to use from several threads.
class SampledPeriod {
 public:
  SampledPeriod(int bots, int seats, std::uint64_t count) : bots_{bots}, seats_{seats}, count_{count} {}

  [[nodiscard]] const Group& group(std::uint64_t index) const {
    std::call_once(made_,
                   [this] { groups_ = seats_ == 2 ? pairs(bots_, count_) : sample(bots_, seats_, count_); });
    return groups_[index];
  }

 private:
  int bots_;
  int seats_;
  std::uint64_t count_;
  mutable std::once_flag made_;
  mutable std::vector<Group> groups_;
};

class Sampled final : public FixedFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "sampled"; }
  [[nodiscard]] FixedGroups groups(const Shape& shape) const override {
    return shape.bots < shape.seats ? FixedGroups{} : sampled_groups(shape);
  }
  /// False, because the other bots would have to play more than their share.
  [[nodiscard]] bool newcomers_make_up() const override { return false; }
  [[nodiscard]] GamesOfBot deals_of(int bot, const Shape& shape) const override {
    GamesOfBot deals;
    for (const auto& phase : phases_of(shape))
      if (std::ranges::binary_search(phase.bots, bot))
        deals += even_share(phase.deals, shape_of(shape, phase));
    return deals;
  }
};

}  // namespace

const Format& formats::sampled() {
  static const Sampled format;
  return format;
}

std::uint64_t sampled_period(int bots, int seats) {
  const auto number = static_cast<std::uint64_t>(bots);
  if (seats == 2) return bots % 2 == 0 ? number - 1 : number;
  return (usual_period + number - 1) / number * number;
}

FixedGroups sampled_groups(const Shape& shape) {
  const auto a_deal = static_cast<std::uint64_t>(shape.bots / shape.seats);
  const auto period = sampled_period(shape.bots, shape.seats);
  const auto count = std::min(shape.deals, period) * a_deal;
  auto groups = std::make_shared<const SampledPeriod>(shape.bots, shape.seats, count);
  return {a_deal, [=, bots = shape.bots](std::uint64_t deal, std::uint64_t position) {
            auto group = groups->group(deal % period * a_deal + position);
            const auto change = static_cast<int>(deal / period % static_cast<std::uint64_t>(bots));
            for (auto& bot : group) bot = (bot + change) % bots;
            return group;
          }};
}

}  // namespace tribunal
