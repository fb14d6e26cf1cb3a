// Measures the cost of a decision, as a multiple of the physical minimum, the cost of random games without a
// referee, and the error rates of ratings and tests of strength. `./dev bench`, `./dev bench games` and
// `./dev bench stats` run this.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>

#include "bare_pipe.hpp"
#include "bench_games.hpp"
#include "bench_luck.hpp"
#include "bench_model.hpp"
#include "bench_report.hpp"
#include "bench_table.hpp"
#include "bots/process/probe.hpp"
#include "bots/system/machine.hpp"

namespace tribunal {
namespace {

struct Options {
  int rounds = 9;
  std::uint64_t games = 400;  ///< a round
  std::uint64_t only_games = 0;
  double highest_ratio = 0;
  std::vector<std::size_t> echo;
};

template <typename T>
T median(std::vector<T> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

void pin_or_say(int core) {
  if (const auto pinned = run_on_cores({core}); !pinned)
    std::cout << "not pinned: " << pinned.error().text() << '\n';
}

struct DecisionCost {
  double referee_ns = 0;
  double bare_ns = 0;
  double ratio = 0;  ///< the median over rounds, not the ratio of the medians
  double allocations = 0;
  Bytes bytes;
};

/// Rounds of both kinds alternate, so that other work of the machine affects both. The other end of the bare
/// pipe runs at the same level, because the kernel's cost for two processes there is not the referee's.
DecisionCost measure_decision(Host& host, const Options& options, SandboxLevel level) {
  BenchTable table{host, level};
  DecisionCost cost{.bytes = table.mean_bytes(200)};
  BarePipe pipe{host, own_program(), cost.bytes, level};
  std::vector<double> referee;
  std::vector<double> bare;
  std::vector<double> ratio;
  for (int round = 0; round < options.rounds; ++round) {
    const auto run = table.play(static_cast<std::uint64_t>(round) * options.games, options.games);
    const auto decisions = static_cast<double>(run.decisions);
    referee.push_back(static_cast<double>(run.time.count()) / decisions);
    bare.push_back(pipe.measure(static_cast<int>(run.decisions)));
    ratio.push_back(referee.back() / bare.back());
    cost.allocations = static_cast<double>(run.allocations) / decisions;
  }
  cost.referee_ns = median(referee);
  cost.bare_ns = median(bare);
  cost.ratio = median(ratio);
  return cost;
}

DecisionCost print_decision(Host& host, const Options& options, SandboxLevel level) {
  const auto cost = measure_decision(host, options, level);
  std::printf("a decision / the bare pipe       %6.2f us / %.2f us, ratio %.2f  (sandbox %s)\n",
              cost.referee_ns / 1000, cost.bare_ns / 1000, cost.ratio, std::string{name_of(level)}.c_str());
  return cost;
}

/// Calls by name, for `games` games of this program under strace, not counting its bots.
std::map<std::string, double> count_calls(std::uint64_t games) {
  const auto file = std::filesystem::temp_directory_path() / ("tribunal-bench-" + std::to_string(::getpid()));
  const auto command = "strace -c -U name,calls -o " + file.string() + ' ' + own_program() +
                       " --only-games " + std::to_string(games) + " >/dev/null 2>&1";
  std::map<std::string, double> calls;
  if (std::system(command.c_str()) != 0) return calls;  // NOLINT(cert-env33-c): a fixed command
  std::ifstream table{file};
  for (std::string line; std::getline(table, line);) {
    std::istringstream words{line};
    std::string name;
    double count = 0;
    if (words >> name >> count && name != "total") calls[name] = count;
  }
  std::filesystem::remove(file);
  return calls;
}

/// Prints the system calls per decision from the difference between many games and few, in which the calls of
/// starts and ends cancel out.
void print_system_calls() {
  constexpr std::uint64_t few = 20;
  constexpr std::uint64_t many = 120;
  const auto base = count_calls(few);
  const auto more = count_calls(many);
  if (base.empty() || more.empty()) {
    std::cout << "system calls a decision          not counted: strace is missing, or may not trace here\n";
    return;
  }
  Host host;
  const auto decisions = BenchTable{host}.play(few, many - few).decisions;
  double total = 0;
  std::string parts;
  for (const auto& [name, count] : more) {
    const double each = (count - (base.contains(name) ? base.at(name) : 0)) / static_cast<double>(decisions);
    total += each;
    if (each < 0.01) continue;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), " %s %.2f", name.c_str(), each);
    parts += text.data();
  }
  std::printf("system calls a decision          %6.2f  (%s )\n", total, parts.c_str());
}

void print_restarts(Host& host, SandboxLevel level) {
  const auto restarts = BenchTable{host, level}.restart(51);
  const auto median_ms = [&](auto part) {
    std::vector<std::chrono::nanoseconds> times;
    for (const auto& restart : restarts) times.push_back(restart.*part);
    return static_cast<double>(median(times).count()) / 1e6;
  };
  std::printf("starting and ending a bot        %6.2f ms, %.2f ms  (sandbox %s)\n",
              median_ms(&BenchTable::Restart::start), median_ms(&BenchTable::Restart::end),
              std::string{name_of(level)}.c_str());
}

/// A decision by the CPU clock as a multiple of one by the wall clock: the median over rounds that alternate.
double ratio_of_clocks(Host& host, const Options& options, SandboxLevel level) {
  BenchTable wall{host, level, ClockKind::wall};
  BenchTable cpu{host, level, ClockKind::cpu};
  std::vector<double> ratios;
  for (int round = 0; round < options.rounds; ++round) {
    const auto first = static_cast<std::uint64_t>(round) * options.games;
    const auto by_wall = wall.play(first, options.games).time;  // equal games, so equal decisions
    ratios.push_back(static_cast<double>(cpu.play(first, options.games).time.count()) /
                     static_cast<double>(by_wall.count()));
  }
  return median(ratios);
}

/// `cores`: those of the machine; this thread is pinned to one of them.
double games_a_second(Host& host, int workers, const std::vector<int>& cores) {
  constexpr std::uint64_t games = 1500;
  std::vector<std::thread> threads;
  const auto start = std::chrono::steady_clock::now();
  for (int worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      pin_or_say(cores[static_cast<std::size_t>(worker) % cores.size()]);
      BenchTable table{host};
      (void)table.play(static_cast<std::uint64_t>(worker) * games, games);
    });
  }
  for (auto& thread : threads) thread.join();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return static_cast<double>(games) * workers / time.count();
}

int run(const Options& options) {
  const auto cores = available_cores();
  pin_or_say(cores.back());
  if (options.only_games > 0) {
    Host host;
    (void)BenchTable{host}.play(0, options.only_games);
    return EXIT_SUCCESS;
  }
  DecisionCost cost;
  {
    Host host;
    std::printf("revolution, 3 seats, bots that answer at once, all on one core; medians of %d rounds\n\n",
                options.rounds);
    cost = print_decision(host, options, SandboxLevel::none);
    std::printf("bytes of a decision              %6zu there, %zu back\n", cost.bytes.question,
                cost.bytes.answer);
    std::printf("allocations a decision           %6.2f  (with the game's own)\n", cost.allocations);
  }
  print_system_calls();
  Host host;
  print_restarts(host, SandboxLevel::none);
  const auto print_clocks = [&](SandboxLevel level) {
    std::printf("CPU clock against wall clock     %6.2f  (sandbox %s)\n",
                ratio_of_clocks(host, options, level), std::string{name_of(level)}.c_str());
  };
  print_clocks(SandboxLevel::none);
  if (const auto level = highest_level(host); level != SandboxLevel::none) {
    print_restarts(host, level);
    (void)print_decision(host, options, level);
    print_clocks(level);
  }
  for (const int workers : {1, 2}) {
    std::printf("games a second, %d worker%s        %6.0f\n", workers, workers == 1 ? " " : "s",
                games_a_second(host, workers, cores));
  }
  if (options.highest_ratio == 0 || cost.ratio <= options.highest_ratio) return EXIT_SUCCESS;
  std::printf("\nthe ratio is above %.2f\n", options.highest_ratio);
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace tribunal

int main(int count, char** words) {
  tribunal::Options options;
  CLI::App app{"Measures what a decision through the referee costs."};
  app.add_option("--rounds", options.rounds, "rounds of each kind")->check(CLI::Range(1, 1000));
  app.add_option("--games", options.games, "games a round")->check(CLI::Range(1, 1'000'000));
  app.add_option("--highest-ratio", options.highest_ratio, "exit with 1 if the ratio is above this");
  app.add_option("--only-games", options.only_games, "only play this number of games (for strace)")
      ->group("");
  app.add_option("--echo", options.echo, "be the other end of the bare pipe")->expected(2)->group("");
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
    if (options.echo.size() == 2) {
      tribunal::BarePipe::echo({options.echo[0], options.echo[1]});
      return EXIT_SUCCESS;
    }
    return tribunal::run(options);
  } catch (const std::invalid_argument& error) {
    std::cerr << "tribunal-bench: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "tribunal-bench: " << error.what() << '\n';
    return 70;
  }
}
