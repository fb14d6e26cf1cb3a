#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/exit_code.hpp"
#include "tournament/results/folder_check.hpp"
#include "tournament/standings/verify_tournament.hpp"

namespace tribunal {

/// Differences between recorded games and the results of their deals and decisions, worded as in `tribunal
/// verify`.
class Differences {
 public:
  /// `source`: the log or folder, as its user named it; each text begins with it.
  Differences() = default;
  explicit Differences(std::string source) : source_{std::move(source)} {}

  /// `text`: safe to print; one or several lines, without the last line's end. `code`: `failed`, or
  /// `unreadable`; that of the first difference counts.
  void add(std::string_view text, ErrorCode code = ErrorCode::failed);
  /// Adds a difference in a game of a results folder.
  void add(std::uint64_t game, const std::string& text, ErrorCode code);
  /// Adds a sentence on something that was not compared.
  void note(std::string_view sentence);
  /// Appends the differences of `more`.
  void append(Differences more);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// That of the first difference.
  [[nodiscard]] ErrorCode code() const { return code_; }
  /// The first differences, how many more there are, and the notes: each ends with a newline. Empty if there
  /// are none.
  [[nodiscard]] std::string text() const;
  /// The texts of the differences, without the notes.
  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// The difference in a game of a results folder; empty if it has none.
  [[nodiscard]] std::string of_game(std::uint64_t game) const;

  /// Prints the first difference, if there is one, as `tribunal verify` does on standard error. Returns the
  /// exit code.
  [[nodiscard]] ExitCode conclude() const;

 private:
  [[nodiscard]] std::string named(std::string_view text) const;

  std::string source_;
  std::vector<std::string> first_;
  std::map<std::uint64_t, std::string> of_games_;
  std::vector<std::string> notes_;
  std::uint64_t count_ = 0;
  ErrorCode code_ = ErrorCode::failed;
};

/// Goes over these games of the results in a folder, on all cores, and compares them and the tables beside
/// them, as `tribunal verify` does; games that are not stored yet are no difference. A folder without its
/// secret is not compared, which is noted.
[[nodiscard]] Result<Differences> compare_folder(const Results& results, const std::string& folder,
                                                 ComparedGames games = {},
                                                 TablesBeside tables = TablesBeside::all);

}  // namespace tribunal
