#pragma once

#include <string>
#include <string_view>

namespace tribunal {

/// Lines as paragraphs that keep their ends; empty lines stay.
[[nodiscard]] std::string markdown_lines(std::string_view lines);

/// Text as it is, in letters of one width. No line of it may consist of tildes.
[[nodiscard]] std::string markdown_block(std::string_view text);

}  // namespace tribunal
