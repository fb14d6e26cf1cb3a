#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

/// Sends text to the referee at once, without a buffer.
inline void say(std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0) ::_exit(1);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

inline std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream{line};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

inline std::string answer_with(const std::string& id, std::string_view action) {
  return "move " + id + ' ' + std::string{action} + '\n';
}
