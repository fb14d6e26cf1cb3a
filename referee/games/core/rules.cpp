#include "games/core/rules.hpp"

namespace tribunal {

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

}  // namespace tribunal
