#pragma once

#include <optional>
#include <string>

namespace CLI {
class Option;
}

namespace tribunal {

/// The reason why `text` is no value of `option`: none of its words, no number, or a number out of its range.
/// The sentence begins with `name`, the option as it was typed. Nothing if it is one, or if only the command
/// itself can tell. Whole numbers are decimal digits without leading zeros: CLI11 by itself takes 010 for 8.
[[nodiscard]] std::optional<std::string> value_problem(const CLI::Option& option, const std::string& name,
                                                       const std::string& text);

}  // namespace tribunal
