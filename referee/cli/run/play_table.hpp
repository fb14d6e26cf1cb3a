#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options/game_options.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/run/session.hpp"
#include "record/limits.hpp"
#include "table/bot_entry.hpp"
#include "table/play_game.hpp"

namespace tribunal {

struct PlayOptions {
  RuleOptions rules;
  SecretSource secret;
  std::uint64_t deal = 0;
  std::string log;
  JournalOptions journal;
  Limits limits;
  std::optional<SandboxLevel> sandbox;  ///< none: the highest that works here, or that of the recorded game
  std::string build;                    ///< of the current folder, in which the bots run; may be empty
  bool trace = false;
  std::string from;
  std::optional<std::uint64_t> game;
  bool limits_given = false;  ///< any of them
  bool clock_given = false;   ///< of them, one on the time of decisions
  std::vector<std::string> bots;
  std::vector<std::string> seats;  ///< `S=COMMAND`, in place of bots of a results folder
};

/// The game to play, and its players.
struct Table {
  GameOrder order;
  std::vector<BotEntry> entries;
  Differences differences{};  ///< of the record whose deal is played again
};

/// The table of `tribunal play`: a new deal, or that of a recorded game.
[[nodiscard]] Table table_for(const PlayOptions& options);

/// Adds `human-seat`, the command by which this program plays a person's seat; no help shows it.
void add_human_seat_command(CommandLine& command);

}  // namespace tribunal
