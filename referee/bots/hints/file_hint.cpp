#include "bots/hints/file_hint.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <ranges>
#include <set>
#include <vector>

#include "base/text/utf8.hpp"
#include "bots/sandbox/file_view.hpp"
#include "bots/system/paths.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_complaint = 1000;  ///< largest number of bytes of a complaint that are read

std::string_view last_complaint(std::string_view said) {
  std::string_view last;
  for (const auto line : split_lines(said))
    if (complains_of_file(line) && !line.contains("No module named")) last = line;
  return last.substr(0, longest_complaint);
}

/// Whether a word may be a path: it has a slash, or a short extension like a file.
bool resembles_path(const fs::path& word) {
  constexpr std::size_t longest_extension = 6;  // including its dot
  const auto extension = word.extension().native().size();
  return word.native().contains('/') || (extension > 1 && extension <= longest_extension);
}

/// The paths that a complaint may be about. Text in quotes comes first.
std::vector<fs::path> paths_in(std::string_view complaint) {
  std::vector<fs::path> paths;
  for (const char quote : {'\'', '"', '`'}) {
    const auto begin = complaint.find(quote);
    const auto end = complaint.find(quote == '`' ? '\'' : quote, begin + 1);
    if (begin == std::string_view::npos || end == std::string_view::npos) continue;
    paths.emplace_back(complaint.substr(begin + 1, end - begin - 1));
  }
  for (const auto part : std::views::split(complaint, ' ')) {
    std::string_view word{part.begin(), part.end()};
    while (!word.empty() && std::string_view{":,;.)'\""}.contains(word.back())) word.remove_suffix(1);
    while (!word.empty() && std::string_view{"('\"`"}.contains(word.front())) word.remove_prefix(1);
    paths.emplace_back(word);
  }
  std::erase_if(paths,
                [](const fs::path& path) { return !resembles_path(path) || path.native().contains("://"); });
  return paths;
}

/// The files and folders that the words of a command name, including lists such as a class path.
std::vector<fs::path> paths_named_by(const Command& command) {
  std::vector<fs::path> paths;
  std::error_code ignored;
  for (const auto& word : std::views::drop(command.words, 1)) {
    for (const auto part : std::views::split(word, ':')) {
      fs::path path{std::string{part.begin(), part.end()}};
      if (resembles_path(path) && fs::exists(command.directory / path, ignored))
        paths.push_back(std::move(path));
    }
  }
  return paths;
}

bool is_of_kernel(const fs::path& path) {
  constexpr std::array<std::string_view, 3> roots{"/proc", "/dev", "/sys"};
  return std::ranges::any_of(roots, [&](auto root) { return is_in(path, root); });
}

/// The folder of one of the command's files that contains `path`, if the working directory does not.
/// Otherwise empty.
fs::path folder_beside(const Command& command, const fs::path& path) {
  std::error_code ignored;
  if (path.is_absolute() || fs::exists(command.directory / path, ignored)) return {};
  for (const auto& file : files_of(command)) {
    auto folder = real_path(file).parent_path();
    if (is_in(real_path(folder / path), folder) && fs::exists(folder / path, ignored)) return folder;
  }
  return {};
}

constexpr std::size_t most_names_below = 20'000;  // number of names in a folder
constexpr std::size_t longest_looked_at = 1000;   // length of a line in bytes

/// The names of files and folders, without their extensions, by their form in lower case.
std::map<std::string, std::set<std::string>> names_below(const fs::path& folder) {
  std::map<std::string, std::set<std::string>> names;
  std::size_t count = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{folder, error};
       !error && entry != fs::recursive_directory_iterator{} && ++count < most_names_below;
       entry.increment(error)) {
    const auto name = entry->path().filename().string();
    const auto stem = name.substr(0, name.find('.', 1));
    names[lower_case(stem)].insert(name);
  }
  return names;
}

/// The extension that follows a word in its line, with its dot, in lower case. Empty if there is none.
std::string extension_after(std::string_view line, std::string_view word) {
  const auto begin = static_cast<std::size_t>(word.data() + word.size() - line.data());
  auto end = begin + 1;
  while (end < line.size() && is_of_word(line[end])) ++end;
  return begin < line.size() && line[begin] == '.' && end > begin + 1
             ? lower_case(line.substr(begin, end - begin))
             : std::string{};
}

/// The words of a line, without those that belong to the complaint itself.
std::vector<std::string_view> words_of_line(std::string_view line) {
  constexpr std::array<std::string_view, 22> of_complaints{
      "no",     "No",     "such",  "file",  "File",   "or",   "directory", "module", "named", "not",  "found",
      "Cannot", "cannot", "error", "Error", "target", "make", "class",     "main",   "find",  "load", "open"};
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    auto end = at;
    while (end < line.size() && is_of_word(line[end])) ++end;
    const auto word = line.substr(at, end - at);
    if (!word.empty() && std::ranges::find(of_complaints, word) == of_complaints.end()) words.push_back(word);
    at = end + 1;
  }
  return words;
}

}  // namespace

bool is_of_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '-';
}

bool complains_of_file(std::string_view said) {
  const auto lower = lower_case(said);
  constexpr std::array<std::string_view, 18> complaints{
      "no module",          "no such file", "not find", "not found",  "not locate",  "t locate",
      "not load",           "no rule to",   "not open", "t open",     "open stream", "unresolved",
      "declared in a file", "wrong name",   "notfound", "noclassdef", "nosuchfile",  "enoent"};
  return std::ranges::any_of(complaints, [&](auto complaint) { return lower.contains(complaint); });
}

std::string file_hint(const Command& command, const Sandbox& sandbox, std::string_view said) {
  const auto complaint = last_complaint(said);
  if (complaint.empty()) return {};
  auto paths = paths_in(complaint);
  for (const auto& path : paths) {
    const auto folder = folder_beside(command, path);
    if (!folder.empty())
      return legible(path.native()) + " is in " + legible(folder.native()) + ", but the bot runs in " +
             legible(real_path(command.directory).native()) +
             ": open it by a path relative to the program's own";
  }
  if (sandbox.level < SandboxLevel::bwrap) return {};
  const auto view = view_of(command, sandbox);
  const auto named = paths_named_by(command);
  paths.insert(paths.end(), named.begin(), named.end());
  for (const auto& path : paths) {
    const auto place = real_path(command.directory / path);
    const auto holds = [&](const fs::path& shown) { return is_in(place, real_path(shown)); };
    const bool is_own = std::ranges::any_of(sandbox.shown, holds);  // even for files that it does not have
    if (is_own || sees(view, place) || is_of_kernel(place)) continue;
    return legible(path.native()) +
           " is a place that the sandbox hides from the bot: copy what it needs into the folder of the bot, "
           "and open "
           "it from there (or in a plan: sees = [...])";
  }
  return {};
}

std::string capitals_hint(std::string_view said, const fs::path& folder) {
  std::map<std::string, std::set<std::string>> names;
  for (const auto whole : split_lines(said)) {
    const auto line = whole.substr(0, longest_looked_at);
    if (!complains_of_file(line)) continue;
    if (names.empty()) names = names_below(folder);
    for (const auto word : words_of_line(line)) {
      const auto found = names.find(lower_case(word));
      if (found == names.end()) continue;
      const auto extension = extension_after(line, word);
      const auto is_exact = [&](const std::string& name) {
        return name.substr(0, name.find('.', 1)) == word;
      };
      const auto near = std::ranges::find_if(
          found->second, [&](const std::string& name) { return lower_case(name).ends_with(extension); });
      if (near == found->second.end() || std::ranges::any_of(found->second, is_exact)) continue;
      return "it looks for '" + legible(word, 80) + "', but its file is named '" + legible(*near, 80) +
             "': on this machine, names that differ in capitals are different files";
    }
  }
  return {};
}

}  // namespace tribunal
