#include "bots/process/launch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "bots/sandbox/credentials.hpp"
#include "bots/system/fork_into.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

struct Pipe {
  Descriptor reading;
  Descriptor writing;
};

/// Not 0 to 4, which the child's own are to become.
Descriptor above_the_childs(int fd) {
  Descriptor low{fd};
  if (fd > filter_descriptor) return low;
  return Descriptor{::fcntl(fd, F_DUPFD_CLOEXEC, filter_descriptor + 1)};
}

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Pipe pipe{above_the_childs(ends[0]), above_the_childs(ends[1])};
  if (!pipe.reading || !pipe.writing) return std::nullopt;
  return pipe;
}

bool set_non_blocking(const Descriptor& descriptor) {
  return ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK) == 0;
}

/// False, with errno, if this user may not give it away.
bool give(const Pipe& pipe, uid_t user) { return ::fchown(pipe.reading.get(), user, user) == 0; }

/// What the child does, in this order.
enum class Step { tidy, count_apart, limit, become, filter, run };

/// What it reports if one of them fails.
struct Trouble {
  Step step = Step::tidy;
  int error = 0;  ///< an errno
};

/// What the child does between fork and exec: only what is safe there (signal-safety(7)).
struct ChildSetup {
  std::array<int, 5>
      own;  ///< what become 0, 1, 2, `status_descriptor`, `filter_descriptor`; -1: there is none
  const char* directory;
  pid_t parent;
  const CgroupEntry* entry;
  const Profile* profile;
  const std::optional<OwnNamespace>* own_namespace;
  const SyscallFilter* filter;

  /// A group, descriptors of its own and `report`, and a process group. False, with errno, if that cannot be
  /// done.
  [[nodiscard]] bool tidy(int report, bool in_group) const {
    const bool left = profile->confined ? cut_off() : ::setpgid(0, 0) == 0;
    ::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    bool done = left && ::chdir(directory) == 0;
    for (const auto& door : entry->doors) done = done && (in_group || ::write(door.get(), "0", 1) == 1);
    const auto count = static_cast<int>(std::ranges::find(own, -1) - own.begin());
    for (int target = 0; target < count; ++target) {
      done = done && ::dup2(own[static_cast<std::size_t>(target)], target) == target;
    }
    if (report > count) ::close_range(static_cast<unsigned>(count), static_cast<unsigned>(report) - 1, 0);
    ::close_range(static_cast<unsigned>(report) + 1, ~0U, 0);
    return done;
  }

  /// False, with errno, if a limit is above what the system lets this user have.
  [[nodiscard]] bool limit() const {
    return std::ranges::all_of(profile->limits, [](const Limit& limit) {
      const rlimit both{limit.most, limit.most};
      return ::setrlimit(limit.resource, &both) == 0;
    });
  }

  /// After the last change of user, which would undo it.
  void die_with_parent() const {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);  // it died before it could be watched
  }

  /// The step that failed, with errno; `run` if none did. Limits come in the namespace that counts what they
  /// are about, and while the user may still raise them.
  [[nodiscard]] Step operator()(int report, bool in_group) const {
    if (!tidy(report, in_group)) return Step::tidy;
    if (*own_namespace && !(*own_namespace)->enter()) return Step::count_apart;
    if (!limit()) return Step::limit;
    if (profile->user && !become(*profile->user)) return Step::become;
    die_with_parent();
    if (profile->filtering == Filtering::itself && !filter->install()) return Step::filter;
    return Step::run;
  }
};

/// The program, its words and its environment, each list ended by a null pointer: made before the fork, for
/// what allocates is not safe in the child, and alive until exec.
struct Image {
  const char* program;
  const std::vector<const char*>* words;
  const std::vector<const char*>* environment;
};

/// In the child: `setup`, then `image` in its place. What fails is reported through `report`, which exec
/// closes.
[[noreturn]] void run_child(const Image& image, const ChildSetup& setup, int report, bool in_group) {
  const auto step = setup(report, in_group);
  if (step == Step::run) {
    ::execve(image.program, const_cast<char* const*>(image.words->data()),
             const_cast<char* const*>(image.environment->data()));
  }
  const Trouble trouble{step, errno};
  const auto written = ::write(report, &trouble, sizeof trouble);
  ::_exit(written < 0 ? 126 : 127);
}

struct Started {
  pid_t pid = -1;   ///< positive if there was a fork
  Trouble trouble;  ///< its error is 0 if there was none
};

/// Returns when the child has become `image`, or has reported why not.
[[nodiscard]] Started start(const Image& image, const ChildSetup& setup) {
  auto report = make_pipe();
  if (!report) return {-1, {Step::tidy, errno}};
  const auto [pid, in_group] = fork_into(setup.entry->folder);
  if (pid < 0) return {-1, {Step::tidy, errno}};
  if (pid == 0) run_child(image, setup, report->writing.get(), in_group);
  Started started{pid, {}};
  report->writing = Descriptor{};
  while (::read(report->reading.get(), &started.trouble, sizeof started.trouble) < 0 && errno == EINTR) {
  }
  return started;
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

LaunchFailure trouble_of_ours(int error) {
  return {"cannot start a process: " + std::generic_category().message(error), true};
}

LaunchFailure failure_of(const std::string& program, const std::filesystem::path& directory,
                         const Trouble& trouble) {
  const auto [step, error] = trouble;
  const auto why = ": " + std::generic_category().message(error);
  if (step == Step::count_apart)
    return {"cannot count a process apart, in a user namespace of its own" + why, true};
  if (step == Step::limit)
    return {"cannot limit what a process uses" + why + " (the user's own limits may be lower: ulimit -aH)",
            true};
  if (step == Step::become) return {"cannot run a process as a user of its own" + why, true};
  if (step == Step::filter) return {"cannot filter the system calls of a process" + why, true};
  if (error == EMFILE || error == ENFILE || error == EAGAIN || error == ENOMEM) return trouble_of_ours(error);
  return {cannot_run(program, directory, error), false};
}

}  // namespace

std::expected<Launched, LaunchFailure> launch_process(const Profile& profile, const std::string& mark,
                                                      const CgroupEntry& entry, const SyscallFilter* filter) {
  const auto& words = profile.words;
  const auto program = find_program(words.front());
  if (program.empty()) {
    return std::unexpected{LaunchFailure{"cannot run '" + words.front() + "': not found in PATH", false}};
  }
  const auto directory = profile.directory.empty() ? std::filesystem::path{"."} : profile.directory;
  std::error_code ignored;
  if (!std::filesystem::is_directory(directory, ignored)) {
    return std::unexpected{
        LaunchFailure{"there is no directory '" + directory.string() + "' to run it in", false}};
  }
  auto input = make_pipe();
  auto output = make_pipe();
  auto errors = make_pipe();
  auto status = profile.tells_status ? make_pipe() : Pipe{};
  if (!input || !output || !errors || !status) return std::unexpected{trouble_of_ours(errno)};
  Descriptor filter_file;
  if (profile.filtering == Filtering::sandbox) {
    filter_file = filter->file();
    if (filter_file) filter_file = above_the_childs(filter_file.release());
    if (!filter_file) return std::unexpected{trouble_of_ours(errno)};
  }
  for (const auto* const ours : {&input->writing, &output->reading, &errors->reading, &status->reading}) {
    if (!*ours) continue;
    if (!set_non_blocking(*ours)) return std::unexpected{trouble_of_ours(errno)};
  }
  for (const auto* const pipe : {&input, &output, &errors}) {
    if (profile.pipes_of && !give(**pipe, *profile.pipes_of)) return std::unexpected{trouble_of_ours(errno)};
  }

  const auto environment = environment_of(profile, mark);
  const auto environment_pointers = pointers_to(environment);
  std::vector<std::string> arguments{words};
  arguments.front() = program;
  const auto argument_pointers = pointers_to(arguments);
  const auto own_namespace = profile.counted_apart ? std::optional{OwnNamespace{}} : std::nullopt;
  const ChildSetup setup{{input->reading.get(), output->writing.get(), errors->writing.get(),
                          status->writing.get(), filter_file.get()},
                         directory.c_str(),
                         ::getpid(),
                         &entry,
                         &profile,
                         &own_namespace,
                         filter};
  auto [pid, trouble] = start({program.c_str(), &argument_pointers, &environment_pointers}, setup);
  Launched launched{pid,
                    std::move(input->writing),
                    std::move(output->reading),
                    std::move(errors->reading),
                    std::move(status->reading),
                    {},
                    {}};
  if (trouble.error == 0) {
    launched.exit = Descriptor{static_cast<int>(::syscall(SYS_pidfd_open, launched.pid, 0))};
    if (!launched.exit) trouble = {Step::tidy, errno};
  }
  if (trouble.error == 0) return launched;
  if (launched.pid > 0) {
    ::kill(launched.pid, SIGKILL);
    ::waitpid(launched.pid, nullptr, 0);
  }
  return std::unexpected{failure_of(words.front(), directory, trouble)};
}

}  // namespace tribunal
