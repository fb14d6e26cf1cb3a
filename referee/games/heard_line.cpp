#include "games/heard_line.hpp"

#include <algorithm>

#include "base/text/number_text.hpp"
#include "games/vocabulary.hpp"

namespace tribunal {

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  while (!line.empty()) {
    const auto end = std::min(line.find(' '), line.size());
    if (end > 0) words.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

std::optional<Seat> seat_of(std::string_view word) {
  const auto seat = number_from<int>(word);
  if (!seat || *seat < 0 || *seat >= max_seats) return {};
  return static_cast<Seat>(*seat);
}

std::vector<Card> cards_of(const std::vector<std::string>& words, std::size_t first) {
  std::vector<Card> cards;
  for (auto i = first; i < words.size(); ++i) {
    if (const auto card = Card::parse(words[i])) cards.push_back(*card);
  }
  return cards;
}

std::optional<Action> action_of(const std::vector<std::string>& words) {
  auto text = words.front();
  for (std::size_t i = 2; i < words.size(); ++i) text.append(i == 2 ? ":" : ",").append(words[i]);
  return parse_action(text);
}

}  // namespace tribunal
