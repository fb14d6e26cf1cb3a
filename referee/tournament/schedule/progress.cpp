#include "tournament/schedule/progress.hpp"

#include <algorithm>

namespace tribunal {
namespace {

/// The number of known games in `games` with a withdrawn or excluded bot.
std::uint64_t games_of_withdrawn_in(const Schedule& schedule, const GameRange& games) {
  if (games == GameRange{0, schedule.size()}) return schedule.games_of_withdrawn();
  const auto begin = std::min(games.begin, schedule.size());
  const auto end = std::min(games.end, schedule.size());
  return end - begin - (schedule.games_to_play(begin) - schedule.games_to_play(end));
}

}  // namespace

void StoredCounts::add(const Shape& shape, std::span<const int> bots) {
  ++games;
  if (std::ranges::any_of(bots, [&](int bot) { return shape.is_withdrawn(bot); })) ++of_withdrawn;
  if (std::ranges::any_of(bots, [&](int bot) { return shape.stay(bot).excluded; })) ++excluded;
}

void StoredCounts::add(const Shape& shape, const GameResult& game) {
  std::vector<int> bots;
  if (!shape.stays.empty())
    for (const auto& seat : game.seats) bots.push_back(seat.bot);
  add(shape, bots);
}

Progress progress_of(const Schedule& schedule, const std::optional<GameRange>& part,
                     const StoredCounts& stored) {
  const auto games = part.value_or(GameRange{0, schedule.size()});
  const auto of_withdrawn = games_of_withdrawn_in(schedule, games);
  const auto to_play = games.size() - of_withdrawn;
  return {.counted = stored.games - stored.excluded,
          .excluded = stored.excluded,
          .missing = to_play - std::min(to_play, stored.games - stored.of_withdrawn),
          .left_out = of_withdrawn - std::min(of_withdrawn, stored.of_withdrawn),
          .is_whole = part || schedule.is_whole()};
}

Progress progress_of(const Schedule& schedule, const std::optional<GameRange>& part,
                     const std::vector<bool>& stored) {
  const auto games = part.value_or(GameRange{0, schedule.size()});
  StoredCounts counts;
  for (auto index = games.begin; index < std::min<std::uint64_t>(games.end, stored.size()); ++index) {
    if (!stored[index]) continue;
    const bool is_known = !schedule.shape().stays.empty() && index < schedule.size();
    counts.add(schedule.shape(), is_known ? schedule.game(index).seating : std::vector<int>{});
  }
  return progress_of(schedule, part, counts);
}

}  // namespace tribunal
