#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/text/utf8.hpp"
#include "bots/system/program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/documents.hpp"
#include "cli/manual/manual_page.hpp"
#include "cli/options/shipped_plan.hpp"
#include "games/catalogue.hpp"
#include "tournament/results/results.hpp"

// tribunal completion: the script by which a shell completes command lines. What may stand where is found
// when it is asked for, by `tribunal complete`, which help does not list; nor `manual`, from which manual
// pages are made.

namespace tribunal {
namespace {

/// A word that may stand at the end of a command line.
struct Candidate {
  std::string word;
  std::string meaning;  ///< one line; may be empty

  bool operator==(const Candidate&) const = default;
};

/// The candidates for the end of a command line: words, and perhaps names of files, which the shell knows
/// better.
struct Completion {
  enum class Files : std::uint8_t { none, files, folders, plans };
  std::vector<Candidate> words;
  Files files = Files::none;
};

/// The sources of candidates. Each gives an empty list where there is none.
struct CompletionSources {
  std::function<std::vector<Candidate>()> games;
  /// `key=` or `key=value` of this game, for the beginning of one.
  std::function<std::vector<Candidate>(const std::string& game, const std::string& begun)> rules;
  /// Names of the plans that came with the program.
  std::function<std::vector<Candidate>()> plans;
  /// Names of the sample bots.
  std::function<std::vector<Candidate>()> sample_bots;
  /// Names of bots, by the folders and plans among these words.
  std::function<std::vector<Candidate>(const std::vector<std::string>& words)> bots;
  /// Names of documents that `help` shows.
  std::function<std::vector<Candidate>()> documents;
};

using Files = Completion::Files;

/// The words before the last, as far as they matter for it.
struct Context {
  const CommandLine& command;
  const CLI::Option* wants = nullptr;  ///< the option whose value the last word is
  std::size_t positionals = 0;         ///< that stand before it
  bool only_positionals = false;       ///< after `--`
  std::string game;                    ///< the one named so far
};

const CLI::Option* positional_at(const CommandLine& command, std::size_t place) {
  const CLI::Option* last = nullptr;
  for (const auto* const option : command.get_options()) {
    if (!option->get_positional()) continue;
    last = option;
    if (place-- == 0) return option;
  }
  return last != nullptr && last->get_allow_extra_args() ? last : nullptr;
}

const CLI::Option* option_named(const CommandLine& command, const std::string& word) {
  return command.get_option_no_throw(word.substr(0, word.find('=')));
}

void note_value(Context& context, const CLI::Option* option, const std::string& word) {
  if (option != nullptr && context.command.spec_of(*option).kind == Value::game)
    context.game = word.substr(0, word.find(':'));
}

Context context_of(const CommandLine& command, const std::vector<std::string>& words) {
  Context context{.command = command, .game = {}};
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
      note_value(context, positional_at(command, context.positionals++), word);
    }
  }
  return context;
}

Completion options_of(const CommandLine& command) {
  Completion completion;
  for (const auto* const option : command.get_options())
    if (!option->get_positional())
      completion.words.push_back({typed_names(*option).back(), description_of(*option)});
  return completion;
}

Completion values_of(const OptionSpec& spec, const Context& context, const std::vector<std::string>& words,
                     const CompletionSources& sources) {
  switch (spec.kind) {
    case Value::choice: {
      Completion completion;
      for (const auto& choice : spec.choices) completion.words.push_back({choice, ""});
      return completion;
    }
    case Value::game:
      return {.words = sources.games()};
    case Value::rule:
      return {.words = sources.rules(context.game, words.back())};
    case Value::bot_name:
      return {.words = sources.bots(words)};
    case Value::bot: {
      // The names of bots too, where a plan is given.
      Completion completion{.words = sources.bots(words), .files = Files::files};
      if (completion.words.empty()) completion.words = sources.sample_bots();
      return completion;
    }
    case Value::folder:
    case Value::output_folder:
    case Value::results:
      return {.words = {}, .files = Files::folders};
    case Value::file:
    case Value::output:
    case Value::appended:
    case Value::source:
      return {.words = {}, .files = Files::files};
    case Value::plan:
      return {.words = sources.plans(), .files = Files::plans};
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

Completion topics_of(const CommandLine& program, const CompletionSources& sources) {
  auto completion = commands_and_help(program);
  completion.words.pop_back();  // help itself
  std::ranges::move(sources.documents(), std::back_inserter(completion.words));
  return completion;
}

/// The completion of the words of `command`, of which the first is its name.
Completion of_command(CommandLine& command, const std::vector<std::string>& words,
                      const CompletionSources& sources) {
  if (!command.commands().empty() && (words.size() != 2 || !words.back().starts_with('-'))) {
    if (words.size() == 2) return names_of(command.listed());
    auto* const named = command.find(words[1]);
    return named == nullptr ? Completion{} : of_command(*named, {words.begin() + 1, words.end()}, sources);
  }
  const auto context = context_of(command, words);
  if (context.wants != nullptr) return values_of(command.spec_of(*context.wants), context, words, sources);
  if (words.back().starts_with('-') && !context.only_positionals) {
    const auto* const option = option_named(command, words.back());
    if (option != nullptr && command.spec_of(*option).kind == Value::report)
      return {.words = {}, .files = Files::files};
    return options_of(command);
  }
  const auto* const positional = positional_at(command, context.positionals);
  return positional == nullptr ? options_of(command)
                               : values_of(command.spec_of(*positional), context, words, sources);
}

Completion all_that_may_stand(CommandLine& program, const std::vector<std::string>& words,
                              const CompletionSources& sources) {
  if (words.size() < 2) return commands_and_help(program);
  if (words.front() == "help") return words.size() > 2 ? Completion{} : topics_of(program, sources);
  auto* const command = program.find(words.front());
  return command == nullptr || command->spec().group.empty() ? Completion{}
                                                             : of_command(*command, words, sources);
}

/// The candidates for the last word, which has been begun or is empty, of the command line `words`, without
/// the program's name. Words that do not begin like it are left out.
Completion complete(CommandLine& program, const std::vector<std::string>& words,
                    const CompletionSources& sources) {
  auto completion = all_that_may_stand(program, words, sources);
  const std::string begun = words.empty() ? "" : words.back();
  std::erase_if(completion.words,
                [&](const Candidate& candidate) { return !candidate.word.starts_with(begun); });
  return completion;
}

// Bash cuts words at `=` and `:`; they are joined here, and what stands before the last of these signs is
// taken off the candidates again. What bash inserts is read by it as any command line: candidates, some of
// which are a stranger's names of bots, are quoted here, and file names by readline, which then quotes the
// candidates beside them too.
constexpr std::string_view bash = R"(# Completion of tribunal for bash (https://www.gnu.org/software/bash).
# Sets `plain` to a word as the command would get it: without quotes and backslashes, and nothing run.
_tribunal_unquote() {
  local quote= index sign
  plain=
  for ((index = 0; index < ${#1}; ++index)); do
    sign=${1:index:1}
    if [[ $quote != \' && $sign == \\ ]]; then
      plain+=${1:$((++index)):1}
    elif [[ $sign == "$quote" ]]; then
      quote=
    elif [[ -z $quote && $sign == [\'\"] ]]; then
      quote=$sign
    else
      plain+=$sign
    fi
  done
}
_tribunal() {
  local words=() word line begun cut plain joins=0 index found=() files=()
  for ((index = 1; index <= COMP_CWORD; ++index)); do
    word=${COMP_WORDS[index]}
    if ((${#words[@]} > 0)) && { [[ $word == [=:]* ]] || ((joins)); } && [[ ${words[-1]} != -- ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    [[ $word == [=:] ]] && joins=1 || joins=0
  done
  begun=${words[-1]-}
  cut=${begun%"${begun##*[=:]}"}
  for ((index = 0; index < ${#words[@]} - 1; ++index)); do
    _tribunal_unquote "${words[index]}"
    words[index]=$plain
  done
  while IFS= read -r line; do
    case $line in
      :files) mapfile -t files < <(compgen -f -- "${begun#"$cut"}") ;;
      :plans) mapfile -t files < <(compgen -d -- "${begun#"$cut"}"; compgen -f -X '!*.toml' -- "${begun#"$cut"}") ;;
      :folders) mapfile -t files < <(compgen -d -- "${begun#"$cut"}") ;;
      *) word=${line%%$'\t'*}; found+=("${word#"$cut"}") ;;
    esac
  done < <(tribunal complete -- "${words[@]}" 2>/dev/null)
  COMPREPLY=("${files[@]}")
  if ((${#files[@]} > 0)); then
    compopt -o filenames
    COMPREPLY+=("${found[@]}")
    return
  fi
  compopt -o nospace
  for word in "${found[@]}"; do
    printf -v line %q "$word"
    [[ $word == *= ]] && COMPREPLY+=("$word") || COMPREPLY+=("$line ")
  done
}
complete -F _tribunal tribunal
)";

constexpr std::string_view zsh = R"(#compdef tribunal
# Completion of tribunal for zsh (https://www.zsh.org).
_tribunal() {
  local line word entry
  local -a whole begun  # begun: words that go on, such as key=
  local files=''
  integer before=$compstate[nmatches]
  for line in "${(@f)$(tribunal complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :files | :folders | :plans) files=$line ;;
      '') ;;
      *)
        word=${line%%$'\t'*}
        entry="${${word//\\/\\\\}//:/\\:}:${line#*$'\t'}"
        if [[ $word == *= ]]; then begun+=("$entry"); else whole+=("$entry"); fi
        ;;
    esac
  done
  (( ${#whole} )) && _describe -t words 'tribunal' whole
  (( ${#begun} )) && _describe -t words 'tribunal' begun -S ''
  [[ $files == :files ]] && _files
  [[ $files == :folders ]] && _files -/
  [[ $files == :plans ]] && _files -g '*.toml'
  (( compstate[nmatches] > before ))
}
# A file in fpath is the body of the function at its first call.
if [[ $funcstack[1] == _tribunal ]]; then _tribunal "$@"; else compdef _tribunal tribunal; fi
)";

constexpr std::string_view fish = R"(# Completion of tribunal for fish (https://fishshell.com).
function __tribunal_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (tribunal complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':plans'
                string match -r '.*(?:/|\.toml)(?:\t.*)?$' -- (__fish_complete_path (commandline -ct))
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c tribunal -f -a '(__tribunal_complete)'
)";

/// The script by which `shell`, which is bash, zsh or fish, completes command lines: it asks `tribunal
/// complete`.
std::string_view completion_script(std::string_view shell) {
  return shell == "zsh" ? zsh : shell == "fish" ? fish : bash;
}

std::vector<Candidate> games_to_choose() {
  std::vector<Candidate> games;
  for (const auto& game : catalogue()) {
    games.push_back({game.name, game.summary});
    for (const auto& preset : game.presets) games.push_back({preset.name, preset.meaning});
  }
  return games;
}

/// `key=` for each option; once that is there, `key=value` for each value that is a word.
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

std::vector<Candidate> documents_to_choose() {
  std::vector<Candidate> names;
  for (const auto& document : documents())
    names.push_back({std::string{document.name}, std::string{document.title()}});
  return names;
}

ExitCode print_completion(const std::vector<std::string>& words, const CommandLine& command) {
  const auto found = complete(*command.parent(), words,
                              {.games = games_to_choose,
                               .rules = rules_to_choose,
                               .plans = plans_to_choose,
                               .sample_bots = sample_bots_to_choose,
                               .bots = bots_in,
                               .documents = documents_to_choose});
  // Each candidate takes one line. A plan from elsewhere may have control characters in names and commands:
  // words with them are left out, meanings are escaped.
  for (const auto& [word, meaning] : found.words)
    if (harmless(word) == word && !word.empty()) std::cout << word << '\t' << harmless(meaning) << '\n';
  if (found.files == Completion::Files::files) std::cout << ":files\n";
  if (found.files == Completion::Files::plans) std::cout << ":plans\n";
  if (found.files == Completion::Files::folders) std::cout << ":folders\n";
  return ExitCode::ok;
}

ExitCode print_manual(const std::string& name, const CommandLine& manual) {
  auto* const command = manual.parent()->find(name);
  const auto* const document = find_document(name);
  if (name.empty())
    std::cout << manual_page_of_program(*manual.parent(), TRIBUNAL_VERSION);
  else if (command != nullptr && !command->spec().group.empty())
    std::cout << manual_page(*command, TRIBUNAL_VERSION);
  else if (document != nullptr)
    std::cout << manual_page_of_document(*document, TRIBUNAL_VERSION);
  else
    throw Complaint{"there is no command and no document '" + name + "'"};
  return ExitCode::ok;
}

ExitCode print_script(const std::string& shell) {
  std::cout << completion_script(shell);
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

void add_manual_command(CommandLine& command) {
  command.add("command", command.runs(print_manual), "the command or document; none: of the program");
}

}  // namespace tribunal
