#include "report/standings/games_csv.hpp"

#include <algorithm>

#include "report/format/columns_and_csv.hpp"
#include "tournament/results/forfeit.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

/// Whether some games do not count, as a bot in them is excluded.
bool has_excluded(const Plan& plan) {
  return std::ranges::any_of(plan.bots, [](const PlannedBot& bot) { return bot.stay.excluded; });
}

}  // namespace

std::string faults_text(const FaultCounts& faults) {
  std::string text;
  for (const auto& [kind, count] : faults)
    text += (text.empty() ? "" : " ") + std::string{name_of(kind)} + ' ' + std::to_string(count);
  return text;
}

std::string games_csv_heading(const Plan& plan, std::optional<std::int64_t> ruling) {
  std::vector<std::string> names{"game",       "deal",           "seat",      "bot",
                                 "score",      "place",          "faults",    "decisions",
                                 "longest_us", "content_sha256", "game_name", "forfeited"};
  if (ruling) names.emplace_back("void_by_ruling");
  if (has_excluded(plan)) names.emplace_back("excluded");
  return csv_heading(names);
}

// These columns have one form only, and files of them have millions of lines: no `Column` makes a value.
std::string games_csv_lines(const Plan& plan, const GameResult& game, std::optional<std::int64_t> ruling) {
  std::string lines;
  const auto content = to_hex(game.content);
  const auto forfeits = forfeited(game.seats, plan.limits.on_fault);
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    const auto& result = game.seats[seat];
    std::vector<std::string> cells{std::to_string(game.index),
                                   std::to_string(game.deal),
                                   std::to_string(seat),
                                   plan.bots.at(static_cast<std::size_t>(result.bot)).name,
                                   std::to_string(game.outcome.scores.at(seat)),
                                   std::to_string(game.outcome.places.at(seat)),
                                   faults_text(result.faults),
                                   std::to_string(result.times.count()),
                                   std::to_string(result.times.max_us()),
                                   content,
                                   plan.games.at(static_cast<std::size_t>(game.game)).name,
                                   forfeits.has(static_cast<Seat>(seat)) ? "true" : "false"};
    if (ruling) cells.push_back(std::to_string(*ruling));
    if (has_excluded(plan)) cells.emplace_back(seats_excluded(plan, game) ? "true" : "false");
    lines += csv_line(cells);
  }
  return lines;
}

}  // namespace tribunal
