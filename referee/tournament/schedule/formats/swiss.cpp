#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "cards/deal.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/formats/tie_breaks.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
namespace {

using Group = std::vector<int>;

/// The earlier rounds in the form that the next round needs. Only the bots of the next round are included,
/// with new numbers.
struct History {
  std::vector<int> bots;      ///< indices in the plan, by number
  std::vector<int> standing;  ///< bots, the best first
  PairTable met;              ///< number of rounds that two bots were in one group
  std::vector<int> byes;      ///< number of byes, including rounds before the bot joined
  std::set<Group> groups;
};

/// The new numbers of those of `bots` that are in `in`.
Group numbers_of(const Group& bots, const std::vector<int>& in) {
  Group numbers;
  for (const int bot : bots) {
    const auto found = std::ranges::lower_bound(in, bot);
    if (found != in.end() && *found == bot) numbers.push_back(static_cast<int>(found - in.begin()));
  }
  return numbers;
}

History history_of(const Shape& shape, PlayedRounds played) {
  const auto in = shape.bots_in(played.size());
  History history{in,
                  numbers_of(standing_after(shape, played), in),
                  PairTable{static_cast<int>(in.size())},
                  std::vector<int>(in.size(), static_cast<int>(played.size())),
                  {}};
  for (const auto& [round, deal, places] : played) {
    for (const auto& bots : round.groups) {
      auto group = numbers_of(bots, in);
      history.met.count(group);
      for (const int bot : group) --history.byes[static_cast<std::size_t>(bot)];
      std::ranges::sort(group);
      if (group.size() == bots.size()) history.groups.insert(std::move(group));
    }
  }
  return history;
}

/// A graph of the pairs of `bots` that have not met.
Graph strangers(const std::vector<int>& bots, const PairTable& met) {
  Graph graph(bots.size(), std::vector<bool>(bots.size()));
  for (std::size_t a = 0; a < bots.size(); ++a)
    for (std::size_t b = 0; b < bots.size(); ++b) graph[a][b] = a != b && met.at(bots[a], bots[b]) == 0;
  return graph;
}

std::vector<int> without(std::vector<int> bots, int one) {
  std::erase(bots, one);
  return bots;
}

/// The bot that gets the bye. Among the bots with the fewest byes, it is the one that leaves the most
/// possible new pairs, and among these the lowest.
int bye_of(const History& history) {
  const int fewest = std::ranges::min(history.byes);
  int chosen = -1;
  int most = -1;
  for (auto bot = history.standing.rbegin(); bot != history.standing.rend(); ++bot) {
    if (history.byes[static_cast<std::size_t>(*bot)] != fewest) continue;
    const auto rest = without(history.standing, *bot);
    const int pairs = most_pairs(strangers(rest, history.met));
    if (pairs <= most) continue;
    chosen = *bot;
    most = pairs;
    if (2 * pairs == static_cast<int>(rest.size())) break;
  }
  return chosen;
}

/// Pairs of all `bots`, whose number must be even. As many pairs as possible have not met before.
std::vector<Group> pairs_of(std::vector<int> bots, const PairTable& met) {
  std::vector<Group> pairs;
  int fresh = most_pairs(strangers(bots, met));
  while (!bots.empty()) {
    const int first = bots.front();
    for (std::size_t i = 1; i < bots.size(); ++i) {
      const int second = bots[i];
      const int now = met.at(first, second) == 0 ? 1 : 0;
      auto rest = without(without(bots, first), second);
      if (now + most_pairs(strangers(rest, met)) < fresh) continue;
      pairs.push_back({first, second});
      bots = std::move(rest);
      fresh -= now;
      break;
    }
  }
  return pairs;
}

/// A first order for `improve`: by standing, with the bots that have a bye at the end.
std::vector<int> first_order(const History& history, int seats) {
  auto order = history.standing;
  auto resting = static_cast<int>(order.size()) % seats;
  std::vector<int> byes;
  for (; resting > 0; --resting) {
    const auto next = std::ranges::min_element(order.rbegin(), order.rend(), {}, [&](int bot) {
      return history.byes[static_cast<std::size_t>(bot)];
    });
    byes.push_back(*next);
    order.erase(std::next(next).base());
  }
  order.insert(order.end(), byes.begin(), byes.end());
  return order;
}

/// The task for the next round. Repeated meetings cost most. Distance in the standing costs less, as do byes
/// of bots near the top.
GroupingTask task_of(const History& history, int seats) {
  constexpr std::int64_t meeting = std::int64_t{1} << 24U;
  GroupingTask task{.seats = seats,
                    .cost = PairTable{history.met.bots()},
                    .kind = history.byes,
                    .rest_cost = std::vector<std::int64_t>(history.standing.size())};
  for (std::size_t a = 0; a < history.standing.size(); ++a) {
    task.rest_cost[static_cast<std::size_t>(history.standing[a])] =
        static_cast<std::int64_t>(history.standing.size() - a);
    for (std::size_t b = a + 1; b < history.standing.size(); ++b) {
      const auto met = history.met.at(history.standing[a], history.standing[b]);
      task.cost.set(history.standing[a], history.standing[b],
                    met * meeting + static_cast<std::int64_t>(b - a));
    }
  }
  return task;
}

/// Swaps bots at random. A bot that has a bye is swapped only with one of its own kind.
void mix(std::vector<int>& order, const GroupingTask& task, Stream& chance) {
  const auto playing = order.size() - order.size() % static_cast<std::size_t>(task.seats);
  for (std::size_t i = order.size() - 1; i > 0; --i) {
    auto& other = order[chance.uniform(static_cast<std::uint32_t>(i + 1))];
    const auto kind = [&](int bot) { return task.kind[static_cast<std::size_t>(bot)]; };
    if (i < playing || kind(other) == kind(order[i])) std::swap(order[i], other);
  }
}

/// The number of groups in an order that have already met.
std::int64_t groups_again(const std::vector<int>& order, int seats, const std::set<Group>& before) {
  auto groups = groups_of(order, seats);
  return std::ranges::count_if(groups, [&](Group& group) {
    std::ranges::sort(group);
    return before.contains(group);
  });
}

/// Groups of three or more bots. If the first choice repeats a group, others are tried: for many bots a few
/// hundred, for few bots more than exist.
std::vector<Group> larger_groups(const History& history, int seats) {
  const auto task = task_of(history, seats);
  auto best = first_order(history, seats);
  std::pair cost{std::int64_t{0}, improve(best, task)};
  cost.first = groups_again(best, seats, history.groups);
  const auto consider = [&](const std::vector<int>& order, std::int64_t pairs) {
    const std::pair found{groups_again(order, seats, history.groups), pairs};
    if (found >= cost) return;
    cost = found;
    best = order;
  };
  Stream chance{history.groups.size(), "swiss"};
  auto order = best;
  for (int tries = order.size() < 13 ? 3000 : 300; cost.first > 0 && tries > 0; --tries) {
    mix(order, task, chance);
    consider(order, std::numeric_limits<std::int64_t>::max());
    auto improved = order;
    const auto pairs = improve(improved, task);
    consider(improved, pairs);
  }
  return groups_of(best, seats);
}

std::vector<Group> groups_of_round(const History& history, int seats) {
  if (seats > 2) return larger_groups(history, seats);
  auto bots = history.standing;
  if (bots.size() % 2 == 1) bots = without(bots, bye_of(history));
  return pairs_of(std::move(bots), history.met);
}

/// The groups of the first round. The order of the plan is the seeding. It is divided into one part for each
/// seat, so that the top half plays the bottom half. Bots that do not fill a group are the lowest ones.
std::vector<Group> first_groups(const std::vector<int>& bots, int seats) {
  const auto groups = bots.size() / static_cast<std::size_t>(seats);
  std::vector<Group> first(groups);
  for (std::size_t at = 0; at < groups * static_cast<std::size_t>(seats); ++at)
    first[at % groups].push_back(bots[at]);
  return first;
}

/// In the first round the top half plays the bottom half, by the order of the plan (`first_groups`). Later,
/// as many groups as can be filled play, made of neighbours in the standing.
/// - Bots that do not fit have a bye: those with the fewest byes, so that no bot has a second one before all
///   have had one, and among these the lower ones. A bye does not count: bots are ranked by their share of
///   the points in the games that they played. For a late bot, the rounds that it missed count as byes here.
/// - With two players per table, no two bots meet again while the choice of the bye and of the pairs can
///   avoid it; otherwise as few as possible do. From the top, each bot plays the nearest one below it that
///   keeps this condition.
/// - With more players, no group meets again while that can be avoided. The number of pairs that meet again
///   is reduced by swaps of two bots.
class Swiss final : public FormatWithRounds {
 public:
  [[nodiscard]] std::string_view name() const override { return "swiss"; }
  [[nodiscard]] std::span<const FormatKey> keys() const override {
    static constexpr std::array keys{
        FormatKey{.name = "rounds", .highest = [](int) { return 1000; }, .example = 7}};
    return keys;
  }
  [[nodiscard]] bool has_tie_breaks() const override { return true; }
  [[nodiscard]] bool has_seeds() const override { return true; }
  [[nodiscard]] bool pairs_by_results() const override { return true; }

  [[nodiscard]] std::optional<Round> next_round(const Shape& shape, PlayedRounds played) const override {
    if (played.size() >= rounds_of(shape)) return std::nullopt;
    const auto history = history_of(shape, played);
    if (std::cmp_less(history.bots.size(), shape.seats)) return std::nullopt;
    if (played.empty()) return Round{first_groups(history.bots, shape.seats), shape.deals};
    Round round{groups_of_round(history, shape.seats), shape.deals};
    for (auto& group : round.groups)
      for (auto& bot : group) bot = history.bots[static_cast<std::size_t>(bot)];
    return round;
  }

  [[nodiscard]] std::vector<int> byes_in(const Shape& shape, PlayedRounds played,
                                         const Round& round) const override {
    return resting_in(round, shape.bots_in(played.size()));
  }

  [[nodiscard]] std::vector<int> places_after(const Shape& shape, PlayedRounds played) const override {
    std::vector<int> places(static_cast<std::size_t>(shape.bots));
    for (const auto& ranked : ranking_after(shape, played))
      places[static_cast<std::size_t>(ranked.bot)] = ranked.place;
    return places;
  }

  [[nodiscard]] RoundsState state_of(const Shape& shape, PlayedRounds rounds,
                                     std::size_t complete) const override {
    return ranking_after(shape, rounds.first(complete));
  }

 private:
  [[nodiscard]] std::uint64_t groups_a_round(int bots, const Shape& shape) const override {
    return groups_filled(bots, shape);
  }
};

}  // namespace

const Format& formats::swiss() {
  static const Swiss format;
  return format;
}

}  // namespace tribunal
