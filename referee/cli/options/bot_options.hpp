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
#include "bots/identity/identity.hpp"
#include "table/bot_entry.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

class CommandLine;

/// The word in place of a bot's command line that gives the seat to a person, in commands that allow it.
inline constexpr std::string_view human_word = "human";

/// The name, or if that is taken the first of `name-2`, `name-3` and so on that is not.
[[nodiscard]] std::string unused_name(const std::string& name,
                                      const std::function<bool(const std::string&)>& is_taken);

/// Bots of command lines as a plan would have them, named after their programs (`greedy`, `random`,
/// `random-2`); nothing else is in it. They run in `directory`, empty for the current one.
[[nodiscard]] Plan plan_of(const std::vector<std::string>& command_lines,
                           const std::filesystem::path& directory = {});

/// The identity of each of these bots. `output`: a file that this command writes, which is no part of a bot;
/// may be empty.
[[nodiscard]] Result<std::vector<BotIdentity>> identities_here(const Plan& plan,
                                                               const std::filesystem::path& output = {});

/// The hashes of identities.
[[nodiscard]] std::vector<std::string> hashes_of(const std::vector<BotIdentity>& identities);

/// The bots of a plan as a table seats them, each in its sandbox, with these hashes. `results` as in
/// `sandboxes_of`.
[[nodiscard]] std::vector<BotEntry> entries_of(const Plan& plan, const std::vector<std::string>& sha256,
                                               SandboxLevel level,
                                               std::span<const std::filesystem::path> results = {});

/// The index of the bot of this name in a plan. The error is a sentence, with a near name if there is one;
/// `where`, such as ` in this tournament`, stands behind the name.
[[nodiscard]] Result<int> bot_of_plan(const Plan& plan, const std::string& name, std::string_view where = {});

/// Says that `who` takes one bot, and how to quote it: one sentence. `words` are in its place;
/// `usage` is the command line before them, after `tribunal`: `check --`.
[[nodiscard]] std::string one_bot_wanted(std::string_view who, std::string_view usage,
                                         const std::vector<std::string>& words);

/// If some of `bots`, the command lines of several, look like one that was not quoted (`python3 bot.py`): one
/// sentence that says so, and how they were most likely meant. Only what cannot be played like that is
/// refused: a word that is no program, and a script after the interpreter of its first line alone.
[[nodiscard]] std::optional<std::string> unquoted(std::string_view usage,
                                                  const std::vector<std::string>& bots);

/// The paths that no build sees: the secret of the plan, and `results` (as in `load_tournament`).
[[nodiscard]] std::vector<std::filesystem::path> hidden_from_builds(const Plan& plan,
                                                                    const std::filesystem::path& results);

/// Builds bots of plans in the sandbox in which they will play, and says on standard error which, if it takes
/// time. `results` as in `load_tournament`.
[[nodiscard]] BuildPlanned builder(const std::filesystem::path& results = {});

/// Builds the bots on `build` of a recorded plan, by their numbers, in a sandbox of `level`, like `builder`.
void build_again(Plan& plan, const std::vector<std::size_t>& bots, SandboxLevel level,
                 const std::filesystem::path& results);

/// Builds the current folder by `command`, as the bot of a command line, in a sandbox of the level that is
/// demanded, or else the highest that works; returns the folder that was built, an empty path if `command` is
/// empty.
[[nodiscard]] std::filesystem::path build_here(const std::string& command,
                                               std::optional<SandboxLevel> demanded);

/// Adds `--build` for `build_here`, which leaves its command in `build`.
void add_build_option(CommandLine& command, std::string& build);

}  // namespace tribunal
