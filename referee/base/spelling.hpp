#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tribunal {

/// A list with commas and `or`: `a, b or c`.
[[nodiscard]] std::string alternatives(std::span<const std::string> words);

/// The candidate that `given` most likely means; empty if none is near.
[[nodiscard]] std::string nearest(std::string_view given, std::span<const std::string> candidates);

/// `did you mean 'X'?` for a result of `nearest`; empty if `near` is empty.
[[nodiscard]] std::string did_you_mean(const std::string& near);

/// A hint after a wrong word: `; did you mean 'X'?` if a candidate is near; else all candidates, `; expected
/// a, b or c`; if they are too many for a line, `otherwise`.
[[nodiscard]] std::string suggestion(std::string_view given, std::span<const std::string> candidates,
                                     std::string_view otherwise = {});

}  // namespace tribunal
