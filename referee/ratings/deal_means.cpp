#include "ratings/deal_means.hpp"

#include <algorithm>
#include <cmath>

#include "ratings/plackett_luce.hpp"

namespace tribunal {
namespace {

constexpr std::int64_t most_games_a_part = 1000;  // times the largest score: well below 2^47

}  // namespace

void DealMeans::add(std::uint64_t deal, std::int64_t score) {
  if (parts_.empty() || parts_.back().number != deal || parts_.back().games() == most_games_a_part)
    parts_.push_back({deal, 0});
  parts_.back().total_and_games += score * 0x10000 + 1;
  ++games_;
  squares_ += static_cast<double>(score) * static_cast<double>(score);
}

std::vector<DealMeans::Deal> DealMeans::merged() const {
  std::vector<Deal> deals;
  deals.reserve(parts_.size());
  for (const auto& part : parts_) deals.push_back({part.number, part.total(), part.games()});
  std::ranges::sort(deals, {}, &Deal::number);
  std::size_t last = 0;
  for (std::size_t deal = 1; deal < deals.size(); ++deal) {
    if (deals[deal].number != deals[last].number) {
      deals[++last] = deals[deal];
    } else {
      deals[last].total += deals[deal].total;
      deals[last].games += deals[deal].games;
    }
  }
  deals.resize(std::min(deals.size(), last + 1));
  return deals;
}

std::optional<DealMean> DealMeans::mean() const {
  if (games_ == 0) return std::nullopt;
  const auto deals = merged();
  const auto count = static_cast<double>(deals.size());
  DealMean result{.deals = deals.size(), .games = games_};
  double points = 0;
  for (const auto& deal : deals) {
    result.mean += static_cast<double>(deal.total) / static_cast<double>(deal.games) / count;
    points += static_cast<double>(deal.total);
  }
  if (deals.size() < 2) return result;

  double squares = 0;
  for (const auto& deal : deals) {
    const double off = static_cast<double>(deal.total) / static_cast<double>(deal.games) - result.mean;
    squares += off * off;
  }
  result.variance = squares / (count - 1) / count;
  result.error = z95 * std::sqrt(*result.variance);
  const auto games = static_cast<double>(games_);
  result.unrotated_variance = std::max(0.0, squares_ - points * points / games) / (games - 1) / games;
  return result;
}

}  // namespace tribunal
