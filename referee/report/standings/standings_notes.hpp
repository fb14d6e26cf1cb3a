#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tournament/results/results.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// Warnings that figures of these standings hold less than elsewhere: games that contradict the ratings, and
/// fields too close for their games. A line each; empty if there is nothing to tell.
[[nodiscard]] std::string doubts_text(const Standings& standings);

/// The notes beside the figures: marks, groups, doubts, missing intervals, and how many deals would tell
/// more. A line each.
[[nodiscard]] std::string notes_text(const Standings& standings);

/// The bots that were at fault in each of their games, a loud line each; empty if there are none.
[[nodiscard]] std::string always_at_fault_text(const Standings& standings);

/// A prominent line for each bot that does not start any more; empty if there are none.
[[nodiscard]] std::string not_starting_text(std::span<const NotStarting> bots);

/// A sentence on results that were merged without being verified; `why` as `Results::unverified` says it.
[[nodiscard]] std::string unverified_sentence(std::string_view why);

/// Sentences that ratings over several tournaments should say of one of them: on games that are not verified,
/// rulings of the organiser, and limits of single bots.
[[nodiscard]] std::vector<std::string> sentences_beside_others(const Results& results);

/// Events that occurred while the games of a tournament were played, but are in no record.
struct RunNotes {
  std::uint64_t void_games = 0;                   ///< attempts that did not count
  std::map<std::string, std::uint64_t> restarts;  ///< by bot: its process ended between two games
  std::string crowding;                   ///< the reason why bots had to wait for processors, a sentence
  std::vector<NotStarting> not_starting;  ///< bots that did not start any more in the last run
  std::vector<Ruling> rulings{};          ///< of the organiser
  std::uint64_t replayed_otherwise = 0;   ///< void games that were played again under other conditions
  std::vector<std::string> handicaps{};   ///< bots with limits of their own, and these
};

[[nodiscard]] Result<RunNotes> run_notes(const Results& results);

/// The notes as sentences; none if nothing happened.
[[nodiscard]] std::vector<std::string> sentences_of(const RunNotes& notes);
/// The notes below a table: an empty line, then one sentence per line, first those on bots that do not start.
[[nodiscard]] std::string run_notes_text(const RunNotes& notes);

}  // namespace tribunal
