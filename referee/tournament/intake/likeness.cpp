#include "tournament/intake/likeness.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/text/utf8.hpp"
#include "tournament/intake/submissions.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

using Lines = std::vector<std::size_t>;  // hashes, sorted and unique

constexpr std::size_t fewest_lines = 10;  // smallest number of lines that distinguish a bot
constexpr std::size_t shortest_line = 4;  // length without blanks

std::string without_blanks(std::string_view line) {
  std::string text;
  std::ranges::copy_if(line, std::back_inserter(text),
                       [](char c) { return static_cast<unsigned char>(c) > ' '; });
  return text;
}

/// Removes comments approximately. If the end of a string looks like a comment, it is removed too; that is
/// harmless, because it is removed from both of two equal lines. Comments of several lines and docstrings are
/// recognised only at the beginning of a line.
class Uncommented {
 public:
  /// The code of the next line, without blanks.
  std::string code_of(std::string_view line) {
    const auto begin = line.find_first_not_of(" \t\f\v");
    line.remove_prefix(std::min(begin, line.size()));
    if (!until_.empty()) return rest_after_end(line);
    for (const auto& [first, last] : of_lines) {
      if (line.starts_with(first)) {
        until_ = last;
        return rest_after_end(line.substr(first.size()));
      }
    }
    if (line.starts_with('#') && !line.starts_with("#include") && !line.starts_with("#define")) return {};
    for (const std::string_view mark : {"//", " #", "-- "}) line = line.substr(0, line.find(mark));
    return without_blanks(line);
  }

 private:
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> of_lines{
      {{"/*", "*/"}, {"\"\"\"", "\"\"\""}, {"'''", "'''"}, {"--[[", "]]"}}};

  std::string rest_after_end(std::string_view line) {
    const auto end = line.find(until_);
    if (end == std::string_view::npos) return {};
    line.remove_prefix(end + until_.size());
    until_ = {};
    return code_of(line);
  }

  std::string_view until_;  ///< end of the comment that an earlier line began; empty outside of one
};

/// Whether a file is in a folder that a tool made. Other names that begin with a dot may belong to the bot.
bool is_of_tools(const fs::path& file) {
  constexpr std::array<std::string_view, 10> names{
      ".git", ".hg", ".svn", ".idea", ".vscode", ".settings", ".gradle", ".venv", "__MACOSX", "__pycache__"};
  return std::ranges::any_of(file, [&](const fs::path& part) {
    return std::ranges::find(names, std::string_view{part.native()}) != names.end();
  });
}

void add_lines(std::string text, Lines& lines) {
  std::ranges::replace(text, '\r', '\n');
  Uncommented uncommented;
  for (const auto part : split_lines(text)) {
    const auto line = uncommented.code_of(part);
    if (line.size() >= shortest_line) lines.push_back(std::hash<std::string>{}(line));
  }
}

void sort_once(Lines& lines) {
  std::ranges::sort(lines);
  const auto again = std::ranges::unique(lines);
  lines.erase(again.begin(), again.end());
}

/// The hashes of all lines in a folder. All files count, whatever their names: an author can name the bot's
/// file like a kit, and can add as many files as the intake admits.
Lines lines_of(const fs::path& folder, const Lines& given) {
  Lines lines;
  const auto tree = source_tree(folder);
  if (!tree) return lines;
  for (const auto& file : tree->files)
    if (auto text = tree->read(file.path); !is_of_tools(file.path) && !text.contains('\0'))
      add_lines(std::move(text), lines);
  sort_once(lines);
  std::erase_if(lines, [&](std::size_t line) { return std::ranges::binary_search(given, line); });
  return lines;
}

/// Removes the lines that more than half of all bots have.
void remove_given(std::map<std::string, Lines>& bots) {
  constexpr std::size_t fewest_bots = 4;
  if (bots.size() < fewest_bots) return;
  std::map<std::size_t, std::size_t> owners;
  for (const auto& [bot, lines] : bots)
    for (const auto line : lines) ++owners[line];
  for (auto& [bot, lines] : bots)
    std::erase_if(lines, [&](std::size_t line) { return 2 * owners[line] > bots.size(); });
}

double share(const Lines& a, const Lines& b) {
  const auto shorter = std::min(a.size(), b.size());
  if (shorter < fewest_lines) return 0;
  Lines both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return static_cast<double>(both.size()) / static_cast<double>(shorter);
}

}  // namespace

std::vector<LikeBots> like_bots(const std::map<std::string, fs::path>& folders,
                                std::span<const std::string_view> given, double least) {
  Lines known;
  for (const auto text : given) add_lines(std::string{text}, known);
  sort_once(known);
  std::map<std::string, Lines> bots;
  for (const auto& [bot, folder] : folders) bots.emplace(bot, lines_of(folder, known));
  remove_given(bots);
  std::vector<LikeBots> pairs;
  for (auto first = bots.begin(); first != bots.end(); ++first)
    for (auto second = std::next(first); second != bots.end(); ++second)
      if (const auto equal = share(first->second, second->second); equal >= least)
        pairs.push_back({.first = first->first, .second = second->first, .share = equal});
  std::ranges::stable_sort(pairs, std::ranges::greater{}, &LikeBots::share);
  return pairs;
}

}  // namespace tribunal
