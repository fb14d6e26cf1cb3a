#pragma once

#include <string>
#include <string_view>

namespace tribunal {

/// Text that shows as itself in Markdown (CommonMark 0.31, section 2.4): no name of a bot makes a link, a
/// table's column or HTML of it.
[[nodiscard]] std::string escaped_for_markdown(std::string_view text);

/// Lines as paragraphs that keep their ends; empty lines stay.
[[nodiscard]] std::string markdown_lines(std::string_view lines);

/// Text as it is, in letters of one width. No line of it may consist of tildes.
[[nodiscard]] std::string markdown_block(std::string_view text);

}  // namespace tribunal
