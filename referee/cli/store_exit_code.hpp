#pragma once

#include "cli/exit_code.hpp"
#include "tournament/store_error.hpp"

namespace tribunal {

/// Complains of `error` and returns the exit code that says so.
inline ExitCode complain(const StoreError& error) {
  switch (error.kind) {
    case StoreError::Kind::other_plan:
      return complain(ExitCode::bad_plan, error.message);
    case StoreError::Kind::cannot_write:
      return complain(ExitCode::cannot_write, error.message);
    default:
      return complain(ExitCode::usage, error.message);
  }
}

}  // namespace tribunal
