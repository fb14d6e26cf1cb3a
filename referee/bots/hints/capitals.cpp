#include "bots/hints/capitals.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <ranges>
#include <set>
#include <vector>

#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_names = 20'000;       // of a folder
constexpr std::size_t longest_looked_at = 1000;  // bytes of a line

/// Whether a line, in lower case, complains of something that is not there.
bool misses_something(std::string_view line) {
  constexpr std::array<std::string_view, 18> complaints{
      "no module named", "no such file", "not find",    "can't find",         "not found",  "not locate",
      "can't locate",    "not load",     "no rule to",  "declared in a file", "wrong name", "classnotfound",
      "noclassdef",      "enoent",       "open stream", "not open",           "can't open", "unresolved"};
  return std::ranges::any_of(complaints, [&](auto complaint) { return line.contains(complaint); });
}

/// The names of files and folders, without their extensions, by their lower case.
std::map<std::string, std::set<std::string>> names_below(const fs::path& folder) {
  std::map<std::string, std::set<std::string>> names;
  std::size_t count = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{folder, error};
       !error && entry != fs::recursive_directory_iterator{} && ++count < most_names;
       entry.increment(error)) {
    const auto name = entry->path().filename().string();
    const auto stem = name.substr(0, name.find('.', 1));
    names[lower_case(stem)].insert(name);
  }
  return names;
}

bool is_of_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '-';
}

/// The extension that follows a word in its line, with its dot, in lower case; empty if there is none.
std::string extension_after(std::string_view line, std::string_view word) {
  const auto begin = static_cast<std::size_t>(word.data() + word.size() - line.data());
  auto end = begin + 1;
  while (end < line.size() && is_of_word(line[end])) ++end;
  return begin < line.size() && line[begin] == '.' && end > begin + 1
             ? lower_case(line.substr(begin, end - begin))
             : std::string{};
}

/// The words of a line, without those of complaints themselves.
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

std::string capitals_hint(std::string_view said, const fs::path& folder) {
  std::map<std::string, std::set<std::string>> names;
  for (const auto part : std::views::split(said, '\n')) {
    const auto line = std::string_view{part.begin(), part.end()}.substr(0, longest_looked_at);
    if (!misses_something(lower_case(line))) continue;
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
             "': here names that differ in capitals are different files";
    }
  }
  return {};
}

}  // namespace tribunal
