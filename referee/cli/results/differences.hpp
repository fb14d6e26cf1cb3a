#pragma once

#include <cstdint>
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
  /// `source`: the name of the log or folder on the command line. Each text begins with it.
  Differences() = default;
  explicit Differences(std::string source) : source_{std::move(source)} {}

  /// Adds a difference. `text`: one or several lines, safe to print, without the last line end. `code`:
  /// `failed` or `unreadable`. The code of the first difference is kept.
  void add(std::string_view text, ErrorCode code = ErrorCode::failed);
  /// Adds a difference in a game of a results folder.
  void add(std::uint64_t game, const std::string& text, ErrorCode code);
  /// Adds a sentence about something that was not compared.
  void note(std::string_view sentence);
  void append(Differences more);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// The code of the first difference.
  [[nodiscard]] ErrorCode code() const { return code_; }
  /// The first differences, the number of further ones, and the notes, each with a line end. Empty if nothing
  /// differs and nothing is noted.
  [[nodiscard]] std::string text() const;
  /// The texts of the differences, without the notes.
  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// The difference in a game of a results folder. Empty if there is none.
  [[nodiscard]] std::string of_game(std::uint64_t game) const;

  /// Prints the first difference on standard error like `tribunal verify`, if there is one. Returns the exit
  /// code.
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

/// Reads these games of a results folder on all cores, and compares them and the other tables, like `tribunal
/// verify`. Games that are not stored yet are not differences. If the folder has no secret, nothing is
/// compared, and a note says so.
[[nodiscard]] Result<Differences> compare_folder(const Results& results, const std::string& folder,
                                                 ComparedGames games = {},
                                                 TablesBeside tables = TablesBeside::all);

}  // namespace tribunal
