#include "base/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tribunal {
namespace {

/// Insertions, deletions and changes of a letter, and exchanges of two neighbours: Levenshtein's distance as
/// extended by Damerau, with at most one change per letter.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> last;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const auto before_last = std::exchange(last, std::exchange(row, std::vector<std::size_t>(b.size() + 1)));
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
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

std::string nearest(std::string_view given, std::span<const std::string> candidates) {
  std::string found;
  auto least = std::max<std::size_t>(1, given.size() / 3) + 1;  // two changes are too many for a short word
  for (const auto& candidate : candidates) {
    const auto distance = edit_distance(given, candidate);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      found = candidate;
    }
  }
  return found;
}

std::string did_you_mean(const std::string& near) {
  return near.empty() ? near : "did you mean '" + near + "'?";
}

std::string suggestion(std::string_view given, std::span<const std::string> candidates,
                       std::string_view otherwise) {
  if (const auto near = nearest(given, candidates); !near.empty()) return "; " + did_you_mean(near);
  return "; " + (otherwise.empty() ? "expected " + alternatives(candidates) : std::string{otherwise});
}

}  // namespace tribunal
