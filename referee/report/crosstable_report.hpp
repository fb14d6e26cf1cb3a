#pragma once

#include <string>

#include "tournament/crosstable.hpp"

namespace tribunal {

/// Everyone against everyone as text for a person: a square of scores in percent if it fits the page, then
/// every pair that met.
[[nodiscard]] std::string crosstable_table(const Crosstable& crosstable);

/// As one JSON object, indented: the names in order, and an object for every pair that met, from both sides.
[[nodiscard]] std::string crosstable_json(const Crosstable& crosstable);

/// As comma-separated values (RFC 4180) with a line of headings: every pair that met, from both sides.
[[nodiscard]] std::string crosstable_csv(const Crosstable& crosstable);

}  // namespace tribunal
