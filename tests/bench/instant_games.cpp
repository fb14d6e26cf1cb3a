// Fills the folder of a tournament with games of built-in players that answer at once, as a run with bots
// would. Engine, record, result and store are the real ones. Or rates bots that never played. `./dev bench
// scale` runs this.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <iostream>

#include <CLI/CLI.hpp>

#include "ratings/plackett_luce.hpp"
#include "record/compact.hpp"
#include "support/random_record.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/store.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {
namespace {

using testing::Dice;

/// The number of games that a run stores in one transaction when the disk is slower than the tables.
constexpr std::uint64_t batch = 100;

struct FillOptions {
  std::string plan;
  std::string folder;
  std::uint64_t games = 0;
  std::string shard;
};

FinishedGame play(const Tournament& tournament, const Store& store, const ScheduledGame& game) {
  Dice dice{game.index};
  const auto& plan = tournament.plan;
  const auto& rules = tournament.rules.at(static_cast<std::size_t>(game.game));
  auto record =
      testing::RandomGame{rules, plan.limits, {.faults = 0, .start_faults = 0, .comments = 0}, dice}.play(
          DealReference{plan.name, game.deal, deal_key(store.secret(), plan.name, game.deal)});
  record.entrants.clear();
  for (const int bot : game.seating) {
    const auto index = static_cast<std::size_t>(bot);
    const auto& name = plan.bots.at(index).name;
    record.entrants.push_back({name, name + " 1.0", tournament.sha256.at(index)});
    record.usage.push_back({dice.between(100, 2000), dice.between(500, 9000), dice.between(0, 9), 0});
  }
  return {result_of(game, record).value(), to_compact(record), {}};
}

/// The schedule, as far as it follows from the stored games.
Schedule schedule_so_far(const std::string& folder) {
  const auto results = Results::open(folder);
  if (!results) throw std::invalid_argument{results.error().message};
  return results->tournament().schedule;
}

/// The games of the shard that the options name. Empty if they name none: the first games are played. The
/// error is a sentence.
Result<std::optional<ShardGames>> shard_of(const FillOptions& options, const Schedule& schedule) {
  if (options.shard.empty()) return std::nullopt;
  const auto shard = parse_shard(options.shard);
  if (!shard) return std::unexpected{shard.error()};
  return ShardGames{*shard, games_of(schedule, *shard)};
}

/// Plays and stores games in schedule order. Returns the exit code.
int fill(const FillOptions& options) {
  auto tournament = load_tournament(options.plan);
  if (!tournament) throw std::invalid_argument{tournament.error().message};
  const auto part = shard_of(options, tournament->schedule);
  if (!part) throw std::invalid_argument{part.error().text()};
  tournament->shard = *part;
  auto store = Store::open(options.folder, *tournament, {.referee = "bench", .sandbox = "none"}, false);
  if (!store) throw std::invalid_argument{store.error().message};
  auto schedule = schedule_so_far(options.folder);
  std::size_t rounds = 0;  // kept
  std::vector<FinishedGame> games;
  const auto keep = [&] {
    if (const auto added = store->add(games); !added) throw std::runtime_error{added.error().message};
    games.clear();
  };
  const auto range = *part ? (*part)->games : GameRange{0, options.games};
  for (auto index = range.begin + store->size(); index < std::min(range.end, schedule.size()); ++index) {
    games.push_back(play(*tournament, *store, schedule.game(index)));
    schedule.note(games.back().result);
    for (; rounds < schedule.rounds().size(); ++rounds) {
      if (const auto added = store->add_rounds(rounds, {&schedule.rounds()[rounds].round, 1}); !added)
        throw std::runtime_error{added.error().message};
    }
    if (games.size() == batch) keep();
  }
  keep();
  return 0;
}

struct RateOptions {
  std::uint32_t bots = 200;
  std::uint64_t games = 1'000'000;
};

/// Games of three bots in which every deal is played from each seat; places by strength and luck.
Rankings invented_rankings(const RateOptions& options) {
  Rankings rankings{options.bots};
  Dice dice{options.bots};
  const auto merit = [&](std::uint32_t bot) {
    const double strength = 2.0 * bot / options.bots;
    return strength - std::log(-std::log(static_cast<double>(dice.between(1, 999'999)) / 1e6));
  };
  for (std::uint64_t game = 0; game < options.games; game += 3) {
    const auto first = static_cast<std::uint32_t>(dice.below(options.bots));
    const auto second = (first + 1 + static_cast<std::uint32_t>(dice.below(options.bots - 1))) % options.bots;
    auto third = first;
    while (third == first || third == second) third = static_cast<std::uint32_t>(dice.below(options.bots));
    for (int rotation = 0; rotation < 3; ++rotation) {
      std::array<std::pair<double, std::uint32_t>, 3> order{
          {{-merit(first), first}, {-merit(second), second}, {-merit(third), third}}};
      std::ranges::sort(order);
      rankings.add(game / 3,
                   std::array<Placed, 3>{{{order[0].second, 1}, {order[1].second, 2}, {order[2].second, 3}}});
    }
  }
  return rankings;
}

/// Prints the seconds of processor time that the rating took.
int rate_invented(const RateOptions& options) {
  const auto rankings = invented_rankings(options);
  const auto begin = std::clock();
  const auto ratings = rate(rankings);
  const auto time = std::clock() - begin;
  if (!ratings) throw std::invalid_argument{ratings.error().text()};
  std::printf("%.3f\n", static_cast<double>(time) / CLOCKS_PER_SEC);
  return 0;
}

}  // namespace
}  // namespace tribunal

int main(int count, char** words) {
  CLI::App app{"Games of built-in players, straight into a store."};
  app.require_subcommand(1);
  tribunal::FillOptions to_fill;
  auto* const fill_command = app.add_subcommand("fill", "The first games of a plan, into a folder");
  fill_command->add_option("plan", to_fill.plan)->required();
  fill_command->add_option("folder", to_fill.folder)->required();
  auto* const games = fill_command->add_option("games", to_fill.games);
  fill_command->add_option("--shard", to_fill.shard, "instead of the first games, those of a shard")
      ->excludes(games);
  tribunal::RateOptions to_rate;
  auto* const rate_command = app.add_subcommand("rate", "Seconds for ratings of bots that never played");
  rate_command->add_option("bots", to_rate.bots)->required()->check(CLI::Range(4, 10'000));
  rate_command->add_option("games", to_rate.games)->required();
  CLI11_PARSE(app, count, words);
  try {
    return fill_command->parsed() ? tribunal::fill(to_fill) : tribunal::rate_invented(to_rate);
  } catch (const std::exception& error) {
    std::cerr << "instant-games: " << error.what() << '\n';
    return 70;
  }
}
