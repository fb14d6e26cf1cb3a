#include "cli/mistakes/command_words.hpp"

#include <sstream>

#include <CLI/CLI.hpp>

#include "base/text/utf8.hpp"
#include "cli/options/help_format.hpp"

namespace tribunal {

std::string shown(std::string_view word) { return "'" + harmless(word) + "'"; }

std::string full_name(const CLI::App& command) {
  const auto* const parent = command.get_parent();
  if (parent == nullptr || parent->get_parent() == nullptr) return command.get_name();
  return full_name(*parent) + ' ' + command.get_name();
}

std::string help_on(const CLI::App& command) {
  if (command.get_parent() == nullptr) return "tribunal --help";
  if (command.get_parent()->get_parent() == nullptr) return "tribunal help " + command.get_name();
  return "tribunal " + full_name(command) + " --help";
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

const CLI::App* find_command(const CLI::App& app, std::string_view word) {
  for (const auto* const command : commands_of(app))
    if (command->get_name() == word) return command;
  return nullptr;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* const option : command.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    for (const auto& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

const CLI::Option* find_option(const CLI::App& command, std::string_view name) {
  for (const auto* const option : command.get_options()) {
    const bool is_long = name.starts_with("--") && option->check_lname(std::string{name.substr(2)});
    const bool is_short =
        name.size() == 2 && name.front() == '-' && option->check_sname(std::string{name.substr(1)});
    if (is_long || is_short) return option;
  }
  return nullptr;
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

std::string name_of(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) return "-" + option.get_snames().front();
  return option.get_name();
}

std::string value_word(const CLI::Option& option) {
  const auto name = value_name(option);
  return name.substr(0, name.find(' '));
}

std::string usage_of(const CLI::App& command) {
  auto usage = "tribunal " + full_name(command);
  for (const auto* const option : command.get_options()) {
    if (!option->get_positional()) continue;
    auto word = option->get_name() + (option->get_allow_extra_args() ? "..." : "");
    if (!option->get_required()) word = '[' + word + ']';
    usage += ' ' + word;
  }
  return usage;
}

std::string example_of(const CLI::App& command) {
  std::istringstream footer{command.get_footer()};
  for (std::string line; std::getline(footer, line);)
    if (line.starts_with("  tribunal ")) return "; for example: " + line.substr(2);
  const auto* const parent = command.get_parent();
  return parent == nullptr || parent->get_parent() == nullptr ? "" : example_of(*parent);
}

}  // namespace tribunal
