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

/// The kind of an option's values. It decides the name in help, the completion in a shell, and which values
/// are wrong.
enum class Value : std::uint8_t {
  flag,
  report,  ///< a flag that takes `=FILE`
  text,
  whole,   ///< number in decimal digits
  number,  ///< number with a decimal point
  choice,  ///< one of several words
  file,
  output,    ///< file that the command writes
  appended,  ///< file that the command appends to
  folder,
  output_folder,
  results,   ///< a results folder
  source,    ///< a log or a results folder
  plan,      ///< file, or the name of a plan that comes with the program
  game,      ///< a game or a preset
  rule,      ///< KEY=VALUE of a game
  bot,       ///< command, usually a file
  bot_name,  ///< name of a bot in a tournament
};

/// The meaning of an option or a positional, for help, completion, manual pages and messages about mistakes.
/// CLI11 does not have these facts.
struct OptionSpec {
  Value kind;
  std::string word;                  ///< name of the value in help, such as FILE; empty for a flag
  std::vector<std::string> choices;  ///< words of a choice
  std::optional<std::pair<double, double>> range{};
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  ///< largest whole number

  /// If `its_word` is empty, the kind decides it: FILE, N.
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
  std::string_view group{};                    ///< group in help's list; empty: not listed
  std::string_view document{};                 ///< page that says more; may be empty
  std::array<std::string_view, 4> examples{};  ///< command lines after `tribunal`; unused ones are empty
  void (*declare)(CommandLine&) = nullptr;     ///< adds the options and the action
};

template <class Target>
struct ValueOf {
  using type = Target;
};
template <class Held>
struct ValueOf<std::optional<Held>> : ValueOf<Held> {};

/// A command with its options, or the program with its commands. CLI11 only parses. Help, completion, manual
/// pages, messages about mistakes and conflicts of outputs use the specs of the options.
class CommandLine : public CLI::App {
 public:
  explicit CommandLine(const CommandSpec& spec, CommandLine* parent = nullptr);

  /// Adds a command. Its options are declared by `find`, because declaring those of all commands takes longer
  /// than many a command.
  CommandLine& add_command(const CommandSpec& spec);
  /// The command of this name with its options. Null if there is none.
  [[nodiscard]] CommandLine* find(std::string_view name);
  [[nodiscard]] const std::vector<std::shared_ptr<CommandLine>>& commands() const { return commands_; }
  /// The commands that help lists, in its order.
  [[nodiscard]] std::vector<const CommandLine*> listed() const;

  /// Adds an option, or a positional if `names` has no dash. Its value is stored in `target`. Unless `help`
  /// states the default, help ends with the current value of `target`.
  template <class Target>
  CLI::Option* add(const std::string& names, Target& target, OptionSpec spec, const std::string& help);
  /// Adds an option whose spec follows from its type.
  template <class Target>
  CLI::Option* add(const std::string& names, Target& target, const std::string& help) {
    return add(names, target, spec_for<Target>(), help);
  }
  /// Excludes the options with these names if `option` is given.
  void exclude(CLI::Option& option, const std::vector<std::string>& names) {
    for (const auto& name : names) option.excludes(get_option(name));
  }

  /// Sets the action of the command to `body`, and returns its options. The second form also passes the
  /// command line, for a body that asks which options were given.
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
  /// The positional that takes the word with this number, counted from 0. Null if none takes it.
  [[nodiscard]] const CLI::Option* positional(std::size_t number) const;
  /// The command above this one. Null for the program.
  [[nodiscard]] CommandLine* parent() const { return parent_command_; }
  [[nodiscard]] bool is_program() const { return parent_command_ == nullptr; }
  [[nodiscard]] const CommandLine& chosen() const;
  /// The name with those of the commands above it: `submit slurm`. For the program: `tribunal`.
  [[nodiscard]] std::string full_name() const;
  /// The examples as whole command lines.
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

/// The longest name of an option as it is typed, or the name of a positional.
[[nodiscard]] std::string typed_name(const CLI::Option& option);
/// All names of an option as they are typed, those with one dash first.
[[nodiscard]] std::vector<std::string> typed_names(const CLI::Option& option);
/// The effect of the option and its default.
[[nodiscard]] std::string description_of(const CLI::Option& option);

/// The width of --help in columns, which nearly all terminals have.
constexpr std::size_t full_help_width = 79;

/// Makes the program, and the commands added to it later, print an option in --help as its name and value,
/// then its effect and its default. CLI11 by itself prints its types and their bounds. With fewer than
/// `full_help_width` columns, descriptions are below the names.
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

/// The option `--workers` of commands that compute without bots.
struct ThreadsOption {
  unsigned workers = 0;  ///< number of threads; 0: all cores

  void add(CommandLine& command) {
    command.add("-j,--workers", workers, whole(1, 1024),
                "threads (default: number of cores); the output is the same");
  }
  [[nodiscard]] unsigned count() const;
};

}  // namespace tribunal
