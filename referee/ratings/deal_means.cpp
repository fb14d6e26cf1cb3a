#include "ratings/deal_means.hpp"

#include <algorithm>
#include <cmath>

#include "ratings/model/student.hpp"

namespace tribunal {

void DealMeans::count(const Deal& deal, std::vector<AlikeDeals>& kinds) {
  auto kind = std::ranges::find(kinds, deal.games, &AlikeDeals::games);
  if (kind == kinds.end()) kind = kinds.insert(kind, {.games = deal.games});
  ++kind->deals;
  kind->total += deal.total;
  kind->squares += static_cast<double>(deal.total) * static_cast<double>(deal.total);
}

void DealMeans::add(std::uint64_t deal, std::int64_t score) {
  if (deal != last_.number || last_.games == 0) {
    if (last_.games > 0 && order_ == DealOrder::in_a_row) count(last_, before_);
    if (last_.games > 0 && order_ == DealOrder::come_back) unsettled_.push_back(last_);
    last_ = {deal, 0, 0};
  }
  last_.total += score;
  ++last_.games;
  ++games_;
  squares_ += static_cast<double>(score) * static_cast<double>(score);
}

std::vector<DealMeans::AlikeDeals> DealMeans::kinds() const {
  auto kinds = before_;
  if (order_ == DealOrder::in_a_row) {
    count(last_, kinds);
  } else {
    std::vector<Deal> deals;
    deals.reserve(unsettled_.size() + 1);
    deals.assign(unsettled_.begin(), unsettled_.end());
    deals.push_back(last_);
    std::ranges::sort(deals, {}, &Deal::number);
    for (std::size_t deal = 1; deal < deals.size(); ++deal) {
      if (deals[deal - 1].number != deals[deal].number) {
        count(deals[deal - 1], kinds);
      } else {
        deals[deal].total += deals[deal - 1].total;
        deals[deal].games += deals[deal - 1].games;
      }
    }
    count(deals.back(), kinds);
  }
  std::ranges::sort(kinds, {}, &AlikeDeals::games);  // makes the sums independent of the order of the deals
  return kinds;
}

std::optional<DealMean> DealMeans::mean() const {
  if (games_ == 0) return std::nullopt;
  const auto kinds = this->kinds();
  std::int64_t deals = 0;
  std::int64_t points = 0;
  for (const auto& kind : kinds) {
    deals += kind.deals;
    points += kind.total;
  }
  const auto count = static_cast<double>(deals);
  DealMean result{.deals = static_cast<std::size_t>(deals), .games = games_};
  for (const auto& kind : kinds) result.mean += static_cast<double>(kind.deals) / count * kind.mean();
  if (deals < 2) return result;

  double squares = 0;
  for (const auto& kind : kinds) {
    const auto games = static_cast<double>(kind.games);
    const double within = std::max(0.0, kind.squares - kind.mean_total() * static_cast<double>(kind.total));
    const double off = kind.mean() - result.mean;
    squares += within / (games * games) + static_cast<double>(kind.deals) * off * off;
  }
  result.variance = squares / (count - 1) / count;
  if (result.deals >= fewest_deals && *result.variance > 0)
    result.error = t95(result.deals) * std::sqrt(*result.variance);
  const auto games = static_cast<double>(games_);
  const auto sum = static_cast<double>(points);
  result.unrotated_variance = std::max(0.0, squares_ - sum * sum / games) / (games - 1) / games;
  return result;
}

}  // namespace tribunal
