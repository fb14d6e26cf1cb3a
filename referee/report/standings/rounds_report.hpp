#pragma once

#include <cstddef>
#include <string>

#include "report/format/columns_and_csv.hpp"
#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/schedule/schedule.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// The seeds in one line: `seeds: ann, bob; then the others, in the order of the plan`. Empty without seeds.
[[nodiscard]] std::string seeds_text(const Plan& plan);

/// The bots that have a bye in a known round, `byes: one, two`, between `front` and `end`. Empty if there are
/// none.
[[nodiscard]] std::string byes_text(const Plan& plan, const Schedule& schedule, std::size_t round,
                                    std::string_view front, std::string_view end = "");

/// The decisions of the rounds so far (`Format::state_of`) as text. Empty in formats without rounds.
[[nodiscard]] std::string rounds_text(const Plan& plan, const Schedule& schedule,
                                      const TextLayout& layout = {});

/// The columns by which the format ranks, for the table of standings: of a Swiss tournament the place points
/// with those that were possible, forfeits if there are any, and the tie-breaks in percent; of a final the
/// probability of being the best. Empty for other formats.
[[nodiscard]] Columns<StandingsRow> ranking_columns(const Plan& plan, const Schedule& schedule);

/// The rounds as a JSON object: `rounds`, all known ones, and, under the format's name, the decisions of all
/// of them together. It has no members in formats without rounds.
[[nodiscard]] Json rounds_json(const Plan& plan, const Schedule& schedule);

}  // namespace tribunal
