#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/system/program.hpp"

namespace tribunal {

/// The last lines that a build wrote, escaped, as the end of a sentence: `; its last lines: ...`; empty if it
/// wrote none.
[[nodiscard]] std::string last_lines_of(std::string_view log);

/// The program of this name, as `find_program` finds it.
using FindProgram = std::function<std::filesystem::path(const std::string&)>;

/// The clause for a build that failed, with its first error, or its last lines where none is recognised, and
/// where they show a cause that is known, the remedy: the Debian package of a program that is missing, how to
/// vendor a package, or the key of a limit that was too small. `status`: of waitpid(2).
[[nodiscard]] std::string end_of_build(int status, std::string_view log,
                                       const FindProgram& find = find_program);

/// The socket that tar left out of what a build made, as it says at the end of `log`; empty if there is none.
[[nodiscard]] std::string ignored_socket(std::string_view log);

/// The clause for a program of compilers that is missing: `this machine has no go, which Debian has as the
/// package golang-go`; empty if no package is known for it.
[[nodiscard]] std::string lack_of(std::string_view program);

/// The programs that builds call, as far as their packages are known.
[[nodiscard]] std::vector<std::string_view> programs_of_builds();

/// Whether the end of what a build wrote shows that it called a program of compilers that is not on this
/// machine.
[[nodiscard]] bool shows_missing_program(std::string_view log);

}  // namespace tribunal
