#include "bots/hints/start_hint.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string_view>
#include <utility>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "bots/hints/missed_files.hpp"
#include "bots/hints/missed_module.hpp"
#include "bots/hints/sandbox_hint.hpp"
#include "bots/sandbox/file_view.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The usual interpreter of scripts with this extension; empty if none is known.
std::string_view interpreter_for(const fs::path& script) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> usual{{{".py", "python3"},
                                                                                {".js", "node"},
                                                                                {".mjs", "node"},
                                                                                {".jar", "java -jar"},
                                                                                {".rb", "ruby"},
                                                                                {".pl", "perl"},
                                                                                {".lua", "lua"},
                                                                                {".sh", "sh"}}};
  const auto extension = script.extension();
  const auto* const found =
      std::ranges::find(usual, extension.native(), [](const auto& row) { return row.first; });
  return found == usual.end() ? std::string_view{} : found->second;
}

/// The file or the interpreter that the first word of a command most likely means; empty if none is near.
std::string near_program(const Command& command) {
  const auto& word = command.words.front();
  if (word.contains('/')) {
    const auto near = near_name(command.directory / word);
    return near.empty() ? near : (fs::path{word}.parent_path() / near).native();
  }
  std::vector<std::string> interpreters;
  for (const auto* name :
       {"python3", "node", "java", "ruby", "perl", "lua", "bash", "sh", "php", "dotnet", "go"})
    if (!find_program(name).empty()) interpreters.emplace_back(name);
  return nearest(word, interpreters);
}

/// The right command for a word that names no program, for a file that was named like a program in PATH, or
/// for one that is not executable.
std::string how_to_run(const Command& command) {
  const auto& word = command.words.front();
  std::error_code ignored;
  if (look_at(command)) return {};
  if (!fs::exists(command.directory / word, ignored)) return did_you_mean(escaped(near_program(command)));
  if (!fs::is_regular_file(command.directory / word, ignored)) return {};
  const auto here = "./" + word;
  const bool lacks_path = !word.contains('/');
  if (lacks_path && look_at({.words = {here}, .directory = command.directory}))
    return "it is a file in the bot's directory: the command is " + escaped(here);
  if (const auto interpreter = interpreter_for(word); !interpreter.empty())
    return "it is a script, run by its interpreter: the command is " + std::string{interpreter} + ' ' +
           escaped(word);
  return lacks_path ? "it is a file in the bot's directory: the command is " + escaped(here) : std::string{};
}

/// A mistake in a script's first line, which names its interpreter.
std::string about_first_line(const Command& command) {
  const auto& word = command.words.front();
  std::ifstream script{command.directory / word};
  std::string line;
  if (!word.contains('/') || !std::getline(script, line) || !line.starts_with("#!")) return {};
  if (line.ends_with('\r'))
    return "the first line of " + escaped(word) + " ends with \\r: save the file with Unix line ends";
  line.erase(0, std::min(line.find_first_not_of(" \t", 2), line.size()));
  const auto interpreter = line.substr(0, line.find_first_of(" \t"));
  std::error_code ignored;
  if (interpreter.empty() || fs::exists(interpreter, ignored)) return {};
  return "the first line of " + escaped(word) + " names " + escaped(interpreter) + ", which does not exist";
}

/// The reason why the bot does not see the contents of a folder of its files.
std::string why_unseen(const std::vector<SharedFolder>& shared, const fs::path& folder) {
  const auto found = std::ranges::find(shared, folder, &SharedFolder::path);
  return found == shared.end() ? "" : " in a folder that " + found->reason;
}

std::string about_missed(const FailedStart& start, const std::vector<fs::path>& missed,
                         const ShowFiles& show) {
  std::vector<std::string> names;
  for (const auto& path : missed)
    names.push_back(path.lexically_relative(real_path(start.command.directory)).native());
  return escaped(missed.front().filename().native()) + " is hidden from the bot: it is" +
         why_unseen(start.shared, missed.front().parent_path()) + "; " + show(names);
}

/// Whether a bot may have ended for lack of a file: it complains of one, or wrote nothing.
bool may_miss_files(std::string_view error_tail) {
  std::string said{error_tail};
  std::ranges::transform(said, said.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 8> complaints{"no such file", "not found", "not find", "no module",
                                                       "not open",     "t open",    "not load", "enoent"};
  return said.empty() ||
         std::ranges::any_of(complaints, [&](auto complaint) { return said.contains(complaint); });
}

/// Whether a folder has a file that the bot could miss: one that is hidden for no other reason.
bool has_unseen_files(const fs::path& folder, const FileView& view, const Sandbox& sandbox) {
  std::error_code ignored;
  return std::ranges::any_of(fs::directory_iterator{folder, ignored}, [&](const auto& entry) {
    return !entry.is_directory(ignored) && !sees(view, entry.path()) &&
           std::ranges::find(sandbox.hidden, real_path(entry.path())) == sandbox.hidden.end();
  });
}

std::string about_shared(const FailedStart& start, const FileView& view, const ShowFiles& show) {
  if (start.shared.empty() || !may_miss_files(start.error_tail)) return {};
  const auto& shared = start.shared.front();
  if (!has_unseen_files(shared.path, view, start.sandbox)) return {};
  return "it does not see " + escaped(shared.path.native()) + ", a folder that " + shared.reason + ": " +
         show({});
}

}  // namespace

std::string start_hint(const FailedStart& start, const ShowFiles& show) {
  if (!start.ran) return how_to_run(start.command);
  if (auto hint = about_first_line(start.command); !hint.empty()) return hint;
  const auto said = start.message + '\n' + start.error_tail;
  if (const auto absent = absent_file(start.command, said); !absent.empty()) {
    const auto near = did_you_mean(escaped(near_name(absent)));
    return "there is no file " + escaped(absent.native()) + (near.empty() ? near : "; " + near);
  }
  if (auto hint = sandbox_hint(start.sandbox, said, start.command.words.front()); !hint.empty()) return hint;
  const auto module = missed_module(start.error_tail);
  const auto last_resort = [&] {
    auto hint = about_kit(module);
    return hint.empty() ? about_environment(module, start.sandbox.level) : hint;
  };
  if (start.sandbox.level < SandboxLevel::bwrap) return last_resort();
  const auto view = view_of(start.command, start.sandbox);
  if (const auto missed = missed_files(start.command, view, said); !missed.empty())
    return about_missed(start, missed, show);
  if (auto hint = last_resort(); !hint.empty()) return hint;
  return about_shared(start, view, show);
}

}  // namespace tribunal
