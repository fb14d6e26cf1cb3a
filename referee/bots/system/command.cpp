#include "bots/system/command.hpp"

#include <cstdlib>
#include <optional>
#include <utility>

#include "base/escape.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::string_view name_characters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/// Splits a command line into words by the shell's rules of quoting. wordexp(3) is not used, because it
/// expands patterns, and the meaning of a plan must not depend on the folder where it is read.
class CommandLine {
 public:
  explicit CommandLine(std::string_view text) : text_{text}, rest_{text} {}

  /// The words. Empty if there is a `problem()`.
  std::vector<std::string> words() {
    while (problem_.empty() && !rest_.empty()) {
      const char first = take();
      if (blanks.contains(first)) {
        end_word();
      } else if (first == '~' && !word_ && is_own_home()) {
        add(variable("HOME"));
      } else if (first == '~' && !word_ && words_.empty()) {
        refuse_home();
      } else if (first == '$') {
        add_split(taken_variable());
      } else {
        read(first);
      }
    }
    end_word();
    return problem_.empty() ? std::move(words_) : std::vector<std::string>{};
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void read(char first) {
    if (std::string_view{"|&;<>(){}\n"}.contains(first)) {
      needs_shell("holds " + (first == '\n' ? std::string{"a new line"} : "'" + std::string{first} + "'"));
    } else if (first == '`') {
      refuse_substitution();
    } else if (first == '\'') {
      add(take_until("'"));
      close('\'');
    } else if (first == '"') {
      read_quoted();
    } else if (first == '\\' && rest_.empty()) {
      problem_ = "ends with a backslash that escapes nothing";
    } else {
      add(first == '\\' ? take() : first);
    }
  }

  /// Whether the `~` before the rest is a whole word, or the first folder of a path.
  [[nodiscard]] bool is_own_home() const { return rest_.find_first_not_of("/ \t") != 0; }

  void refuse_home() {
    const auto user = std::string{rest_.substr(0, rest_.find_first_of("/ \t"))};
    problem_ = "names the home of another user, ~" + user +
               ", which only a shell knows; expected the folder in full";
  }

  /// Reads the text between double quotes.
  void read_quoted() {
    add("");
    while (problem_.empty() && !rest_.empty() && rest_.front() != '"') {
      const char first = take();
      if (first == '$') {
        add(taken_variable());
      } else if (first == '`') {
        refuse_substitution();
      } else if (first == '\\' && !rest_.empty() && std::string_view{"$`\"\\"}.contains(rest_.front())) {
        add(take());
      } else {
        add(first);
      }
    }
    close('"');
  }

  /// Takes the name of a variable, which may be in braces. Returns its value.
  std::string taken_variable() {
    if (rest_.starts_with('(')) return refuse_substitution();
    const bool in_braces = rest_.starts_with('{');
    if (in_braces) take();
    const auto name = rest_.substr(0, rest_.find_first_not_of(name_characters));
    rest_.remove_prefix(name.size());
    const bool closed = !in_braces || rest_.starts_with('}');
    if (!closed || name.empty() || (name.front() >= '0' && name.front() <= '9')) {
      problem_ = "has a '$' that begins neither $NAME nor ${NAME}; put it in single quotes";
      return {};
    }
    if (in_braces) take();
    return variable(std::string{name});
  }

  std::string variable(const std::string& name) {
    const char* const value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): never modified
    if (value == nullptr)
      problem_ = "names the environment variable $" + name + ", which is not set; set it, or write its value";
    return value == nullptr ? "" : value;
  }

  void needs_shell(const std::string& what) {
    problem_ = what +
               ", which only a shell understands; expected a program and its words, or a shell that runs it: "
               "sh -c " +
               shell_word(text_);
  }

  std::string refuse_substitution() {
    needs_shell("contains a command substitution");
    return {};
  }

  /// Adds a value, splitting it into words at blanks.
  void add_split(std::string_view value) {
    for (const char c : value) {
      if (blanks.contains(c) || c == '\n') {
        end_word();
      } else {
        add(c);
      }
    }
  }

  void add(char c) { add(std::string_view{&c, 1}); }
  void add(std::string_view part) { word_ = word_.value_or("").append(part); }
  void end_word() {
    if (word_) words_.push_back(*std::exchange(word_, std::nullopt));
  }

  char take() {
    const char first = rest_.front();
    rest_.remove_prefix(1);
    return first;
  }
  std::string_view take_until(std::string_view end) {
    const auto taken = rest_.substr(0, rest_.find(end));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  void close(char quote) {
    if (rest_.starts_with(quote)) {
      take();
    } else if (problem_.empty()) {
      problem_ = "has a quote that is not closed; expected another " + std::string{quote} + " after it";
    }
  }

  std::string_view text_;
  std::string_view rest_;
  std::optional<std::string> word_;  ///< word being read; a quoted word may be empty
  std::vector<std::string> words_;
  std::string problem_;
};

/// Whether the word is `NAME=value`, and no program has that name.
bool is_assignment(const std::string& word) {
  const auto sign = word.find('=');
  return sign != std::string::npos && sign > 0 && word.find_first_not_of(name_characters) == sign &&
         find_program(word).empty();
}

}  // namespace

Result<Command> parse_command(std::string_view text, const std::filesystem::path& directory) {
  CommandLine line{text};
  Command command{line.words(), directory};
  const auto problem = [&](std::string_view what) {
    return std::unexpected{"the command '" + std::string{text} + "' " + std::string{what}};
  };
  if (!line.problem().empty()) return problem(line.problem());
  if (command.words.empty() || command.words.front().empty()) return problem("names no program");
  if (is_assignment(command.words.front()))
    return problem("begins with an assignment, which only a shell understands; expected env " +
                   std::string{text});
  if (auto sample = sample_bot(command.words.front());
      !sample.empty() && find_program(command.words.front()).empty())
    command.words.front() = sample.string();
  return command;
}

std::vector<std::filesystem::path> files_of(const Command& command) {
  std::vector<std::filesystem::path> files;
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    const auto& word = command.words[i];
    if (i == 0 && !word.contains('/')) continue;  // found in PATH: the machine's program, not the bot's
    const auto path = command.directory / word;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) files.push_back(path);
  }
  return files;
}

}  // namespace tribunal
