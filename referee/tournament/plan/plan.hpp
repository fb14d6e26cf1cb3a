#pragma once

#include <algorithm>
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
  std::string name;                  ///< unique, at most 40 bytes (`rule_of_bot_names`)
  std::string command_text;          ///< as written in the plan
  Command command{};                 ///< words of the command and the directory where it runs
  std::string build{};               ///< shell command that still has to build it from source; else empty
  std::vector<std::string> files{};  ///< files that the bot consists of, beside those that the command
                                     ///< names
  std::vector<std::filesystem::path> sees{};  ///< further files that a sandbox shows it
  std::string sha256;                         ///< required hash (`BotIdentity`); empty: any
  bool has_directory = false;                 ///< whether the plan states the command's directory
  bool candidate = false;                     ///< whether it is on trial, in a gauntlet or a ladder
  bool optional = false;                      ///< whether its games are skipped if its program is missing
  Stay stay{};                                ///< part of the tournament in which it plays
  std::optional<Limits> limits{};             ///< own limits, if they differ from those of the plan
  std::size_t position = 0;                   ///< index among the `[[bots]]` of the plan's text

  bool operator==(const PlannedBot&) const = default;
};

/// A game of a tournament and its rules.
struct PlannedGame {
  std::string name;     ///< unique name; that of `game`, unless the plan states another
  std::string game;     ///< name of a game or a preset of the catalogue
  OptionTexts options;  ///< options of the rules, as stated

  bool operator==(const PlannedGame&) const = default;
};

/// A tournament as its organiser wrote it down. docs/plan.md explains every key of the file.
struct Plan {
  std::filesystem::path file;                      ///< file that it was read from
  std::string name;                                ///< `event` of the deal keys
  std::vector<PlannedGame> games;                  ///< one or more games; each is played with every deal
  int players = 0;                                 ///< number of seats that bots play
  std::uint64_t deals = 0;                         ///< deals per group (a round); at least 1
  const Format* format = &formats::round_robin();  ///< never null
  FormatSettings settings;
  std::vector<TieBreak> tie_breaks;  ///< as in `Shape`
  std::optional<std::string> seed;
  std::optional<std::filesystem::path> secret_file;
  std::optional<std::string> public_value;
  std::optional<Bytes32> commitment;  ///< commitment to the secret before the public value is mixed in
  Permutations permutations = Permutations::rotations;
  std::optional<int> workers;        ///< games played concurrently; none: the number of cores
  int cores_per_table = 1;           ///< cores reserved for each table; 0: the system chooses
  Restart restart = Restart::never;  ///< restarts of bots; here a match is one deal in all its seatings
  std::vector<Anchor> anchors;
  Limits limits;
  std::optional<SandboxLevel> sandbox;  ///< none: the highest level that works
  Resources resources;                  ///< resources for each bot
  BuildLimits build;                    ///< resources for the build of each bot
  std::vector<std::string> seeds;       ///< names of bots, the best first; empty: the order of the text
  /// Seeded bots in the order of their seeds, then the others in the order of the text. Bots that join later
  /// come after those that are present from the start.
  std::vector<PlannedBot> bots;

  /// The bot with this index, as games name it.
  [[nodiscard]] const PlannedBot& bot(int index) const { return bots.at(static_cast<std::size_t>(index)); }
  /// The names of the bots.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& bot : bots) names.push_back(bot.name);
    return names;
  }
  /// Whether a ruling of the organiser excludes a bot.
  [[nodiscard]] bool has_excluded() const {
    return std::ranges::any_of(bots, [](const PlannedBot& bot) { return bot.stay.excluded; });
  }
};

/// The limits of a bot of the plan, given by its index.
[[nodiscard]] const Limits& limits_of(const Plan& plan, std::size_t bot);

/// The limits of each seat (`Record::own_limits`). Empty if all bots there have the plan's limits.
[[nodiscard]] std::vector<Limits> own_limits_of(const Plan& plan, std::span<const int> seating);

/// The largest length of the name of a bot or a game in bytes.
inline constexpr std::size_t longest_word = 40;

/// Reads a plan. `file` is where the text came from: messages name it, and relative paths start at its
/// folder. Everything is checked that needs no bot to run: for example, the rules must resolve and a schedule
/// must be possible. The error is one line: `file:line:column: what is wrong; expected what`.
[[nodiscard]] Result<Plan> parse_plan(std::string_view text, const std::filesystem::path& file);

/// The text of the plan in `file`. `-` is standard input.
[[nodiscard]] Result<std::string> read_plan_text(const std::filesystem::path& file);

/// The text of a plan with another number of deals and no other change. A text that is not a plan is returned
/// unchanged.
[[nodiscard]] std::string with_deals(std::string text, std::uint64_t deals);

/// The rules of each of the plan's games. For a plan from `parse_plan` there is no error.
[[nodiscard]] Result<std::vector<Rules>> rules_of(const Plan& plan);

/// The schedule of a plan's games. For a plan from `parse_plan` there is no error.
[[nodiscard]] Result<Schedule> schedule_of(const Plan& plan);

}  // namespace tribunal
