#include "tournament/intake/likeness.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <string_view>

#include "bots/system/program.hpp"
#include "tournament/intake/submissions.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

using Lines = std::vector<std::size_t>;  // hashes, sorted, each once

constexpr std::size_t most_files = 1'000;  // of a bot
constexpr std::size_t fewest_lines = 4;    // that say anything
constexpr std::size_t shortest_line = 4;   // without blanks

std::string without_blanks(std::string_view line) {
  std::string text;
  std::ranges::copy_if(line, std::back_inserter(text),
                       [](char c) { return static_cast<unsigned char>(c) > ' '; });
  return text;
}

bool is_comment(std::string_view line) {
  constexpr std::array<std::string_view, 5> begins{"//", "/*", "*", "--", "#"};
  return !line.starts_with("#include") &&
         std::ranges::any_of(begins, [&](std::string_view begin) { return line.starts_with(begin); });
}

Lines lines_of(const fs::path& folder) {
  Lines lines;
  const auto tree = source_tree(folder);
  if (!tree) return lines;
  for (const auto& file : tree->files | std::views::take(most_files)) {
    if (fs::path{file.path}.stem() == kit_stem) continue;
    const auto text = tree->read(file.path);
    if (text.contains('\0')) continue;
    for (const auto part : std::views::split(text, '\n')) {
      const auto line = without_blanks({part.begin(), part.end()});
      if (line.size() >= shortest_line && !is_comment(line)) lines.push_back(std::hash<std::string>{}(line));
    }
  }
  std::ranges::sort(lines);
  const auto again = std::ranges::unique(lines);
  lines.erase(again.begin(), again.end());
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

std::vector<LikeBots> like_bots(const std::map<std::string, fs::path>& folders, double least) {
  std::map<std::string, Lines> bots;
  for (const auto& [bot, folder] : folders) bots.emplace(bot, lines_of(folder));
  remove_given(bots);
  std::vector<LikeBots> pairs;
  for (auto first = bots.begin(); first != bots.end(); ++first)
    for (auto second = std::next(first); second != bots.end(); ++second)
      if (const auto equal = share(first->second, second->second); equal >= least)
        pairs.push_back({first->first, second->first, equal});
  std::ranges::stable_sort(pairs, std::ranges::greater{}, &LikeBots::share);
  return pairs;
}

}  // namespace tribunal
