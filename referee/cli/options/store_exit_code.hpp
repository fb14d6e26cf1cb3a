#pragma once

#include "cli/options/exit_code.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/run/run_failure.hpp"
#include "tournament/store/tables/store_error.hpp"

namespace tribunal {

inline ExitCode exit_code_of(const StoreError& error) {
  switch (error.kind) {
    case StoreError::Kind::other_plan:
      return ExitCode::bad_plan;
    case StoreError::Kind::cannot_write:
      return ExitCode::cannot_write;
    case StoreError::Kind::in_use:
      return ExitCode::interrupted;
    default:
      return ExitCode::usage;
  }
}

/// Complains of `error` and returns the exit code that says so.
inline ExitCode complain(const StoreError& error) { return complain(exit_code_of(error), error.message); }

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
    case RunFailure::Kind::bot:
      return complain(ExitCode::bot_does_not_start, failure.message);
    default:
      return complain(ExitCode::our_bug, failure.message);
  }
}

}  // namespace tribunal
