#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/enum_names.hpp"
#include "cli/options/exit_code.hpp"

namespace tribunal {

/// The kind of an option's values: its name in help, what a shell offers for it, and which values are wrong
/// follow from it.
enum class Value : std::uint8_t {
  flag,
  report,  ///< a flag that takes `=FILE`
  text,
  whole,   ///< a number in decimal digits
  number,  ///< with a point
  choice,  ///< one of the listed words
  file,
  output,    ///< a file that the command writes
  appended,  ///< one that it adds to
  folder,
  output_folder,
  results,   ///< a results folder
  source,    ///< a log or a results folder
  plan,      ///< a file, or the name of a plan that came with the program
  game,      ///< a game or a preset
  rule,      ///< KEY=VALUE of a game
  bot,       ///< a command, most often a file
  bot_name,  ///< of a bot of a tournament
};

/// The meaning of an option or a positional, for help, completion, manual pages and the sentences about
/// mistakes. CLI11 knows none of it.
struct OptionSpec {
  Value kind;
  std::string word;                  ///< the value in help, such as FILE; empty for a flag
  std::vector<std::string> choices;  ///< of a choice
  std::optional<std::pair<double, double>> range{};
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  ///< that a whole number can be

  /// Without `word`, the kind says it: FILE, N.
  OptionSpec(Value its_kind,
             std::string its_word = {});  // NOLINT(google-explicit-constructor): `Value::file`
  [[nodiscard]] bool is_flag() const { return kind == Value::flag || kind == Value::report; }
  [[nodiscard]] bool is_written() const;
};

[[nodiscard]] OptionSpec choice(std::vector<std::string> words);
[[nodiscard]] OptionSpec whole(std::int64_t lowest, std::int64_t highest, std::string word = {});
[[nodiscard]] OptionSpec number(double lowest, double highest);

class CommandLine;

/// A row of the table of commands.
struct CommandSpec {
  std::string_view name;
  std::string_view help;
  std::string_view group{};                    ///< of help's list; empty: not in it
  std::string_view document{};                 ///< that says more; may be empty
  std::array<std::string_view, 4> examples{};  ///< command lines after `tribunal`; the rest are empty
  void (*declare)(CommandLine&) = nullptr;     ///< adds the options, and what the command does
};

template <class Target>
struct ValueOf {
  using type = Target;
};
template <class Held>
struct ValueOf<std::optional<Held>> : ValueOf<Held> {};

/// A command with its options, or the program with its commands. CLI11 parses; help, completion, manual
/// pages, mistakes and conflicts of outputs read the specs of the options.
class CommandLine : public CLI::App {
 public:
  explicit CommandLine(const CommandSpec& spec, CommandLine* parent = nullptr);

  /// Its options are declared when `find` is asked for it: those of all take longer than many a command.
  CommandLine& add_command(const CommandSpec& spec);
  /// The command of this name, with its options; null if there is none.
  [[nodiscard]] CommandLine* find(std::string_view name);
  [[nodiscard]] const std::vector<std::shared_ptr<CommandLine>>& commands() const { return commands_; }
  /// The commands that help lists, in its order.
  [[nodiscard]] std::vector<const CommandLine*> listed() const;

  /// Adds an option, or a positional where `names` has no dash; its value is left in `target`. Help ends with
  /// the default that `target` has now, unless `help` says it.
  template <class Target>
  CLI::Option* add(const std::string& names, Target& target, OptionSpec spec, const std::string& help);
  /// Adds one whose spec follows from its type.
  template <class Target>
  CLI::Option* add(const std::string& names, Target& target, const std::string& help) {
    return add(names, target, spec_for<Target>(), help);
  }
  /// Adds the options to those that may not stand beside `option`.
  void exclude(CLI::Option& option, const std::vector<std::string>& names) {
    for (const auto& name : names) option.excludes(get_option(name));
  }

  /// Lets the command do `body`, with the options that are returned; and with the command line, where it asks
  /// which options that has.
  template <class Options>
  std::remove_const_t<Options>& runs(ExitCode (*body)(Options&)) {
    auto options = std::make_shared<std::remove_const_t<Options>>();
    body_ = [options, body] { return body(*options); };
    return *options;
  }
  template <class Options>
  std::remove_const_t<Options>& runs(ExitCode (*body)(Options&, const CommandLine&)) {
    auto options = std::make_shared<std::remove_const_t<Options>>();
    body_ = [options, body, this] { return body(*options, *this); };
    return *options;
  }
  void runs(std::function<ExitCode()> body) { body_ = std::move(body); }
  [[nodiscard]] ExitCode run() const { return body_(); }

  [[nodiscard]] const CommandSpec& spec() const { return spec_; }
  [[nodiscard]] const OptionSpec& spec_of(const CLI::Option& option) const;
  /// Null for the program.
  [[nodiscard]] CommandLine* parent() const { return parent_command_; }
  [[nodiscard]] bool is_program() const { return parent_command_ == nullptr; }
  /// The command of the line that was parsed.
  [[nodiscard]] const CommandLine& chosen() const;
  /// With the commands that it belongs to: `submit slurm`; `tribunal` of the program.
  [[nodiscard]] std::string full_name() const;
  /// Whole command lines.
  [[nodiscard]] std::vector<std::string> examples() const;

 private:
  template <class Target>
  static OptionSpec spec_for();
  template <class Target>
  static bool has_default(const Target& target);
  void declare();
  CLI::Option* note(CLI::Option& option, OptionSpec spec);

  CommandSpec spec_;
  CommandLine* parent_command_;
  bool is_declared_ = false;
  std::vector<std::shared_ptr<CommandLine>> commands_;
  std::map<const CLI::Option*, OptionSpec> specs_;
  std::function<ExitCode()> body_;
};

/// The longest name of an option as it is typed, or of a positional.
[[nodiscard]] std::string typed_name(const CLI::Option& option);
/// All names as they are typed, those with one dash first.
[[nodiscard]] std::vector<std::string> typed_names(const CLI::Option& option);
/// The effect of the option, and its default.
[[nodiscard]] std::string description_of(const CLI::Option& option);

/// Columns of --help, as many as a terminal nearly always has.
constexpr std::size_t full_help_width = 79;

/// Lets the program, and the commands added to it later, print an option in --help as its name and value,
/// then what it does with its default. CLI11 by itself prints its types and their bounds.
/// With less than `full_help_width` columns, descriptions stand below the names.
void set_help_format(CommandLine& program, std::size_t columns = full_help_width);

template <class Target>
OptionSpec CommandLine::spec_for() {
  using Held = ValueOf<Target>::type;
  if constexpr (std::same_as<Held, bool>)
    return Value::flag;
  else if constexpr (std::is_enum_v<Held>)
    return choice(list_of_names<Held>());
  else if constexpr (std::integral<Held>)
    return Value::whole;
  else if constexpr (std::floating_point<Held>)
    return Value::number;
  else
    return Value::text;
}

template <class Target>
bool CommandLine::has_default(const Target& target) {
  if constexpr (requires { target.has_value(); })
    return target.has_value();
  else if constexpr (requires { target.empty(); })
    return !target.empty();
  else
    return !std::same_as<Target, bool>;
}

template <class Target>
CLI::Option* CommandLine::add(const std::string& names, Target& target, OptionSpec spec,
                              const std::string& help) {
  using Held = ValueOf<Target>::type;
  if constexpr (std::same_as<Held, bool>) {
    return note(*add_flag(names, target, help), std::move(spec));
  } else if constexpr (std::is_enum_v<Held>) {
    const auto choose = [&target](const std::string& name) { target = *find_name<Held>(name); };
    auto* const option = add_option_function<std::string>(names, choose, help);
    if constexpr (std::same_as<Target, Held>) option->default_str(std::string{tribunal::name_of(target)});
    return note(*option, std::move(spec));
  } else {
    if constexpr (std::same_as<Target, std::string>)
      if (spec.kind == Value::report) return note(*add_flag(names, target, help), std::move(spec));
    auto* const option = add_option(names, target, help);
    if constexpr (std::integral<Held>) spec.most = std::uint64_t{std::numeric_limits<Held>::max()};
    if (has_default(target) && !help.contains("default")) option->capture_default_str();
    return note(*option, std::move(spec));
  }
}

/// The option `--workers` of commands that compute alone.
struct ThreadsOption {
  unsigned workers = 0;  ///< 0: all cores

  void add(CommandLine& command) {
    command.add("-j,--workers", workers, whole(1, 1024),
                "threads (default: number of cores); the output is the same");
  }
  [[nodiscard]] unsigned count() const;
};

}  // namespace tribunal
