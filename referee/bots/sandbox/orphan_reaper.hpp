#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace tribunal {

/// A process beside this program that kills what is left of its bots if this program is killed. Parent-death
/// signals alone do not: a process that is cloned while its parent dies, or that changes its user, has none
/// for a moment, and bwrap's child then waits for ever for its parent. The process does nothing before that,
/// has no descriptors of this program, and ignores signals that can be ignored. It is killed with this.
class OrphanReaper {
 public:
  /// `family`: how the marks (`TRIBUNAL_BOT`) of all bots of this program begin. Nothing, with errno, if
  /// there can be no process.
  [[nodiscard]] static std::optional<OrphanReaper> start(std::string_view family);
  OrphanReaper(OrphanReaper&& other) noexcept;
  OrphanReaper& operator=(OrphanReaper&& other) noexcept;
  ~OrphanReaper();

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// False once somebody has killed it.
  [[nodiscard]] bool runs();

 private:
  explicit OrphanReaper(pid_t pid) : pid_{pid} {}

  pid_t pid_;  ///< 0: none
};

}  // namespace tribunal
