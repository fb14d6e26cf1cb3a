#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "record/record.hpp"
#include "record/transcript.hpp"
#include "report/format/json.hpp"

namespace tribunal {

/// A game as the page replays it: one JSON object in a line, read by `web/src/data.ts` (`ReplayData`).
///
/// `events` are the lines of the replay log. `=` stands before a decision; `|` and a hexadecimal number, bit
/// s for seat s, behind a line whose cards not all see, and then `!` if the others are not told of it at all.
/// `us` and `legal` have an element a decision: microseconds, empty where the referee decided, and the legal
/// actions, `play:Kh;Qd pass` for `play:Kh play:Qd pass`. `together` are the numbers of decisions that were
/// made at the same time, in order; without it each stands alone. `points` are those of `points_of`, each as
/// event, hand, seat, unit, points, total and parts.
///
/// With `only`, the game as that seat saw it: cards of others are `??`, only its own questions, comments and
/// faults' texts are there, and no key to the deal. `analysis`: of its decisions; null if there is none.
[[nodiscard]] std::expected<std::string, Contradiction> replay_data(const Record& record,
                                                                    std::uint64_t number,
                                                                    std::optional<Seat> only = std::nullopt,
                                                                    Json analysis = nullptr);

}  // namespace tribunal
