#include "tournament/standings/luck_alarm.hpp"

#include <cmath>
#include <fmt/format.h>

#include "ratings/model/student.hpp"

namespace tribunal {

RowLuck row_luck(const DealMean& mean) {
  RowLuck luck{.points = mean.mean, .error = mean.error, .deals = mean.deals, .games = mean.games};
  if (mean.error && mean.variance && *mean.variance > 0)
    luck.z = normal_deviate(mean.mean / std::sqrt(*mean.variance), mean.deals);
  return luck;
}

std::string LuckAlarm::text() const {
  return fmt::format(
      "{} had {} luck{} than an honest bot has: {:+.2f} points a game by its draws, z = {:.1f} after {} "
      "games; it "
      "{}, or the deals are not random",
      bot, luck.points > 0 ? "more" : "less", game.empty() ? "" : " in " + game, luck.points,
      luck.z.value_or(0), luck.games,
      luck.points > 0 ? "knows cards that it should not know" : "plays against others that know its cards");
}

std::vector<LuckAlarm> alarms_in(const Standings& standings, const std::string& game) {
  std::vector<LuckAlarm> alarms;
  for (const auto* const rows : {&standings.rows, &standings.left_out}) {
    for (const auto& row : *rows) {
      if (row.luck && std::abs(row.luck->z.value_or(0)) > alarming_z)
        alarms.push_back({.bot = row.bot, .game = game, .luck = *row.luck});
    }
  }
  return alarms;
}

}  // namespace tribunal
