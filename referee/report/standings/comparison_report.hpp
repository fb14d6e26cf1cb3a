#pragma once

#include <string>

#include "report/format/json.hpp"
#include "tournament/standings/comparison.hpp"

namespace tribunal {

/// The current state of a comparison in one line, without a line end: `212 deals  bets 1.32 of 3.00 for it,
/// -0.40 of 3.00 against  difference 0.42 points a game  about 120 deals to come`.
[[nodiscard]] std::string comparison_line(const Comparison& comparison);

/// The result for a person: the verdict, its reasons, and the estimate. `rules_range`: the largest difference
/// in points, by the rules, between two games of a seat with the same cards.
[[nodiscard]] std::string comparison_text(const Comparison& comparison, double rules_range);

/// One line with the number of deals that the question takes, estimated from the first few deals.
[[nodiscard]] std::string dry_run_text(const Comparison& comparison);

/// The result as a JSON object. Evidence is in natural logarithms. `faults`: those of the two
/// bots, one object each (`incident_json`).
[[nodiscard]] Json comparison_json(const Comparison& comparison, double rules_range,
                                   const Json& faults = Json::array());

/// The result as comma-separated values (RFC 4180): a line of headings and a line of values, with the names
/// of the JSON.
[[nodiscard]] std::string comparison_csv(const Comparison& comparison, double rules_range);

}  // namespace tribunal
