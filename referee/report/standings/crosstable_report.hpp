#pragma once

#include <string>

#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// Everyone against everyone as text for a person: a square of scores in percent if it fits the page, then
/// every pair that met, with the mean of their points if the standings have points.
[[nodiscard]] std::string crosstable_table(const Standings& standings, const TextLayout& layout = {});

/// The crosstable as a JSON object: the names in order, and an object for every pair that met,
/// from both sides.
[[nodiscard]] Json crosstable_json(const Standings& standings);

/// The crosstable as comma-separated values (RFC 4180) with a line of headings: every pair that met, from
/// both sides.
[[nodiscard]] std::string crosstable_csv(const Standings& standings);

/// The probability, in percent, that each bot is stronger than each other, by all of their games: a square
/// table as text for a person.
[[nodiscard]] std::string los_table(const Standings& standings, const TextLayout& layout = {});

/// The probabilities of `los_table` as a JSON object: `bots`, and a row for each with values of 0 .. 1;
/// null where nothing can be said.
[[nodiscard]] Json los_json(const Standings& standings);

}  // namespace tribunal
