#pragma once

#include <string>
#include <vector>

// The rules of Chez that depend only on the cards in question, as functions of words as in the log.
namespace tribunal::testing::chez {

using Words = std::vector<std::string>;

/// Throws std::runtime_error with the rule that is broken.
void require(bool holds, const std::string& rule);
[[nodiscard]] Words split(const std::string& line);

[[nodiscard]] bool is_joker(const std::string& card);
[[nodiscard]] bool is_ace(const std::string& card);
[[nodiscard]] bool is_royal(const std::string& card);
[[nodiscard]] bool is_red(const std::string& card);
/// Ace 1 .. king 13; joker 0.
[[nodiscard]] int value_of(const std::string& card);

/// On red equal or higher, on black equal or lower; a joker matches everything.
[[nodiscard]] bool is_valid_on(const std::string& card, const std::string& top);

/// 55 cards in each pack.
[[nodiscard]] Words all_cards(int packs);

[[nodiscard]] bool holds(const Words& pile, const std::string& card);
[[nodiscard]] int count_value(const Words& pile, int value);
/// Takes one card out of a pile; throws if it is not there.
void take_out(Words& pile, const std::string& card, const std::string& pile_name);
void put(Words& pile, const Words& cards);
/// From the ace to the king, then jokers; equal ranks by suits: c d h s.
[[nodiscard]] Words sorted(Words cards);
/// The faces, each once, in that order.
[[nodiscard]] Words faces(const Words& cards);
/// Those of that value.
[[nodiscard]] Words with_value(const Words& cards, int value);
[[nodiscard]] std::string joined(const Words& words, char separator);

/// True for a run that begins with a revolution; its cards are in order, the lowest first.
[[nodiscard]] bool is_true_revolution(const Words& run);
[[nodiscard]] bool is_whole_run(const Words& run);  ///< ace to king
[[nodiscard]] bool has_both_red_sixes(const Words& cards);
/// The number of heads for a revolution of this many cards.
[[nodiscard]] int heads_of(const Words& revolution);

/// A number of dice, and the number of their faces.
struct DiceKind {
  int dice = 1;
  int faces = 4;
  [[nodiscard]] int highest() const { return dice * faces; }
  bool operator==(const DiceKind&) const = default;
};
/// The ladder of the dice law: 1d4, 1d6, 1d8, 1d10, 1d12, 1d20, 2d10, 2d12, 2d20, 3d10, ...
[[nodiscard]] DiceKind rung(int number);
[[nodiscard]] DiceKind dice_of_six(int sixes);
[[nodiscard]] DiceKind dice_of_jack(int upgrades);
[[nodiscard]] DiceKind dice_of_joker(int jokers);
/// The dice that are rolled when `size` cards, two or more, are played at once.
[[nodiscard]] DiceKind dice_of_set(int size);

/// The result of the roll for a set.
struct SetOutcome {
  int pick_up = 0;
  bool gives = false;
  [[nodiscard]] bool is_any() const { return pick_up > 0 || gives; }
};
[[nodiscard]] SetOutcome set_outcome(DiceKind dice, int total);

}  // namespace tribunal::testing::chez
