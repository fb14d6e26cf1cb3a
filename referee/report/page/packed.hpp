#pragma once

#include <string>
#include <string_view>

namespace tribunal {

/// `text` as gzip (RFC 1952, without name and time, so that equal texts give equal bytes), written as base64
/// (RFC 4648) in one line. Throws std::bad_alloc.
[[nodiscard]] std::string packed(std::string_view text);

/// `bytes` as base64 (RFC 4648) in one line.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace tribunal
