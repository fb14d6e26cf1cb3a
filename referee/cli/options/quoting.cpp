#include "cli/options/quoting.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>

#include "base/escape.hpp"
#include "bots/system/command.hpp"
#include "bots/system/program.hpp"
#include "check/order.hpp"
#include "cli/options/bot_options.hpp"
#include "tournament/plan/bot_names.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The one word of a command line; nothing if it has several, or cannot be split.
std::optional<Command> single_word(const std::string& line) {
  auto command = parse_command(line, fs::current_path());
  if (!command || command->words.size() != 1) return std::nullopt;
  return std::move(*command);
}

/// A word that no program has for a name, or a file that cannot be run: `-u`, `bot.py`.
bool is_no_program(const Command& command) {
  if (command.words.front() == human_word) return false;
  const auto found = find_program(command.words.front());
  std::error_code ignored;
  return !look_at(command) && (found.empty() || fs::is_regular_file(command.directory / found, ignored));
}

/// A script that can be run by itself, and before it, alone, what would run it.
bool is_script_of(const Command& command, const Command& before) {
  const auto programs = programs_of(command);
  const auto interpreter = fs::path{before.words.front()}.filename();
  return programs.size() > 1 &&
         std::ranges::any_of(programs.begin() + 1, programs.end(),
                             [&](const auto& program) { return program.filename() == interpreter; });
}

}  // namespace

std::string one_bot_wanted(std::string_view who, std::string_view usage,
                           const std::vector<std::string>& words) {
  const auto bot = words.empty() ? "python3 mybot.py" : joined(words);
  return std::string{who} + " takes one bot, quoted as one word: tribunal " + std::string{usage} + ' ' +
         escaped(shell_word(bot));
}

std::optional<std::string> unquoted(std::string_view usage, const std::vector<std::string>& bots) {
  std::vector<std::vector<std::string>> meant;
  std::optional<Command> before;
  std::string why;
  for (const auto& line : bots) {
    auto word = single_word(line);
    const bool no_program = word && before && is_no_program(*word);
    if (const auto near = no_program ? near_sample_bot(line) : std::nullopt) return escaped(*near);
    const bool is_script = word && before && meant.back().size() == 1 && is_script_of(*word, *before);
    if (no_program || is_script) {
      if (why.empty())
        why = escaped(no_program ? look_at(*word).error().message
                                 : "'" + line + "' comes after its interpreter");
      meant.back().push_back(line);
    } else {
      meant.push_back({line});
      before = std::move(word);
    }
  }
  if (why.empty()) return std::nullopt;
  why += "; each bot is one command, quoted as one word, perhaps tribunal " + std::string{usage} + " --";
  for (const auto& words : meant) why += ' ' + escaped(shell_word(joined(words)));
  return why;
}

}  // namespace tribunal
