#pragma once

// Paths are the standard library's, so Boost.Filesystem is not needed. Boost 1.81 then omits some headers
// that it uses.
#define BOOST_PROCESS_USE_STD_FS

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/optional.hpp>
#include <boost/process/v2/posix/default_launcher.hpp>
#include <boost/type_traits/decay.hpp>

#include "base/descriptor.hpp"

namespace tribunal {

namespace process = boost::process::v2;

/// A pipe whose ends are close-on-exec, and above the descriptors that a child gets.
struct Pipe {
  Descriptor reading;
  Descriptor writing;

  /// Makes a pipe; none, with errno, on failure.
  [[nodiscard]] static std::optional<Pipe> make();
};

/// `fd`, or a copy of it above the descriptors that a child gets; owned in either case.
[[nodiscard]] Descriptor above_the_childs(int fd);

/// The result of `fork_into`, in the parent and in the child.
struct Forked {
  pid_t pid = -1;         ///< 0 in the child; -1, with errno, on failure
  bool in_group = false;  ///< the child was born in the group; else it must join it
};

/// Forks into the cgroup of version 2 whose folder is open as `group`, by clone3(2) with CLONE_INTO_CGROUP.
/// Without a group, and if that is not possible (Linux before 5.7, a container that forbids it), it calls
/// fork(2). The child may only do what is safe after a fork in a program with several threads
/// (signal-safety(7)). Besides, libc in the child does not know that it is another process: no atfork handler
/// has run.
[[nodiscard]] Forked fork_into(const Descriptor& group);

/// Boost.Process's launcher, for children that are born in a cgroup and for programs with threads. The
/// initialisers are Boost's: `on_setup` before the fork, `on_exec_setup` in the child, `on_error`. The
/// differences from `default_launcher`:
/// - The fork is `fork_into`, which puts the child into its group.
/// - The child does only what is safe there (signal-safety(7)). `default_launcher` makes Asio create a new
///   reactor in it, and leaves it by exit(3), which runs the program's exit handlers.
/// - The initialiser that failed is reported with errno: only its `on_error` is called, and sets `trouble`.
/// - A child that failed is reaped.
/// - Other descriptors are closed by `CloseOthers`, in its turn: also those between the ones to be kept.
/// - The result is a number, no `basic_process`: that reaps as soon as the process has ended, and in its
///   destructor, but a bot's process group must be killed first (`Host::dismiss`).
class Launcher : public process::posix::default_launcher {
 public:
  /// `group`: the folder of the cgroup to be born in, or an empty descriptor. It must outlive this.
  explicit Launcher(const Descriptor& group) : group_{group} {}

  std::string trouble;    ///< the message of the initialiser that failed, a sentence; may be empty
  bool in_group = false;  ///< whether the child was born in the group

  /// Runs `executable` with `arguments`, which follow the program's own name, and the environment `env`.
  /// Returns when the child has become the program; the error is that of the step that failed.
  template <typename... Initialisers>
  [[nodiscard]] std::expected<pid_t, process::error_code> operator()(const std::filesystem::path& executable,
                                                                     std::span<const std::string> arguments,
                                                                     Initialisers&&... initialisers) {
    const char* const* words = build_argv_(executable, arguments);  // before the fork, and alive until exec
    const auto fail = [&](Trouble what) -> std::unexpected<process::error_code> {
      const process::error_code error{what.error, process::system_category()};
      std::size_t step = 0;
      (tell(step++ == what.step, executable, words, error, initialisers), ...);
      return std::unexpected{error};
    };
    Trouble what;
    const auto set_up = [&](auto& initialiser) {
      if constexpr (requires { initialiser.on_setup(*this, executable, words); })
        what.error = initialiser.on_setup(*this, executable, words).value();
      what.step += what.error == 0 ? 1 : 0;
      return what.error == 0;
    };
    if (!(set_up(initialisers) && ...)) return fail(what);
    auto report = Pipe::make();
    if (!report) return fail({sizeof...(initialisers), errno});
    fd_whitelist.push_back(report->writing.get());
    std::ranges::sort(fd_whitelist);
    const auto forked = fork_into(group_);
    if (forked.pid < 0) return fail({sizeof...(initialisers), errno});
    if (forked.pid == 0) {
      in_group = forked.in_group;
      run(report->writing.get(), executable, words, initialisers...);
    }
    pid = forked.pid;
    report->writing = Descriptor{};
    what = outcome_of_child(report->reading);
    if (what.error != 0) return fail(what);
    return pid;
  }

 private:
  /// The report of a child.
  struct Trouble {
    std::size_t step = 0;  ///< index of the initialiser that failed; their number if exec failed, or nothing
    int error = 0;         ///< an errno; 0: no error
  };

  template <typename Initialiser>
  void tell(bool failed, const std::filesystem::path& executable, const char* const* words,
            const process::error_code& error, Initialiser& initialiser) {
    if constexpr (requires { initialiser.on_error(*this, executable, words, error); })
      if (failed) initialiser.on_error(*this, executable, words, error);
  }

  /// Runs in the child. A failure is reported through `report`, which exec closes.
  template <typename... Initialisers>
  [[noreturn]] void run(int report, const std::filesystem::path& executable, const char* const* words,
                        Initialisers&... initialisers) {
    Trouble what;
    const auto done = [&](auto& initialiser) {
      if constexpr (requires { initialiser.on_exec_setup(*this, executable, words); })
        what.error = initialiser.on_exec_setup(*this, executable, words).value();
      what.step += what.error == 0 ? 1 : 0;
      return what.error == 0;
    };
    if ((done(initialisers) && ...)) {
      ::execve(executable.c_str(), const_cast<char* const*>(words), const_cast<char* const*>(env));
      what.error = errno;
    }
    const auto written = ::write(report, &what, sizeof what);
    ::_exit(written < 0 ? 126 : 127);
  }

  /// Waits until the child has become its program, or has reported its failure and ended.
  [[nodiscard]] Trouble outcome_of_child(const Descriptor& report) const;

  const Descriptor& group_;
};

/// An initialiser: closes all descriptors but those in the launcher's `fd_whitelist`, which is sorted.
struct CloseOthers {
  process::error_code on_exec_setup(const Launcher& launcher, const std::filesystem::path& executable,
                                    const char* const* words) const;
};

}  // namespace tribunal
