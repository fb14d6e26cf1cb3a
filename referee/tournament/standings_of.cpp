#include "tournament/standings_of.hpp"

namespace tribunal {

std::expected<TournamentStandings, StoreError> standings_of(const Results& results, std::size_t bootstrap) {
  const auto& plan = results.tournament().plan;
  const bool several = plan.games.size() > 1;
  std::vector<std::string> names;
  names.reserve(plan.bots.size());
  for (const auto& bot : plan.bots) names.push_back(bot.name);
  StandingsTally overall{names};
  std::vector<StandingsTally> each(several ? plan.games.size() : 0, StandingsTally{names});
  Sha256 content;
  const auto walked = results.for_each([&](const GameResult& game) {
    content.add(as_text(game.content));
    overall.add(game);
    if (several) each[static_cast<std::size_t>(game.game)].add(game);
    return true;
  });
  if (!walked) return std::unexpected{walked.error()};

  TournamentStandings standings;
  standings.content = content.finish();
  const auto fail = [](const std::string& why) {
    return std::unexpected{StoreError{StoreError::Kind::unreadable, why}};
  };
  auto all = overall.standings({.anchor = plan.anchor, .points = !several, .bootstrap = bootstrap});
  if (!all) return fail(all.error());
  standings.overall = std::move(*all);
  for (std::size_t game = 0; game < each.size(); ++game) {
    auto alone = each[game].standings({.anchor = plan.anchor, .bootstrap = bootstrap});
    if (!alone) return fail(alone.error());
    standings.games.emplace_back(plan.games[game].name, std::move(*alone));
  }
  return standings;
}

}  // namespace tribunal
