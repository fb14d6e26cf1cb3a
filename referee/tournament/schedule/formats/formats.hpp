#pragma once

#include <array>
#include <span>
#include <string_view>

#include "tournament/schedule/formats/format.hpp"

/// The table of formats. To add a format, write a file in this folder that defines its function, and name it
/// here twice.
namespace tribunal::formats {

// round_robin() is declared in shape.hpp, because it is the default format of a shape.
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
