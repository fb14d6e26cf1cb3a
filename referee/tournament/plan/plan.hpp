#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "bots/build/build_limits.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"
#include "games/catalogue.hpp"
#include "record/limits.hpp"
#include "table/restart.hpp"
#include "tournament/plan/elos.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// A bot of a tournament and how to start it.
struct PlannedBot {
  std::string name;          ///< unique, at most 40 bytes (`rule_of_bot_names`)
  std::string command_text;  ///< as written in the plan
  Command command;           ///< its words, and the directory where it runs
  std::string
      build{};  ///< a shell's command that makes it from source, which is still to be done; else empty
  std::vector<std::string> files;           ///< beside those that the command names, what the bot is made of
  std::vector<std::filesystem::path> sees;  ///< further files that a sandbox shows it
  std::string sha256;                       ///< that it must have (`BotIdentity`); empty: any
  bool has_directory = false;               ///< the plan gives it the command's directory
  bool candidate = false;                   ///< on trial, in a gauntlet or a ladder
  bool optional = false;                    ///< its games are not played where its program is missing
  Stay stay{};                              ///< from when to when it takes part
  std::optional<Limits> limits{};           ///< its own, where they differ from those of the plan
  std::size_t position = 0;                 ///< among the `[[bots]]` of the plan's text, from 0

  bool operator==(const PlannedBot&) const = default;
};

/// A game of a tournament and its rules.
struct PlannedGame {
  std::string name;     ///< unique; that of `game`, unless the plan gives it another
  std::string game;     ///< a game or a preset of the catalogue
  OptionTexts options;  ///< of the rules, as given

  bool operator==(const PlannedGame&) const = default;
};

/// A tournament as its organiser wrote it down; docs/plan.md explains every key of the file.
struct Plan {
  std::filesystem::path file;                      ///< the file that it was read from
  std::string name;                                ///< the `event` of the deal keys
  std::vector<PlannedGame> games;                  ///< one or several, each of them played with every deal
  int players = 0;                                 ///< seats that bots play
  std::uint64_t deals = 0;                         ///< for each group (a round), from 1
  const Format* format = &formats::round_robin();  ///< never null
  FormatSettings settings;
  std::vector<TieBreak> tie_breaks;  ///< as in `Shape`
  std::optional<std::string> seed;
  std::optional<std::filesystem::path> secret_file;
  std::optional<std::string> public_value;
  std::optional<Bytes32> commitment;  ///< to the secret before the public value is mixed in
  Permutations permutations = Permutations::rotations;
  std::optional<int> workers;        ///< games played concurrently; none: the number of cores
  int cores_per_table = 1;           ///< 0: a table runs wherever the system likes
  Restart restart = Restart::never;  ///< a match is one deal in all its seatings
  std::vector<Anchor> anchors;
  Limits limits;
  std::optional<SandboxLevel> sandbox;  ///< none: the highest level that works
  Resources resources;                  ///< of each bot
  BuildLimits build;                    ///< of each bot's build
  std::vector<std::string> seeds;       ///< names of bots, the best first; none: the order of the text
  /// In the order of the text; with seeds by these, behind them in the order of the text. Bots that join
  /// later come after those that are there before.
  std::vector<PlannedBot> bots;
};

/// The limits under which a bot of the plan, by its index, plays.
[[nodiscard]] const Limits& limits_of(const Plan& plan, std::size_t bot);

/// The limits of each seat, where bots sit there that do not all have those of the plan
/// (`Record::own_limits`); else none.
[[nodiscard]] std::vector<Limits> own_limits_of(const Plan& plan, std::span<const int> seating);

/// Bytes of the name of a bot or a game.
inline constexpr std::size_t longest_word = 40;

/// Reads a plan. `file` is where the text came from: messages name it, and relative paths start at its
/// folder. All that can be known without running anything is checked: the rules resolve and a schedule can be
/// made. The error is one line: `file:line:column: what is wrong; expected what`.
[[nodiscard]] Result<Plan> parse_plan(std::string_view text, const std::filesystem::path& file);

/// The text of the plan in `file`; `-` is standard input.
[[nodiscard]] Result<std::string> read_plan_text(const std::filesystem::path& file);

/// A plan's text with another number of deals, all else unchanged. A text that is no plan is returned
/// unchanged.
[[nodiscard]] std::string with_deals(std::string text, std::uint64_t deals);

/// The rules that each of a plan's games is played by; no error is possible for a plan from `parse_plan`.
[[nodiscard]] Result<std::vector<Rules>> rules_of(const Plan& plan);

/// The games of a plan; no error is possible for a plan from `parse_plan`.
[[nodiscard]] Result<Schedule> schedule_of(const Plan& plan);

}  // namespace tribunal
