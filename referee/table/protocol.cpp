#include "table/protocol.hpp"

#include <array>
#include <concepts>
#include <span>

#include "base/text/number_text.hpp"

namespace tribunal {
namespace {

void append_number(std::string& text, std::integral auto number) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  text.append(digits.data(), end.ptr);
}

void append_key(std::string& text, std::string_view key, std::integral auto number) {
  text += ' ';
  text += key;
  text += '=';
  append_number(text, number);
}

/// Removes the first word from `rest` and returns it. At the end it is empty.
std::string_view cut_word(std::string_view& rest) {
  const auto space = rest.find(' ');
  const auto word = rest.substr(0, space);
  rest.remove_prefix(space == std::string_view::npos ? rest.size() : space + 1);
  return word;
}

}  // namespace

void append_game_line(std::string& text, const Rules& rules, Seat you, const Limits& limits) {
  text += "game ";
  text += rules.game();
  append_key(text, "players", rules.players());
  append_key(text, "seats", rules.seats());
  append_key(text, "you", static_cast<int>(you));
  for (const auto& field : std::span{limit_fields}.first(limit_fields.size() - 1))
    append_key(text, field.key, limits.*field.member);
  for (const auto& field : later_limit_fields)
    if (limits.*field.member != 0) append_key(text, field.key, limits.*field.member);
  if (limits.clock == ClockKind::cpu) text += " clock=cpu";
  for (const auto& [name, value] : rules.options()) {
    text += ' ';
    text += name;
    text += '=';
    text += to_text(value);
  }
  text += '\n';
}

void append_ask_line(std::string& text, std::uint64_t id, std::int64_t allowance_us,
                     const ActionList& actions) {
  text += "ask ";
  append_number(text, id);
  text += ' ';
  append_number(text, allowance_us / 1000);
  for (const auto& action : actions) {
    text += ' ';
    action.append_to(text);
  }
  text += '\n';
}

void append_result_line(std::string& text, const Outcome& outcome) {
  const auto seats = static_cast<std::size_t>(outcome.seats);
  text += "result";
  for (std::size_t seat = 0; seat < seats; ++seat) {
    text += ' ';
    append_number(text, outcome.scores[seat]);
  }
  text += " places";
  for (std::size_t seat = 0; seat < seats; ++seat) {
    text += ' ';
    append_number(text, static_cast<int>(outcome.places[seat]));
  }
  text += '\n';
}

std::optional<std::string_view> parse_ready(std::string_view line) {
  auto rest = line;
  if (cut_word(rest) != "ready") return std::nullopt;
  const auto words = rest;
  const auto name = cut_word(rest);
  const auto version = cut_word(rest);
  if (name.empty() || version.empty() || words.size() != name.size() + 1 + version.size())
    return std::nullopt;
  return words;
}

std::optional<Answer> parse_answer(std::string_view line) {
  auto rest = line;
  if (cut_word(rest) != "move") return std::nullopt;
  const auto number = cut_word(rest);
  const auto id = number_from<std::uint64_t>(number);
  const bool as_asked = number.size() == 1 || !number.starts_with('0');
  if (!id || !as_asked || rest.empty() || rest.contains(' ')) return std::nullopt;
  return Answer{*id, rest};
}

}  // namespace tribunal
