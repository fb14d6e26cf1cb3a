#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/store/results.hpp"

namespace tribunal {

/// Events that occurred while the games of a tournament were played, but are in no record.
struct RunNotes {
  std::uint64_t void_games = 0;                   ///< attempts that did not count
  std::map<std::string, std::uint64_t> restarts;  ///< by bot: its process ended between two games
  std::string crowding;                   ///< the reason why bots had to wait for processors, a sentence
  std::vector<NotStarting> not_starting;  ///< bots that did not start any more in the last run
};

[[nodiscard]] Result<RunNotes> run_notes(const Results& results);

/// The notes as sentences; none if nothing happened.
[[nodiscard]] std::vector<std::string> sentences_of(const RunNotes& notes);
/// The notes below a table: an empty line, then one sentence per line, first those on bots that do not start.
[[nodiscard]] std::string run_notes_text(const RunNotes& notes);

}  // namespace tribunal
