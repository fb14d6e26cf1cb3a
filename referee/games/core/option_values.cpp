#include "games/core/option_values.hpp"

#include <algorithm>
#include <stdexcept>

namespace tribunal {
namespace {

using NamedValue = std::pair<std::string, OptionValue>;

template <typename Values>
auto& find(Values& options, std::string_view name) {
  const auto found = std::ranges::find(options, name, &NamedValue::first);
  if (found == options.end()) throw std::logic_error{"no option '" + std::string{name} + "' in these rules"};
  return found->second;
}

}  // namespace

std::string to_text(const OptionValue& value) {
  if (const auto* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

std::string values_text(const OptionInfo& option) {
  std::string text = std::holds_alternative<bool>(option.default_value) ? "on|off" : "";
  for (const auto& word : option.words) text += (text.empty() ? "" : "|") + word;
  if (!option.takes_numbers()) return text;
  return text + (text.empty() ? "" : "|") + std::to_string(option.lowest) + ".." +
         std::to_string(option.highest);
}

OptionInfo hands_option() {
  return {.name = "hands",
          .default_value = std::int64_t{1},
          .lowest = 1,
          .highest = 1000,
          .words = {},
          .meaning = "Hands in a game, their points added."};
}

const OptionValue& value_of(const OptionValues& options, std::string_view name) {
  return find(options, name);
}

bool is_on(const OptionValues& options, std::string_view name) {
  return find(options, name) == OptionValue{true};
}

int number_of(std::span<const NamedValue> options, std::string_view name) {
  return static_cast<int>(std::get<std::int64_t>(find(options, name)));
}

const std::string& word_of(const OptionValues& options, std::string_view name) {
  return std::get<std::string>(find(options, name));
}

int settle_number(OptionValues& options, std::string_view name, int if_word) {
  auto& value = find(options, name);
  if (std::holds_alternative<std::string>(value)) value = std::int64_t{if_word};
  return static_cast<int>(std::get<std::int64_t>(value));
}

void leave_out_default(const GameInfo& game, OptionValues& options, std::string_view name) {
  const auto option = std::ranges::find(game.options, name, &OptionInfo::name);
  if (find(options, name) != option->default_value) return;
  options.erase(std::ranges::find(options, name, &NamedValue::first));
}

}  // namespace tribunal
