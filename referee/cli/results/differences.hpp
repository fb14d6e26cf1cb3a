#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/exit_code.hpp"

namespace tribunal {

/// How recorded games differ from what their deals and decisions come to, in the words of `tribunal verify`.
class Differences {
 public:
  /// `source`: the log or folder, as its user named it; each text begins with it.
  Differences() = default;
  explicit Differences(std::string source) : source_{std::move(source)} {}

  /// `text`: harmless; one or several lines, without the end of the last. `code`: that of `tribunal verify`;
  /// that of the first counts.
  void add(std::string_view text, ExitCode code = ExitCode::failed);
  /// The same of a game of a results folder.
  void add(std::uint64_t game, const std::string& text, ExitCode code);
  /// Something that was not compared, a sentence.
  void note(std::string_view sentence);
  /// Those of `more`, behind these.
  void append(Differences more);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// That of `tribunal verify`.
  [[nodiscard]] ExitCode code() const { return code_; }
  /// The first differences, how many more there are, and the notes: each ends with a newline. Empty if there
  /// are none.
  [[nodiscard]] std::string text() const;
  /// The same without the notes, one text each.
  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// That of a game of a results folder; empty if it has none.
  [[nodiscard]] std::string of_game(std::uint64_t game) const;

  /// Says on standard error what `tribunal verify` does of the first, if there is one. Returns the exit code.
  [[nodiscard]] ExitCode conclude() const;

 private:
  [[nodiscard]] std::string named(std::string_view text) const;

  std::string source_;
  std::vector<std::string> first_;
  std::map<std::uint64_t, std::string> of_games_;
  std::vector<std::string> notes_;
  std::uint64_t count_ = 0;
  ExitCode code_ = ExitCode::ok;
};

}  // namespace tribunal
