#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/format/text_table.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// Warnings that figures of these standings are less certain than usual: games that contradict the ratings,
/// and fields that are too close for their number of games. One line each; empty if there are none.
[[nodiscard]] std::string doubts_text(const Standings& standings);

/// Notes on the figures: marks, groups, doubts, missing intervals, and how many deals would show more. One
/// line each.
[[nodiscard]] std::string notes_text(const Standings& standings, const TextLayout& layout = {});

/// A prominent line for each bot that was at fault in every game. Empty if there are none.
[[nodiscard]] std::string always_at_fault_text(const Standings& standings);

/// A prominent line for each bot that no longer starts. Empty if there are none.
[[nodiscard]] std::string not_starting_text(std::span<const NotStarting> bots);

/// A sentence about results that were merged without verification. `why`: as in `Results::unverified`.
[[nodiscard]] std::string unverified_sentence(std::string_view why);

/// Sentences about one tournament for ratings over several: about games that are not verified, rulings of the
/// organiser, and limits of single bots.
[[nodiscard]] std::vector<std::string> sentences_beside_others(const Results& results);

/// The facts about the runs of a tournament that reports state beside its standings.
struct RunNotes : RunFacts {
  std::vector<Ruling> rulings{};         ///< rulings of the organiser
  std::vector<std::string> handicaps{};  ///< bots with limits of their own, and the limits
};

[[nodiscard]] Result<RunNotes> run_notes(const Results& results);

/// The notes as sentences. Empty if there is nothing to report.
[[nodiscard]] std::vector<std::string> sentences_of(const RunNotes& notes);
/// The notes for below a table: an empty line, then one sentence per line. Those about bots that do not start
/// come first.
[[nodiscard]] std::string run_notes_text(const RunNotes& notes, const TextLayout& layout);

}  // namespace tribunal
