#include "cli/mistakes/mistake.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

#include "base/spelling.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cli/options/command_line.hpp"
#include "games/catalogue.hpp"

namespace tribunal {
namespace {

/// A word in quotes, safe for a terminal.
std::string shown(std::string_view word) { return "'" + harmless(word) + "'"; }

/// A number without trailing zeros: `0.499` for `0.499000`.
std::string text_of(double number) {
  auto text = fmt::format("{:f}", number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// The range of an option's values: ` from 1 to 1024`. Empty if there is none.
std::string range_text(const OptionSpec& spec) {
  return spec.range ? " from " + text_of(spec.range->first) + " to " + text_of(spec.range->second) : "";
}

bool is_within(double number, const OptionSpec& spec) {
  return !spec.range || (number >= spec.range->first && number <= spec.range->second);
}

/// The problem of a whole number. It must have decimal digits without leading zeros, because CLI11 reads 010
/// as 8.
std::optional<std::string> whole_number_problem(const OptionSpec& spec, const std::string& text) {
  const auto number = number_from<std::uint64_t>(text);
  const bool is_canonical = number && std::to_string(*number) == text;
  const bool is_too_large = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos &&
                            (!number || *number > spec.most);
  if (is_canonical && !is_too_large && is_within(static_cast<double>(*number), spec)) return std::nullopt;
  return "expected a whole number" + std::string{spec.word == "MS" ? " of milliseconds" : ""} +
         (is_too_large && !spec.range ? fmt::format(" from 0 to {}", spec.most) : range_text(spec)) +
         ", not " + shown(text) +
         (number && !is_canonical ? "; without leading zeros: " + std::to_string(*number) : "");
}

std::optional<std::string> number_problem(const OptionSpec& spec, const std::string& text) {
  const auto number = number_from<double>(text);
  if (number && std::isfinite(*number) && is_within(*number, spec)) return std::nullopt;
  auto with_point = text;
  std::ranges::replace(with_point, ',', '.');
  const bool has_comma = !number && number_from<double>(with_point);
  return "expected a number" + range_text(spec) + ", not " + shown(text) +
         (has_comma ? "; did you mean '" + with_point + "'?" : "");
}

/// The reason that `text` is not a value of the option that was typed as `name`: not one of its words, not a
/// number, or out of range. None if it is a value, or if only the command itself can decide.
std::optional<std::string> value_problem(const OptionSpec& spec, const std::string& name,
                                         const std::string& text) {
  std::optional<std::string> problem;
  if (spec.kind == Value::choice && std::ranges::find(spec.choices, text) == spec.choices.end())
    return name + " cannot be " + shown(text) + suggestion(text, spec.choices);
  if (spec.kind == Value::whole) problem = whole_number_problem(spec, text);
  if (spec.kind == Value::number) problem = number_problem(spec, text);
  return problem ? std::optional{name + ": " + *problem} : std::nullopt;
}

/// The command line that shows help about it: `tribunal help play`.
std::string help_on(const CommandLine& command) {
  if (command.is_program()) return "tribunal --help";
  if (command.parent()->is_program()) return "tribunal help " + command.get_name();
  return "tribunal " + command.full_name() + " --help";
}

/// The option with this name, such as `--seed` or `-s`. Null if there is none.
const CLI::Option* find_option(const CommandLine& command, std::string_view name) {
  return name.starts_with('-') ? command.get_option_no_throw(std::string{name}) : nullptr;
}

/// The usage of a command: `tribunal verify path` or `tribunal new-plan game bots...`.
std::string usage_of(const CommandLine& command) {
  auto usage = "tribunal " + command.full_name();
  for (const auto* const option : command.get_options()) {
    if (!option->get_positional()) continue;
    auto word = option->get_name() + (option->get_allow_extra_args() ? "..." : "");
    if (!option->get_required()) word = '[' + word + ']';
    usage += ' ' + word;
  }
  return usage;
}

/// An example as a clause: `; for example: tribunal verify results/cup`. Empty without examples.
std::string example_of(const CommandLine& command) {
  const auto examples = command.examples();
  if (!examples.empty()) return "; for example: " + examples.front();
  return command.is_program() ? "" : example_of(*command.parent());
}

/// The length in bytes of a typographic dash at the front of a word, which word processors and web pages put
/// in place of an option's dashes. 0 if there is none.
std::size_t fancy_dash(std::string_view word) {
  constexpr std::array<std::string_view, 5> dashes{"\u2010", "\u2011", "\u2013", "\u2014", "\u2212"};
  for (const auto dash : dashes)
    if (word.starts_with(dash)) return dash.size();
  return 0;
}

/// An option on the command line, and its values. A flag has none.
struct Given {
  const CLI::Option* option;
  std::vector<std::string> values{};
};

/// Reads the words as CLI11 does, and stops at the first mistake.
class Walk {
 public:
  Walk(CommandLine& program, const std::vector<std::string>& words) : command_{&program}, words_{words} {}

  std::optional<std::string> mistake() {
    for (; at_ < words_.size() && !mistake_; ++at_) read(words_[at_]);
    if (!mistake_) check_missing();
    if (!mistake_) check_partners();
    return mistake_;
  }

 private:
  void read(const std::string& word) {
    if (only_words_ || word == "-" || word.empty() || (word.front() != '-' && fancy_dash(word) == 0))
      return read_word(word);
    if (word == "--") {
      only_words_ = true;
      takes_words_ = command_->positional(positionals_) != nullptr && positionals_ < count_of_positionals();
    } else if (const auto dash = fancy_dash(word); dash > 0) {
      read_fancy(word, dash);
    } else if (word.starts_with("--")) {
      read_long(word);
    } else {
      read_short(word);
    }
  }

  void read_fancy(const std::string& word, std::size_t dash) {
    auto name = word.substr(dash);
    while (const auto more = name.starts_with('-') ? std::size_t{1} : fancy_dash(name)) name.erase(0, more);
    const auto meant = (name.size() == 1 ? "-" : "--") + name;
    if (find_option(*command_, meant.substr(0, meant.find('='))) == nullptr) return read_word(word);
    mistake_ = shown(word) + " begins with a dash that is not a hyphen; did you mean " + shown(meant) + "?";
  }

  void read_long(const std::string& word) {
    const auto sign = word.find('=');
    const auto name = word.substr(0, sign);
    const auto* const option = find_option(*command_, name);
    if (option == nullptr) return say_unknown(name);
    if (sign == std::string::npos)
      return spec_of(*option).is_flag() ? take_flag(*option, "") : take_next(*option, name);
    const auto value = word.substr(sign + 1);
    if (value.empty()) {
      const auto form = spec_of(*option).is_flag() && spec_of(*option).kind != Value::report
                            ? ""
                            : '=' + given_word(*option);
      mistake_ = shown(word) + " has no value after =; expected " + name + form;
    } else if (spec_of(*option).is_flag()) {
      check_flag(*option, name, value);
    } else {
      take(*option, name, value);
    }
  }

  void read_short(const std::string& word) {
    const auto name = word.substr(0, 2);
    const auto as_long = '-' + word.substr(0, word.find('='));
    if (word.size() > 2 && find_option(*command_, as_long) != nullptr) {
      mistake_ = shown(word) + " has one dash; did you mean " + shown('-' + word) + "?";
      return;
    }
    const auto* const option = find_option(*command_, name);
    if (option == nullptr && command_->get_allow_extras()) return;  // the command itself reports it
    if (option == nullptr) return say_unknown(word.size() > 2 ? as_long.substr(1) : name);
    if (spec_of(*option).is_flag()) {
      take_flag(*option, "");
      if (word.size() > 2) read_short('-' + word.substr(2));
    } else if (word.size() > 2) {
      take(*option, name, word.substr(2));
    } else {
      take_next(*option, name);
    }
  }

  /// Reads a positional or the name of a command.
  void read_word(const std::string& word) {
    if (!command_->commands().empty()) return read_command(word);
    const auto* const option = command_->positional(positionals_++);
    if (option != nullptr && !takes_words_) {
      if (!say_loose_file())
        mistake_ =
            shown(word) + " is after --, but others like it are before it; expected all of them after --";
    } else if (option == nullptr) {
      if (command_->get_allow_extras()) return;
      if (!say_loose_file())
        mistake_ = shown(word) + " is one word too many; expected " + usage_of(*command_);
    } else {
      mistake_ = value_problem(spec_of(*option), option->get_name(), word);
    }
  }

  void read_command(const std::string& word) {
    if (auto* const command = command_->find(word); command != nullptr) {
      command_ = command;
      return;
    }
    std::vector<std::string> names;
    for (const auto* const command : command_->listed()) names.push_back(command->get_name());
    if (command_->find("help") != nullptr) names.emplace_back("help");
    for (const auto& name : option_names())
      if (name.starts_with("--")) names.push_back(name);
    const bool is_program = command_->is_program();
    const auto subject =
        (is_program ? "there is no command " : command_->full_name() + " has no command ") + shown(word);
    if (is_program && find_game(word) != nullptr) {
      mistake_ = subject + "; to play this game: tribunal play " + word + " -- BOT BOT";
    } else if (is_program && word.ends_with(".toml")) {
      mistake_ = subject + "; to play a plan: tribunal tournament " + harmless(word);
    } else if (find_option(*command_, "--" + word) != nullptr) {
      mistake_ = subject + "; did you mean '--" + word + "'?";
    } else {
      mistake_ = subject + suggestion(word, names, shown(help_on(*command_)) + " lists them");
    }
  }

  void take_flag(const CLI::Option& option, const std::string& value) {
    auto& given = values_of(option);
    if (spec_of(option).kind == Value::report && !given.empty() && given.back() != value)
      return say_twice(option, given.back(), value);
    given.push_back(value);
  }

  void check_flag(const CLI::Option& option, const std::string& name, const std::string& value) {
    if (spec_of(option).kind == Value::report) return take_flag(option, value);
    constexpr std::array<std::string_view, 2> flags{"true", "false"};
    if (std::ranges::find(flags, value) != flags.end()) return take_flag(option, "");
    mistake_ = name + " takes no value, not " + shown(value) + "; expected " + name + " alone";
  }

  /// Takes the next word as the value, unless it is an option.
  void take_next(const CLI::Option& option, const std::string& name) {
    const bool is_last = at_ + 1 >= words_.size();
    if (is_last || is_option(words_[at_ + 1])) {
      mistake_ = name + " has no value" +
                 (is_last ? std::string{} : ": the next word is " + shown(words_[at_ + 1])) + "; expected " +
                 name + ' ' + given_word(option);
      return;
    }
    take(option, name, words_[++at_]);
    if (!option.get_allow_extra_args()) return;
    while (!mistake_ && at_ + 1 < words_.size() && !words_[at_ + 1].starts_with('-'))
      take(option, name, words_[++at_]);
  }

  void take(const CLI::Option& option, const std::string& name, const std::string& value) {
    auto& given = values_of(option);
    if (option.get_items_expected_max() == 1 && !given.empty()) return say_twice(option, given.back(), value);
    given.push_back(value);
    mistake_ = value_problem(spec_of(option), name, value);
  }

  void say_twice(const CLI::Option& option, const std::string& first, const std::string& second) {
    mistake_ = typed_name(option) + " is given twice" +
               (first.empty() || second.empty() ? "" : ", as " + shown(first) + " and " + shown(second)) +
               "; expected it once";
  }

  std::vector<std::string>& values_of(const CLI::Option& option) {
    const auto found = std::ranges::find(given_, &option, &Given::option);
    return found == given_.end() ? given_.emplace_back(&option).values : found->values;
  }

  [[nodiscard]] bool is_given(const CLI::Option& option) const {
    return std::ranges::find(given_, &option, &Given::option) != given_.end();
  }

  [[nodiscard]] bool is_option(const std::string& word) const {
    const auto name = word.substr(0, word.find('='));
    if (name == "--" || find_option(*command_, name) != nullptr) return true;
    // It is not an option here, but looks like one. A file may have any other name.
    return name.starts_with("--") &&
           std::ranges::all_of(name, [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); });
  }

  /// Reports a file after the flag of a report, which must be joined to it by `=`. Returns false if there is
  /// none.
  bool say_loose_file() {
    for (std::size_t next = 1; next <= at_; ++next) {
      const auto& flag = words_[next - 1];
      const auto* const option = find_option(*command_, flag);
      if (option == nullptr || spec_of(*option).kind != Value::report || words_[next].starts_with('-'))
        continue;
      mistake_ = loose_file(flag, words_[next]);
      return true;
    }
    return false;
  }

  [[nodiscard]] const OptionSpec& spec_of(const CLI::Option& option) const {
    return command_->spec_of(option);
  }

  /// The name of the value in help. For a report it is that of its file.
  [[nodiscard]] std::string given_word(const CLI::Option& option) const {
    const auto& spec = spec_of(option);
    return spec.kind == Value::report ? "FILE" : spec.word;
  }

  /// The names of the command's options as they are typed.
  [[nodiscard]] std::vector<std::string> option_names() const {
    std::vector<std::string> names;
    for (const auto* const option : command_->get_options())
      std::ranges::move(typed_names(*option), std::back_inserter(names));
    return names;
  }

  /// Reports an unknown option, and suggests a similar one, or the command to which it belongs.
  void say_unknown(const std::string& name) {
    mistake_ = command_->full_name() + " has no option " + shown(name);
    if (const auto* const owner = later_owner(name); owner != nullptr) {
      *mistake_ += "; expected it after its command: tribunal " + owner->full_name() + ' ' + name;
      return;
    }
    for (const auto* const option : command_->get_options()) {
      for (const auto& known : option->get_snames()) {
        if (name.size() == 2 && std::tolower(name[1]) == std::tolower(known.front())) {
          *mistake_ += "; did you mean '-" + known + "'?";
          return;
        }
      }
    }
    *mistake_ +=
        suggestion(name.size() == 2 ? "" : name, option_names(), shown(help_on(*command_)) + " lists them");
  }

  /// The command among the later words to which the option `name` belongs. Null if there is none.
  [[nodiscard]] const CommandLine* later_owner(const std::string& name) const {
    for (auto at = at_ + 1; at < words_.size() && words_[at] != "--"; ++at) {
      const auto* const command = command_->find(words_[at]);
      if (command != nullptr) return find_option(*command, name) == nullptr ? nullptr : command;
    }
    return nullptr;
  }

  [[nodiscard]] std::size_t count_of_positionals() const {
    const auto options = command_->get_options();
    return static_cast<std::size_t>(std::ranges::count_if(options, &CLI::Option::get_positional));
  }

  void check_missing() {
    if (!command_->commands().empty()) {
      std::vector<std::string> names;
      for (const auto& command : command_->commands()) names.push_back(command->get_name());
      mistake_ = command_->full_name() + " has no command after it; expected " +
                 (command_->is_program() ? "one that tribunal --help lists" : alternatives(names)) +
                 example_of(*command_);
      return;
    }
    std::size_t number = 0;
    for (const auto* const option : command_->get_options()) {
      const bool has_it = option->get_positional() ? number++ < positionals_ : is_given(*option);
      if (mistake_ || has_it || !option->get_required()) continue;
      const auto name =
          option->get_positional() ? option->get_name() : typed_name(*option) + ' ' + spec_of(*option).word;
      mistake_ = missing_word(*command_, name, option->get_description());
    }
  }

  /// Checks that options come with those that they need, and without those that they exclude.
  void check_partners() {
    for (const auto& [option, values] : given_) {
      for (const auto* const needed : option->get_needs()) {
        if (is_given(*needed)) continue;
        mistake_ = typed_name(*option) + " needs " + typed_name(*needed) + "; expected it with " +
                   typed_name(*needed) + ' ' + spec_of(*needed).word;
        if (mistake_->ends_with(' ')) mistake_->pop_back();
        return;
      }
      for (const auto* const excluded : option->get_excludes()) {
        if (!is_given(*excluded)) continue;
        mistake_ = typed_name(*option) + " and " + typed_name(*excluded) +
                   " exclude each other; expected one of them";
        return;
      }
    }
  }

  CommandLine* command_;
  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  std::size_t positionals_ = 0;
  bool only_words_ = false;   ///< whether `--` was read
  bool takes_words_ = true;   ///< false after a `--` that no positional can follow
  std::vector<Given> given_;  ///< options in the order in which they were given
  std::optional<std::string> mistake_;
};

}  // namespace

std::string missing_word(const CommandLine& command, const std::string& what, const std::string& expected) {
  return command.full_name() + " has no " + what + "; expected " + expected + example_of(command);
}

std::string loose_file(const std::string& flag, const std::string& file) {
  return flag + ' ' + harmless(file) + ": a file is joined by =: " + flag + '=' + harmless(file);
}

std::optional<std::string> mistake_in(CommandLine& program, const std::vector<std::string>& words) {
  const auto end = std::ranges::find(words, "--");
  for (auto word = words.begin(); word != end; ++word)
    if (*word == "--help" || *word == "-h") return std::nullopt;
  if (!words.empty() && (words.front() == "--version" || words.front() == "-V")) return std::nullopt;
  return Walk{program, words}.mistake();
}

}  // namespace tribunal
