#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "report/format/json.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// The rulings of a tournament for programs: a list.
[[nodiscard]] Json rulings_json(std::span<const Ruling> rulings);

/// Like `rulings_json`, each with the schema, as a report of its own.
[[nodiscard]] Json rulings_report(std::span<const Ruling> rulings);

/// One ruling of a tournament in a line without its end, made safe for a terminal: `1  2026-01-31T23:59:59Z
/// games 17,20-25 are void, to be played again: a power cut`. It says which of them are left out now, as a
/// bot in them is excluded.
[[nodiscard]] std::string ruling_line(const Tournament& tournament, const Ruling& ruling);

/// The rulings of a tournament as sentences with their reasons, safe for a terminal: the last ones, after one
/// that says how many there are before them.
[[nodiscard]] std::vector<std::string> rulings_notes(const Tournament& tournament);

/// A sentence on this number of void games, played again under other conditions than their originals.
[[nodiscard]] std::string replayed_otherwise_sentence(std::uint64_t games);

/// The rulings in force, as a sentence that says where to see them; empty if there are none.
[[nodiscard]] std::string rulings_sentence(std::span<const Ruling> rulings);

}  // namespace tribunal
