#pragma once

#include <string>
#include <string_view>

#include "cli/manual/documents.hpp"
#include "cli/options/command_line.hpp"

namespace tribunal {

/// The manual page tribunal(1) as Markdown, in the form that go-md2man takes.
[[nodiscard]] std::string manual_page_of_program(const CommandLine& program, std::string_view version);

/// The page of one command, such as tribunal-tournament(1).
[[nodiscard]] std::string manual_page(const CommandLine& command, std::string_view version);

/// The page of a document, such as tribunal-protocol(7).
[[nodiscard]] std::string manual_page_of_document(const Document& document, std::string_view version);

}  // namespace tribunal
