#pragma once

#include <string_view>

namespace tribunal {

/// The page's script and style sheet, built from `web/src` (`./dev page`).
[[nodiscard]] std::string_view page_script();
[[nodiscard]] std::string_view page_style();
/// The additional script of a page that a server of this machine updates.
[[nodiscard]] std::string_view watch_script();

}  // namespace tribunal
