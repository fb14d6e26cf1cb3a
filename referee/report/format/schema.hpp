#pragma once

namespace tribunal {

/// The version of what commands print as JSON and CSV, in every object and line: their member or column
/// `schema`. It grows when one changes its meaning or goes; new ones may come without it (docs/reports.md).
inline constexpr int report_schema = 1;

}  // namespace tribunal
