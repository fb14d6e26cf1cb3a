#include "cli/options/command_line.hpp"

#include <algorithm>
#include <fmt/ranges.h>

namespace tribunal {
namespace {

constexpr std::size_t longest_choice = 45;  ///< that is listed as the name of a value

std::string_view usual_word(Value kind) {
  switch (kind) {
    case Value::flag:
    case Value::report:
      return "";
    case Value::text:
      return "TEXT";
    case Value::whole:
      return "N";
    case Value::number:
      return "X";
    case Value::file:
    case Value::output:
    case Value::appended:
      return "FILE";
    case Value::folder:
    case Value::output_folder:
    case Value::results:
      return "DIR";
    case Value::source:
      return "SOURCE";
    case Value::plan:
      return "PLAN";
    case Value::game:
      return "GAME";
    case Value::rule:
      return "KEY=VALUE";
    case Value::bot:
      return "BOT";
    case Value::choice:
    case Value::bot_name:
      break;
  }
  return "NAME";
}

}  // namespace

OptionSpec::OptionSpec(Value its_kind, std::string its_word)
    : kind{its_kind}, word{its_word.empty() ? std::string{usual_word(kind)} : std::move(its_word)} {}

bool OptionSpec::is_written() const {
  return kind == Value::report || kind == Value::output || kind == Value::appended ||
         kind == Value::output_folder;
}

OptionSpec choice(std::vector<std::string> words) {
  auto list = fmt::format("{}", fmt::join(words, "|"));
  OptionSpec spec{Value::choice, list.size() <= longest_choice ? std::move(list) : ""};
  spec.choices = std::move(words);
  return spec;
}

OptionSpec whole(std::int64_t lowest, std::int64_t highest, std::string word) {
  OptionSpec spec{Value::whole, std::move(word)};
  spec.range.emplace(static_cast<double>(lowest), static_cast<double>(highest));
  return spec;
}

OptionSpec number(double lowest, double highest) {
  OptionSpec spec{Value::number};
  spec.range.emplace(lowest, highest);
  return spec;
}

CommandLine::CommandLine(const CommandSpec& spec, CommandLine* parent)
    : App{std::string{spec.help}, std::string{spec.name}, parent}, spec_{spec}, parent_command_{parent} {
  group(std::string{spec.group});
  if (parent == nullptr) set_help_flag("-h,--help", "Print this help message and exit");
}

CommandLine& CommandLine::add_command(const CommandSpec& spec) {
  auto& command = *commands_.emplace_back(std::make_shared<CommandLine>(spec, this));
  add_subcommand(commands_.back());
  return command;
}

CommandLine* CommandLine::find(std::string_view name) {
  const auto found =
      std::ranges::find(commands_, name, [](const auto& command) { return command->spec_.name; });
  if (found == commands_.end()) return nullptr;
  (*found)->declare();
  return found->get();
}

std::vector<const CommandLine*> CommandLine::listed() const {
  std::vector<const CommandLine*> listed;
  for (const auto& command : commands_)
    if (!command->spec_.group.empty()) listed.push_back(command.get());
  return listed;
}

void CommandLine::declare() {
  if (std::exchange(is_declared_, true)) return;
  if (spec_.declare != nullptr) spec_.declare(*this);
  std::string below;
  for (const auto& example : examples())
    below +=
        (below.empty() ? spec_.examples[1].empty() ? "Example:\n  " : "Examples:\n  " : "\n  ") + example;
  const auto document = spec_.document.empty() && !is_program() ? parent()->spec_.document : spec_.document;
  if (!document.empty())
    below += fmt::format("{}More: tribunal help {}.md", below.empty() ? "" : "\n\n", document);
  footer(below);
}

const OptionSpec& CommandLine::spec_of(const CLI::Option& option) const {
  static const OptionSpec flag{Value::flag};  // --help and --version
  const auto found = specs_.find(&option);
  return found == specs_.end() ? flag : found->second;
}

CLI::Option* CommandLine::note(CLI::Option& option, OptionSpec spec) {
  if (spec.kind == Value::whole && option.get_name().ends_with("-ms")) spec.word = "MS";
  option.option_text(spec.word);
  if (!option.get_positional() && !spec.is_flag()) option.allow_extra_args(false);
  specs_.emplace(&option, std::move(spec));
  return &option;
}

const CommandLine& CommandLine::chosen() const {
  const auto found = std::ranges::find_if(commands_, [](const auto& command) { return command->parsed(); });
  return found == commands_.end() ? *this : (*found)->chosen();
}

std::string CommandLine::full_name() const {
  return is_program() || parent()->is_program() ? get_name() : parent()->full_name() + ' ' + get_name();
}

std::vector<std::string> CommandLine::examples() const {
  std::vector<std::string> lines;
  for (const auto& example : spec_.examples)
    if (!example.empty()) lines.push_back("tribunal " + std::string{example});
  return lines;
}

std::string typed_name(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  return option.get_snames().empty() ? option.get_name() : '-' + option.get_snames().front();
}

std::vector<std::string> typed_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const auto& name : option.get_snames()) names.push_back('-' + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string description_of(const CLI::Option& option) {
  auto text = option.get_description();
  auto value = option.get_default_str();
  std::erase_if(value, [](char c) { return c == '[' || c == ']'; });
  if (!value.empty() && !option.get_required()) text += " (default: " + value + ')';
  return text;
}

}  // namespace tribunal
