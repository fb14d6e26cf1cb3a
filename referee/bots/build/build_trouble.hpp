#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/system/program.hpp"

namespace tribunal {

/// The last lines of a build's output, escaped, as the end of a sentence: `; its last lines: ...`. Empty if
/// there are none.
[[nodiscard]] std::string last_lines_of(std::string_view log);

/// Returns the path of the program with this name, like `find_program`.
using FindProgram = std::function<std::filesystem::path(const std::string&)>;

/// The clause for a failed build, with its first error, or its last lines if no error is recognised. If the
/// cause is known, it adds the remedy: the Debian package of a missing program, how to vendor a package, or
/// the key of a limit that was too small. `status`: that of waitpid(2).
[[nodiscard]] std::string end_of_build(int status, std::string_view log,
                                       const FindProgram& find = find_program);

/// The socket that tar omitted from the result, as it reports at the end of `log`. Empty if there is none.
[[nodiscard]] std::string ignored_socket(std::string_view log);

/// The clause for a compiler's program that is missing: `this machine has no go, which Debian has as the
/// package golang-go`. Empty if its package is unknown.
[[nodiscard]] std::string lack_of(std::string_view program);

/// The programs that builds call and whose packages are known.
[[nodiscard]] std::vector<std::string_view> programs_of_builds();

/// Whether the end of a build's output shows that it called a compiler's program that this machine does not
/// have.
[[nodiscard]] bool shows_missing_program(std::string_view log);

}  // namespace tribunal
