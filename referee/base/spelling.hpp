#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tribunal {

/// `a, b or c`
[[nodiscard]] std::string alternatives(std::span<const std::string> words);

/// The candidate that `given` is most likely meant for; empty if none is near.
[[nodiscard]] std::string nearest(std::string_view given, std::span<const std::string> candidates);

/// `; did you mean 'X'?` if a candidate is near, else all of them, `; expected a, b or c`, or what is to be
/// said `otherwise`, where they are too many for a line.
[[nodiscard]] std::string suggestion(std::string_view given, std::span<const std::string> candidates,
                                     std::string_view otherwise = {});

}  // namespace tribunal
