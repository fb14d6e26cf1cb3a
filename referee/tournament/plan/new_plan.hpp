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

/// A bot in the form that a plan states it.
struct NewBot {
  std::string name;
  std::string command;
  std::filesystem::path directory = {};  ///< relative to the plan's folder; empty: that folder
  std::string build = {};                ///< command that builds it from source; needs `directory`
  std::vector<std::string> files = {};   ///< further files, beside those of the command, if other bots share
                                         ///< the directory

  bool operator==(const NewBot&) const = default;
};

/// A line of a plan: `key = "text"`.
[[nodiscard]] std::string plan_line(std::string_view key, std::string_view text);
[[nodiscard]] std::string plan_line(std::string_view key, std::int64_t number);

/// The table `[[bots]]` of a bot in a plan.
[[nodiscard]] std::string plan_text(const NewBot& bot);

/// The kits (`tribunal_bot.py`) beside the scripts of a bot. A bot has them even if it shares its folder with
/// others.
[[nodiscard]] std::vector<std::filesystem::path> kits_of(const Command& command);

/// The place of a bot's folder. A link to a folder stays a link: its name is the bot's, and a plan follows
/// it.
[[nodiscard]] std::filesystem::path place_of_folder(const std::string& path);

/// The reason that a path cannot become a bot of a plan.
struct Unplaced {
  bool is_there = false;  ///< whether the path exists; then it is unknown how to start it
  std::string sentence;   ///< message that says what to give instead
};

/// The entry of a plan in `folder` for the bot at `path`: a program, a script (`.py`, `.js`, `.mjs`, `.rb`,
/// `.sh`, `.jar`, `.class`), a folder with one of them, the name of a sample bot, or a command line with
/// blanks in it. A command line runs in the directory of the first file or folder that it names (relative to
/// the current directory), and its other paths become relative to that directory. If the kit of its language,
/// such as `tribunal_bot.py`, is beside a script in a shared folder, the bot needs that file too. Looks at
/// the file system.
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
  std::vector<std::string> format_lines{};  ///< keys that the format requires
  std::vector<NewBot> bots{};               ///< bots; equal names get numbers
};

/// The plan as TOML, with a comment line on the next step.
[[nodiscard]] std::string text_of(NewPlan plan);

/// The options of a comparison.
struct ComparisonOrder {
  std::string game;
  OptionTexts rules;
  // Names must differ. Bots without a directory share the current one.
  NewBot candidate;
  NewBot baseline;
  std::vector<NewBot> field{};
  int players = 0;          ///< seats at a table: 2 to field + 1
  std::uint64_t deals = 0;  ///< largest number of deals
  std::optional<std::string> seed{};
  std::optional<std::filesystem::path> secret_file{};
  std::optional<std::string> public_value{};
  Limits limits;
  std::optional<SandboxLevel> sandbox{};
  std::filesystem::path results{};  ///< results folder, never part of a bot; empty: the default one
  std::string question;             ///< question as text; another question makes another comparison
};

/// Whether this is the plan of a comparison, judged by the form of its name (`tournament_of`).
[[nodiscard]] bool is_comparison(const Plan& plan);

/// The comparison as a tournament: a gauntlet with candidate and baseline, bots 0 and 1, on trial. Its name
/// follows from everything that the comparison depends on, including the bots' files, but not from the number
/// of deals. A changed bot therefore makes another comparison, with other deals and another folder. The error
/// is one line. `build` as in `load_tournament`.
[[nodiscard]] Result<Tournament> tournament_of(const ComparisonOrder& order, const BuildPlanned& build = {});

}  // namespace tribunal
