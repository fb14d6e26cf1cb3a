#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bots/build/build_bot.hpp"
#include "bots/identity/identity.hpp"
#include "table/bot_entry.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

class CommandLine;

/// The word that gives a seat to a person, in place of a bot's command line. Only some commands allow it.
inline constexpr std::string_view human_word = "human";

/// The name. If it is taken, the first of `name-2`, `name-3` and so on that is not.
[[nodiscard]] std::string unused_name(const std::string& name,
                                      const std::function<bool(const std::string&)>& is_taken);

/// The bots of command lines in the form of a plan that has nothing else. They are named after their programs
/// (`greedy`, `random`, `random-2`). They run in `directory`, or in the current one if it is empty.
[[nodiscard]] Plan plan_of(const std::vector<std::string>& command_lines,
                           const std::filesystem::path& directory = {});

/// The identity of each of these bots. `output`: a file that this command writes, which is not part of a bot;
/// may be empty.
[[nodiscard]] Result<std::vector<BotIdentity>> identities_here(const Plan& plan,
                                                               const std::filesystem::path& output = {});

[[nodiscard]] std::vector<std::string> hashes_of(const std::vector<BotIdentity>& identities);

/// The bots of a plan in the form that a table needs, each in its sandbox, with these hashes. `results` as in
/// `sandboxes_of`.
[[nodiscard]] std::vector<BotEntry> entries_of(const Plan& plan, const std::vector<std::string>& sha256,
                                               SandboxLevel level,
                                               std::span<const std::filesystem::path> results = {});

/// The index of the bot with this name in a plan. The error is a sentence, with a similar name if there is
/// one. `where`, such as ` in this tournament`, follows the name.
[[nodiscard]] Result<int> bot_of_plan(const Plan& plan, const std::string& name, std::string_view where = {});

/// One sentence saying that `who` takes one bot, and how to quote it. `words` were given instead. `usage` is
/// the command line before them, without `tribunal`: `check --`.
[[nodiscard]] std::string one_bot_wanted(std::string_view who, std::string_view usage,
                                         const std::vector<std::string>& words);

/// If some of `bots`, which are command lines, look like parts of one that was not quoted (`python3 bot.py`),
/// one sentence that says so, and how they were probably meant. Only command lines that cannot be played are
/// refused: a word that is not a program, and a script after the single interpreter of its first line.
[[nodiscard]] std::optional<std::string> unquoted(std::string_view usage,
                                                  const std::vector<std::string>& bots);

/// The paths that are hidden from builds: the secret of the plan, and `results` (as in `load_tournament`).
[[nodiscard]] std::vector<std::filesystem::path> hidden_from_builds(const Plan& plan,
                                                                    const std::filesystem::path& results);

/// Returns a function that builds bots of plans in the sandbox in which they will play. If a build takes
/// time, it prints the bot's name on standard error. `results` as in `load_tournament`.
[[nodiscard]] BuildPlanned builder(const std::filesystem::path& results = {});

/// Builds one bot like `builder`, for callers that report the failure.
[[nodiscard]] std::expected<void, FailedBuild> build_planned(const Plan& plan, PlannedBot& bot,
                                                             const std::filesystem::path& results = {});

/// Builds the bots of a recorded plan whose numbers are in `bots`, in a sandbox of `level`, like `builder`.
[[nodiscard]] Result<void> build_again(Plan& plan, const std::vector<std::size_t>& bots, SandboxLevel level,
                                       const std::filesystem::path& results);

/// The bot of a command line, still to be built in the current folder by `command`.
[[nodiscard]] PlannedBot bot_to_build_here(const std::string& command);

/// Builds the current folder by `command`, as the bot of a command line. The sandbox has the demanded level,
/// or else the highest that works. Returns the folder of the build, or an empty path if `command` is empty.
[[nodiscard]] std::filesystem::path build_here(const std::string& command,
                                               std::optional<SandboxLevel> demanded);

/// Adds the option `--build`, whose value in `build` is for `build_here`.
void add_build_option(CommandLine& command, std::string& build);

}  // namespace tribunal
