#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// The words of cards and lines: the only code that the second referees of all families share.
namespace tribunal::testing {

[[nodiscard]] inline std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < line.size();) {
    const auto end = std::min(line.find(' ', begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// 2 .. 14
[[nodiscard]] inline int rank_of(const std::string& card) {
  return static_cast<int>(std::string_view{"23456789TJQKA"}.find(card[0])) + 2;
}
[[nodiscard]] inline char suit_of(const std::string& card) { return card[1]; }

inline void take_out(std::vector<std::string>& pile, const std::string& card, const char* name) {
  const auto found = std::find(pile.begin(), pile.end(), card);
  if (found == pile.end()) throw std::runtime_error{card + " is not in " + name};
  pile.erase(found);
}

}  // namespace tribunal::testing
