#include "report/standings/games_csv.hpp"

#include <algorithm>

#include "report/format/columns_and_csv.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

std::string faults_text(const FaultCounts& faults) {
  std::string text;
  for (const auto& [kind, count] : faults)
    text += (text.empty() ? "" : " ") + std::string{name_of(kind)} + ' ' + std::to_string(count);
  return text;
}

Json faults_json(const FaultCounts& faults) {
  Json counts = Json::object();
  for (const auto& [kind, count] : faults) counts[std::string{name_of(kind)}] = count;
  return counts;
}

bool ListedGame::has_fault() const {
  return std::ranges::any_of(seats, [](const Seat& seat) { return !seat.faults.empty(); });
}

std::optional<tribunal::Seat> ListedGame::seat_of(std::string_view bot_name) const {
  const auto found = std::ranges::find(seats, bot_name, &Seat::bot);
  if (found == seats.end()) return std::nullopt;
  return static_cast<tribunal::Seat>(found - seats.begin());
}

ListedGame listed_game(std::uint64_t number, const Record& record, const Outcome& outcome) {
  ListedGame game{.number = number, .deal = record.deal.number, .game = record.rules.game()};
  for (std::size_t seat = 0; seat < record.entrants.size(); ++seat)
    game.seats.push_back({record.entrants[seat].bot, outcome.scores.at(seat), outcome.places.at(seat), {}});
  for (const auto& fault : record.faults) ++game.seats.at(index_of(fault.seat)).faults[fault.kind];
  return game;
}

ListedGame listed_game(const Plan& plan, const GameResult& result) {
  ListedGame game{.number = result.index,
                  .deal = result.deal,
                  .game = plan.games.at(static_cast<std::size_t>(result.game)).name};
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat)
    game.seats.push_back({plan.bot(result.seats[seat].bot).name, result.outcome.scores.at(seat),
                          result.outcome.places.at(seat), result.seats[seat].faults});
  return game;
}

GamesCsv::GamesCsv(const Plan& plan, const Versions& versions, std::optional<std::int64_t> ruling)
    : plan_{plan}, names_{versions.entrants()}, ruling_{ruling}, has_excluded_{plan.has_excluded()} {
  for (std::size_t bot = 0, first = 0; bot < plan.bots.size(); first += versions.count(bot++))
    first_.push_back(first);
}

const std::string& GamesCsv::name(const SeatResult& seat) const {
  return names_.at(first_.at(static_cast<std::size_t>(seat.bot)) + static_cast<std::size_t>(seat.version));
}

std::string GamesCsv::heading() const {
  std::vector<std::string> names{"game",       "deal",           "seat",      "bot",
                                 "score",      "place",          "faults",    "decisions",
                                 "longest_us", "content_sha256", "game_name", "forfeited"};
  if (ruling_) names.emplace_back("void_by_ruling");
  if (has_excluded_) names.emplace_back("excluded");
  return csv_heading(names);
}

// No `Column` is used here, because these columns have only one form, and files with them have millions of
// lines.
std::string GamesCsv::lines(const GameResult& game) const {
  std::string text;
  const auto content = to_hex(game.content);
  const bool is_excluded = has_excluded_ && seats_excluded(plan_, game);
  const auto forfeits = forfeited(game.seats, plan_.limits.on_fault);
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    const auto& result = game.seats[seat];
    std::vector<std::string> cells{std::to_string(game.index),
                                   std::to_string(game.deal),
                                   std::to_string(seat),
                                   name(result),
                                   std::to_string(game.outcome.scores.at(seat)),
                                   std::to_string(game.outcome.places.at(seat)),
                                   faults_text(result.faults),
                                   std::to_string(result.times.count()),
                                   std::to_string(result.times.max_us()),
                                   content,
                                   plan_.games.at(static_cast<std::size_t>(game.game)).name,
                                   forfeits.has(static_cast<Seat>(seat)) ? "true" : "false"};
    if (ruling_) cells.push_back(std::to_string(*ruling_));
    if (has_excluded_) cells.emplace_back(is_excluded ? "true" : "false");
    text += csv_line(cells);
  }
  return text;
}

}  // namespace tribunal
