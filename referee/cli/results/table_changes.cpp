#include "cli/results/table_changes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace tribunal {
namespace {

using State = BotChange::State;
using Claim = BotChange::Claim;

/// The rows with games, by the bot and the hash of its files.
class VersionRows {
 public:
  explicit VersionRows(const Standings& standings) {
    for (const auto& row : standings.rows)
      if (row.games > 0 && !row.by_referee) rows_.emplace(std::pair{row.name, row.sha256}, &row);
  }

  [[nodiscard]] const StandingsRow* find(const std::string& bot, const std::string& sha256) const {
    const auto found = rows_.find({bot, sha256});
    return found == rows_.end() ? nullptr : found->second;
  }
  [[nodiscard]] const StandingsRow* newest(const std::string& bot) const {
    for (auto row = rows_.lower_bound({bot, ""}); row != rows_.end() && row->first.first == bot; ++row)
      if (!row->second->superseded) return row->second;
    return nullptr;
  }

 private:
  std::map<std::pair<std::string, std::string>, const StandingsRow*> rows_;
};

/// The distances between the scales of two tables, for bots of a group in each.
class ScaleShifts {
 public:
  ScaleShifts(const VersionRows& before, const Standings& earlier, const Standings& after)
      : are_anchored_{!after.anchors.empty() && after.anchors.size() == earlier.anchors.size() &&
                      after.groups.size() == 1 && earlier.groups.size() == 1} {
    for (const auto& row : after.rows) {
      const auto* const old = before.find(row.name, row.sha256);
      if (old == nullptr || !old->rating || !row.rating || row.games == 0) continue;
      if (old->rating->sweep != Sweep::no || row.rating->sweep != Sweep::no) continue;
      auto& [sum, count] = sums_[{old->rating->group, row.rating->group}];
      sum += row.rating->elo - old->rating->elo;
      ++count;
    }
  }

  /// The rating of the earlier table on the scale of the later one.
  [[nodiscard]] std::optional<Rating> moved(std::optional<Rating> rating,
                                            const std::optional<Rating>& now) const {
    if (!rating || !now || are_anchored_) return rating;
    const auto found = sums_.find({rating->group, now->group});
    if (found == sums_.end()) return std::nullopt;
    rating->elo += found->second.first / found->second.second;
    return rating;
  }

 private:
  bool are_anchored_;
  std::map<std::pair<std::size_t, std::size_t>, std::pair<double, int>> sums_;
};

/// The rank of a row where older versions have none.
int rank_among_newest(const Standings& standings, const StandingsRow& row) {
  return 1 + static_cast<int>(std::ranges::count_if(standings.rows, [&](const StandingsRow& other) {
           return !other.superseded && other.games > 0 && other.rank < row.rank;
         }));
}

/// Adds the games of a version that the earlier table does not have.
void add_new_games(BotChange& change, const StandingsRow& row, const StandingsRow* before) {
  static const StandingsRow none{};
  const auto& old = before == nullptr ? none : *before;
  change.games += row.games - old.games;
  change.place_points.halves += row.place_points.halves - old.place_points.halves;
  change.place_points.most += row.place_points.most - old.place_points.most;
  for (const auto& [kind, count] : row.faults) {
    const auto earlier = old.faults.find(kind);
    const auto more = count - (earlier == old.faults.end() ? 0 : earlier->second);
    if (more > 0) change.faults[kind] += more;
  }
}

std::optional<double> superiority_of(const Standings& standings, const StandingsRow& row,
                                     const StandingsRow* other) {
  if (other == nullptr || standings.superiority.empty()) return std::nullopt;
  const auto place = [&](const StandingsRow& one) {
    return static_cast<std::size_t>(&one - standings.rows.data());
  };
  return standings.superiority_of(place(row), place(*other));
}

/// The sign of a difference that is larger than its error; 0 otherwise, and where one of the two is no exact
/// Elo.
int sign_of_difference(const std::optional<Rating>& now, const std::optional<Rating>& before) {
  if (!now || !before || !now->elo_error || !before->elo_error) return 0;
  if (now->sweep != Sweep::no || before->sweep != Sweep::no) return 0;
  const double difference = now->elo - before->elo;
  const auto [a, b] = std::pair{*now->elo_error, *before->elo_error};
  if (std::abs(difference) <= std::sqrt(a * a + b * b)) return 0;
  return difference > 0 ? 1 : -1;
}

Claim claim_of(const BotChange& change) {
  constexpr double sure = 0.975;
  if (change.state == State::absent || change.state == State::excluded) return Claim::none;
  if (change.deals < static_cast<std::int64_t>(fewest_deals)) return Claim::too_few_deals;
  if (change.state == State::new_bot) return Claim::none;
  const bool is_new = change.state == State::new_version;
  const auto sign = sign_of_difference(change.rating, is_new ? change.last_version : change.rating_before);
  const double chance = is_new ? change.superiority.value_or(0.5) : sign > 0 ? 1 : 0;
  if (sign > 0 && chance > sure) return Claim::up;
  return sign < 0 && chance < 1 - sure ? Claim::down : Claim::none;
}

}  // namespace

std::vector<BotChange> changes_between(const Standings& before, const Standings& after,
                                       const std::set<std::string>& excluded) {
  const VersionRows earlier{before};
  const VersionRows later{after};
  const ScaleShifts shifts{earlier, before, after};
  std::vector<BotChange> changes;
  for (const auto& row : after.rows) {
    if (row.superseded || row.by_referee || (row.games == 0 && !excluded.contains(row.name))) continue;
    BotChange change{.bot = row.name, .person = row.person, .team = row.team, .sha256 = row.sha256};
    for (const auto& version : after.rows)
      if (version.name == row.name && version.games > 0 && !version.by_referee)
        add_new_games(change, version, earlier.find(version.name, version.sha256));
    const auto* const same = earlier.find(row.name, row.sha256);
    change.deals = row.deals - (same == nullptr ? 0 : same->deals);
    if (row.games > 0) {
      change.rank = rank_among_newest(after, row);
      change.rating = row.rating;
    }
    const auto* const old = earlier.newest(row.name);
    if (old != nullptr) {
      change.sha256_before = old->sha256;
      change.rank_before = rank_among_newest(before, *old);
      change.rating_before = shifts.moved(old->rating, row.rating);
    }
    const bool is_out = row.games == 0 || (change.games == 0 && excluded.contains(row.name));
    change.state = is_out                      ? State::excluded
                   : old == nullptr            ? State::new_bot
                   : old->sha256 != row.sha256 ? State::new_version
                   : change.games == 0         ? State::absent
                                               : State::unchanged;
    if (change.state == State::new_version) {
      const auto* const last = later.find(row.name, old->sha256);
      if (last != nullptr) change.last_version = last->rating;
      change.superiority = superiority_of(after, row, last);
    }
    change.claim = claim_of(change);
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace tribunal
