#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/manual/command_tree.hpp"

namespace tribunal {

/// The manual page tribunal(1) as Markdown, in the form that go-md2man takes.
[[nodiscard]] std::string manual_page_of_program(const std::vector<CommandEntry>& tree,
                                                 std::string_view version);

/// The page of one command, such as tribunal-tournament(1).
[[nodiscard]] std::string manual_page(const CommandEntry& command, std::string_view version);

}  // namespace tribunal
