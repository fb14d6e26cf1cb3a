#include "bots/hints/file_hint.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <ranges>
#include <vector>

#include "base/text/utf8.hpp"
#include "bots/sandbox/file_view.hpp"
#include "bots/system/paths.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_complaint = 1000;  ///< bytes of a complaint that are read

std::string_view last_complaint(std::string_view said) {
  std::string_view last;
  for (const auto part : std::views::split(said, '\n')) {
    const std::string_view line{part.begin(), part.end()};
    if (complains_of_file(line) && !line.contains("No module named")) last = line;
  }
  return last.substr(0, longest_complaint);
}

/// Whether a word may be a path: it has a slash, or a short extension as files have.
bool resembles_path(const fs::path& word) {
  constexpr std::size_t longest_extension = 6;  // with its dot
  const auto extension = word.extension().native().size();
  return word.native().contains('/') || (extension > 1 && extension <= longest_extension);
}

/// The paths that a complaint may be about: first what stands in quotes.
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

/// The files and folders that the words of a command name, also in lists as of a class path.
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

/// The folder of a file of the command that holds `path`, which the working directory does not; else empty.
fs::path folder_beside(const Command& command, const fs::path& path) {
  std::error_code ignored;
  if (path.is_absolute() || fs::exists(command.directory / path, ignored)) return {};
  for (const auto& file : files_of(command)) {
    const auto folder = real_path(file).parent_path();
    if (is_in(real_path(folder / path), folder) && fs::exists(folder / path, ignored)) return folder;
  }
  return {};
}

}  // namespace

bool complains_of_file(std::string_view said) {
  const auto lower = lower_case(said);
  constexpr std::array<std::string_view, 10> complaints{
      "no such file", "not found", "not find", "no module",  "not open",
      "t open",       "not load",  "enoent",   "nosuchfile", "filenotfound"};
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
             ": open it by a path that starts from the program's own";
  }
  if (sandbox.level < SandboxLevel::bwrap) return {};
  const auto view = view_of(command, sandbox);
  const auto named = paths_named_by(command);
  paths.insert(paths.end(), named.begin(), named.end());
  for (const auto& path : paths) {
    const auto place = real_path(command.directory / path);
    const auto holds = [&](const fs::path& shown) { return is_in(place, real_path(shown)); };
    const bool is_own = std::ranges::any_of(sandbox.shown, holds);  // also what it does not have
    if (is_own || sees(view, place) || is_of_kernel(place)) continue;
    return legible(path.native()) +
           " is a place that the sandbox hides from the bot: copy what it needs into the folder of the bot, "
           "and open "
           "it from there (or in a plan: sees = [...])";
  }
  return {};
}

}  // namespace tribunal
