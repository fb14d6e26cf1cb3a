// The rows of a table, alarms about their luck, and the agreement between anchors.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <numeric>

#include "ratings/model/student.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

void UsageTotal::add(const SeatResult& seat) {
  if (!seat.usage) return;
  ++games;
  moves += seat.times.count();
  cpu_us += seat.usage->cpu_us;
  peak_kib = std::max(peak_kib, seat.usage->peak_kib);
  voluntary_switches += seat.usage->voluntary_switches;
  involuntary_switches += seat.usage->involuntary_switches;
  if (!seat.asked_cpu_us) unasked_cpu_us.reset();
  if (unasked_cpu_us) *unasked_cpu_us += std::max<std::int64_t>(seat.usage->cpu_us - *seat.asked_cpu_us, 0);
}

std::int64_t StandingsRow::fault_count() const {
  std::int64_t count = 0;
  for (const auto& [kind, times_seen] : faults) count += times_seen;
  return count;
}

bool StandingsRow::always_at_fault() const {
  return games > 0 && games_at_fault == games && !withdrawn && !superseded;
}

std::int64_t StandingsRow::alone_at(std::size_t place) const {
  return places[place - 1] - shared_places[place - 1];
}

std::int64_t StandingsRow::shared() const {
  return std::accumulate(shared_places.begin(), shared_places.end(), std::int64_t{0});
}

double StandingsRow::percent(std::int64_t of_games) const {
  return games == 0 ? 0 : 100 * static_cast<double>(of_games) / static_cast<double>(games);
}

std::optional<double> StandingsRow::score_percent() const {
  if (place_points.most == 0) return std::nullopt;
  return 100 * static_cast<double>(place_points.halves) / static_cast<double>(place_points.most);
}

std::size_t Standings::left_out_with_games() const {
  const auto has_games = [](const StandingsRow& row) { return row.games > 0; };
  return static_cast<std::size_t>(std::ranges::count_if(left_out, has_games));
}

const StandingsRow* Standings::row_of(std::string_view bot) const {
  for (const auto* const some : {&rows, &left_out}) {
    const auto found = std::ranges::find(*some, bot, &StandingsRow::bot);
    if (found != some->end()) return &*found;
  }
  return nullptr;
}

RowLuck row_luck(const DealMean& points, const std::optional<DealMean>& places) {
  const auto deviate = [](const DealMean& mean) -> std::optional<double> {
    if (!mean.error || !mean.variance || *mean.variance <= 0) return std::nullopt;
    return normal_deviate(mean.mean / std::sqrt(*mean.variance), mean.deals);
  };
  return {.points = points.mean,
          .error = points.error,
          .z = deviate(points),
          .place_z = places ? deviate(*places) : std::nullopt,
          .deals = points.deals,
          .games = points.games};
}

RowLuck added_up(std::span<const RowLuck> nights) {
  RowLuck sum;
  for (const auto& night : nights) {
    sum.points += night.points * static_cast<double>(night.games);
    sum.deals += night.deals;
    sum.games += night.games;
    sum.cut_short += night.cut_short;
  }
  sum.points /= static_cast<double>(std::max<std::size_t>(1, sum.games));
  for (const auto deviate : {&RowLuck::z, &RowLuck::place_z}) {
    double weighted = 0;
    double games = 0;
    for (const auto& night : nights) {
      if (!(night.*deviate)) continue;
      weighted += *(night.*deviate) * std::sqrt(static_cast<double>(night.games));
      games += static_cast<double>(night.games);
    }
    if (games > 0) sum.*deviate = weighted / std::sqrt(games);
  }
  return sum;
}

std::string LuckAlarm::text() const {
  return fmt::format(
      "{} had {} luck{} than an honest bot has: {:+.2f} points a game by its draws, z = {:.1f}{} after {} "
      "games; it {}, or the deals are not random",
      bot, luck.strongest() > 0 ? "more" : "less", game.empty() ? "" : " in " + game, luck.points,
      luck.strongest(), luck.is_by_places() ? " by places" : "", luck.games,
      luck.strongest() > 0 ? "knows cards that it should not know"
                           : "plays against others that know its cards");
}

std::vector<LuckAlarm> alarms_in(const Standings& standings, const std::string& game) {
  std::vector<LuckAlarm> alarms;
  for (const auto* const rows : {&standings.rows, &standings.left_out}) {
    for (const auto& row : *rows) {
      if (row.luck && row.luck->is_alarm())
        alarms.push_back({.bot = row.bot, .game = game, .luck = *row.luck});
    }
  }
  return alarms;
}

std::string objection_to_anchors(const Standings& standings) {
  constexpr double hopeless_z = 6;
  constexpr double hopeless_distance = 200;  // points of Elo
  const auto met_nobody = [](const std::string& bot) {
    return fmt::format(
        "the anchor {} met no other bot in these games, so it fixes no Elo; expected an anchor that met "
        "others",
        bot);
  };
  if (!standings.idle_anchors.empty()) return met_nobody(standings.idle_anchors.front());
  const auto* first = standings.anchors.empty() ? nullptr : standings.row_of(standings.anchors[0].anchor.bot);
  for (const auto& [anchor, elo_by_games, z] : standings.anchors) {
    const auto* const row = standings.row_of(anchor.bot);
    if (row == nullptr || !row->rating) return met_nobody(anchor.bot);
    if (first->rating->group != row->rating->group) {
      return fmt::format(
          "the anchors {} and {} never met, not even through others: these games do not show whether their "
          "Elos are on one scale; rate the groups one by one, or add games that connect them",
          first->bot, row->bot);
    }
    if (z && std::abs(*z) > hopeless_z && std::abs(*elo_by_games - anchor.elo) > hopeless_distance) {
      return fmt::format(
          "the anchors contradict each other: {} is fixed at {:.0f}, but these games place it at {:.0f} "
          "relative to the others (z = {:+.1f}); expected Elos of one scale, or fewer anchors",
          anchor.bot, anchor.elo, *elo_by_games, *z);
    }
  }
  return {};
}

}  // namespace tribunal
