#pragma once

#include <string>

#include "tournament/standings.hpp"

namespace tribunal {

/// Standings as text for a person: what the columns mean, the table, and notes on what it cannot say.
[[nodiscard]] std::string standings_table(const Standings& standings);

/// As one JSON object, indented; a value that does not exist is null. Elo and its error have four decimals,
/// points six, `superiority` is 0 .. 1, times are microseconds.
[[nodiscard]] std::string standings_json(const Standings& standings);

/// As comma-separated values (RFC 4180) with a line of headings; a value that does not exist is empty.
[[nodiscard]] std::string standings_csv(const Standings& standings);

}  // namespace tribunal
