#include "cli/manual/completion.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tribunal {
namespace {

using Files = Completion::Files;

/// The words before the last, as far as they matter for it.
struct Context {
  const CommandEntry& command;
  const OptionEntry* wants = nullptr;  ///< the option whose value the last word is
  std::size_t positionals = 0;         ///< that stand before it
  bool only_positionals = false;       ///< after `--`
  std::string game;                    ///< the one named so far
};

const OptionEntry* positional_at(const CommandEntry& command, std::size_t place) {
  if (place < command.positionals.size()) return &command.positionals[place];
  if (command.positionals.empty() || !command.positionals.back().is_repeated) return nullptr;
  return &command.positionals.back();
}

void note_value(Context& context, const OptionEntry* entry, const std::string& word) {
  if (entry != nullptr && entry->kind == WordKind::game) context.game = word.substr(0, word.find(':'));
}

Context context_of(const CommandEntry& command, const std::vector<std::string>& words) {
  Context context{.command = command, .game = {}};
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const auto& word = words[at];
    if (context.wants != nullptr) {
      note_value(context, std::exchange(context.wants, nullptr), word);
    } else if (word == "--" && !context.only_positionals) {
      context.only_positionals = true;
    } else if (word.starts_with('-') && !context.only_positionals) {
      const auto* const option = command.option(word.substr(0, word.find('=')));
      if (option != nullptr && option->takes_word() && !word.contains('=')) context.wants = option;
    } else {
      note_value(context, positional_at(command, context.positionals++), word);
    }
  }
  return context;
}

Completion options_of(const CommandEntry& command) {
  Completion completion;
  for (const auto& option : command.options)
    completion.words.push_back({option.names.back(), option.description});
  return completion;
}

Completion values_of(const OptionEntry& entry, const Context& context, const std::vector<std::string>& words,
                     const CompletionSources& sources) {
  switch (entry.kind) {
    case WordKind::choice: {
      Completion completion;
      for (const auto& choice : entry.choices) completion.words.push_back({choice, ""});
      return completion;
    }
    case WordKind::game:
      return {.words = sources.games()};
    case WordKind::rule:
      return {.words = sources.rules(context.game, words.back())};
    case WordKind::bot_name:
      return {.words = sources.bots(words)};
    case WordKind::bot: {
      // The names of bots too, where a plan is given.
      Completion completion{.words = sources.bots(words), .files = Files::files};
      if (completion.words.empty()) completion.words = sources.sample_bots();
      return completion;
    }
    case WordKind::folder:
    case WordKind::results:
      return {.words = {}, .files = Files::folders};
    case WordKind::file:
    case WordKind::source:
      return {.words = {}, .files = Files::files};
    case WordKind::plan:
      return {.words = sources.plans(), .files = Files::plans};
    case WordKind::text:
      break;
  }
  return {};
}

Completion names_of(const std::vector<CommandEntry>& commands) {
  Completion completion;
  for (const auto& command : commands) completion.words.push_back({command.name, command.description});
  return completion;
}

Completion commands_and_help(const std::vector<CommandEntry>& tree) {
  auto completion = names_of(tree);
  completion.words.push_back({"help", "Show all commands, the options of one, or a document"});
  return completion;
}

Completion topics_of(const std::vector<CommandEntry>& tree, const CompletionSources& sources) {
  auto completion = commands_and_help(tree);
  completion.words.pop_back();  // help itself
  std::ranges::move(sources.documents(), std::back_inserter(completion.words));
  return completion;
}

/// The completion of the words of `command`, of which the first is its name.
Completion of_command(const CommandEntry& command, const std::vector<std::string>& words,
                      const CompletionSources& sources) {
  if (!command.commands.empty() && (words.size() != 2 || !words.back().starts_with('-'))) {
    if (words.size() == 2) return names_of(command.commands);
    const auto own = std::ranges::find(command.commands, words[1], &CommandEntry::name);
    if (own == command.commands.end()) return {};
    return of_command(*own, {words.begin() + 1, words.end()}, sources);
  }
  const auto context = context_of(command, words);
  if (context.wants != nullptr) return values_of(*context.wants, context, words, sources);
  if (words.back().starts_with('-') && !context.only_positionals) {
    const auto* const option = command.option(words.back().substr(0, words.back().find('=')));
    if (option != nullptr && option->takes_file) return {.words = {}, .files = Files::files};
    return options_of(command);
  }
  const auto* const positional = positional_at(command, context.positionals);
  return positional == nullptr ? options_of(command) : values_of(*positional, context, words, sources);
}

Completion all_that_may_stand(const std::vector<CommandEntry>& tree, const std::vector<std::string>& words,
                              const CompletionSources& sources) {
  if (words.size() < 2) return commands_and_help(tree);
  if (words.front() == "help") return words.size() > 2 ? Completion{} : topics_of(tree, sources);
  const auto command = std::ranges::find(tree, words.front(), &CommandEntry::name);
  return command == tree.end() ? Completion{} : of_command(*command, words, sources);
}

}  // namespace

Completion complete(const std::vector<CommandEntry>& tree, const std::vector<std::string>& words,
                    const CompletionSources& sources) {
  auto completion = all_that_may_stand(tree, words, sources);
  const std::string begun = words.empty() ? "" : words.back();
  std::erase_if(completion.words,
                [&](const Candidate& candidate) { return !candidate.word.starts_with(begun); });
  return completion;
}

}  // namespace tribunal
