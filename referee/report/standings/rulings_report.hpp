#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "report/format/json.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

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

/// A sentence about this number of void games, which were played again under other conditions than their
/// originals.
[[nodiscard]] std::string replayed_otherwise_sentence(std::uint64_t games);

/// A sentence about the rulings in force that says where to see them. Empty if there are none.
[[nodiscard]] std::string rulings_sentence(std::span<const Ruling> rulings);

}  // namespace tribunal
