#pragma once

#include <expected>
#include <utility>

#include "base/error.hpp"

/// The value of a `Result`. If it is an error, returns that from the current function: `auto plan =
/// TRY(parse(text));`. Use it only as a whole statement, initialiser or right side, because it is not
/// specified which other parts of an expression are evaluated before a return from its middle. The library
/// does not install this header: a macro has no namespace.
#define TRY(...)                                                            \
  __extension__({                                                           \
    auto try_result = (__VA_ARGS__);                                        \
    if (!try_result) return std::unexpected{std::move(try_result).error()}; \
    *std::move(try_result);                                                 \
  })
