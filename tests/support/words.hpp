#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal::testing {

/// The words of a text, or the phrases between `between`; empty ones are omitted.
[[nodiscard]] inline std::vector<std::string> words_of(std::string_view text,
                                                       std::string_view between = " ") {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto word = text.substr(0, text.find(between));
    if (!word.empty()) words.emplace_back(word);
    text.remove_prefix(std::min(word.size() + between.size(), text.size()));
  }
  return words;
}

[[nodiscard]] inline std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

[[nodiscard]] inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

}  // namespace tribunal::testing
