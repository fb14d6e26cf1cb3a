#pragma once

#include <span>
#include <string>

#include "report/format/json.hpp"
#include "tournament/plan/ruling.hpp"

namespace tribunal {

/// The rulings of a tournament for programs: a list.
[[nodiscard]] Json rulings_json(std::span<const Ruling> rulings);

/// One ruling in a line without its end, made safe for a terminal: `1  2026-01-31T23:59:59Z  games 17,20-25
/// are void: a power cut`.
[[nodiscard]] std::string ruling_line(const Ruling& ruling);

/// The rulings in force, as a sentence that says where to see them; empty if there are none.
[[nodiscard]] std::string rulings_sentence(std::span<const Ruling> rulings);

}  // namespace tribunal
