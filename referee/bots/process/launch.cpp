#include "bots/process/launch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <optional>
#include <sched.h>
#include <span>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/common_interface_defs.h>
#include <sys/stat.h>
#include <thread>
#endif

#include "bots/process/launcher.hpp"
#include "bots/system/program.hpp"

// This must follow the launcher, which includes the headers that Boost 1.81 omits.
#include <boost/process/v2/start_dir.hpp>

namespace tribunal {
namespace {

using process::error_code;
namespace fs = std::filesystem;
using Argv = const char* const*;

/// No error if `done`, else errno.
error_code outcome(bool done) { return done ? error_code{} : error_code{errno, process::system_category()}; }

Error trouble_of_ours(int error) {
  return {ErrorCode::machine, "cannot start a process: " + std::generic_category().message(error)};
}

// Functions for a process between fork and exec: they neither allocate, nor take a lock, nor inform other
// threads, as the C library's own functions for users and groups do (signal-safety(7), nptl(7)).

/// Makes sure that no program run later can have a capability. The kernel knows how many there are.
bool drop_bounding_set() {
  for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability) >= 0; ++capability)
    if (::prctl(PR_CAPBSET_DROP, capability) != 0) return false;
  return true;
}

/// Drops the capabilities of the process, and with them those that it would pass on.
bool drop_capabilities() {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  const std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  return ::syscall(SYS_capset, &header, none.data()) == 0;
}

bool write_whole(const char* file, std::string_view text) {
  const Descriptor descriptor{::open(file, O_WRONLY | O_CLOEXEC)};
  return descriptor && std::cmp_equal(::write(descriptor.get(), text.data(), text.size()), text.size());
}

// A process with several threads cannot enter a user namespace. The thread sanitizer starts a thread of its
// own in the child of a fork. It stops that thread when it is told of a sandbox, but only if the program has
// had another thread before.
#ifdef __SANITIZE_THREAD__
void prepare_sanitizer() {
  std::thread{[] {}}.join();
}
/// Stops it. For the kernel a thread ends a moment after its join has returned, and on a busy machine that
/// takes long.
void stop_thread_of_sanitizer() {
  __sanitizer_sandbox_on_notify(nullptr);
  constexpr nlink_t alone = 3;  // the link count of a folder with one folder in it
  struct stat tasks {};
  for (int pauses = 0; pauses < 1000; ++pauses) {
    if (::stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink <= alone) return;
    ::usleep(100);
  }
}
#else
void prepare_sanitizer() {}
void stop_thread_of_sanitizer() {}
#endif

bool unshare_users() {
  if (::unshare(CLONE_NEWUSER) == 0) return true;
  if (errno != EINVAL) return false;
  stop_thread_of_sanitizer();
  return ::unshare(CLONE_NEWUSER) == 0;
}

std::string only(unsigned id) { return fmt::format("{0} {0} 1\n", id); }

/// Starts a session of its own, without the terminal and the keys (keyrings(7)) of the user who started this
/// program, and gives up the rights that a program's file could add (PR_SET_NO_NEW_PRIVS). False, with errno,
/// if it could still gain those.
bool cut_off() {
  ::setsid();
  ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);  // it fails only if the kernel has no keys
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/// Makes this process another user's for good: no group but the one with the user's number, no capability,
/// and none that a program could restore (capabilities(7)). False, with errno, if it is not allowed.
bool become(uid_t user) {
  return drop_bounding_set() && ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
         ::syscall(SYS_setresgid, user, user, user) == 0 && ::syscall(SYS_setresuid, user, user, user) == 0 &&
         drop_capabilities();
}

/// A user namespace (user_namespaces(7)) with this program's own user in it, which counts its own processes.
struct OwnNamespace {
  std::string users = only(::geteuid());   ///< the text for /proc/self/uid_map
  std::string groups = only(::getegid());  ///< the text for /proc/self/gid_map

  OwnNamespace() { prepare_sanitizer(); }

  /// Enters the namespace; false, with errno, on failure.
  [[nodiscard]] bool enter() const {
    return unshare_users() && write_whole("/proc/self/setgroups", "deny") &&
           write_whole("/proc/self/uid_map", users) && write_whole("/proc/self/gid_map", groups);
  }
};

// The initialisers. Their work in the child, `on_exec_setup`, is safe between fork and exec
// (signal-safety(7)): it neither allocates nor takes a lock.

/// Puts the child into a process group or session of its own, and resets its signals.
struct ApartFromUs {
  bool confined;

  error_code on_exec_setup(Launcher& /*launcher*/, const fs::path& /*program*/, Argv /*words*/) const {
    const bool left = confined ? cut_off() : ::setpgid(0, 0) == 0;
    if (!left) return outcome(false);
    ::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    return {};
  }
};

/// Puts the child into the cgroup, unless it was born there.
struct InGroup {
  const CgroupEntry& entry;

  error_code on_exec_setup(Launcher& launcher, const fs::path& /*program*/, Argv /*words*/) const {
    return outcome(launcher.in_group || std::ranges::all_of(entry.procs_files, [](const Descriptor& file) {
                     return ::write(file.get(), "0", 1) == 1;
                   }));
  }
};

/// The child's descriptors: the pipes as 0, 1, 2 and `status_descriptor`, the filter's file as
/// `filter_descriptor`, and a person's terminal after it. The parent's ends do not block.
struct Streams {
  const Profile& profile;
  const SyscallFilter* filter;
  Pipe input = {};
  Pipe output = {};
  Pipe errors = {};
  Pipe status = {};
  Descriptor filter_file = {};

  error_code on_setup(Launcher& launcher, const fs::path& /*program*/, Argv /*words*/) {
    const bool made = make(input, input.writing) && make(output, output.reading) &&
                      make(errors, errors.reading) &&
                      (!profile.tells_status || make(status, status.reading)) && open_filter();
    if (profile.tells_status) launcher.fd_whitelist.push_back(status_descriptor);
    if (filter_file) launcher.fd_whitelist.push_back(filter_descriptor);
    if (profile.terminal)
      launcher.fd_whitelist.insert(launcher.fd_whitelist.end(), {keyboard_descriptor, screen_descriptor});
    return outcome(made && give_away());
  }

  error_code on_exec_setup(Launcher& /*launcher*/, const fs::path& /*program*/, Argv /*words*/) const {
    if (profile.terminal && !share(*profile.terminal)) return outcome(false);
    const std::array own{std::pair{&input.reading, STDIN_FILENO}, std::pair{&output.writing, STDOUT_FILENO},
                         std::pair{&errors.writing, STDERR_FILENO},
                         std::pair{&status.writing, status_descriptor},
                         std::pair{&filter_file, filter_descriptor}};
    return outcome(std::ranges::all_of(own, [](const auto& end) {
      const auto& [descriptor, target] = end;
      return !*descriptor || ::dup2(descriptor->get(), target) == target;
    }));
  }

  void on_error(Launcher& launcher, const fs::path& /*program*/, Argv /*words*/,
                const error_code& error) const {
    launcher.trouble = trouble_of_ours(error.value()).message;
  }

 private:
  static bool share(const Terminal& terminal) {
    return ::dup2(terminal.keyboard, keyboard_descriptor) >= 0 &&
           ::dup2(terminal.screen, screen_descriptor) >= 0;
  }

  /// Makes a pipe; false, with errno, on failure, like all functions here. `ours`: the parent's end of
  /// `pipe`.
  static bool make(Pipe& pipe, const Descriptor& ours) {
    auto made = Pipe::make();
    if (!made) return false;
    pipe = std::move(*made);
    return ::fcntl(ours.get(), F_SETFL, ::fcntl(ours.get(), F_GETFL) | O_NONBLOCK) == 0;
  }

  bool open_filter() {
    if (profile.filtering != Filtering::sandbox) return true;
    filter_file = filter->file();
    if (filter_file) filter_file = above_the_childs(filter_file.release());
    return static_cast<bool>(filter_file);
  }

  [[nodiscard]] bool give_away() const {
    return !profile.pipes_of || std::ranges::all_of(std::array{&input, &output, &errors}, [&](auto* pipe) {
      return ::fchown(pipe->reading.get(), *profile.pipes_of, *profile.pipes_of) == 0;
    });
  }
};

/// An initialiser that does `work` in the child, and reports a failure as `sentence` with its reason.
template <typename Work>
struct InChild {
  const char* sentence;
  Work work;  ///< returns false, with errno, on failure
  const char* hint = "";

  error_code on_exec_setup(Launcher& /*launcher*/, const fs::path& /*program*/, Argv /*words*/) const {
    return outcome(work());
  }
  void on_error(Launcher& launcher, const fs::path& /*program*/, Argv /*words*/,
                const error_code& error) const {
    launcher.trouble = sentence + (": " + std::generic_category().message(error.value())) + hint;
  }
};

// clang 16 cannot deduce the template arguments of aggregates.
template <typename Work>
InChild(const char*, Work) -> InChild<Work>;
template <typename Work>
InChild(const char*, Work, const char*) -> InChild<Work>;

/// Sets the limits; false, with errno, if one is above the system's limit for this user.
bool set_limits(const Profile& profile) {
  return std::ranges::all_of(profile.limits, [](const Limit& limit) {
    const rlimit both{limit.most, limit.most};
    return ::setrlimit(limit.resource, &both) == 0;
  });
}

/// Lets the process die with its parent. Call it after the last change of user, which would undo it.
bool die_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before this call
  return true;
}

std::vector<std::string> environment_of(const Profile& profile, const std::string& mark) {
  std::vector<std::string> environment{"LANG=C.UTF-8", "PYTHONUNBUFFERED=1", "TRIBUNAL_BOT=" + mark};
  const auto is_given = [&](const std::string& name) {
    return std::ranges::any_of(profile.environment,
                               [&](const auto& variable) { return variable.starts_with(name + '='); });
  };
  for (const char* const name : {"PATH", "HOME", "TMPDIR"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && !is_given(name)) environment.push_back(std::string{name} + '=' + value);
  }
  environment.insert(environment.end(), profile.environment.begin(), profile.environment.end());
  return environment;
}

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const auto& text : texts) pointers.push_back(text.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

Error failure_of(const std::string& program, const fs::path& directory, const std::string& trouble,
                 int error) {
  if (!trouble.empty()) return {ErrorCode::machine, trouble};
  if (error == EMFILE || error == ENFILE || error == EAGAIN || error == ENOMEM) return trouble_of_ours(error);
  return {ErrorCode::bot, cannot_run(program, directory, error)};
}

}  // namespace

Result<Launched> launch_process(const Profile& profile, const std::string& mark, const CgroupEntry& entry,
                                const SyscallFilter* filter) {
  const auto& words = profile.words;
  const auto program = find_program(words.front());
  if (program.empty()) return std::unexpected{Error{ErrorCode::bot, not_found(words.front())}};
  const auto directory = profile.directory.empty() ? fs::path{"."} : profile.directory;
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) {
    return std::unexpected{
        Error{ErrorCode::bot, "there is no directory '" + directory.string() + "' to run it in"}};
  }
  const auto environment = environment_of(profile, mark);
  const auto environment_pointers = pointers_to(environment);
  Launcher launcher{entry.folder};
  launcher.env = environment_pointers.data();
  Streams streams{profile, filter};
  const auto own_namespace = profile.counted_apart ? std::optional{OwnNamespace{}} : std::nullopt;
  // The order matters: limits are set in the namespace that counts their resources, and while the user may
  // still raise them; a change of user would undo that the process dies with its parent.
  const auto pid = launcher(
      fs::path{program}, std::span{words}.subspan(1), ApartFromUs{profile.confined},
      process::process_start_dir{directory}, InGroup{entry}, streams, CloseOthers{},
      InChild{"cannot count a process apart, in a user namespace of its own",
              [&] { return !own_namespace || own_namespace->enter(); }},
      InChild{"cannot limit what a process uses", [&] { return set_limits(profile); },
              " (the user's own limits may be lower: ulimit -aH)"},
      InChild{"cannot run a process as a user of its own",
              [&] { return !profile.user || become(*profile.user); }},
      InChild{"cannot end a process with this one", [parent = ::getpid()] { return die_with(parent); }},
      InChild{"cannot filter the system calls of a process",
              [&] { return profile.filtering != Filtering::itself || filter->install(); }});
  if (!pid)
    return std::unexpected{failure_of(words.front(), directory, launcher.trouble, pid.error().value())};
  Launched launched{*pid,
                    std::move(streams.input.writing),
                    std::move(streams.output.reading),
                    std::move(streams.errors.reading),
                    std::move(streams.status.reading),
                    Descriptor{static_cast<int>(::syscall(SYS_pidfd_open, *pid, 0))},
                    {}};
  if (launched.exit) return launched;
  const int error = errno;
  ::kill(*pid, SIGKILL);
  ::waitpid(*pid, nullptr, 0);
  return std::unexpected{failure_of(words.front(), directory, {}, error)};
}

}  // namespace tribunal
