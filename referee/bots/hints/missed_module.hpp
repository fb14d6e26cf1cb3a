#pragma once

#include <string>
#include <string_view>

#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// A module that a program of Python or JavaScript could not load.
struct MissedModule {
  std::string name;        ///< as it was named: a package, or a path; empty if no module was missing
  bool is_python = false;  ///< else JavaScript
};

/// The module named in the last complaint at the end of a program's stderr.
[[nodiscard]] MissedModule missed_module(std::string_view error_tail);

/// Advice for getting the module if it is a kit of this program: one sentence; else empty.
[[nodiscard]] std::string about_kit(const MissedModule& module);

/// Advice for a module of another environment, depending on where this user has it installed: one sentence.
[[nodiscard]] std::string about_environment(const MissedModule& module, SandboxLevel level);

}  // namespace tribunal
