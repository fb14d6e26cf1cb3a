#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

std::vector<int> resting_in(const Round& round, std::vector<int> bots) {
  for (const auto& group : round.groups)
    std::erase_if(bots, [&](int bot) { return std::ranges::find(group, bot) != group.end(); });
  return bots;
}

Rankings rankings_of(const Shape& shape, PlayedRounds played) {
  Rankings rankings{static_cast<std::size_t>(shape.bots)};
  std::vector<Placed> placed(static_cast<std::size_t>(shape.seats));
  for (const auto& round : played) {
    for_each_game(round, shape.seats, [&](const GameOfRound& game) {
      const auto& group = round.round.groups[game.group];
      for (std::size_t bot = 0; bot < placed.size(); ++bot)
        placed[bot] = {static_cast<std::uint32_t>(group[bot]), game.places[bot]};
      rankings.add(game.deal, placed);
    });
  }
  return rankings;
}

PlacePoints points_in(std::span<const std::int8_t> places, std::size_t bot) {
  PlacePoints points{0, 2 * static_cast<std::int64_t>(places.size()) - 2};
  if (places[bot] == forfeited_place) {
    points.forfeits = 1;
    return points;
  }
  points.halves = -1;  // the loop counts it as tied with itself
  for (const auto other : places)
    points.halves += (places[bot] <= other ? 1 : 0) + (places[bot] < other ? 1 : 0);
  return points;
}

void for_each_game(const PlayedRound& played, int seats,
                   const std::function<void(const GameOfRound&)>& visit) {
  const auto group_size = static_cast<std::size_t>(seats);
  const auto groups = played.round.groups.size();
  const auto places_a_deal = played.places.size() / played.round.deals;
  for (std::size_t game = 0; game < played.places.size(); game += group_size) {
    const auto places = std::span{played.places}.subspan(game, group_size);
    if (places.front() == 0) continue;  // skipped or unfinished
    visit({played.first_deal + game / places_a_deal, game / (places_a_deal / groups) % groups, places});
  }
}

std::vector<std::vector<PlacePoints>> points_of(const PlayedRound& played, int seats) {
  std::vector<std::vector<PlacePoints>> points(played.round.groups.size(),
                                               std::vector<PlacePoints>(static_cast<std::size_t>(seats)));
  for_each_game(played, seats, [&](const GameOfRound& game) {
    for (std::size_t bot = 0; bot < game.places.size(); ++bot)
      points[game.group][bot].add(points_in(game.places, bot));
  });
  return points;
}

std::int64_t most_points_in(const PlayedRound& played, int seats) {
  const auto games = played.places.size() / static_cast<std::size_t>(seats) / played.round.groups.size();
  return 2 * (std::int64_t{seats} - 1) * static_cast<std::int64_t>(games);
}

std::vector<PlacePoints> points_of_bots(const Shape& shape, PlayedRounds played) {
  std::vector<PlacePoints> all(static_cast<std::size_t>(shape.bots));
  for (std::size_t i = 0; i < played.size(); ++i) {
    const auto points = points_of(played[i], shape.seats);
    const auto most = most_points_in(played[i], shape.seats);
    for (int bot = 0; bot < shape.bots; ++bot)
      if (!shape.stay(bot).covers(i)) all[static_cast<std::size_t>(bot)].most += most;
    for (std::size_t group = 0; group < points.size(); ++group) {
      for (std::size_t at = 0; at < points[group].size(); ++at) {
        const int bot = played[i].round.groups[group][at];
        auto achieved = points[group][at];
        if (!shape.stay(bot).covers(i + 1)) achieved.most = most;  // games that it did not play count as lost
        all[static_cast<std::size_t>(bot)].add(achieved);
      }
    }
  }
  return all;
}

}  // namespace tribunal
