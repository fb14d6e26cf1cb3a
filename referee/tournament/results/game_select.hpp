#pragma once

#include <string>

#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/stored_games.hpp"

namespace tribunal {

// Queries for stored games in schedule order, and the numbers of their columns.

inline constexpr int conditions_column = 2;
inline constexpr int first_text_column = 3;  ///< bots
inline constexpr int faults_column = 6;
inline constexpr int usage_column = 8;
inline constexpr int content_column = 9;
inline constexpr int record_column = 10;
inline constexpr int seal_column = 11;

/// The columns of `results` up to `last`.
[[nodiscard]] std::string select_results(LastColumn last);
/// All columns, record and seal. `which`: a condition, or nothing.
[[nodiscard]] std::string select_records(const std::string& which);

/// The row at which `stored` is, valid until its next step.
[[nodiscard]] GameRowView row_view(const StoredGames& stored, LastColumn last);

}  // namespace tribunal
