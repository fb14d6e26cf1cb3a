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
      cells_(names_.size() * names_.size()),
      last_deals_(cells_.size()),
      balances_(cells_.size()) {}

std::int64_t& Crosstable::balance_in(std::size_t cell, std::uint64_t deal) {
  if (order_ == DealOrder::come_back) {
    const auto [found, is_new] = balances_[cell].try_emplace(deal, 0);
    if (is_new) ++cells_[cell].deals;
    return found->second;
  }
  auto& last = last_deals_[cell];
  if (cells_[cell].deals == 0 || last.number != deal) {
    ++cells_[cell].deals;
    last = {deal, 0};
  }
  return last.balance;
}

const Encounters& Crosstable::at(std::size_t row, std::size_t column) const {
  return cells_[row * names_.size() + column];
}

void Crosstable::add(const Side& one, const Side& other, std::uint64_t deal) {
  if (one.entrant == other.entrant) return;
  const auto& [first, second] =
      std::minmax(one, other, [](const Side& a, const Side& b) { return a.entrant < b.entrant; });
  const std::size_t at = first.entrant * names_.size() + second.entrant;
  Encounters& cell = cells_[at];
  auto& balance = balance_in(at, deal);
  const double square_before = static_cast<double>(balance) * static_cast<double>(balance);
  balance += (first.place < second.place ? 1 : 0) - (first.place > second.place ? 1 : 0);
  cell.squares += static_cast<double>(balance) * static_cast<double>(balance) - square_before;
  if (first.place < second.place) ++cell.wins;
  if (first.place == second.place) ++cell.draws;
  if (first.place > second.place) ++cell.losses;
  cell.points += first.score - second.score;
  cells_[second.entrant * names_.size() + first.entrant] = cell.turned();
}

Crosstable Crosstable::in_order(const std::vector<std::size_t>& order) const {
  Crosstable sorted;
  for (const auto row : order) {
    sorted.names_.push_back(names_[row]);
    for (const auto column : order) sorted.cells_.push_back(at(row, column));
  }
  return sorted;
}

}  // namespace tribunal
