#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/manual/command_tree.hpp"

namespace tribunal {

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

/// The candidates for the last word, which has been begun or is empty, of the command line `words`, without
/// the program's name. Words that do not begin like it are left out.
[[nodiscard]] Completion complete(const std::vector<CommandEntry>& tree,
                                  const std::vector<std::string>& words, const CompletionSources& sources);

}  // namespace tribunal
