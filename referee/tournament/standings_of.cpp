#include "tournament/standings_of.hpp"

namespace tribunal {

std::expected<Standings, StoreError> standings_of(const Results& results) {
  const auto& plan = results.tournament().plan;
  std::vector<std::string> names;
  names.reserve(plan.bots.size());
  for (const auto& bot : plan.bots) names.push_back(bot.name);
  StandingsTally tally{names};
  const auto walked = results.for_each([&](const GameResult& game) {
    tally.add(game);
    return true;
  });
  if (!walked) return std::unexpected{walked.error()};
  auto standings = tally.standings({.anchor = plan.anchor});
  if (!standings) return std::unexpected{StoreError{StoreError::Kind::unreadable, standings.error()}};
  return std::move(*standings);
}

}  // namespace tribunal
