#include "tournament/standings_of.hpp"

namespace tribunal {
namespace {

std::vector<std::string> names_of(const Plan& plan) {
  std::vector<std::string> names;
  names.reserve(plan.bots.size());
  for (const auto& bot : plan.bots) names.push_back(bot.name);
  return names;
}

}  // namespace

TournamentTally::TournamentTally(const Plan& plan)
    : plan_{plan},
      overall_{names_of(plan)},
      each_(plan.games.size() > 1 ? plan.games.size() : 0, StandingsTally{names_of(plan)}) {}

void TournamentTally::add(const GameResult& game) {
  content_.add(as_text(game.content));
  overall_.add(game);
  if (!each_.empty()) each_.at(static_cast<std::size_t>(game.game)).add(game);
}

std::expected<TournamentStandings, std::string> TournamentTally::standings(std::size_t bootstrap) {
  TournamentStandings standings;
  standings.content = content_.finish();
  auto all = overall_.standings({.anchor = plan_.anchor, .points = each_.empty(), .bootstrap = bootstrap});
  if (!all) return std::unexpected{all.error()};
  standings.overall = std::move(*all);
  for (std::size_t game = 0; game < each_.size(); ++game) {
    auto alone = each_[game].standings({.anchor = plan_.anchor, .bootstrap = bootstrap});
    if (!alone) return std::unexpected{alone.error()};
    standings.games.emplace_back(plan_.games[game].name, std::move(*alone));
  }
  return standings;
}

std::expected<TournamentStandings, StoreError> standings_of(const Results& results, std::size_t bootstrap) {
  TournamentTally tally{results.tournament().plan};
  const auto walked = results.for_each([&](const GameResult& game) {
    tally.add(game);
    return true;
  });
  if (!walked) return std::unexpected{walked.error()};
  auto standings = tally.standings(bootstrap);
  if (!standings) return std::unexpected{StoreError{StoreError::Kind::unreadable, standings.error()}};
  return *std::move(standings);
}

}  // namespace tribunal
