#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

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
