#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tribunal {

/// A word in quotes, as a terminal can show it.
[[nodiscard]] std::string shown(std::string_view word);
/// A command's name with those of the commands that it belongs to: `submit slurm`; `tribunal` of the program.
[[nodiscard]] std::string full_name(const CLI::App& command);
/// The command line that shows help on it: `tribunal help play`.
[[nodiscard]] std::string help_on(const CLI::App& command);
/// The commands of the program, or those of a command.
[[nodiscard]] std::vector<const CLI::App*> commands_of(const CLI::App& app);
/// The command of this name; null if there is none.
[[nodiscard]] const CLI::App* find_command(const CLI::App& app, std::string_view word);
/// The names of options as they are typed.
[[nodiscard]] std::vector<std::string> option_names(const CLI::App& command);
/// The option of this name, `--seed` or `-s`; null if there is none.
[[nodiscard]] const CLI::Option* find_option(const CLI::App& command, std::string_view name);
/// Whether it takes no word after it.
[[nodiscard]] bool is_flag(const CLI::Option& option);
/// The longest name of an option as it is typed, or of a positional.
[[nodiscard]] std::string name_of(const CLI::Option& option);
/// The words of help for an option's value, without `REQUIRED` after it.
[[nodiscard]] std::string value_word(const CLI::Option& option);
/// `verify path`, `new-plan game bots...`
[[nodiscard]] std::string usage_of(const CLI::App& command);
/// `; for example: tribunal verify results/cup`; empty without examples.
[[nodiscard]] std::string example_of(const CLI::App& command);
/// The reason why `text` is no value of `option`: none of its words, no number, or a number out of its range.
/// The sentence begins with `name`, the option as it was typed. Nothing if it is one, or if only the command
/// itself can tell. Whole numbers are decimal digits without leading zeros: CLI11 by itself takes 010 for 8.
[[nodiscard]] std::optional<std::string> value_problem(const CLI::Option& option, const std::string& name,
                                                       const std::string& text);

}  // namespace tribunal
