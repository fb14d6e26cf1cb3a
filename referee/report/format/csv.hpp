#pragma once

#include <string>
#include <vector>

namespace tribunal {

/// A line of comma-separated values, its end included. Fields that hold a comma, a quotation mark or an end
/// of line are quoted (RFC 4180). Text that a spreadsheet would take for a formula, as it begins with `=`,
/// `+`,
/// `-`, `@`, a tab or CR and is no number, gets an apostrophe in front.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

}  // namespace tribunal
