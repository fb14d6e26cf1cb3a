#include "games/chez/second_chez_rules.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace tribunal::testing::chez {
void require(bool holds, const std::string& rule) {
  if (!holds) throw std::runtime_error{rule};
}

Words split(const std::string& line) {
  Words words;
  for (std::size_t begin = 0; begin < line.size();) {
    const auto end = std::min(line.find(' ', begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

bool is_joker(const std::string& card) { return card == "Jo"; }
bool is_ace(const std::string& card) { return card[0] == 'A'; }
bool is_royal(const std::string& card) { return value_of(card) >= 11; }
bool is_red(const std::string& card) { return card[1] == 'h' || card[1] == 'd'; }

int value_of(const std::string& card) {
  if (is_joker(card)) return 0;
  return static_cast<int>(std::string{"A23456789TJQK"}.find(card[0])) + 1;
}

bool is_valid_on(const std::string& card, const std::string& top) {
  if (is_joker(card) || is_joker(top)) return true;
  return is_red(top) ? value_of(card) >= value_of(top) : value_of(card) <= value_of(top);
}

Words all_cards(int packs) {
  Words cards;
  for (int pack = 0; pack < packs; ++pack) {
    for (const char suit : std::string{"cdhs"}) {
      for (const char rank : std::string{"A23456789TJQK"}) cards.push_back(std::string{rank} + suit);
    }
    cards.insert(cards.end(), 3, "Jo");
  }
  return cards;
}

bool holds(const Words& pile, const std::string& card) {
  return std::find(pile.begin(), pile.end(), card) != pile.end();
}

int count_value(const Words& pile, int value) {
  return static_cast<int>(
      std::count_if(pile.begin(), pile.end(), [&](const auto& card) { return value_of(card) == value; }));
}

void take_out(Words& pile, const std::string& card, const std::string& pile_name) {
  const auto found = std::find(pile.begin(), pile.end(), card);
  require(found != pile.end(), card + " is not in " + pile_name);
  pile.erase(found);
}

void put(Words& pile, const Words& cards) { pile.insert(pile.end(), cards.begin(), cards.end()); }

Words sorted(Words cards) {
  std::sort(cards.begin(), cards.end(), [](const auto& a, const auto& b) {
    const auto key = [](const auto& card) {
      return std::pair{is_joker(card) ? 14 : value_of(card), card[1]};
    };
    return key(a) < key(b);
  });
  return cards;
}

Words faces(const Words& cards) {
  auto each = sorted(cards);
  each.erase(std::unique(each.begin(), each.end()), each.end());
  return each;
}

Words with_value(const Words& cards, int value) {
  Words found;
  for (const auto& card : cards) {
    if (value_of(card) == value) found.push_back(card);
  }
  return found;
}

std::string joined(const Words& words, char separator) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : std::string{separator}) + word;
  return text;
}

bool is_true_revolution(const Words& run) {
  std::set<char> suits;
  for (const auto& card : run) {
    if (value_of(card) >= 2 && value_of(card) <= 5) suits.insert(card[1]);
  }
  return suits.size() == 4;
}

bool is_whole_run(const Words& run) { return run.size() == 13; }

bool has_both_red_sixes(const Words& cards) { return holds(cards, "6h") && holds(cards, "6d"); }

int heads_of(const Words& revolution) { return static_cast<int>(revolution.size()) - 3; }

DiceKind rung(int number) {
  constexpr int single[] = {4, 6, 8, 10, 12, 20};
  constexpr int several[] = {10, 12, 20};
  if (number < 6) return {1, single[number]};
  return {2 + (number - 6) / 3, several[(number - 6) % 3]};
}

DiceKind dice_of_jack(int upgrades) { return rung(upgrades); }
DiceKind dice_of_six(int sixes) { return rung(sixes); }
DiceKind dice_of_joker(int jokers) { return rung(jokers + 2); }
DiceKind dice_of_set(int size) { return rung(size + 1); }

SetOutcome set_outcome(DiceKind dice, int total) {
  if (total == dice.highest()) return {.gives = true};
  if (total <= 5) return {.pick_up = 6 - total};
  return {};
}

}  // namespace tribunal::testing::chez
