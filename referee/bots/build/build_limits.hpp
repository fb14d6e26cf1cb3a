#pragma once

#include <array>

#include "base/number_field.hpp"
#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// The limits on a bot's build, for all its processes together.
struct BuildLimits {
  int cpu_seconds = 300;
  int seconds = 900;  ///< wall time, including the copies of its files
  int memory_mb = 2048;
  int output_mb = 512;  ///< size of its folder at the end
  int processes = 512;  ///< including threads

  bool operator==(const BuildLimits&) const = default;
};

/// The members of `BuildLimits` in the order in which all texts name them.
inline constexpr std::array<NumberField<BuildLimits, int>, 5> build_fields{{
    {"cpu_seconds", &BuildLimits::cpu_seconds, 1, 24 * 3600},
    {"seconds", &BuildLimits::seconds, 1, 24 * 3600},
    {"memory_mb", &BuildLimits::memory_mb, 64, most_of_a_resource},
    {"output_mb", &BuildLimits::output_mb, 1, 8 * 1024},
    {"processes", &BuildLimits::processes, 8, most_of_a_resource},
}};

}  // namespace tribunal
