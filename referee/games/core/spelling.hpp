#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tribunal {

/// `a, b or c`
[[nodiscard]] std::string alternatives(std::span<const std::string> words);

/// `; did you mean 'X'?` if a candidate is near, else what there is: `; there is a, b or c`.
[[nodiscard]] std::string suggestion(std::string_view given, std::span<const std::string> candidates);

}  // namespace tribunal
