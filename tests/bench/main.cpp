// Measures the cost of a decision, as a multiple of the physical minimum, the cost of random games without a
// referee, and the error rates of ratings and tests of strength. `./dev bench`, `./dev bench games` and
// `./dev bench stats` run this.
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "bench_report.hpp"
#include "benches.hpp"

int main(int count, char** words) {
  tribunal::DecisionsBench decisions;
  std::uint64_t only_games = 0;
  std::vector<std::size_t> echo;
  CLI::App app{"Measures what a decision through the referee costs."};
  app.add_option("--rounds", decisions.rounds, "rounds of each kind")->check(CLI::Range(1, 1000));
  app.add_option("--games", decisions.games, "games a round")->check(CLI::Range(1, 1'000'000));
  app.add_option("--highest-ratio", decisions.highest_ratio, "exit with 1 if the ratio is above this");
  app.add_option("--only-games", only_games, "only play this number of games (for strace)")->group("");
  app.add_option("--echo", echo, "be the other end of the bare pipe")->expected(2)->group("");
  tribunal::GamesBench games;
  auto* const games_command = app.add_subcommand("games", "Random games, engine only, on one core");
  games_command->add_option("game", games.game, "a game or a preset; without it, all of the catalogue");
  games_command->add_option("--players", games.players, "only for this number of players")
      ->check(CLI::Range(1, 12));
  games_command->add_option("--seconds", games.seconds, "for each line")->check(CLI::Range(0.01, 3600.0));
  games_command->add_flag("--check", games.check, "exit with 1 if a family falls short of its aim");
  int tests = 10000;      // sequential tests of each kind
  int tournaments = 400;  // of each kind
  auto* const stats_command =
      app.add_subcommand("stats", "Errors of sequential tests and ratings, by simulation, on all cores");
  stats_command->add_option("--tests", tests, "sequential tests of each kind")
      ->check(CLI::Range(100, 10'000'000));
  stats_command->add_option("--tournaments", tournaments, "of each kind")->check(CLI::Range(10, 1'000'000));
  std::string part;
  stats_command->add_option("--only", part, "one part of it")
      ->check(CLI::IsMember({"ratings", "seasons", "tests", "watching", "final", "collusion"}));
  tribunal::LuckBench luck;
  auto* const luck_command = app.add_subcommand(
      "luck", "What luck takes out of the scatter of results, for every game, on one core");
  luck_command->add_option("game", luck.game, "a game or a preset; without it, all of the catalogue");
  luck_command->add_option("--deals", luck.deals, "deals, each in complete rotation")
      ->check(CLI::Range(8, 100'000));
  luck_command->add_option("--seconds", luck.seconds, "for each game, about: then fewer deals are enough")
      ->check(CLI::Range(0.1, 1e6));
  luck_command->add_option("--pairs", luck.pairs, "pairs of playouts for each event")
      ->check(CLI::Range(1, 10'000));
  luck_command->add_option("--document", luck.document, "the document with the claims");
  std::filesystem::path results;
  std::string bot;
  auto* const model_command = app.add_subcommand(
      "model", "Weights of a model of a bot, fitted to its decisions in a folder of results");
  model_command->add_option("folder", results, "the results of a tournament of one family of games")
      ->required();
  model_command->add_option("bot", bot, "its name there")->required();
  CLI11_PARSE(app, count, words);
  try {
    if (games_command->parsed()) {
      tribunal::pin_or_say(tribunal::available_cores().back());
      return tribunal::bench_games(games) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (luck_command->parsed()) return tribunal::bench_luck(luck) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (model_command->parsed()) {
      tribunal::print_model(results, bot);
      return EXIT_SUCCESS;
    }
    if (stats_command->parsed()) {
      tribunal::BenchReport report;
      const auto wants = [&](const char* name) { return part.empty() || part == name; };
      if (wants("ratings")) tribunal::try_ratings(tournaments, report);
      if (wants("seasons")) tribunal::try_seasons(tournaments, report);
      if (wants("tests")) tribunal::try_sequential_tests(tests, report);
      if (wants("watching")) tribunal::try_watching(tournaments, report);
      if (wants("final")) tribunal::try_finals(tournaments, report);
      if (wants("collusion")) tribunal::try_collusion(tournaments, report);
      return report.all_met() ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (echo.size() == 2) {
      tribunal::echo(echo[0], echo[1]);
      return EXIT_SUCCESS;
    }
    if (only_games > 0) {
      tribunal::play_revolution(only_games);
      return EXIT_SUCCESS;
    }
    return tribunal::bench_decisions(decisions) ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const std::invalid_argument& error) {
    std::cerr << "tribunal-bench: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "tribunal-bench: " << error.what() << '\n';
    return 70;
  }
}
