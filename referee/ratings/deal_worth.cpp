#include "ratings/deal_worth.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace tribunal {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;

/// The difference of two bots on one deal in one group.
struct DealDifference {
  std::int64_t total = 0;  ///< over the seatings; whole, so that deals that are all alike do not scatter
  double within = 0;       ///< the mean square of single games about the deal's mean
};
/// In one group, by deal.
using GroupDifferences = std::map<std::uint64_t, DealDifference>;
using Games = std::vector<std::vector<DealWorthTally::Side>>;
using Seatings = std::int64_t;

/// The means of a group over the seatings of each of these deals, less their mean over the deals.
std::vector<double> centred(const GroupDifferences& group, const std::vector<std::uint64_t>& deals,
                            Seatings seatings) {
  const auto count = std::ssize(deals);
  std::int64_t sum = 0;
  for (const auto deal : deals) sum += group.at(deal).total;
  std::vector<double> means;
  for (const auto deal : deals)
    means.push_back(static_cast<double>(count * group.at(deal).total - sum) /
                    static_cast<double>(count * seatings));
  return means;
}

std::vector<std::uint64_t> deals_of(const GroupDifferences& group) {
  std::vector<std::uint64_t> deals;
  for (const auto& [deal, difference] : group) deals.push_back(deal);
  return deals;
}

/// Sums over pairs of bots, groups and deals, or what a deal adds to them.
struct Sums {
  double within = 0;
  double deals = 0;
  double squares = 0;  ///< of means about the group's mean
  double freedom = 0;  ///< of these
  double across = 0;   ///< products of means in two groups of a pair, a pair of groups
  double shared = 0;   ///< squares in the same groups, a group

  [[nodiscard]] Sums without(const Sums& less) const {
    return {within - less.within,   deals - less.deals,   squares - less.squares,
            freedom - less.freedom, across - less.across, shared - less.shared};
  }
  /// The variance of a single game, `within` and that between deals, over the latter.
  [[nodiscard]] double seatings() const { return 1 + within / deals / (squares / freedom); }
  [[nodiscard]] double likeness() const { return across / shared; }
};

/// The sums, and how they would be without each of the deals.
class DealSums {
 public:
  explicit DealSums(Seatings seatings) : seatings_{seatings} {}

  void add_group(const GroupDifferences& group) {
    const auto deals = deals_of(group);
    const auto means = centred(group, deals, seatings_);
    const auto count = static_cast<double>(deals.size());
    all_.freedom += count - 1;
    for (std::size_t at = 0; at < deals.size(); ++at) {
      const auto square = means[at] * means[at];
      const auto within = group.at(deals[at]).within;
      auto& part = parts_[deals[at]];
      all_.within += within;
      all_.deals += 1;
      all_.squares += square;
      part.within += within;
      part.deals += 1;
      part.squares += square * without_one(count);
      part.freedom += 1;
    }
  }

  /// Groups of one pair of bots, by the deals that all of them played.
  void add_shared(const std::vector<const GroupDifferences*>& groups,
                  const std::vector<std::uint64_t>& deals) {
    std::vector<std::vector<double>> means;
    for (const auto* const group : groups) means.push_back(centred(*group, deals, seatings_));
    const auto count = static_cast<double>(groups.size());
    for (std::size_t at = 0; at < deals.size(); ++at) {
      double sum = 0;
      double squares = 0;
      for (const auto& of_group : means) {
        sum += of_group[at];
        squares += of_group[at] * of_group[at];
      }
      const auto across = (sum * sum - squares) / count / (count - 1);
      const auto factor = without_one(static_cast<double>(deals.size()));
      auto& part = parts_[deals[at]];
      all_.across += across;
      all_.shared += squares / count;
      part.across += across * factor;
      part.shared += squares / count * factor;
      shared_deals_.insert(deals[at]);
    }
  }

  [[nodiscard]] std::size_t deals() const { return parts_.size(); }
  [[nodiscard]] std::size_t shared_deals() const { return shared_deals_.size(); }
  [[nodiscard]] const Sums& all() const { return all_; }

  [[nodiscard]] Measured measured(const std::function<double(const Sums&)>& ratio) const {
    std::vector<double> left;
    double mean = 0;
    for (const auto& [deal, part] : parts_) {
      left.push_back(ratio(all_.without(part)));
      mean += left.back() / static_cast<double>(parts_.size());
    }
    double squares = 0;
    for (const auto value : left) squares += (value - mean) * (value - mean);
    const auto deals = static_cast<double>(parts_.size());
    return {ratio(all_), std::sqrt(squares * (deals - 1) / deals)};
  }

 private:
  /// Squares and products about the mean of n deals are less by so many times those of a deal without it, as
  /// the mean is another one then.
  static double without_one(double deals) { return deals / (deals - 1); }

  Seatings seatings_;
  Sums all_;
  std::map<std::uint64_t, Sums> parts_;
  std::set<std::uint64_t> shared_deals_;
};

std::int64_t score_of(const std::vector<DealWorthTally::Side>& seats, std::size_t bot) {
  return std::ranges::find(seats, bot, &DealWorthTally::Side::bot)->score;
}

DealDifference difference_in(const Games& games, const Pair& pair) {
  std::int64_t total = 0;
  std::int64_t squares = 0;
  for (const auto& seats : games) {
    const auto difference = score_of(seats, pair.first) - score_of(seats, pair.second);
    total += difference;
    squares += difference * difference;
  }
  const auto count = static_cast<double>(games.size());
  const auto mean = static_cast<double>(total) / count;
  return {total, std::max(0.0, static_cast<double>(squares) / count - mean * mean)};
}

/// The groups of a pair that played at least half as many deals as the one that played most, and the deals
/// that all of these played: of a deal that is being played, some groups may be missing.
std::pair<std::vector<const GroupDifferences*>, std::vector<std::uint64_t>> shared_by(
    const std::vector<GroupDifferences>& groups) {
  std::size_t most = 0;
  for (const auto& group : groups) most = std::max(most, group.size());
  std::vector<const GroupDifferences*> regular;
  for (const auto& group : groups)
    if (2 * group.size() >= most) regular.push_back(&group);
  auto deals = deals_of(*regular.front());
  std::erase_if(deals, [&](std::uint64_t deal) {
    return !std::ranges::all_of(regular, [&](const auto* group) { return group->contains(deal); });
  });
  return {std::move(regular), std::move(deals)};
}

}  // namespace

std::optional<Measured> DealWorth::groups(std::uint64_t count) const {
  if (count == 1) return Measured{.value = 1};
  if (!likeness || count == 0) return std::nullopt;
  const auto number = static_cast<double>(count);
  const auto alike = 1 + (number - 1) * likeness->value;
  const auto error = (number - 1) * likeness->error;
  if (alike <= 2 * error) return std::nullopt;
  return Measured{number / alike, number / alike / alike * error};
}

std::optional<Measured> DealWorth::games(std::uint64_t groups) const {
  const auto of_groups = this->groups(groups);
  if (!of_groups) return std::nullopt;
  const auto value = seatings.value * of_groups->value;
  const auto first = seatings.error / seatings.value;
  const auto second = of_groups->error / of_groups->value;
  return Measured{value, value * std::sqrt(first * first + second * second)};
}

void DealWorthTally::add(std::uint64_t deal, std::span<const Side> seats) {
  std::vector<std::size_t> bots;
  for (const auto& seat : seats) bots.push_back(seat.bot);
  std::ranges::sort(bots);
  if (std::ranges::adjacent_find(bots) != bots.end()) return;  // a bot has no difference from itself
  groups_[bots][deal].emplace_back(seats.begin(), seats.end());
}

/// Whether all seatings were played: every bot sat in every seat equally often.
bool DealWorthTally::is_complete(const Games& games) const {
  if (games.size() != seatings_) return false;
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> sat;  // by bot and seat
  for (const auto& seats : games)
    for (std::size_t seat = 0; seat < seats.size(); ++seat) ++sat[{seats[seat].bot, seat}];
  const auto seats = games.front().size();
  return sat.size() == seats * seats &&
         std::ranges::all_of(sat, [&](const auto& times) { return times.second * seats == seatings_; });
}

std::optional<DealWorth> DealWorthTally::worth() const {
  std::map<Pair, std::vector<GroupDifferences>> pairs;
  for (const auto& [bots, played] : groups_) {
    auto deals = played;
    std::erase_if(deals, [&](const auto& deal) { return !is_complete(deal.second); });
    if (deals.size() < 2) continue;
    for (std::size_t other = 0; other < bots.size(); ++other) {
      for (std::size_t bot = 0; bot < other; ++bot) {
        const Pair pair{bots[bot], bots[other]};
        auto& group = pairs[pair].emplace_back();
        for (const auto& [deal, games] : deals) group.emplace(deal, difference_in(games, pair));
      }
    }
  }
  DealSums sums{static_cast<Seatings>(seatings_)};
  for (const auto& [pair, groups] : pairs) {
    for (const auto& group : groups) sums.add_group(group);
    const auto [regular, deals] = shared_by(groups);
    if (regular.size() > 1 && deals.size() > 1) sums.add_shared(regular, deals);
  }
  if (sums.deals() < fewest_deals_for_worth || sums.all().squares <= 0) return std::nullopt;
  DealWorth worth{.deals = sums.deals(), .seatings = sums.measured(&Sums::seatings)};
  if (!(2 * worth.seatings.error < worth.seatings.value)) return std::nullopt;  // also if it is no number
  if (sums.shared_deals() < fewest_deals_for_worth || sums.all().shared <= 0) return worth;
  if (const auto likeness = sums.measured(&Sums::likeness); std::isfinite(likeness.error))
    worth.likeness = likeness;
  return worth;
}

}  // namespace tribunal
