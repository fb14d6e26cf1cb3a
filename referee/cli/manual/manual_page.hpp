#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/manual/command_tree.hpp"
#include "cli/manual/documents.hpp"

namespace tribunal {

/// The name of the document that says more of a command; empty if there is none.
[[nodiscard]] std::string_view document_of_command(std::string_view command);

/// The manual page tribunal(1) as Markdown, in the form that go-md2man takes.
[[nodiscard]] std::string manual_page_of_program(const std::vector<CommandEntry>& tree,
                                                 std::string_view version);

/// The page of one command, such as tribunal-tournament(1).
[[nodiscard]] std::string manual_page(const CommandEntry& command, std::string_view version);

/// The page of a document, such as tribunal-protocol(7).
[[nodiscard]] std::string manual_page_of_document(const Document& document, std::string_view version);

}  // namespace tribunal
