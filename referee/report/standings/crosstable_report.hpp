#pragma once

#include <string>

#include "report/format/text_layout.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// Everyone against everyone as text for a person: a square of scores in percent if it fits the page, then
/// every pair that met, with the mean of their points if the standings have points.
[[nodiscard]] std::string crosstable_table(const Standings& standings, const TextLayout& layout = {});

/// As one JSON object, indented: the names in order, and an object for every pair that met, from both sides.
[[nodiscard]] std::string crosstable_json(const Standings& standings);

/// As comma-separated values (RFC 4180) with a line of headings: every pair that met, from both sides.
[[nodiscard]] std::string crosstable_csv(const Standings& standings);

/// How sure it is that each bot is stronger than each other, by all of their games, as text for a person: a
/// square in percent.
[[nodiscard]] std::string los_table(const Standings& standings, const TextLayout& layout = {});

/// As one JSON object: `bots`, and a row for each with values of 0 .. 1; null where nothing can be said.
[[nodiscard]] std::string los_json(const Standings& standings);

}  // namespace tribunal
