#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace tribunal {

/// A helper process that kills the remaining bots if this program is killed. Parent-death signals are not
/// enough: a process that is cloned while its parent dies, or that changes its user, has none for a moment,
/// and bwrap's child then waits for ever for its parent. The process does nothing before that, has no
/// descriptors of this program, and ignores signals that can be ignored. The destructor kills it.
class OrphanReaper {
 public:
  /// `family`: the common beginning of the marks (`TRIBUNAL_BOT`) of all bots of this program. Nothing, with
  /// errno, if the process cannot be started.
  [[nodiscard]] static std::optional<OrphanReaper> start(std::string_view family);
  OrphanReaper(OrphanReaper&& other) noexcept;
  OrphanReaper& operator=(OrphanReaper&& other) noexcept;
  ~OrphanReaper();

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// False once it was killed.
  [[nodiscard]] bool runs();

 private:
  explicit OrphanReaper(pid_t pid) : pid_{pid} {}

  pid_t pid_;  ///< 0: none
};

}  // namespace tribunal
