#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "record/record.hpp"

namespace tribunal {

/// The part of a record that its compact form omits because the store holds it elsewhere.
struct RecordFrame {
  Rules rules;
  DealReference deal;
  std::vector<Entrant> entrants;  ///< one per player's seat; their versions are ignored
  Limits limits;
  HostFacts host;
  std::vector<SeatUsage> usage = {};    ///< one per player's seat; none if not measured
  std::vector<Limits> own_limits = {};  ///< `own_limits` of `Record`
};

/// The decisions, times, faults, comments and versions of `record` as one small JSON object in one line,
/// ASCII only (docs/replay-log.md).
[[nodiscard]] std::string to_compact(const Record& record);

/// The record that `to_compact` wrote as `text`. The error states the wrong value and the expected one.
[[nodiscard]] Result<Record> from_compact(std::string_view text, RecordFrame frame);

}  // namespace tribunal
