#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bots/identity/identity.hpp"
#include "table/bot_entry.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The word in place of a bot's command line that gives the seat to a person, in commands that allow it.
inline constexpr std::string_view human_word = "human";

/// The name, or if that is taken the first of `name-2`, `name-3` and so on that is not.
[[nodiscard]] std::string unused_name(const std::string& name,
                                      const std::function<bool(const std::string&)>& is_taken);

/// The entries of bots given as command lines, named after their programs (`greedy`, `random`, `random-2`),
/// without their hashes. They run in `directory`, empty for the current one.
[[nodiscard]] std::vector<BotEntry> named_entries_of(const std::vector<std::string>& command_lines,
                                                     const std::filesystem::path& directory = {});

/// The entries with their hashes, of bots that run in `directory`, empty for the current one. `output`: a
/// file that this command writes, which is no part of a bot; may be empty.
[[nodiscard]] std::vector<BotEntry> entries_of(const std::vector<std::string>& command_lines,
                                               const std::filesystem::path& output = {},
                                               const std::filesystem::path& directory = {});

/// The identity of each of these bots. The error is one sentence.
[[nodiscard]] Result<std::vector<BotIdentity>> identities_of(std::span<const BotEntry> entries,
                                                             const std::filesystem::path& output = {});

/// The index of the bot of this name in a plan. The error is a sentence, with a near name if there is one;
/// `where`, such as ` in this tournament`, stands behind the name.
[[nodiscard]] Result<int> bot_of_plan(const Plan& plan, const std::string& name, std::string_view where = {});

/// Gives the bots, which play together, their sandboxes: each sees what it would in a tournament
/// (`visibility_of`).
void confine(std::span<BotEntry> entries, SandboxLevel level);

/// A hint for the bot at this seat, which did not get ready: `start_hint` for the bots of a command that
/// takes no files. `ran`: there was a process.
[[nodiscard]] std::string start_hint(std::span<const BotEntry> entries, std::size_t seat, bool ran,
                                     const std::string& message, const std::string& error_tail);

/// Shows what a bot wrote to stderr last, if anything, without the bytes that could harm a terminal.
void show_error_tail(std::ostream& out, const std::string& tail);

/// The last 20 lines of `text`, in the same way; `...` stands for those before.
void show_last_lines(std::ostream& out, const std::string& text);

/// Says that `who` takes one bot, and how to quote it: one sentence. `words` are in its place;
/// `usage` is the command line before them, after `tribunal`: `check --`.
[[nodiscard]] std::string one_bot_wanted(std::string_view who, std::string_view usage,
                                         const std::vector<std::string>& words);

/// If some of `bots`, the command lines of several, look like one that was not quoted (`python3 bot.py`): one
/// sentence that says so, and how they were most likely meant. Only what cannot be played like that is
/// refused: a word that is no program, and a script after the interpreter of its first line alone.
[[nodiscard]] std::optional<std::string> unquoted(std::string_view usage,
                                                  const std::vector<std::string>& bots);

}  // namespace tribunal
