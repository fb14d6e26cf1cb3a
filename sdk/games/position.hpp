#pragma once

#include <nanobind/nanobind.h>

#include "games/core/position.hpp"

namespace tribunal {

/// The position by the names of its members, cards as words.
[[nodiscard]] nanobind::dict dict_of(const Position& position);

}  // namespace tribunal
