#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bots/system/command.hpp"
#include "games/catalogue.hpp"
#include "record/limits.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// A bot as a plan names it.
struct NewBot {
  std::string name;
  std::string command;
  std::filesystem::path directory = {};  ///< relative to the plan's folder; empty: that folder
  std::string build = {};                ///< that makes it from source; needs `directory`
  std::vector<std::string> files = {};   ///< beside those of the command, where others share the directory

  bool operator==(const NewBot&) const = default;
};

/// `key = "text"`, a line of a plan.
[[nodiscard]] std::string plan_line(std::string_view key, std::string_view text);
[[nodiscard]] std::string plan_line(std::string_view key, std::int64_t number);

/// The `[[bots]]` of a bot in a plan.
[[nodiscard]] std::string plan_text(const NewBot& bot);

/// The kits (`tribunal_bot.py`) beside the scripts of a bot, which has them also where it shares its folder
/// with others.
[[nodiscard]] std::vector<std::filesystem::path> kits_of(const Command& command);

/// The reason why a plan has no bot for a path.
struct Unplaced {
  bool is_there = false;  ///< it exists, but nobody knows how to start it
  std::string sentence;   ///< with what to give in its place
};

/// The entry of a plan in `folder` for the bot at `path`: a program, a script (`.py`, `.js`, `.mjs`, `.rb`,
/// `.sh`, `.jar`, `.class`), a folder with one of them, the name of a sample bot, or a command line, with
/// blanks in it. The bot runs in the directory of the first file or folder that a command line names
/// (relative to the current directory), and the others are named from there. A script that shares its folder
/// with the kit of its language, such as `tribunal_bot.py`, needs that file. Looks at the file system.
[[nodiscard]] std::expected<NewBot, Unplaced> new_bot(const std::string& path,
                                                      const std::filesystem::path& folder);

/// The contents of a new plan.
struct NewPlan {
  std::string name;
  std::string game;
  int players = 0;
  std::uint64_t deals = 0;
  OptionTexts rules;
  std::string format;
  std::vector<std::string> format_lines;  ///< keys that the format needs
  std::vector<NewBot> bots;               ///< equal names are told apart by numbers
};

/// The plan as TOML, with a line on what to do with it.
[[nodiscard]] std::string text_of(NewPlan plan);

/// The options of a comparison.
struct ComparisonOrder {
  std::string game;
  OptionTexts rules;
  // Their names differ; those without a directory share the current one.
  NewBot candidate;
  NewBot baseline;
  std::vector<NewBot> field;
  int players = 0;          ///< at a table, 2 .. field + 1
  std::uint64_t deals = 0;  ///< the most
  std::optional<std::string> seed{};
  std::optional<std::filesystem::path> secret_file{};
  std::optional<std::string> public_value{};
  Limits limits;
  std::optional<SandboxLevel> sandbox{};
  std::filesystem::path results{};  ///< the folder of the results, no part of a bot; empty: the usual one
  std::string question;             ///< the question as text: with another question it is another comparison
};

/// Whether this is the plan of a comparison, by the name that `tournament_of` gives it.
[[nodiscard]] bool is_comparison(const Plan& plan);

/// The comparison as a tournament: a gauntlet with candidate and baseline on trial, bots 0 and 1. Its name
/// follows from all that the comparison depends on but the number of deals, the bots' files among it: a
/// changed bot is another comparison, with other deals and another folder. The error is one line.
/// `build` as in `load_tournament`.
[[nodiscard]] Result<Tournament> tournament_of(const ComparisonOrder& order, const BuildPlanned& build = {});

}  // namespace tribunal
