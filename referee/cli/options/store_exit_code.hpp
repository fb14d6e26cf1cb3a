#pragma once

#include "cli/options/exit_code.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/run/run_failure.hpp"
#include "tournament/store/store_error.hpp"

namespace tribunal {

/// Complains of `error` and returns the exit code that says so.
inline ExitCode complain(const StoreError& error) {
  switch (error.kind) {
    case StoreError::Kind::other_plan:
      return complain(ExitCode::bad_plan, error.message);
    case StoreError::Kind::cannot_write:
      return complain(ExitCode::cannot_write, error.message);
    case StoreError::Kind::in_use:
      return complain(ExitCode::interrupted, error.message);
    default:
      return complain(ExitCode::usage, error.message);
  }
}

/// Complains of `error` and returns the exit code that says so.
inline ExitCode complain(const PlanError& error) {
  return complain(error.kind == PlanError::Kind::unreadable ? ExitCode::usage : ExitCode::bad_plan,
                  error.message);
}

/// Complains of `failure` and returns the exit code that says so.
inline ExitCode complain(const RunFailure& failure) {
  switch (failure.kind) {
    case RunFailure::Kind::cannot_write:
      return complain(ExitCode::cannot_write, failure.message);
    case RunFailure::Kind::machine:
      return complain(ExitCode::interrupted, failure.message + "; run the same command again to resume");
    default:
      return complain(ExitCode::our_bug, failure.message);
  }
}

}  // namespace tribunal
