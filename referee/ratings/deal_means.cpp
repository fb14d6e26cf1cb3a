#include "ratings/deal_means.hpp"

#include <algorithm>
#include <cmath>

#include "ratings/plackett_luce.hpp"

namespace tribunal {

void DealMeans::add(std::uint64_t deal, std::int64_t score) {
  if (deals_.empty() || deals_.back().number != deal) deals_.push_back({deal, 0, 0});
  deals_.back().total += score;
  ++deals_.back().games;
  ++games_;
  squares_ += static_cast<double>(score) * static_cast<double>(score);
}

std::vector<DealMeans::Deal> DealMeans::merged() const {
  auto sorted = deals_;
  std::ranges::sort(sorted, {}, &Deal::number);
  std::vector<Deal> merged;
  for (const auto& deal : sorted) {
    if (merged.empty() || merged.back().number != deal.number) {
      merged.push_back(deal);
    } else {
      merged.back().total += deal.total;
      merged.back().games += deal.games;
    }
  }
  return merged;
}

std::optional<DealMean> DealMeans::mean() const {
  if (games_ == 0) return std::nullopt;
  const auto deals = merged();
  const auto count = static_cast<double>(deals.size());
  DealMean result{.deals = deals.size(), .games = games_};
  double points = 0;
  for (const auto& deal : deals) {
    result.mean += static_cast<double>(deal.total) / deal.games / count;
    points += static_cast<double>(deal.total);
  }
  if (deals.size() < 2) return result;

  double squares = 0;
  for (const auto& deal : deals) {
    const double off = static_cast<double>(deal.total) / deal.games - result.mean;
    squares += off * off;
  }
  result.variance = squares / (count - 1) / count;
  result.error = z95 * std::sqrt(*result.variance);
  const auto games = static_cast<double>(games_);
  result.unrotated_variance = std::max(0.0, squares_ - points * points / games) / (games - 1) / games;
  return result;
}

}  // namespace tribunal
