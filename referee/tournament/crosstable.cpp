#include "tournament/crosstable.hpp"

#include <utility>

namespace tribunal {

double Encounters::score_percent() const {
  if (games() == 0) return 0;
  return 100 * (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(games());
}

double Encounters::mean_points() const {
  return games() == 0 ? 0 : static_cast<double>(points) / static_cast<double>(games());
}

Encounters Encounters::turned() const {
  return {.wins = losses, .draws = draws, .losses = wins, .points = -points};
}

Crosstable::Crosstable(std::vector<std::string> names)
    : names_{std::move(names)}, cells_(names_.size() * names_.size()) {}

const Encounters& Crosstable::at(std::size_t row, std::size_t column) const {
  return cells_[row * names_.size() + column];
}

void Crosstable::add(const Side& first, const Side& second) {
  if (first.entrant == second.entrant) return;
  Encounters& cell = cells_[first.entrant * names_.size() + second.entrant];
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
