#include "cli/manual/command_tree.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "cli/options/help_format.hpp"

namespace tribunal {
namespace {

constexpr std::array<std::pair<std::string_view, WordKind>, 10> kinds{{{"FILE", WordKind::file},
                                                                       {"LOG", WordKind::file},
                                                                       {"DIR", WordKind::folder},
                                                                       {"RESULTS", WordKind::results},
                                                                       {"SOURCE", WordKind::source},
                                                                       {"PLAN", WordKind::plan},
                                                                       {"GAME", WordKind::game},
                                                                       {"KEY=VALUE", WordKind::rule},
                                                                       {"BOT", WordKind::bot},
                                                                       {"NAME", WordKind::bot_name}}};

/// The types of positionals, by their names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> positionals{{{"game", "GAME"},
                                                                                    {"name", "GAME"},
                                                                                    {"plan", "PLAN"},
                                                                                    {"folder", "RESULTS"},
                                                                                    {"path", "SOURCE"},
                                                                                    {"source", "SOURCE"},
                                                                                    {"sources", "SOURCE"},
                                                                                    {"bot", "BOT"},
                                                                                    {"bots", "BOT"}}};

WordKind kind_of(std::string_view value, bool is_positional) {
  auto word = value.substr(0, value.find(' '));  // `BOT REQUIRED`
  if (is_positional) {
    const auto* const found =
        std::ranges::find(positionals, value, &std::pair<std::string_view, std::string_view>::first);
    if (found != positionals.end()) word = found->second;
  }
  const auto* const found = std::ranges::find(kinds, word, &std::pair<std::string_view, WordKind>::first);
  return found == kinds.end() ? WordKind::text : found->second;
}

OptionEntry entry_of(const CLI::Option& option) {
  OptionEntry entry;
  for (const auto& name : option.get_snames()) entry.names.push_back('-' + name);
  for (const auto& name : option.get_lnames()) entry.names.push_back("--" + name);
  if (option.get_positional()) entry.names = {option.get_name()};
  if (!option.get_positional()) entry.value = value_name(option);
  entry.choices = choices_of(option);
  entry.kind = !entry.choices.empty()    ? WordKind::choice
               : option.get_positional() ? kind_of(entry.names.front(), true)
                                         : kind_of(entry.value, false);
  entry.description = description_of(option);
  entry.takes_file = takes_file(option);
  entry.is_repeated = option.get_items_expected_max() > 1 || option.get_allow_extra_args();
  entry.is_required = option.get_required();
  return entry;
}

std::vector<std::string> examples_of(const CLI::App& command) {
  std::vector<std::string> examples;
  std::istringstream footer{command.get_footer()};
  for (std::string line; std::getline(footer, line);)
    if (line.starts_with("  ")) examples.push_back(line.substr(2));
  return examples;
}

}  // namespace

bool OptionEntry::has_name(const std::string& name) const {
  return std::ranges::find(names, name) != names.end();
}

const OptionEntry* CommandEntry::option(const std::string& wanted) const {
  const auto found =
      std::ranges::find_if(options, [&](const OptionEntry& option) { return option.has_name(wanted); });
  return found == options.end() ? nullptr : &*found;
}

std::vector<CommandEntry> command_tree(const CLI::App& app) {
  std::vector<CommandEntry> tree;
  for (const auto* const command : app.get_subcommands(nullptr)) {
    if (command->get_group().empty()) continue;  // not in help
    CommandEntry entry{.name = command->get_name(),
                       .description = command->get_description(),
                       .options = {},
                       .positionals = {},
                       .examples = examples_of(*command),
                       .commands = command_tree(*command)};
    for (const auto* const option : command->get_options())
      (option->get_positional() ? entry.positionals : entry.options).push_back(entry_of(*option));
    tree.push_back(std::move(entry));
  }
  return tree;
}

}  // namespace tribunal
