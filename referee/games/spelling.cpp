#include "games/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tribunal {
namespace {

/// Levenshtein's: insertions, deletions and changes of a letter.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row.back();
}

}  // namespace

std::string alternatives(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string suggestion(std::string_view given, std::span<const std::string> candidates) {
  std::string nearest;
  auto least = std::max<std::size_t>(2, given.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto distance = edit_distance(given, candidate);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      nearest = candidate;
    }
  }
  if (!nearest.empty()) return "; did you mean '" + nearest + "'?";
  return "; there is " + alternatives(candidates);
}

}  // namespace tribunal
