#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/plan/tournament.hpp"
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

/// A prominent line for each bot that does not start. Empty if there are none.
[[nodiscard]] std::string not_starting_text(std::span<const NotStarting> bots);

/// A sentence about results that were merged without verification. `why`: as in `Results::unverified`.
[[nodiscard]] std::string unverified_sentence(std::string_view why);

/// Sentences about one tournament for ratings over several: about games that are not verified, rulings of the
/// organiser, and limits of single bots.
[[nodiscard]] std::vector<std::string> sentences_beside_others(const Results& results);

/// The facts about the runs of a tournament that reports state beside its standings.
struct RunNotes : RunFacts {
  std::vector<ChangedConditions> changed_conditions{};
  std::vector<Ruling> rulings{};         ///< rulings of the organiser
  std::vector<std::string> handicaps{};  ///< bots with limits of their own, and the limits
};

[[nodiscard]] Result<RunNotes> run_notes(const Results& results);

/// The notes as sentences. Empty if there is nothing to report.
[[nodiscard]] std::vector<std::string> sentences_of(const RunNotes& notes);
/// The notes for below a table: an empty line, then one sentence per line. Those about bots that do not start
/// come first.
[[nodiscard]] std::string run_notes_text(const RunNotes& notes, const TextLayout& layout);

/// The rulings of a tournament as a JSON list.
[[nodiscard]] Json rulings_json(std::span<const Ruling> rulings);

/// Like `rulings_json`, but as a separate report, in which each ruling has the schema.
[[nodiscard]] Json rulings_report(std::span<const Ruling> rulings);

/// A ruling of a tournament in one line, without its line end, safe for a terminal: `1  2026-01-31T23:59:59Z
/// games 17,20-25 are void, to be played again: a power cut`. It says which of the games are not played now
/// because a bot in them is excluded.
[[nodiscard]] std::string ruling_line(const Tournament& tournament, const Ruling& ruling);

/// The rulings of a tournament as sentences with their reasons, safe for a terminal. If there are too many,
/// the first sentence gives the number of earlier ones.
[[nodiscard]] std::vector<std::string> rulings_notes(const Tournament& tournament);

/// A sentence about games that were played under other conditions than the first ones.
[[nodiscard]] std::string changed_conditions_sentence(const ChangedConditions& changed);

/// A sentence about this number of void games, which were played again under other conditions than their
/// originals.
[[nodiscard]] std::string replayed_otherwise_sentence(std::uint64_t games);

/// A sentence about the rulings in force that says where to see them. Empty if there are none.
[[nodiscard]] std::string rulings_sentence(std::span<const Ruling> rulings, const VoidGameCounts& games);

}  // namespace tribunal
