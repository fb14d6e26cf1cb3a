#pragma once

#include <string_view>

namespace tribunal {

/// The page's script and style sheet, built from `web/src` (`./dev page`).
[[nodiscard]] std::string_view page_script();
[[nodiscard]] std::string_view page_style();

}  // namespace tribunal
