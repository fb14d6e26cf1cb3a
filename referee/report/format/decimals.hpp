#pragma once

namespace tribunal {

/// Decimals of points in tables for machines.
inline constexpr int points_decimals = 6;

}  // namespace tribunal
