#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tribunal {

/// The words in place of a link, of its text and its address.
using LinkWords = std::function<std::string(std::string_view text, std::string_view address)>;

/// `[text](address)` becomes the words for both, and an image nothing.
[[nodiscard]] std::string with_links(std::string_view markdown, const LinkWords& words);

/// The text of a link alone.
[[nodiscard]] std::string link_text(std::string_view text, std::string_view address);

/// The text of a link with the command that opens the page or the file, if the program carries it; other
/// files are in the repository.
[[nodiscard]] std::string link_for_terminal(std::string_view text, std::string_view address);

/// The text of a link with the manual page of section 7, or as for a terminal.
[[nodiscard]] std::string link_for_manual(std::string_view text, std::string_view address);

}  // namespace tribunal
