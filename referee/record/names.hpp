#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "record/limits.hpp"
#include "record/record.hpp"

namespace tribunal {

/// The names of the kinds of faults, in the order of their values.
inline constexpr std::array<std::string_view, 7> fault_kind_names{"start",   "crash", "timeout", "illegal",
                                                                  "garbage", "flood", "early"};

/// The word for a kind of fault, as logs and reports write it: `timeout`.
[[nodiscard]] std::string_view name_of(FaultKind kind);
[[nodiscard]] std::optional<FaultKind> find_fault_kind(std::string_view name);

/// The word for a fault policy: `forfeit` or `strikes`.
[[nodiscard]] std::string_view name_of(FaultPolicy policy);
[[nodiscard]] std::optional<FaultPolicy> find_fault_policy(std::string_view name);

/// The word for a clock: `wall` or `cpu`.
[[nodiscard]] std::string_view name_of(ClockKind clock);
[[nodiscard]] std::optional<ClockKind> find_clock(std::string_view name);

/// All words of a list, separated by commas: `start, crash, ...`.
[[nodiscard]] std::string all_fault_kinds();
[[nodiscard]] std::string all_fault_policies();
[[nodiscard]] std::string all_clocks();

}  // namespace tribunal
