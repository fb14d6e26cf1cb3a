#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "check/order.hpp"

namespace tribunal {

/// The command that repeats one kind of examination.
[[nodiscard]] std::string check_command(const CheckOrder& order, std::string_view kind);
/// The command that repeats one kind of examination at one table only.
[[nodiscard]] std::string check_command(const CheckOrder& order, std::string_view kind,
                                        const CheckedTable& table);
/// The command that repeats one game of the check.
[[nodiscard]] std::string play_command(const CheckOrder& order, const CheckedTable& table,
                                       std::uint64_t deal);

}  // namespace tribunal
