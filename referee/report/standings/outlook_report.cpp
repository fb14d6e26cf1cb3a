#include "report/standings/outlook_report.hpp"

#include <cstdint>
#include <memory>

#include "base/text/number_text.hpp"
#include "cards/deal.hpp"
#include "games/core/rollout.hpp"
#include "report/format/text_table.hpp"
#include "report/standings/rounds_report.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

/// A range as text: `5`, or `5 to 9`.
std::string between(std::uint64_t fewest, std::uint64_t most) {
  return std::to_string(fewest) + (fewest == most ? "" : " to " + std::to_string(most));
}

/// The mean number of decisions in `games` games that are played at random.
double mean_decisions(const Rules& rules, int games) {
  Rollout players;
  players.play_at_random(SeatSet::first(rules.seats()));
  auto events = EventLog::muted();
  std::int64_t decisions = 0;
  for (int i = 0; i < games; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    Stream chance{number, "length"};
    const auto game = rules.deal(std::make_shared<const FastDeal>(number));
    for (game->begin(events); !game->wanted().empty(); players.step(*game, chance))
      decisions += game->wanted().size();
  }
  return static_cast<double>(decisions) / games;
}

constexpr int games_to_count = 20;

/// The number of decisions in a game, and its largest duration, as means over all games of the plan.
struct GameTime {
  double decisions = 0;
  double most_ms = 0;
};

/// The longest time in ms that a bot with these limits may take for this number of decisions.
double most_ms(const Limits& limits, double decisions) {
  auto most = static_cast<double>(limits.move_ms) * decisions + static_cast<double>(limits.bank_ms);
  const auto bank =
      static_cast<double>(limits.game_ms) + static_cast<double>(limits.increment_ms) * decisions;
  if (limits.game_ms > 0 && (limits.move_ms == 0 || bank < most)) most = bank;
  return limits.clock == ClockKind::cpu ? most * wall_backstop : most;
}

GameTime time_of_game(const Tournament& tournament) {
  const auto& plan = tournament.plan;
  GameTime time;
  for (const auto& rules : tournament.rules) {
    const auto decisions = mean_decisions(rules, games_to_count);
    const auto a_seat = decisions / rules.players();
    double most = 0;
    for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) most += most_ms(limits_of(plan, bot), a_seat);
    time.decisions += decisions;
    time.most_ms += most / static_cast<double>(plan.bots.size()) * rules.players();
  }
  const auto games = static_cast<double>(tournament.rules.size());
  return {time.decisions / games, time.most_ms / games};
}

std::string time_text(const Tournament& tournament, const Bounds& bounds, int tables) {
  const auto time = time_of_game(tournament);
  const auto all = [&](double ms) {
    const auto games = static_cast<double>(bounds.most_games);
    return duration_text(std::chrono::milliseconds{static_cast<std::int64_t>(games * ms / tables)});
  };
  return fmt::format(
      "time: at {} about {} if a decision takes 1 ms, {} if each takes all the time it has\n"
      "      ({} decisions a game, the mean of {} games played at random; bots' starts not counted{})\n",
      counted(static_cast<std::uint64_t>(tables), "table"), all(time.decisions), all(time.most_ms),
      fixed(time.decisions, 0), games_to_count,
      bounds.fewest_games == bounds.most_games ? "" : "; for the largest possible number of games");
}

std::string processes_text(const Plan& plan, int tables) {
  const auto bounds = pool_bounds(plan, tables);
  const auto bots = plan.bots.size();
  const auto all = static_cast<std::int64_t>(bounds.all()) * tables;
  const bool ended = plan.restart == Restart::never && static_cast<std::size_t>(bounds.kept) < bots;
  return fmt::format(
      "processes: at most {} of bots at the same time ({} at each table); limits of memory together {} MiB "
      "({} x {} MiB)\n{}",
      all, bounds.all(), all * plan.resources.memory_mb, all, plan.resources.memory_mb,
      ended ? fmt::format("           {} of {} bots keep running at a table; the least recently used are "
                          "ended between games\n",
                          bounds.kept, bots)
            : "");
}

std::string first_round_text(const Tournament& tournament) {
  std::string text = "first round:";
  const auto& round = tournament.schedule.rounds().front().round;
  for (const auto& group : round.groups) {
    text += text.ends_with(':') ? "" : ";";
    for (const int bot : group) text += ' ' + tournament.plan.bot(bot).name;
  }
  return text + byes_text(tournament.plan, tournament.schedule, 0, "; ") + '\n';
}

/// The particulars of a bot, as text: candidate, joins late, withdrawn.
std::string what_it_is(const PlannedBot& bot) {
  if (bot.stay.excluded) return "excluded";
  std::string text = bot.candidate ? "candidate" : "";
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (bot.stay.joins_after > 0) add("joins after " + std::to_string(bot.stay.joins_after));
  if (bot.stay.withdrawn_after) add("withdrawn after " + std::to_string(*bot.stay.withdrawn_after));
  return text;
}

/// The games of each bot that are still to be played. Empty in a format of rounds, and for schedules that are
/// too long to look at each game.
std::vector<GamesOfBot> games_left(const Tournament& tournament, const std::vector<bool>& stored) {
  const auto& schedule = tournament.schedule;
  constexpr std::uint64_t most_games_to_visit = 10'000'000;
  if (schedule.in_rounds() || schedule.size() > most_games_to_visit) return {};
  std::vector<GamesOfBot> games(tournament.plan.bots.size());
  for (std::uint64_t index = 0; index < schedule.size(); ++index) {
    if (index < stored.size() && stored[index]) continue;
    const auto seating = schedule.game(index).seating;
    if (schedule.seats_withdrawn(seating)) continue;
    for (const int bot : seating) ++games[static_cast<std::size_t>(bot)].fewest;
  }
  for (auto& bot : games) bot.most = bot.fewest;
  return games;
}

std::string games_of_bots_text(const Tournament& tournament, const std::vector<GamesOfBot>& games,
                               const std::string& title) {
  using Align = TextTable::Align;
  TextTable table{{{"bot", Align::left}, {"", Align::left}, {games.empty() ? "" : title}}};
  for (std::size_t bot = 0; bot < tournament.plan.bots.size(); ++bot) {
    const auto& planned = tournament.plan.bots[bot];
    table.add({planned.name, what_it_is(planned),
               games.empty() ? "" : between(games[bot].fewest, games[bot].most)});
  }
  return table.text();
}

}  // namespace

std::string what_is_played(const Shape& shape) {
  const auto& format = *shape.format;
  const bool usual = &format == &formats::round_robin();
  return (usual ? "" : std::string{format.name()} + ", ") + format.groups_text(shape) + " x " +
         format.deals_text(shape) + " x " + counted(seatings_of(shape.seats, shape.permutations), "seating") +
         (shape.games > 1 ? " x " + counted(static_cast<std::uint64_t>(shape.games), "game") : "") + " = " +
         games_in_all(shape);
}

std::string clock_text(const Limits& limits) {
  std::string text;
  if (limits.move_ms > 0) text += fmt::format("{} ms a move", limits.move_ms);
  if (limits.game_ms > 0) text += fmt::format("{}{} ms a game", text.empty() ? "" : ", ", limits.game_ms);
  if (limits.increment_ms > 0) text += fmt::format(" and {} ms more a move", limits.increment_ms);
  if (limits.bank_ms > 0) text += fmt::format(" and a bank of {} ms a game beyond it", limits.bank_ms);
  return fmt::format("{}, {} time", text, name_of(limits.clock));
}

std::string games_in_all(const Shape& shape) {
  const auto bounds = bounds_of(shape).value_or(Bounds{});
  if (bounds.fewest_games == bounds.most_games) return counted(bounds.most_games, "game");
  return std::to_string(bounds.fewest_games) + " to " + counted(bounds.most_games, "game");
}

std::string how_far(const Tournament& tournament, const Progress& progress) {
  const auto& schedule = tournament.schedule;
  if (tournament.shard)
    return fmt::format("{} of {}; 'tribunal merge' unites the shards of a tournament",
                       counted(progress.stored(), "game"), named(tournament.shard));
  auto text = fmt::format("{} of {} played{}", progress.counted, counted(progress.known(), "game"),
                          beside_clause(tournament.plan, progress));
  if (schedule.is_whole()) return text;
  return fmt::format("{} in the {} known so far; the tournament has {}", text,
                     counted(schedule.rounds().size(), "round"), games_in_all(schedule.shape()));
}

std::string tournament_line(const Tournament& tournament) {
  std::string names;
  for (const auto& game : tournament.plan.games) names += (names.empty() ? "" : ", ") + game.name;
  return tournament.plan.name + ": " + what_is_played(tournament.schedule.shape()) +
         (tournament.plan.games.size() > 1 ? ": " : " of ") + names;
}

std::string outlook_text(const Tournament& tournament, int tables,
                         const std::optional<std::vector<bool>>& stored) {
  const auto& schedule = tournament.schedule;
  auto bounds = bounds_of(schedule.shape()).value_or(Bounds{});
  auto text = tournament_line(tournament) + '\n';
  if (stored) {
    const auto progress = progress_of(schedule, {}, *stored);
    const auto later = bounds.most_games - std::min(bounds.most_games, progress.known());
    bounds.most_games = progress.missing + (schedule.is_whole() ? 0 : later);
    bounds.fewest_games = schedule.is_whole() ? bounds.most_games : progress.missing;
    text += fmt::format("{}; this run plays {}\n", how_far(tournament, progress),
                        schedule.is_whole() ? counted(progress.missing, "game") : "the others");
  } else if (bounds.most_rounds > 0)
    text +=
        "rounds: " + between(bounds.fewest_rounds, bounds.most_rounds) + '\n' + first_round_text(tournament);
  return text + seeds_text(tournament.plan) + time_text(tournament, bounds, tables) +
         processes_text(tournament.plan, tables) + '\n' +
         games_of_bots_text(tournament,
                            stored ? games_left(tournament, *stored) : games_of_bots(schedule.shape()),
                            stored ? "games to play" : "games");
}

std::string duration_text(std::chrono::milliseconds time) {
  const auto seconds = (time.count() + 999) / 1000;
  if (seconds < 100) return std::to_string(seconds) + " s";
  const auto minutes = (seconds + 59) / 60;
  if (minutes < 100) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

}  // namespace tribunal
