#pragma once

#include <string>
#include <vector>

namespace tribunal {

/// The first line of comma-separated values, its end included: the names of the columns, and one more,
/// `schema`.
[[nodiscard]] std::string csv_heading(std::vector<std::string> names);

/// A line of comma-separated values, its end and the version of the columns (`report_schema`) included.
/// Fields that hold a comma, a quotation mark or an end of line are quoted (RFC 4180). Text that a
/// spreadsheet would take for a formula, as it begins with `=`, `+`, `-`, `@`, a tab or CR and is no number,
/// gets an apostrophe in front.
[[nodiscard]] std::string csv_line(std::vector<std::string> fields);

}  // namespace tribunal
