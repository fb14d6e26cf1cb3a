#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/sched.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/try.hpp"
#include "bots/process/host.hpp"

#ifdef __SANITIZE_THREAD__
#include <sanitizer/common_interface_defs.h>
#include <sys/stat.h>
#include <thread>
#endif

#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// A pipe whose ends are close-on-exec, and above the descriptors that a child gets.
struct Pipe {
  Descriptor reading;
  Descriptor writing;
};

/// Everything that a child needs to become its program. It is complete before the fork.
struct Child {
  const Profile& profile;
  const CgroupEntry& group;
  const SyscallFilter* filter;
  std::string program;
  std::string directory;
  std::vector<const char*> words;  ///< beginning with the path of the program; null is last, as in
                                   ///< `environment`
  std::vector<const char*> environment;
  std::string users = {};   ///< text for /proc/self/uid_map, if it has a user namespace of its own
  std::string groups = {};  ///< text for /proc/self/gid_map
  Pipe input = {};
  Pipe output = {};
  Pipe errors = {};
  Pipe status = {};
  Pipe report = {};
  Descriptor filter_file = {};
  std::vector<int> kept = {STDIN_FILENO, STDOUT_FILENO,
                           STDERR_FILENO};  ///< descriptors that stay open, ascending
  pid_t parent = ::getpid();
  bool in_group = false;  ///< whether the child was born in its group
};

// Functions for a process between fork and exec. They do not allocate, take locks or inform other threads,
// unlike the C library's own functions for users and groups (signal-safety(7), nptl(7)). They return false,
// with errno, on failure.

/// Makes it impossible for any later program to have a capability. Only the kernel knows how many there are.
bool drop_bounding_set() {
  for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability) >= 0; ++capability)
    if (::prctl(PR_CAPBSET_DROP, capability) != 0) return false;
  return true;
}

/// Drops the capabilities of the process, including those that it would pass on.
bool drop_capabilities() {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  const std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  return ::syscall(SYS_capset, &header, none.data()) == 0;
}

bool write_whole(const char* file, std::string_view text) {
  const Descriptor descriptor{::open(file, O_WRONLY | O_CLOEXEC)};
  return descriptor && std::cmp_equal(::write(descriptor.get(), text.data(), text.size()), text.size());
}

// A process with several threads cannot enter a user namespace. The thread sanitizer starts a thread in the
// child of a fork. It stops that thread when it is notified of a sandbox, but only if the program has had
// another thread before.
#ifdef __SANITIZE_THREAD__
void prepare_sanitizer() {
  std::thread{[] {}}.join();
}
/// Stops it. For the kernel, a thread ends a moment after its join has returned. On a busy machine that
/// moment can be long.
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

/// Starts a session of its own, without the terminal and the keys (keyrings(7)) of this program's user, and
/// gives up the rights that a program's file could add (PR_SET_NO_NEW_PRIVS).
bool cut_off() {
  ::setsid();
  ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);  // fails only if the kernel has no keys
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/// Enters a process group or session of its own, and resets the signals.
bool leave_us(const Child& child) {
  if (!(child.profile.confined ? cut_off() : ::setpgid(0, 0) == 0)) return false;
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  return ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0;
}

bool change_directory(const Child& child) { return ::chdir(child.directory.c_str()) == 0; }

bool join_group(const Child& child) {
  return child.in_group || std::ranges::all_of(child.group.procs_files, [](const Descriptor& file) {
           return ::write(file.get(), "0", 1) == 1;
         });
}

bool copy_to(int descriptor, int target) { return descriptor < 0 || ::dup2(descriptor, target) == target; }

/// Makes the pipes the descriptors 0, 1, 2 and `status_descriptor`, the filter's file `filter_descriptor`,
/// and a person's terminal the next ones. The terminal comes first, because its descriptor may be 0.
bool take_streams(const Child& child) {
  const auto terminal = child.profile.terminal.value_or(Terminal{-1, -1});
  return copy_to(terminal.keyboard, keyboard_descriptor) && copy_to(terminal.screen, screen_descriptor) &&
         copy_to(child.input.reading.get(), STDIN_FILENO) &&
         copy_to(child.output.writing.get(), STDOUT_FILENO) &&
         copy_to(child.errors.writing.get(), STDERR_FILENO) &&
         copy_to(child.status.writing.get(), status_descriptor) &&
         copy_to(child.filter_file.get(), filter_descriptor);
}

bool close_others(const Child& child) {
  unsigned next = 0;
  for (const int kept : child.kept) {
    const auto fd = static_cast<unsigned>(kept);
    if (fd > next) ::close_range(next, fd - 1, 0);
    next = fd + 1;
  }
  ::close_range(next, ~0U, 0);
  return true;
}

/// Enters a user namespace (user_namespaces(7)) that contains this program's own user and counts its
/// processes separately.
bool count_apart(const Child& child) {
  return !child.profile.counted_apart ||
         (unshare_users() && write_whole("/proc/self/setgroups", "deny") &&
          write_whole("/proc/self/uid_map", child.users) && write_whole("/proc/self/gid_map", child.groups));
}

/// Sets the limits. Fails if one is above the system's limit for this user.
bool set_limits(const Child& child) {
  return std::ranges::all_of(child.profile.limits, [](const Limit& limit) {
    const rlimit both{limit.most, limit.most};
    return ::setrlimit(limit.resource, &both) == 0;
  });
}

/// Makes this process another user's irrevocably: no group except the one with the user's number, no
/// capability, and none that a program could restore (capabilities(7)).
bool become_user(const Child& child) {
  if (!child.profile.user) return true;
  const auto user = *child.profile.user;
  return drop_bounding_set() && ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
         ::syscall(SYS_setresgid, user, user, user) == 0 && ::syscall(SYS_setresuid, user, user, user) == 0 &&
         drop_capabilities();
}

/// Makes the process die with the thread that launched it.
bool die_with_parent(const Child& child) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != child.parent) ::_exit(127);  // the parent died before this call
  return true;
}

bool filter_calls(const Child& child) {
  return child.profile.filtering != Filtering::itself || child.filter->install();
}

/// Runs the program. Returns only if that is impossible.
bool execute(const Child& child) {
  ::execve(child.program.c_str(), const_cast<char* const*>(child.words.data()),
           const_cast<char* const*>(child.environment.data()));
  return false;
}

constexpr std::string_view cannot_start = "cannot start a process";

/// A step of a child on its way to its program, with the sentence for its failure. An empty sentence means
/// that the program of the bot cannot be run.
struct ChildStep {
  std::string_view sentence;
  bool (*work)(const Child&);
  std::string_view hint = {};
};

// The order matters. Limits must be set in the namespace that counts their resources, and while the user may
// still raise them. A change of user would undo that the process dies with its parent.
constexpr std::array steps{
    ChildStep{"cannot separate a process from this one", leave_us},
    ChildStep{"", change_directory},
    ChildStep{"cannot put a process into its control group", join_group},
    ChildStep{cannot_start, take_streams},
    ChildStep{cannot_start, close_others},
    ChildStep{"cannot count a process separately, in a user namespace of its own", count_apart},
    ChildStep{"cannot limit what a process uses", set_limits,
              " (the user's own limits may be lower: ulimit -aH)"},
    ChildStep{"cannot run a process as a user of its own", become_user},
    ChildStep{"cannot make a process end together with this one", die_with_parent},
    ChildStep{"cannot filter the system calls of a process", filter_calls},
    ChildStep{"", execute},
};

/// The report of a child that did not become its program.
struct FailedStep {
  std::size_t step = 0;
  int error = 0;  ///< errno; 0: the child became its program
};

/// Runs in the child. Its failure is reported through `report`, which exec closes.
[[noreturn]] void become_program(const Child& child) {
  FailedStep failed;
  while (steps.at(failed.step).work(child)) ++failed.step;
  failed.error = errno == 0 ? EIO : errno;  // an incomplete write sets no errno
  const auto written = ::write(child.report.writing.get(), &failed, sizeof failed);
  ::_exit(written < 0 ? 126 : 127);
}

// From here on, all code runs in the parent.

/// Forks by clone3(2). It is disabled under the thread sanitizer, which must know of every fork but does not
/// know this one.
pid_t clone_into([[maybe_unused]] const Descriptor& group) {
#if defined(SYS_clone3) && defined(CLONE_INTO_CGROUP) && !defined(__SANITIZE_THREAD__)
  clone_args arguments{};
  arguments.flags = CLONE_INTO_CGROUP;
  arguments.exit_signal = SIGCHLD;
  arguments.cgroup = static_cast<decltype(arguments.cgroup)>(group.get());
  return static_cast<pid_t>(::syscall(SYS_clone3, &arguments, sizeof arguments));
#else
  errno = ENOSYS;
  return -1;
#endif
}

/// `fd`, or a copy of it, above the descriptors that a child gets. The result owns it in either case.
Descriptor above_the_childs(int fd) {
  Descriptor low{fd};
  if (fd > screen_descriptor) return low;
  return Descriptor{::fcntl(fd, F_DUPFD_CLOEXEC, screen_descriptor + 1)};
}

/// Makes a pipe. False, with errno, on failure.
bool make(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe = {above_the_childs(ends[0]), above_the_childs(ends[1])};
  return pipe.reading && pipe.writing;
}

/// Makes a pipe whose end `ours` does not block.
bool make(Pipe& pipe, const Descriptor& ours) {
  return make(pipe) && ::fcntl(ours.get(), F_SETFL, ::fcntl(ours.get(), F_GETFL) | O_NONBLOCK) == 0;
}

bool open_filter(Child& child) {
  if (child.profile.filtering != Filtering::sandbox) return true;
  child.filter_file = child.filter->file();
  if (child.filter_file) child.filter_file = above_the_childs(child.filter_file.release());
  if (child.filter_file) child.kept.push_back(filter_descriptor);
  return static_cast<bool>(child.filter_file);
}

/// Makes the owner of the pipes the user who may open them by name.
bool give_away(const Child& child) {
  const auto owner = child.profile.pipes_of;
  return !owner ||
         std::ranges::all_of(std::array{&child.input, &child.output, &child.errors},
                             [&](auto* pipe) { return ::fchown(pipe->reading.get(), *owner, *owner) == 0; });
}

/// Makes the descriptors of a child. False, with errno, on failure.
bool open_streams(Child& child) {
  if (!make(child.input, child.input.writing) || !make(child.output, child.output.reading) ||
      !make(child.errors, child.errors.reading) || !make(child.report))
    return false;
  if (child.profile.tells_status) {
    if (!make(child.status, child.status.reading)) return false;
    child.kept.push_back(status_descriptor);
  }
  if (!open_filter(child)) return false;
  if (child.profile.terminal) child.kept.insert(child.kept.end(), {keyboard_descriptor, screen_descriptor});
  child.kept.push_back(child.report.writing.get());
  return give_away(child);
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

Error trouble_of_ours(int error) {
  return {ErrorCode::machine, std::string{cannot_start} + ": " + std::generic_category().message(error)};
}

Error trouble_of(const FailedStep& failed, const Child& child) {
  const auto& step = steps.at(failed.step);
  if (!step.sentence.empty())
    return {ErrorCode::machine,
            fmt::format("{}: {}{}", step.sentence, std::generic_category().message(failed.error), step.hint)};
  const std::array short_of{EMFILE, ENFILE, EAGAIN, ENOMEM};
  if (std::ranges::find(short_of, failed.error) != short_of.end()) return trouble_of_ours(failed.error);
  return {ErrorCode::bot, cannot_run(child.profile.words.front(), child.directory, failed.error)};
}

/// Starts the child. Returns its pid when it has become its program. A child that failed is reaped.
Result<pid_t> start(Child& child) {
  const auto forked = fork_into(child.group.folder);
  if (forked.pid < 0) return std::unexpected{trouble_of_ours(errno)};
  child.in_group = forked.in_group;
  if (forked.pid == 0) become_program(child);
  child.report.writing = Descriptor{};
  FailedStep failed;
  while (::read(child.report.reading.get(), &failed, sizeof failed) < 0 && errno == EINTR) {
  }
  if (failed.error == 0) return forked.pid;
  ::kill(forked.pid, SIGKILL);
  ::waitpid(forked.pid, nullptr, 0);
  return std::unexpected{trouble_of(failed, child)};
}

}  // namespace

/// Falls back to fork(2) after any error of clone3(2). Many errors concern only clone3 (ENOSYS, EINVAL,
/// E2BIG, EPERM), and fork(2) reports those that concern both.
Forked fork_into(const Descriptor& group) {
  const auto born_there = group ? clone_into(group) : -1;
  if (born_there >= 0) return {born_there, true};
  return {::fork(), false};
}

Result<Launched> launch_process(const Profile& profile, const std::string& mark, const CgroupEntry& entry,
                                const SyscallFilter* filter) {
  const auto& word = profile.words.front();
  const auto program = find_program(word);
  if (program.empty()) return failure(ErrorCode::bot, not_found(word));
  const auto directory = profile.directory.empty() ? fs::path{"."} : profile.directory;
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) {
    return failure(ErrorCode::bot, "there is no directory '" + directory.string() + "' to run it in");
  }
  const auto environment = environment_of(profile, mark);
  Child child{.profile = profile,
              .group = entry,
              .filter = filter,
              .program = program,
              .directory = directory,
              .words = pointers_to(profile.words),
              .environment = pointers_to(environment)};
  child.words.front() = child.program.c_str();
  if (profile.counted_apart) {
    prepare_sanitizer();
    child.users = fmt::format("{0} {0} 1\n", ::geteuid());
    child.groups = fmt::format("{0} {0} 1\n", ::getegid());
  }
  if (!open_streams(child)) return std::unexpected{trouble_of_ours(errno)};
  const auto pid = TRY(start(child));
  Launched launched{pid,
                    std::move(child.input.writing),
                    std::move(child.output.reading),
                    std::move(child.errors.reading),
                    std::move(child.status.reading),
                    Descriptor{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))},
                    {}};
  if (launched.exit) return launched;
  const int error = errno;
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  return std::unexpected{trouble_of_ours(error)};
}

}  // namespace tribunal
