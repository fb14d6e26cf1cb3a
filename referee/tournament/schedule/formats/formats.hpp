#pragma once

#include <array>
#include <span>
#include <string_view>

#include "tournament/schedule/formats/format.hpp"

/// The table of formats. A new one is a file of this folder that defines its function, and its name here
/// twice.
namespace tribunal::formats {

// round_robin() is declared in shape.hpp, as the format of a shape that names none.
[[nodiscard]] const Format& gauntlet();
[[nodiscard]] const Format& sampled();
[[nodiscard]] const Format& swiss();
[[nodiscard]] const Format& knockout();
[[nodiscard]] const Format& ladder();
[[nodiscard]] const Format& final();

/// All formats, in the order in which they are listed.
[[nodiscard]] inline std::span<const Format* const> all() {
  static const std::array table{&round_robin(), &gauntlet(), &sampled(), &swiss(),
                                &knockout(),    &ladder(),   &final()};
  return table;
}

}  // namespace tribunal::formats
