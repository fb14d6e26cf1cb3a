#include "tournament/standings/always_at_fault.hpp"

#include <algorithm>
#include <cstdint>

namespace tribunal {
namespace {

enum class Play : std::uint8_t { none, at_fault, without_fault };

}  // namespace

Result<std::vector<std::string>> bots_always_at_fault(const Results& results) {
  const auto& tournament = results.tournament();
  const auto& versions = results.versions();
  std::vector<Play> plays(tournament.plan.bots.size(), Play::none);
  for (std::size_t bot = 0; bot < plays.size(); ++bot)
    if (tournament.schedule.shape().is_withdrawn(static_cast<int>(bot))) plays[bot] = Play::without_fault;
  const auto note = [&](const GameResult& game) {
    for (const auto& seat : game.seats) {
      auto& play = plays.at(static_cast<std::size_t>(seat.bot));
      const auto newest = static_cast<int>(versions.count(static_cast<std::size_t>(seat.bot))) - 1;
      if (seat.version != newest || play == Play::without_fault) continue;
      play = seat.faults.empty() ? Play::without_fault : Play::at_fault;
    }
    return std::ranges::count(plays, Play::without_fault) < std::ssize(plays);
  };
  if (const auto walked = results.for_each(note, LastColumn::faults); !walked)
    return std::unexpected{walked.error()};
  std::vector<std::string> names;
  for (std::size_t bot = 0; bot < plays.size(); ++bot)
    if (plays[bot] == Play::at_fault) names.push_back(tournament.plan.bots[bot].name);
  return names;
}

}  // namespace tribunal
