#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "check/order.hpp"

namespace tribunal {

/// The command that looks at one kind of examination again.
[[nodiscard]] std::string check_command(const CheckOrder& order, std::string_view kind);
/// The same at one table only.
[[nodiscard]] std::string check_command(const CheckOrder& order, std::string_view kind,
                                        const CheckedTable& table);
/// The command that plays one game of the check again.
[[nodiscard]] std::string play_command(const CheckOrder& order, const CheckedTable& table,
                                       std::uint64_t deal);

}  // namespace tribunal
