#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

// The parts of tribunal-bench. Those that simulate stand in bench_report.hpp.
namespace tribunal {

struct DecisionsBench {
  int rounds = 9;
  std::uint64_t games = 400;  ///< a round
  double highest_ratio =
      0;  ///< a decision that costs more, in decisions of the bare pipe, is an error; 0: any may
};

/// Measures and prints the cost of a decision, of starting and ending bots, and of games at several tables.
/// False if a decision costs more than it may.
[[nodiscard]] bool bench_decisions(const DecisionsBench& bench);
/// Only plays this number of games (for strace).
void play_revolution(std::uint64_t games);
/// Is the other end of the bare pipe: answers each question on standard input with as many bytes.
void echo(std::size_t question_size, std::size_t answer_size);

struct GamesBench {
  std::string game;      ///< a game or a preset; empty: every game of the catalogue, then every preset
  int players = 0;       ///< 0: every number that it can be played by; of many presets: three, or the fewest
  double seconds = 0.2;  ///< a line
  bool check = false;    ///< a family below its aim is an error
};

/// Random games on one core, engine only: dealt by `FastDeal`, muted. Prints decisions, games, redrawn
/// positions and games by the values of actions a second, and for each family what it does against its aim.
/// False if that is to be checked and falls short.
[[nodiscard]] bool bench_games(const GamesBench& bench);

struct LuckBench {
  std::string game;          ///< or preset; empty: all of the catalogue
  std::uint64_t deals = 60;  ///< each played in complete rotation
  double seconds = 20;       ///< for each game, about; then fewer deals are enough
  std::uint32_t pairs = 50;  ///< `LuckOptions::pairs`
  std::string document = "docs/luck.md";
};

/// Measures the luck of games between bots that play by a game's values with different noise. Prints a line
/// for each game; false if luck has a mean that is not 0, or if more of the variance is left than the
/// document claims.
bool bench_luck(const LuckBench& bench);

/// Prints the weights of a model of a bot, fitted to its decisions in a tournament's games: those of
/// sample-bots/thinker_models.hpp are made this way.
void print_model(const std::filesystem::path& folder, const std::string& bot);

/// Keeps this thread on a core, or says why that is not possible.
void pin_or_say(int core);

/// The number of allocations since the program began.
[[nodiscard]] std::uint64_t allocations();

}  // namespace tribunal
