#include "cli/options/bot_options.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <utility>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "base/text/text_width.hpp"
#include "bots/hints/start_hint.hpp"
#include "bots/sandbox/visibility.hpp"
#include "bots/system/command.hpp"
#include "bots/system/program.hpp"
#include "check/order.hpp"
#include "report/standings/faults_report.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/planned_bots.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

// The last word that names a file says more than an interpreter before it; else the program itself.
std::string name_of(const Command& command) {
  const auto files = files_of(command);
  const auto path = files.empty() ? fs::path{command.words.front()} : files.back();
  const auto name = path.stem().string();
  return name.empty() ? "bot" : name;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<BotFiles> files_of_entries(std::span<const BotEntry> entries) {
  std::vector<BotFiles> bots;
  for (const auto& entry : entries)
    bots.push_back({.name = entry.name, .command = entry.command, .files = kits_of(entry.command)});
  return bots;
}

std::vector<Visibility> visible_to(std::span<const BotEntry> entries) {
  return visibility_of(files_of_entries(entries), {});
}

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

std::string unused_name(const std::string& name, const std::function<bool(const std::string&)>& is_taken) {
  auto candidate = name;
  for (int count = 2; is_taken(candidate); ++count) candidate = name + "-" + std::to_string(count);
  return candidate;
}

std::vector<BotEntry> named_entries_of(const std::vector<std::string>& command_lines,
                                       const fs::path& directory) {
  const auto where = directory.empty() ? fs::current_path() : fs::absolute(directory);
  std::vector<BotEntry> entries;
  for (const auto& line : command_lines) {
    auto command = must(parse_command(line, where));
    must_not(near_sample_bot(command.words.front()));
    BotEntry entry;
    entry.name = unused_name(name_of(command), [&](const std::string& name) {
      return std::ranges::find(entries, name, &BotEntry::name) != entries.end();
    });
    entry.command = std::move(command);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<BotEntry> entries_of(const std::vector<std::string>& command_lines, const fs::path& output,
                                 const fs::path& directory) {
  auto entries = named_entries_of(command_lines, directory);
  auto identities = must(identities_of(entries, output));
  for (std::size_t bot = 0; bot < entries.size(); ++bot)
    entries[bot].sha256 = std::move(identities.at(bot).sha256);
  return entries;
}

Result<std::vector<BotIdentity>> identities_of(std::span<const BotEntry> entries, const fs::path& output) {
  OrganiserFiles organiser{.plan = {}, .results = {fs::absolute(usual_results)}};
  if (!output.empty() && output != "-") organiser.results.push_back(output);
  return identities_of(files_of_entries(entries), organiser);
}

Result<int> bot_of_plan(const Plan& plan, const std::string& name, std::string_view where) {
  std::vector<std::string> names;
  for (const auto& bot : plan.bots) names.push_back(bot.name);
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  return std::unexpected{"there is no bot of the name '" + printable(name) + "'" + std::string{where} +
                         suggestion(name, names)};
}

void confine(std::span<BotEntry> entries, SandboxLevel level) {
  auto visible = visible_to(entries);
  for (std::size_t bot = 0; bot < entries.size(); ++bot) {
    entries[bot].sandbox = {.level = level,
                            .resources = {},
                            .shown = std::move(visible[bot].shown),
                            .hidden = std::move(visible[bot].hidden),
                            .environment = {}};
  }
}

std::string start_hint(std::span<const BotEntry> entries, std::size_t seat, bool ran,
                       const std::string& message, const std::string& error_tail) {
  const FailedStart start{.command = entries[seat].command,
                          .sandbox = entries[seat].sandbox,
                          .shared = visible_to(entries)[seat].shared,
                          .ran = ran,
                          .message = message,
                          .error_tail = error_tail};
  return start_hint(start, [](const auto&) { return std::string{own_folder_or_no_sandbox}; });
}

void show_error_tail(std::ostream& out, const std::string& tail) { out << error_tail_text(tail); }

void show_last_lines(std::ostream& out, const std::string& text) {
  constexpr std::size_t most = 20;
  auto lines = lines_of(text);
  if (lines.size() > most) {
    lines.erase(lines.begin(), lines.end() - most);
    out << "    ...\n";
  }
  for (const auto& line : lines) out << "    " << escaped(line) << '\n';
}

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
