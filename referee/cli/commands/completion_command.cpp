#include <iostream>

#include "base/text/utf8.hpp"
#include "bots/system/program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/plan_options.hpp"
#include "games/catalogue.hpp"
#include "tournament/results/results.hpp"

// tribunal completion: prints the script by which a shell completes command lines. The script calls `tribunal
// complete`, which help does not list, to find the candidates.

namespace tribunal {
namespace {

/// A word that is valid at the end of a command line.
struct Candidate {
  std::string word;
  std::string meaning;  ///< explanation in one line; may be empty
};

/// The candidates for the end of a command line.
struct Completion {
  std::vector<Candidate> words;
  std::string_view files{};  ///< kind of names that the shell finds itself: `:files`, `:folders` or `:plans`;
                             ///< may be empty
};

constexpr std::string_view files_of_shell = ":files";

/// The facts that the words before the last one determine.
struct Context {
  const CommandLine& command;
  const CLI::Option* wants = nullptr;  ///< option whose value the last word is; null if none
  std::size_t positionals = 0;         ///< number of positionals before it
  bool only_positionals = false;       ///< whether it is after `--`
  std::string game{};                  ///< game named so far
};

const CLI::Option* option_named(const CommandLine& command, const std::string& word) {
  return command.get_option_no_throw(word.substr(0, word.find('=')));
}

void note_value(Context& context, const CLI::Option* option, const std::string& word) {
  if (option != nullptr && context.command.spec_of(*option).kind == Value::game)
    context.game = word.substr(0, word.find(':'));
}

Context context_of(const CommandLine& command, const std::vector<std::string>& words) {
  Context context{.command = command};
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const auto& word = words[at];
    if (context.wants != nullptr) {
      note_value(context, std::exchange(context.wants, nullptr), word);
    } else if (word == "--" && !context.only_positionals) {
      context.only_positionals = true;
    } else if (word.starts_with('-') && !context.only_positionals) {
      const auto* const option = option_named(command, word);
      if (option != nullptr && !command.spec_of(*option).is_flag() && !word.contains('='))
        context.wants = option;
    } else {
      note_value(context, command.positional(context.positionals++), word);
    }
  }
  return context;
}

std::vector<Candidate> games_to_choose() {
  std::vector<Candidate> games;
  for (const auto& game : catalogue()) {
    games.push_back({game.name, game.summary});
    for (const auto& preset : game.presets) games.push_back({preset.name, preset.meaning});
  }
  return games;
}

/// Candidates `key=` for each option. Once that is typed, `key=value` for each value that is a word.
std::vector<Candidate> rules_to_choose(const std::string& name, const std::string& begun) {
  const auto* const game = find_game(name);
  if (game == nullptr) return {};
  std::vector<Candidate> rules;
  for (const auto& option : game->options) {
    if (!begun.starts_with(option.name + '=')) {
      rules.push_back({option.name + '=', option.meaning});
      continue;
    }
    const bool is_switch = std::holds_alternative<bool>(option.default_value);
    for (const auto& word : is_switch ? std::vector<std::string>{"on", "off"} : option.words)
      rules.push_back({option.name + '=' + word, ""});
  }
  return rules;
}

std::vector<Candidate> bots_in(const std::vector<std::string>& words) {
  std::vector<Candidate> bots;
  for (const auto& word : words) {
    std::error_code ignored;
    const auto add_all = [&](const Plan& plan) {
      for (const auto& bot : plan.bots) bots.push_back({bot.name, bot.command_text});
    };
    if (word.ends_with(".toml") && std::filesystem::is_regular_file(word, ignored)) {
      if (const auto tournament = load_without_bots(word)) add_all(tournament->plan);
    } else if (std::filesystem::exists(std::filesystem::path{word} / "results.db", ignored)) {
      if (const auto results = Results::open(word, RoundSource::nowhere)) add_all(results->tournament().plan);
    }
  }
  return bots;
}

std::vector<Candidate> plans_to_choose() {
  std::vector<Candidate> plans;
  for (auto& plan : shipped_plans()) plans.push_back({std::move(plan.name), std::move(plan.meaning)});
  return plans;
}

std::vector<Candidate> sample_bots_to_choose() {
  std::vector<Candidate> bots;
  for (auto& name : sample_bot_names()) bots.push_back({std::move(name), "a sample bot"});
  return bots;
}

Completion options_of(const CommandLine& command) {
  Completion completion;
  for (const auto* const option : command.get_options())
    if (!option->get_positional())
      completion.words.push_back({typed_names(*option).back(), description_of(*option)});
  return completion;
}

Completion values_of(const OptionSpec& spec, const Context& context, const std::vector<std::string>& words) {
  switch (spec.kind) {
    case Value::choice: {
      Completion completion;
      for (const auto& choice : spec.choices) completion.words.push_back({choice, ""});
      return completion;
    }
    case Value::game:
      return {games_to_choose()};
    case Value::rule:
      return {rules_to_choose(context.game, words.back())};
    case Value::bot_name:
      return {bots_in(words)};
    case Value::bot: {
      // If a plan is given, the names of its bots are candidates too.
      auto bots = bots_in(words);
      return {bots.empty() ? sample_bots_to_choose() : std::move(bots), files_of_shell};
    }
    case Value::folder:
    case Value::output_folder:
    case Value::results:
      return {{}, ":folders"};
    case Value::file:
    case Value::output:
    case Value::appended:
    case Value::source:
      return {{}, files_of_shell};
    case Value::plan:
      return {plans_to_choose(), ":plans"};
    default:
      return {};
  }
}

Completion names_of(const std::vector<const CommandLine*>& commands) {
  Completion completion;
  for (const auto* const command : commands)
    completion.words.push_back({command->get_name(), command->get_description()});
  return completion;
}

Completion commands_and_help(const CommandLine& program) {
  auto completion = names_of(program.listed());
  completion.words.push_back({"help", "Show all commands, the options of one, or a document"});
  return completion;
}

Completion topics_of(const CommandLine& program) {
  auto completion = names_of(program.listed());
  for (const auto& document : documents())
    completion.words.push_back({std::string{document.name}, std::string{document.title()}});
  return completion;
}

/// The completion of the words of `command`. The first word is its name.
Completion of_command(CommandLine& command, const std::vector<std::string>& words) {
  if (!command.commands().empty() && (words.size() != 2 || !words.back().starts_with('-'))) {
    if (words.size() == 2) return names_of(command.listed());
    auto* const named = command.find(words[1]);
    return named == nullptr ? Completion{} : of_command(*named, {words.begin() + 1, words.end()});
  }
  const auto context = context_of(command, words);
  if (context.wants != nullptr) return values_of(command.spec_of(*context.wants), context, words);
  if (words.back().starts_with('-') && !context.only_positionals) {
    const auto* const option = option_named(command, words.back());
    if (option != nullptr && command.spec_of(*option).kind == Value::report) return {{}, files_of_shell};
    return options_of(command);
  }
  const auto* const positional = command.positional(context.positionals);
  return positional == nullptr ? options_of(command)
                               : values_of(command.spec_of(*positional), context, words);
}

/// The candidates for the last word of the command line `words`, which has no program name. The last word may
/// be empty.
Completion complete(CommandLine& program, const std::vector<std::string>& words) {
  if (words.size() < 2) return commands_and_help(program);
  if (words.front() == "help") return words.size() > 2 ? Completion{} : topics_of(program);
  auto* const command = program.find(words.front());
  return command == nullptr || command->spec().group.empty() ? Completion{} : of_command(*command, words);
}

ExitCode print_completion(const std::vector<std::string>& words, const CommandLine& command) {
  const auto found = complete(*command.parent(), words);
  const std::string begun = words.empty() ? "" : words.back();
  // Each candidate is one line. A plan from elsewhere may have control characters in names and commands.
  // Words with such characters are skipped, and meanings are escaped.
  for (const auto& [word, meaning] : found.words)
    if (word.starts_with(begun) && harmless(word) == word && !word.empty())
      std::cout << word << '\t' << harmless(meaning) << '\n';
  if (!found.files.empty()) std::cout << found.files << '\n';
  return ExitCode::ok;
}

/// Prints the script, which calls `tribunal complete`. Bash splits words at `=` and `:`. The script joins
/// them, and removes the text before the last of these signs from the candidates. Bash reads inserted text
/// like any command line, so the script quotes candidates, because names of bots can come from strangers.
/// File names are quoted by readline, which then also quotes the candidates beside them.
ExitCode print_script(const std::string& shell) {
  std::cout << completion_scripts()[shell == "bash" ? 0 : shell == "fish" ? 1 : 2].text;
  return ExitCode::ok;
}

}  // namespace

void add_completion_command(CommandLine& command) {
  command.add("shell", command.runs(print_script), choice({"bash", "zsh", "fish"}), "bash, zsh or fish")
      ->required();
}

void add_complete_command(CommandLine& command) {
  command.add("words", command.runs(print_completion), "the words so far");
}

}  // namespace tribunal
