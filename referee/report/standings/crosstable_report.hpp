#pragma once

#include <string>

#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// The results of all bots against each other as text: a square of scores in percent if it fits the page,
/// then every pair that met. If the standings have points, pairs have their mean.
[[nodiscard]] std::string crosstable_table(const Standings& standings, const TextLayout& layout = {});

/// The crosstable as a JSON object: the names in order, and an object for every pair that met,
/// from both sides.
[[nodiscard]] Json crosstable_json(const Standings& standings);

/// The crosstable as comma-separated values (RFC 4180) with a line of headings: every pair that met, from
/// both sides.
[[nodiscard]] std::string crosstable_csv(const Standings& standings);

/// A square table as text with the probability, in percent, that each bot is stronger than each other, from
/// all of their games.
[[nodiscard]] std::string los_table(const Standings& standings, const TextLayout& layout = {});

/// The probabilities of `los_table` as a JSON object: `bots`, and a row for each with values of 0 .. 1. Null
/// if a value is unknown.
[[nodiscard]] Json los_json(const Standings& standings);

}  // namespace tribunal
