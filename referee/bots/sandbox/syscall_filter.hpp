#pragma once

#include <linux/filter.h>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"

namespace tribunal {

/// The system calls that a bot may use (seccomp(2)): all that programs and the runtimes of languages need.
/// Others, for debuggers, containers, administrators and fast servers, fail with an errno. No process is
/// killed for a call. syscall_filter.cpp and docs/sandbox.md list the refused calls and the reasons.
class SyscallFilter {
 public:
  /// Compiles the filter once for the whole program, in about a millisecond. The error is one sentence.
  [[nodiscard]] static Result<SyscallFilter> compile();

  /// Applies it irrevocably to the calling process and its children. The process must have given up new
  /// privileges (`cut_off`). Safe between fork and exec. False, with errno, on failure.
  [[nodiscard]] bool install() const;

  /// A new file with the program, positioned at its beginning, for bwrap's `--seccomp`. Empty, with errno, on
  /// failure.
  [[nodiscard]] Descriptor file() const;

 private:
  explicit SyscallFilter(std::vector<sock_filter> program) : program_{std::move(program)} {}

  std::vector<sock_filter> program_;
};

/// Whether the kernel can filter system calls at all (CONFIG_SECCOMP_FILTER).
[[nodiscard]] bool kernel_filters_syscalls();

}  // namespace tribunal
