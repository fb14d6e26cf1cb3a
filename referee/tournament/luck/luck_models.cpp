#include "tournament/luck/luck_models.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "analysis/model/fit.hpp"
#include "games/catalogue.hpp"

namespace tribunal {

Result<void> append_decisions(const Record& record, std::size_t most,
                              const std::function<DescribedDecisions&(const std::string& bot)>& of_bot) {
  std::set<std::string> seen;
  for (const auto& entrant : record.entrants) {
    if (!seen.insert(entrant.bot).second) continue;
    auto& decisions = of_bot(entrant.bot);
    if (decisions.size() >= most) continue;
    const auto more = describe_decisions(record, entrant.bot);
    if (!more) return std::unexpected{more.error()};
    if (const auto added = decisions.append(*more, most); !added) return added;
  }
  return {};
}

std::vector<std::int32_t> in_thousandths(const std::vector<double>& weights) {
  std::vector<std::int32_t> rounded;
  for (const auto weight : weights)
    rounded.push_back(static_cast<std::int32_t>(std::lround(weight * luck_units)));
  return rounded;
}

ModelsOfBots::ModelsOfBots(std::size_t bots)
    : most_{std::clamp(most_in_all / std::max<std::size_t>(bots, 1), fewest_decisions, most_decisions)} {}

Result<void> ModelsOfBots::add(const Record& record, std::uint64_t deal) {
  const auto* const info = find_game(record.rules.game());
  if (info == nullptr) return {};
  return append_decisions(record, most_, [&](const std::string& bot) -> DescribedDecisions& {
    return decisions_[{bot, std::string{info->family}, deal % 2 == 1}];
  });
}

Result<std::vector<LuckModel>> ModelsOfBots::fit(unsigned threads) const {
  std::vector<LuckModel> models;
  for (const auto& [key, decisions] : decisions_) {
    if (decisions.size() == 0) continue;
    const auto& [bot, family, of_odd_deals] = key;
    const auto weights = fit_model(decisions, bot, {.threads = threads});
    if (!weights) return std::unexpected{weights.error()};
    models.push_back({.bot = bot,
                      .family = family,
                      .of_odd_deals = of_odd_deals,
                      .decisions = decisions.size(),
                      .weights = in_thousandths(*weights)});
  }
  return models;
}

std::optional<std::int64_t> distance(const std::vector<LuckModel>& one, const std::vector<LuckModel>& other) {
  std::int64_t most = 0;
  const auto is_alike = [&](const LuckModel& a, const LuckModel& b) {
    if (std::tie(a.bot, a.family, a.of_odd_deals, a.decisions) !=
            std::tie(b.bot, b.family, b.of_odd_deals, b.decisions) ||
        a.weights.size() != b.weights.size())
      return false;
    for (std::size_t i = 0; i < a.weights.size(); ++i)
      most = std::max(most, std::abs(std::int64_t{a.weights[i]} - b.weights[i]));
    return true;
  };
  if (!std::ranges::equal(one, other, is_alike)) return std::nullopt;
  return most;
}

}  // namespace tribunal
