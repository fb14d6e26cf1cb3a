#pragma once

#include "report/format/columns.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {

/// The columns of the standings, with columns for as many places as their games have.
[[nodiscard]] Columns<StandingsRow> columns_of(const Standings& standings, const StandingsColumns& wanted);

}  // namespace tribunal
