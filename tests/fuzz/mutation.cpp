#include "fuzz/mutation.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace tribunal::fuzz {
namespace {

using testing::Dice;

/// A place in `text` and a size from there, of some sixteen bytes at most half of the time.
struct Piece {
  std::size_t begin;
  std::size_t size;
};
Piece random_piece(const std::string& text, Dice& dice) {
  const auto begin = dice.below(text.size() + 1);
  const auto left = text.size() - begin;
  return {begin, dice.below((dice.flip() ? std::min<std::size_t>(left, 16) : left) + 1)};
}

void change_byte(std::string& text, Dice& dice) {
  if (text.empty()) return;
  auto& byte = text[dice.below(text.size())];
  byte = static_cast<char>(dice.flip() ? byte ^ (1 << dice.below(8)) : static_cast<int>(dice.below(256)));
}

void insert_bytes(std::string& text, Dice& dice) {
  std::string bytes(dice.below(4) + 1, static_cast<char>(dice.below(256)));
  text.insert(dice.below(text.size() + 1), bytes);
}

void leave_out(std::string& text, Dice& dice) {
  const auto piece = random_piece(text, dice);
  text.erase(piece.begin, piece.size);
}

void change_number(std::string& text, Dice& dice) {
  static const std::vector<std::string> numbers{"0",
                                                "1",
                                                "-1",
                                                "2",
                                                "12",
                                                "13",
                                                "255",
                                                "256",
                                                "65536",
                                                "2147483647",
                                                "2147483648",
                                                "-2147483648",
                                                "4294967296",
                                                "1000000000",
                                                "007",
                                                "1e9",
                                                "0.5",
                                                "9223372036854775807",
                                                "9223372036854775808",
                                                "18446744073709551615",
                                                "18446744073709551616"};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto from = text.begin() + static_cast<std::ptrdiff_t>(dice.below(text.size() + 1));
  const auto begin = std::find_if(from, text.end(), is_digit);
  const auto end = std::find_if_not(begin, text.end(), is_digit);
  if (begin != end) text.replace(begin, end, dice.pick(numbers));
}

void put_from(const std::string& other, std::string& text, Dice& dice) {
  const auto there = random_piece(other, dice);
  const auto here = random_piece(text, dice);
  text.replace(here.begin, dice.flip() ? here.size : 0, other.substr(there.begin, there.size));
}

void mutate(std::string& text, const std::vector<std::string>& corpus, Dice& dice) {
  switch (dice.below(6)) {
    case 0:
      return change_byte(text, dice);
    case 1:
      return insert_bytes(text, dice);
    case 2:
      return leave_out(text, dice);
    case 3:
      return change_number(text, dice);
    case 4:
      return put_from(std::string{text}, text, dice);
    default:
      return put_from(dice.pick(corpus), text, dice);
  }
}

}  // namespace

std::string mutated(const std::vector<std::string>& corpus, std::size_t longest, Dice& dice) {
  auto text = dice.pick(corpus);
  for (auto left = dice.below(5) + 1; left > 0; --left) mutate(text, corpus, dice);
  text.resize(std::min(text.size(), longest));
  return text;
}

}  // namespace tribunal::fuzz
