#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "games/core/rules.hpp"

namespace tribunal {

/// The option `hands`, for games whose number of hands does not follow from other options.
[[nodiscard]] OptionInfo hands_option();

/// The value of option `name`, which must be in the game's list.
[[nodiscard]] const OptionValue& value_of(const OptionValues& options, std::string_view name);
/// True only if the option is `on`.
[[nodiscard]] bool is_on(const OptionValues& options, std::string_view name);
[[nodiscard]] int number_of(std::span<const std::pair<std::string, OptionValue>> options,
                            std::string_view name);
[[nodiscard]] const std::string& word_of(const OptionValues& options, std::string_view name);

/// Replaces a word that stands for a number by that number, and returns the option's number.
int settle_number(OptionValues& options, std::string_view name, int if_word);

/// Removes the option if it has its default. If an option is newer than logs of its game, omitting it keeps
/// their lines and conditions unchanged.
void leave_out_default(const GameInfo& game, OptionValues& options, std::string_view name);

/// The value of a word, which must be in the table.
template <typename Value, std::size_t size>
[[nodiscard]] Value meaning_of(const std::string& word,
                               const std::pair<std::string_view, Value> (&table)[size]) {
  for (const auto& [name, value] : table) {
    if (name == word) return value;
  }
  return table[0].second;
}

}  // namespace tribunal
