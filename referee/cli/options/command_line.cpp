#include "cli/options/command_line.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <sstream>

#include "base/text/text_width.hpp"
#include "bots/system/machine.hpp"

namespace tribunal {
namespace {

constexpr std::size_t longest_choice = 45;  ///< length up to which choices are listed as the name of a value

/// The names of values in help, in the order of `Value`.
constexpr std::array<std::string_view, 18> usual_words{"",       "",     "TEXT", "N",         "X",   "NAME",
                                                       "FILE",   "FILE", "FILE", "DIR",       "DIR", "DIR",
                                                       "SOURCE", "PLAN", "GAME", "KEY=VALUE", "BOT", "NAME"};
static_assert(static_cast<std::size_t>(Value::bot_name) + 1 == usual_words.size());

constexpr std::size_t name_width = 27;
constexpr std::size_t narrow_name_width = 6;  ///< indent below names, which are all longer

/// `text` in lines of at most `columns`, without the last line end.
std::string wrapped(const std::string& text, std::size_t columns) {
  auto lines = wrapped_to(text, columns, 0);
  if (!lines.empty()) lines.pop_back();
  return lines;
}

/// The text for a flag that takes a file (`Value::report`), in `--name{-}`.
constexpr std::string_view file_mark = "{-}";

class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::size_t columns)
      : names_{columns < full_help_width ? narrow_name_width : name_width},
        columns_{std::clamp(columns, 2 * narrow_name_width, full_help_width)} {
    column_width(names_);
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional() || option->get_option_text().empty()) return {};
    return ' ' + option->get_option_text() + (option->get_required() ? " REQUIRED" : "");
  }
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    auto name = Formatter::make_option_name(option, is_positional);
    if (const auto at = name.find("{false}"); at != std::string::npos) name.erase(at, 7);
    if (const auto at = name.find(file_mark); at != std::string::npos)
      name.replace(at, file_mark.size(), "[=FILE]");
    return name;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(description_of(*option), columns_ - names_);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_display_name(true),
                             wrapped(command->get_description(), columns_ - names_), names_);
    return out.str();
  }
  std::string make_description(const CLI::App* app) const override {
    return wrapped_to(app->get_description(), columns_, 0);
  }
  std::string make_footer(const CLI::App* app) const override {
    const auto footer = Formatter::make_footer(app);
    return columns_ < full_help_width ? wrapped_to(footer, columns_, 4) : footer;
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    const auto usage = Formatter::make_usage(app, std::move(name));
    return columns_ < full_help_width ? wrapped_to(usage, columns_, 4) : usage;
  }

 private:
  std::size_t names_;    ///< number of columns before the descriptions
  std::size_t columns_;  ///< number of columns in a line
};

}  // namespace

OptionSpec::OptionSpec(Value its_kind, std::string its_word)
    : kind{its_kind},
      word{its_word.empty() ? std::string{usual_words.at(static_cast<std::size_t>(kind))}
                            : std::move(its_word)} {}

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

const CLI::Option* CommandLine::positional(std::size_t number) const {
  for (const auto* const option : get_options()) {
    if (!option->get_positional()) continue;
    if (number == 0 || option->get_allow_extra_args() || option->get_items_expected_max() > 1) return option;
    --number;
  }
  return nullptr;
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

unsigned ThreadsOption::count() const {
  return workers > 0 ? workers : static_cast<unsigned>(available_cores().size());
}

void set_help_format(CommandLine& program, std::size_t columns) {
  program.formatter(std::make_shared<HelpFormat>(columns));
}

}  // namespace tribunal
