#include "report/standings/games_csv.hpp"

#include "report/format/columns_and_csv.hpp"
#include "tournament/results/forfeit.hpp"

namespace tribunal {
namespace {

/// A seat of a game.
struct GameSeat {
  const Plan& plan;
  const GameResult& game;
  std::size_t seat;
  bool forfeited;

  [[nodiscard]] const SeatResult& result() const { return game.seats[seat]; }
};

const Columns<GameSeat>& columns_of_games() {
  static const Columns<GameSeat> columns{
      {"game", [](const auto& row) { return row.game.index; }},
      {"deal", [](const auto& row) { return row.game.deal; }},
      {"seat", &GameSeat::seat},
      {"bot",
       [](const auto& row) { return row.plan.bots.at(static_cast<std::size_t>(row.result().bot)).name; }},
      {"score", [](const auto& row) { return row.game.outcome.scores.at(row.seat); }},
      {"place", [](const auto& row) { return row.game.outcome.places.at(row.seat); }},
      {"faults", [](const auto& row) { return faults_text(row.result().faults); }},
      {"decisions", [](const auto& row) { return row.result().times.count(); }},
      {"longest_us", [](const auto& row) { return row.result().times.max_us(); }},
      {"content_sha256", [](const auto& row) { return to_hex(row.game.content); }},
      {"game_name",
       [](const auto& row) { return row.plan.games.at(static_cast<std::size_t>(row.game.game)).name; }},
      {"forfeited", &GameSeat::forfeited},
  };
  return columns;
}

}  // namespace

std::string faults_text(const FaultCounts& faults) {
  std::string text;
  for (const auto& [kind, count] : faults)
    text += (text.empty() ? "" : " ") + std::string{name_of(kind)} + ' ' + std::to_string(count);
  return text;
}

std::string games_csv_heading() { return csv_heading(columns_of_games()); }

std::string games_csv_lines(const Plan& plan, const GameResult& game) {
  std::string lines;
  const auto forfeits = forfeited(game.seats, plan.limits.on_fault);
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    lines += csv_line(columns_of_games(), {plan, game, seat, forfeits.has(static_cast<Seat>(seat))});
  return lines;
}

}  // namespace tribunal
