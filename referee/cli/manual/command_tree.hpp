#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tribunal {

/// The kind of a word on the command line, by the name of its type in help; completions follow from it.
enum class WordKind : std::uint8_t {
  text,      ///< anything
  choice,    ///< one of the listed words
  file,      ///< FILE, LOG
  folder,    ///< DIR
  results,   ///< RESULTS: a results folder
  source,    ///< SOURCE: a log or a results folder
  plan,      ///< PLAN
  game,      ///< GAME: a game or a preset
  rule,      ///< KEY=VALUE
  bot,       ///< BOT: a command, most often a file
  bot_name,  ///< NAME: of a bot of a tournament
};

/// An option or a positional.
struct OptionEntry {
  std::vector<std::string> names;  ///< `-o`, `--out`; of a positional its name alone
  std::string value;               ///< as in help: `FILE`, `wall|cpu`; empty for a flag
  WordKind kind = WordKind::text;
  std::vector<std::string> choices;
  std::string description;  ///< its default at the end
  bool takes_file = false;  ///< a flag that takes `=FILE`
  bool is_repeated = false;
  bool is_required = false;

  [[nodiscard]] bool takes_word() const { return !value.empty(); }
  [[nodiscard]] bool has_name(const std::string& name) const;
};

struct CommandEntry {
  std::string name;
  std::string description;
  std::vector<OptionEntry> options;
  std::vector<OptionEntry> positionals;
  std::vector<std::string> examples;   ///< whole command lines
  std::vector<CommandEntry> commands;  ///< of its own, as those of `submit`

  /// The option of this name; nothing if there is none.
  [[nodiscard]] const OptionEntry* option(const std::string& wanted) const;
};

/// The commands of `app` that help lists, in its order; completions and manual pages are made from them.
[[nodiscard]] std::vector<CommandEntry> command_tree(const CLI::App& app);

}  // namespace tribunal
