#include "record/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>

namespace tribunal {
namespace {

constexpr std::array<std::string_view, 2> policies{"forfeit", "strikes"};
constexpr std::array<std::string_view, 2> clock_names{"wall", "cpu"};

template <class Value, std::size_t size>
std::optional<Value> find(const std::array<std::string_view, size>& names, std::string_view name) {
  const auto* const found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

}  // namespace

std::string_view name_of(FaultKind kind) { return fault_kind_names.at(static_cast<std::size_t>(kind)); }

std::optional<FaultKind> find_fault_kind(std::string_view name) {
  return find<FaultKind>(fault_kind_names, name);
}

std::string_view name_of(FaultPolicy policy) { return policies.at(static_cast<std::size_t>(policy)); }

std::optional<FaultPolicy> find_fault_policy(std::string_view name) {
  return find<FaultPolicy>(policies, name);
}

std::string_view name_of(ClockKind clock) { return clock_names.at(static_cast<std::size_t>(clock)); }

std::optional<ClockKind> find_clock(std::string_view name) { return find<ClockKind>(clock_names, name); }

std::string all_fault_kinds() { return fmt::format("{}", fmt::join(fault_kind_names, ", ")); }

std::string all_fault_policies() { return fmt::format("{}", fmt::join(policies, ", ")); }

std::string all_clocks() { return fmt::format("{}", fmt::join(clock_names, ", ")); }

}  // namespace tribunal
