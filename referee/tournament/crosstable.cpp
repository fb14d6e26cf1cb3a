#include "tournament/crosstable.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tribunal {

double Encounters::score_percent() const {
  if (games() == 0) return 0;
  return 100 * (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(games());
}

double Encounters::mean_points() const {
  return games() == 0 ? 0 : static_cast<double>(points) / static_cast<double>(games());
}

std::optional<double> Encounters::superiority() const {
  constexpr std::int64_t fewest_deals = 10;
  if (deals < fewest_deals || squares == 0) return std::nullopt;
  return std::erfc(static_cast<double>(losses - wins) / std::sqrt(2 * squares)) / 2;
}

Encounters Encounters::turned() const {
  return {
      .wins = losses, .draws = draws, .losses = wins, .points = -points, .deals = deals, .squares = squares};
}

Crosstable::Crosstable(std::vector<std::string> names, DealOrder order)
    : order_{order},
      names_{std::move(names)},
      pairs_(names_.size() * names_.size()),
      balances_(order == DealOrder::come_back ? pairs_.size() : 0) {}

std::int64_t& Crosstable::balance_in(std::size_t at, std::uint64_t deal) {
  auto& pair = pairs_[at];
  if (order_ == DealOrder::come_back) {
    const auto [found, is_new] = balances_[at].try_emplace(deal, 0);
    if (is_new) ++pair.met.deals;
    return found->second;
  }
  if (pair.met.deals == 0 || pair.last_deal != deal) {
    ++pair.met.deals;
    pair.last_deal = deal;
    pair.last_balance = 0;
  }
  return pair.last_balance;
}

Encounters Crosstable::at(std::size_t row, std::size_t column) const {
  return row <= column ? pairs_[place_of(row, column)].met : pairs_[place_of(column, row)].met.turned();
}

void Crosstable::add(const Side& one, const Side& other, std::uint64_t deal) {
  if (one.entrant == other.entrant) return;
  const auto& [first, second] =
      std::minmax(one, other, [](const Side& a, const Side& b) { return a.entrant < b.entrant; });
  const auto at = place_of(first.entrant, second.entrant);
  auto& met = pairs_[at].met;
  auto& balance = balance_in(at, deal);
  const double square_before = static_cast<double>(balance) * static_cast<double>(balance);
  balance += (first.place < second.place ? 1 : 0) - (first.place > second.place ? 1 : 0);
  met.squares += static_cast<double>(balance) * static_cast<double>(balance) - square_before;
  if (first.place < second.place) ++met.wins;
  if (first.place == second.place) ++met.draws;
  if (first.place > second.place) ++met.losses;
  met.points += first.score - second.score;
}

Crosstable Crosstable::in_order(const std::vector<std::size_t>& order) const {
  Crosstable sorted;
  for (const auto row : order) {
    sorted.names_.push_back(names_[row]);
    for (const auto column : order) sorted.pairs_.push_back({.met = at(row, column)});
  }
  return sorted;
}

}  // namespace tribunal
