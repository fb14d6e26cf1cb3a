#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"

namespace tribunal {

/// What a compact record leaves out, because its store holds it elsewhere.
struct RecordFrame {
  Rules rules;
  DealReference deal;
  std::vector<Entrant> entrants;  ///< one a player's seat; their versions are not looked at
  Limits limits;
  HostFacts host;
  std::vector<SeatUsage> usage = {};  ///< one a player's seat; none if nobody measured
};

/// The decisions, times, faults, comments and versions of `record` as one small JSON object in one line,
/// ASCII only (docs/replay-log.md).
[[nodiscard]] std::string to_compact(const Record& record);

/// The record that `to_compact` wrote as `text`. The error says what is wrong and what is expected.
[[nodiscard]] std::expected<Record, std::string> from_compact(std::string_view text, RecordFrame frame);

}  // namespace tribunal
