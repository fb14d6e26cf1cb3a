#include "analysis/totals.hpp"

#include <algorithm>
#include <cmath>

namespace tribunal {
namespace {

constexpr std::size_t most_games_of_kind = 3;

constexpr std::array<std::string_view, 3> kind_names{"verb", "phase", "cards"};

/// Whether a bot did the same in the same situation.
bool is_same(const PointedOut& one, const PointedOut& other) {
  const auto& a = one.decision;
  const auto& b = other.decision;
  return a.situation == b.situation && a.analysis.taken == b.analysis.taken &&
         one.game->bots.at(index_of(a.seat)) == other.game->bots.at(index_of(b.seat));
}

Estimate mean_of(double sum, double variance, std::size_t parts, std::optional<double> error) {
  const auto count = static_cast<double>(std::max<std::size_t>(1, parts));
  return {sum / count, error.value_or(std::sqrt(variance) / count)};
}

/// A number with leading zeros, so that texts sort like numbers.
std::string sortable(std::size_t number) {
  const auto text = std::to_string(number);
  return std::string(text.size() < 3 ? 3 - text.size() : 0, '0') + text;
}

std::string without_zeros(const std::string& text) {
  const auto first = text.find_first_not_of('0');
  return first == std::string::npos ? "0" : text.substr(first);
}

}  // namespace

void AnalysisSum::add(const DecisionAnalysis& decision) {
  ++decisions;
  mistakes += decision.is_mistake() ? 1 : 0;
  random += decision.is_policy_random ? 1 : 0;
  cost += decision.cost.mean;
  cost_variance += decision.cost.error * decision.cost.error;
  advantage += decision.advantage.mean;
  advantage_variance += decision.advantage.error * decision.advantage.error;
}

Estimate AnalysisSum::cost_of(std::size_t parts, std::optional<double> error) const {
  return mean_of(cost, cost_variance, parts, error);
}

Estimate AnalysisSum::advantage_of(std::size_t parts, std::optional<double> error) const {
  return mean_of(advantage, advantage_variance, parts, error);
}

AnalysisSum sum_of(const AnalysedGame& game, Seat seat) {
  AnalysisSum sum;
  for (const auto& decision : game.decisions)
    if (decision.seat == seat) sum.add(decision.analysis);
  return sum;
}

void AnalysisTotals::add(const AnalysedGame& game) {
  for (const auto seat : game.game->seats)
    add(bot_of(game.game->name, game.game->bots.at(index_of(seat))), game, seat);
  for (const auto& decision : game.decisions) point_out(game, decision);
}

AnalysisTotals::Bot& AnalysisTotals::bot_of(const std::string& game, const std::string& bot) {
  const auto [found, is_new] = places_.try_emplace({game, bot}, bots_.size());
  if (is_new) {
    bots_.emplace_back();
    bots_.back().total.game = game;
    bots_.back().total.bot = bot;
  }
  return bots_[found->second];
}

void AnalysisTotals::add(Bot& bot, const AnalysedGame& game, Seat seat) {
  const auto sum = sum_of(game, seat);
  auto& total = bot.total;
  ++total.games;
  total.without_choice += game.game->questions.without_choice[index_of(seat)];
  total.by_referee += game.game->questions.by_referee[index_of(seat)];
  auto& deal = bot.deals[game.game->deal];
  ++deal.games;
  deal.cost += sum.cost;
  deal.advantage += sum.advantage;
  for (const auto& decision : game.decisions) {
    if (decision.seat != seat) continue;
    total.sum.add(decision.analysis);
    add_kinds(bot, *game.game, decision);
  }
}

void AnalysisTotals::add_kinds(Bot& bot, const GameToAnalyse& game, const AnalysedDecision& decision) {
  const auto& analysis = decision.analysis;
  const std::array<std::string, 3> values{std::string{analysis.actions[analysis.taken].action.verb()->name},
                                          std::to_string(static_cast<int>(decision.phase)),
                                          sortable(decision.cards.size())};
  for (std::size_t by = 0; by < values.size(); ++by) {
    auto& kind = bot.kinds[{static_cast<int>(by), values[by]}];
    kind.sum.add(analysis);
    kind.deals[game.deal] += analysis.cost.mean;
    if (!analysis.is_mistake()) continue;
    auto& costs = kind.costs;
    costs.emplace_back(-analysis.cost.mean, game.number);
    std::ranges::sort(costs);
    if (costs.size() > 4 * most_games_of_kind) costs.resize(4 * most_games_of_kind);
  }
}

void AnalysisTotals::point_out(const AnalysedGame& game, const AnalysedDecision& decision) {
  if (!decision.analysis.is_mistake() || most_worst_ == 0) return;
  const PointedOut made{game.game, decision};
  if (std::ranges::any_of(worst_, [&](const PointedOut& other) { return is_same(other, made); })) return;
  const auto cost = [](const PointedOut& other) { return -other.decision.analysis.cost.mean; };
  const auto at = std::ranges::upper_bound(worst_, -decision.analysis.cost.mean, {}, cost);
  if (at == worst_.end() && worst_.size() == most_worst_) return;
  worst_.insert(at, made);
  if (worst_.size() > most_worst_) worst_.pop_back();
}

std::vector<BotTotal> AnalysisTotals::bots() const {
  std::vector<BotTotal> totals;
  for (const auto& bot : bots_) {
    totals.push_back(bot.total);
    const auto& deals = bot.deals;
    totals.back().cost_error_over_deals = error_over(deals, [&](auto deal) { return deals.at(deal).cost; });
    totals.back().advantage_error_over_deals =
        error_over(deals, [&](auto deal) { return deals.at(deal).advantage; });
    totals.back().kinds = kinds_of(bot);
  }
  return totals;
}

/// Deals are the independent units, because games of one deal are alike. The error is that of a ratio of
/// sums, because deals may have different numbers of games.
std::optional<double> AnalysisTotals::error_over(const std::map<std::uint64_t, OfDeal>& deals,
                                                 const std::function<double(std::uint64_t)>& of_deal) {
  if (deals.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(deals.size());
  double games = 0;
  double sum = 0;
  for (const auto& [number, deal] : deals) {
    games += deal.games;
    sum += of_deal(number);
  }
  double squares = 0;
  for (const auto& [number, deal] : deals) {
    const auto more = of_deal(number) - deal.games * sum / games;
    squares += more * more;
  }
  return std::sqrt(squares * count / (count - 1)) / games;
}

std::vector<DecisionKind> AnalysisTotals::kinds_of(const Bot& bot) {
  std::vector<std::pair<int, DecisionKind>> kinds;
  for (const auto& [key, kind] : bot.kinds) {
    const auto& [by, value] = key;
    const auto cost_in = [&deals = kind.deals](std::uint64_t deal) {
      const auto found = deals.find(deal);
      return found == deals.end() ? 0.0 : found->second;
    };
    DecisionKind named{.by = std::string{kind_names.at(static_cast<std::size_t>(by))},
                       .value = by == 1   ? std::string{name_of(static_cast<HandPhase>(std::stoi(value)))}
                                : by == 2 ? without_zeros(value)
                                          : value,
                       .sum = kind.sum,
                       .cost_error_over_deals = error_over(bot.deals, cost_in)};
    for (const auto& [cost, game] : kind.costs)
      if (named.look_at.size() < most_games_of_kind &&
          std::ranges::find(named.look_at, game) == named.look_at.end())
        named.look_at.push_back(game);
    kinds.emplace_back(by, std::move(named));
  }
  std::ranges::stable_sort(kinds, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second.sum.cost > b.second.sum.cost;
  });
  std::vector<DecisionKind> result;
  for (auto& [by, kind] : kinds) result.push_back(std::move(kind));
  return result;
}

}  // namespace tribunal
