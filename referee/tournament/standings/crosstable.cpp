#include "tournament/standings/crosstable.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ratings/model/student.hpp"

namespace tribunal {
namespace {

double square(double balance) { return balance * balance; }

/// Adds a deal with this many games to the counts, or removes it if `times` is -1.
void count_pair(Encounters& met, std::int32_t games, std::int32_t balance, int times) {
  if (games == 2) met.pairs[static_cast<std::size_t>(std::int64_t{balance} + 2)] += times;
}

}  // namespace

double Encounters::score_percent() const {
  if (games() == 0) return 0;
  return 100 * (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(games());
}

double Encounters::mean_points() const {
  return games() == 0 ? 0 : static_cast<double>(points) / static_cast<double>(games());
}

std::optional<double> Encounters::superiority() const {
  if (std::cmp_less(deals, fewest_deals) || squares == 0) return std::nullopt;
  const double error = widening_of_superiority(widening) * std::sqrt(2 * squares);
  return std::erfc(static_cast<double>(losses - wins) / error) / 2;
}

Encounters Encounters::turned() const {
  auto turned = *this;
  std::swap(turned.wins, turned.losses);
  turned.points = -points;
  std::ranges::reverse(turned.pairs);
  return turned;
}

CrosstableTally::CrosstableTally(std::vector<std::string> names, DealOrder order)
    : order_{order}, names_{std::move(names)}, numbers_{names_.size()} {}

void CrosstableTally::begin_deal(std::size_t at, std::uint64_t deal) {
  auto& pair = pairs_[at];
  if (pair.met.deals > 0 && order_ == DealOrder::come_back)
    unsettled_.push_back({pair.deal, static_cast<std::uint32_t>(at), pair.balance, pair.games});
  ++pair.met.deals;
  pair.deal = deal;
  pair.balance = 0;
  pair.games = 0;
}

void CrosstableTally::add(const Side& one, const Side& other, std::uint64_t deal) {
  if (one.entrant == other.entrant) return;
  const auto& [first, second] =
      std::minmax(one, other, [](const Side& a, const Side& b) { return a.entrant < b.entrant; });
  const auto at = numbers_.number(first.entrant, second.entrant);
  if (at == pairs_.size()) pairs_.emplace_back();
  auto& pair = pairs_[at];
  auto& met = pair.met;
  if (met.deals == 0 || pair.deal != deal) begin_deal(at, deal);
  const double square_before = square(pair.balance);
  count_pair(met, pair.games, pair.balance, -1);
  pair.balance += (first.place < second.place ? 1 : 0) - (first.place > second.place ? 1 : 0);
  count_pair(met, ++pair.games, pair.balance, 1);
  met.squares += square(pair.balance) - square_before;
  met.wins += first.place < second.place ? 1 : 0;  // without branches, because the winner is unpredictable
  met.draws += first.place == second.place ? 1 : 0;
  met.losses += first.place > second.place ? 1 : 0;
  met.points += first.score - second.score;
}

std::vector<Encounters> CrosstableTally::met() const {
  std::vector<Encounters> met;
  met.reserve(pairs_.size());
  for (const auto& pair : pairs_) met.push_back(pair.met);
  if (order_ == DealOrder::in_a_row) return met;
  std::vector<Deal> deals;
  deals.reserve(unsettled_.size() + pairs_.size());
  deals.assign(unsettled_.begin(), unsettled_.end());
  for (std::uint32_t at = 0; at < pairs_.size(); ++at)
    if (pairs_[at].met.deals > 0)
      deals.push_back({pairs_[at].deal, at, pairs_[at].balance, pairs_[at].games});
  std::ranges::sort(deals);
  for (std::size_t deal = 1; deal < deals.size(); ++deal) {
    const auto& before = deals[deal - 1];
    auto& now = deals[deal];
    if (before.number != now.number || before.pair != now.pair) continue;
    --met[now.pair].deals;
    met[now.pair].squares +=
        square(before.balance + now.balance) - square(before.balance) - square(now.balance);
    for (const auto* const part : {&before, std::as_const(deals).data() + deal})
      count_pair(met[now.pair], part->games, part->balance, -1);
    now.balance += before.balance;
    now.games += before.games;
    count_pair(met[now.pair], now.games, now.balance, 1);
  }
  return met;
}

Crosstable CrosstableTally::in_order(const std::vector<std::size_t>& order, double widening) const {
  auto all = this->met();
  for (auto& met : all) met.widening = widening;
  std::vector<std::string> names;
  for (const auto entrant : order) names.push_back(names_[entrant]);
  Crosstable table{std::move(names)};
  for (std::size_t row = 0; row < order.size(); ++row) {
    for (std::size_t column = 0; column < order.size(); ++column) {
      const auto [lower, higher] = std::minmax(order[row], order[column]);
      const auto number = numbers_.at(lower, higher);
      if (number == PairNumbers::none) continue;
      table.add(row, column, order[row] == lower ? all[number] : all[number].turned());
    }
  }
  return table;
}

}  // namespace tribunal
