#pragma once

#include <expected>
#include <linux/filter.h>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"

namespace tribunal {

/// What a bot may ask of the kernel (seccomp(2)): all that programs and the runtimes of languages need. The
/// rest, which is there for debuggers, containers, administrators and fast servers, is refused with an errno;
/// nobody is killed for asking. What is refused, and why: syscall_filter.cpp and docs/sandbox.md.
class SyscallFilter {
 public:
  /// Takes about a millisecond: once for the whole program. The error is one sentence.
  [[nodiscard]] static std::expected<SyscallFilter, std::string> compile();

  /// For the process itself and what it starts, for good. It must have given up new privileges (`cut_off`).
  /// Safe between fork and exec. False, with errno, if it cannot be done.
  [[nodiscard]] bool install() const;

  /// A new file that holds the program, at its beginning: what bwrap's `--seccomp` reads. None, with errno,
  /// if there can be none.
  [[nodiscard]] Descriptor file() const;

 private:
  explicit SyscallFilter(std::vector<sock_filter> program) : program_{std::move(program)} {}

  std::vector<sock_filter> program_;
};

/// Whether the kernel can filter system calls at all (CONFIG_SECCOMP_FILTER).
[[nodiscard]] bool kernel_filters_syscalls();

}  // namespace tribunal
