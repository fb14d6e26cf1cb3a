#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tribunal {

/// Columns of --help, as many as a terminal nearly always has.
constexpr std::size_t full_help_width = 79;

/// Lets `app`, and the commands added to it later, print an option in --help as its name and value, then
/// what it does with its default. CLI11 by itself prints its types and their bounds.
/// With less than `full_help_width` columns, descriptions stand below the names.
void set_help_format(CLI::App& app, std::size_t columns = full_help_width);

/// The words to choose from; empty if it takes others too.
[[nodiscard]] std::vector<std::string> choices_of(const CLI::Option& option);
/// The option's value in help: the words to choose from, a unit, or the name that the option gives it; empty
/// for a flag.
[[nodiscard]] std::string value_name(const CLI::Option& option);
/// The effect of the option, and its default.
[[nodiscard]] std::string description_of(const CLI::Option& option);
/// Whether it is a flag that takes `=FILE`.
[[nodiscard]] bool takes_file(const CLI::Option& option);

/// Ends the help of `command` with examples, each without `tribunal` before it.
void set_examples(CLI::App& command, std::initializer_list<std::string_view> lines);

}  // namespace tribunal
