#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "games/second_referee.hpp"

// The rules of Chez that depend only on the cards in question, as functions of words as in the log.
namespace tribunal::testing::chez {

[[nodiscard]] inline bool is_joker(const std::string& card) { return card == "Jo"; }

/// Ace 1 .. king 13; joker 0.
[[nodiscard]] inline int value_of(const std::string& card) {
  if (is_joker(card)) return 0;
  return static_cast<int>(std::string{"A23456789TJQK"}.find(card[0])) + 1;
}

[[nodiscard]] inline bool is_royal(const std::string& card) { return value_of(card) >= 11; }
[[nodiscard]] inline bool is_red(const std::string& card) { return card[1] == 'h' || card[1] == 'd'; }

/// On red equal or higher, on black equal or lower; a joker matches everything.
[[nodiscard]] inline bool is_valid_on(const std::string& card, const std::string& top) {
  if (is_joker(card) || is_joker(top)) return true;
  return is_red(top) ? value_of(card) >= value_of(top) : value_of(card) <= value_of(top);
}

/// 55 cards in each pack.
[[nodiscard]] inline Words all_cards(int packs) {
  Words cards;
  for (int pack = 0; pack < packs; ++pack) {
    put(cards, cards_of_ranks("A23456789TJQK"));
    cards.insert(cards.end(), 3, "Jo");
  }
  return cards;
}

[[nodiscard]] inline bool holds(const Words& pile, const std::string& card) {
  return std::find(pile.begin(), pile.end(), card) != pile.end();
}

/// From the ace to the king, then jokers; equal ranks by suits: c d h s.
[[nodiscard]] inline Words sorted(Words cards) {
  std::sort(cards.begin(), cards.end(), [](const auto& a, const auto& b) {
    const auto key = [](const auto& card) {
      return std::pair{is_joker(card) ? 14 : value_of(card), card[1]};
    };
    return key(a) < key(b);
  });
  return cards;
}

/// The faces, each once, in that order.
[[nodiscard]] inline Words faces(const Words& cards) {
  auto each = sorted(cards);
  each.erase(std::unique(each.begin(), each.end()), each.end());
  return each;
}

/// Those of that value.
[[nodiscard]] inline Words with_value(const Words& cards, int value) {
  Words found;
  for (const auto& card : cards) {
    if (value_of(card) == value) found.push_back(card);
  }
  return found;
}

/// Every way to take one card of each value, in that order.
[[nodiscard]] inline std::vector<Words> ways(const Words& held, const std::vector<int>& values) {
  std::vector<Words> all{{}};
  for (const int value : values) {
    std::vector<Words> longer;
    for (const auto& begun : all) {
      for (const auto& card : faces(with_value(held, value))) {
        longer.push_back(begun);
        longer.back().push_back(card);
      }
    }
    all = longer;
  }
  return all;
}

/// Every choice of some of the cards, equal faces once; sorted.
[[nodiscard]] inline std::set<Words> selections(const Words& cards) {
  std::set<Words> all{{}};
  for (const auto& card : cards) {
    for (auto longer : std::set<Words>{all}) {
      longer.push_back(card);
      all.insert(sorted(longer));
    }
  }
  all.erase(Words{});
  return all;
}

/// The orders in which a set is laid: for each colour its highest suit on top.
[[nodiscard]] inline std::set<Words> orders(const Words& set) {
  std::set<Words> all;
  for (const bool red : {false, true}) {
    const auto top =
        std::find_if(set.rbegin(), set.rend(), [&](const auto& card) { return is_red(card) == red; });
    if (top == set.rend()) continue;
    auto order = set;
    const auto at = order.begin() + (set.rend() - top - 1);
    std::rotate(at, at + 1, order.end());
    all.insert(order);
  }
  return all;
}

[[nodiscard]] inline std::string joined(const Words& words, char separator) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : std::string{separator}) + word;
  return text;
}

/// True for a run that begins with a revolution; its cards are in order, the lowest first.
[[nodiscard]] inline bool is_true_revolution(const Words& run) {
  std::set<char> suits;
  for (const auto& card : run) {
    if (value_of(card) >= 2 && value_of(card) <= 5) suits.insert(card[1]);
  }
  return suits.size() == 4;
}

/// Ace to king.
[[nodiscard]] inline bool is_whole_run(const Words& run) { return run.size() == 13; }

[[nodiscard]] inline bool has_both_red_sixes(const Words& cards) {
  return holds(cards, "6h") && holds(cards, "6d");
}

/// The number of heads for a revolution of this many cards.
[[nodiscard]] inline int heads_of(const Words& revolution) { return static_cast<int>(revolution.size()) - 3; }

/// A number of dice, and the number of their faces.
struct DiceKind {
  int dice = 1;
  int faces = 4;
  [[nodiscard]] int highest() const { return dice * faces; }
};

/// The ladder of the dice law: 1d4, 1d6, 1d8, 1d10, 1d12, 1d20, 2d10, 2d12, 2d20, 3d10, ...
[[nodiscard]] inline DiceKind rung(int number) {
  constexpr int single[] = {4, 6, 8, 10, 12, 20};
  constexpr int several[] = {10, 12, 20};
  if (number < 6) return {1, single[number]};
  return {2 + (number - 6) / 3, several[(number - 6) % 3]};
}

[[nodiscard]] inline DiceKind dice_of_jack(int upgrades) { return rung(upgrades); }
[[nodiscard]] inline DiceKind dice_of_six(int sixes) { return rung(sixes); }
[[nodiscard]] inline DiceKind dice_of_joker(int jokers) { return rung(jokers + 2); }
/// The dice that are rolled when `size` cards, two or more, are played at once.
[[nodiscard]] inline DiceKind dice_of_set(int size) { return rung(size + 1); }

/// The result of the roll for a set.
struct SetOutcome {
  int pick_up = 0;
  bool gives = false;
};

[[nodiscard]] inline SetOutcome set_outcome(DiceKind dice, int total) {
  if (total == dice.highest()) return {.gives = true};
  if (total <= 5) return {.pick_up = 6 - total};
  return {};
}

}  // namespace tribunal::testing::chez
