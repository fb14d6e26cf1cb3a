#include "bots/build/build_run.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/escape.hpp"
#include "bots/build/build_trouble.hpp"
#include "bots/build/pack_source.hpp"
#include "bots/build/toolchain.hpp"
#include "bots/meter/usage.hpp"
#include "bots/system/command.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Runs in the sandbox, with $to, $mode and $build. Standard input is the archive of the source; the command
/// has none, and its output is the log; standard output is for the archive of what it leaves.
constexpr std::string_view shell_of_build =
    "mkdir -p \"$to\" && cd \"$to\" && tar -x --no-same-owner -f - || exit 125\n"
    "sh -c \"$build\" >&2 </dev/null || exit\n"
    "exec tar -c --format=pax -f - .";

/// The place is the same in every build where the sandbox has a /tmp of its own, as compilers write it into
/// what they make.
std::string shell_of(const BuildRun& build) {
  const bool own_tmp = build.level >= SandboxLevel::bwrap;
  return std::string{own_tmp ? "to=/tmp/build\n" : "to=$(mktemp -d)/build\n"} +
         "build=" + shell_word(build.command) + '\n' + std::string{shell_of_build};
}

constexpr std::size_t most_of_log = std::size_t{1} << 20U;
constexpr auto between_polls = std::chrono::milliseconds{100};

/// Text of which the middle is forgotten beyond a bound.
class BoundedText {
 public:
  void add(std::string_view text) {
    const auto room = most_of_log / 2 - std::min(most_of_log / 2, head_.size());
    head_ += text.substr(0, room);
    tail_ += text.substr(std::min(room, text.size()));
    if (tail_.size() < most_of_log) return;
    left_out_ += tail_.size() - most_of_log / 2;
    tail_.erase(0, tail_.size() - most_of_log / 2);
  }
  [[nodiscard]] std::string text() const {
    if (left_out_ == 0) return head_ + tail_;
    return head_ + "\n[" + std::to_string(left_out_) + " bytes left out]\n" + tail_;
  }

 private:
  std::string head_;
  std::string tail_;
  std::uint64_t left_out_ = 0;
};

/// Listens to a build until its process ends or a limit is exceeded.
class Listener {
 public:
  Listener(Launched& process, const BuildRun& build)
      : process_{process},
        build_{build},
        source_{build.source, std::ios::binary},
        archive_{archive_of_build(build.scratch), std::ios::binary},
        meter_{process.pid,
               Descriptor{process.controls.cpu_time ? ::dup(process.controls.cpu_time.get()) : -1}} {}

  /// Returns the limit that was exceeded, as a clause; nothing if the process ended by itself.
  std::optional<std::string> listen() {
    auto next_look = began_ + between_polls;
    for (;;) {
      std::array<pollfd, 4> ends{pollfd{process_.exit.get(), POLLIN, 0},
                                 pollfd{output_open_ ? process_.output.get() : -1, POLLIN, 0},
                                 pollfd{errors_open_ ? process_.errors.get() : -1, POLLIN, 0},
                                 pollfd{process_.input.get(), POLLOUT, 0}};
      ::poll(ends.data(), ends.size(), static_cast<int>(between_polls.count()));
      write_source();
      read_all();
      if (is_too_large())
        return "left more than the " + megabytes(build_.limits.output_mb) + " allowed ([build] output_mb)";
      if ((ends[0].revents & POLLIN) != 0) return std::nullopt;
      if (Clock::now() < next_look) continue;
      next_look = Clock::now() + between_polls;
      if (auto limit = exceeded()) return limit;
    }
  }

  /// Takes what is still in the pipes, after all processes have ended.
  [[nodiscard]] Result<std::string> finish() {
    read_all();
    archive_.flush();
    if (!archive_)
      return std::unexpected{
          Error{ErrorCode::cannot_write, {archive_of_build(build_.scratch).string()}, "cannot be written"}};
    return log_.text();
  }
  [[nodiscard]] bool is_too_large() const { return bytes_ > most_bytes(); }

 private:
  /// The archive also holds a header for each file.
  [[nodiscard]] std::uint64_t most_bytes() const {
    return (static_cast<std::uint64_t>(build_.limits.output_mb) + 64) << 20U;
  }
  static std::string megabytes(int number) { return std::to_string(number) + " MiB"; }

  /// Writes of the source what the pipe takes, and closes it at the end.
  void write_source() {
    while (process_.input) {
      if (pending_.empty()) {
        source_.read(block_.data(), static_cast<std::streamsize>(block_.size()));
        pending_ = std::string_view{block_.data(), static_cast<std::size_t>(source_.gcount())};
      }
      const auto count =
          pending_.empty() ? 0 : ::write(process_.input.get(), pending_.data(), pending_.size());
      if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (count <= 0) process_.input = Descriptor{};  // at the end, or nobody reads it
      pending_.remove_prefix(static_cast<std::size_t>(std::max(count, ssize_t{0})));
    }
  }

  void read_all() {
    errors_open_ = errors_open_ && read_from(process_.errors, [&](std::string_view text) { log_.add(text); });
    output_open_ = output_open_ && read_from(process_.output, [&](std::string_view text) {
                     bytes_ += text.size();
                     if (!is_too_large()) archive_ << text;
                   });
  }

  /// Reads what is there, but not for ever; false at the end.
  static bool read_from(const Descriptor& pipe, const auto& take) {
    constexpr int most_reads = 64;
    std::array<char, std::size_t{1} << 16U> block{};
    for (int reads = 0; reads < most_reads; ++reads) {
      const auto count = ::read(pipe.get(), block.data(), block.size());
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      if (count == 0) return false;
      take(std::string_view{block.data(), static_cast<std::size_t>(count)});
    }
    return true;
  }

  [[nodiscard]] std::optional<std::string> exceeded() {
    const auto& limits = build_.limits;
    if (Clock::now() - began_ > std::chrono::seconds{limits.seconds})
      return "did not end within " + std::to_string(limits.seconds) + " s ([build] seconds)";
    if (meter_.look().cpu.total > std::chrono::seconds{limits.cpu_seconds})
      return "used more than " + std::to_string(limits.cpu_seconds) + " s of CPU time ([build] cpu_seconds)";
    return std::nullopt;
  }
  Launched& process_;
  const BuildRun& build_;
  std::ifstream source_;
  std::array<char, std::size_t{1} << 16U> block_{};
  std::string_view pending_;  ///< the part of the block that is not written yet
  std::ofstream archive_;
  UsageMeter meter_;
  BoundedText log_;
  Clock::time_point began_ = Clock::now();
  std::uint64_t bytes_ = 0;
  bool output_open_ = true;
  bool errors_open_ = true;
};

/// Shows the programs in PATH that the command names, which may be outside of the system's folders.
void show_programs(const std::string& command, Sandbox& sandbox) {
  const auto words = parse_command(command, "/");
  if (!words) return;
  for (const auto& word : words->words) {
    const auto program = word.contains('/') ? fs::path{} : find_program(word);
    if (program.empty()) continue;
    const auto installation = installation_of(real_path(program));
    sandbox.shown.push_back(installation.empty() ? program : installation);
  }
}

/// Shows Rust as rustup installs it: ~/.cargo/bin has links to rustup, which runs the toolchain in ~/.rustup.
void show_rustup(Sandbox& sandbox) {
  const auto toolchains = rustup_home();
  if (toolchains.empty()) return;
  // Below bwrap nothing is shown, and what another user cannot reach would keep builds without Rust from
  // running.
  if (sandbox.level >= SandboxLevel::bwrap)
    sandbox.shown.insert(sandbox.shown.end(), {find_program("cargo").parent_path(), toolchains});
  sandbox.environment.push_back("RUSTUP_HOME=" + toolchains.string());
}

Sandbox sandbox_of(const BuildRun& build) {
  Sandbox sandbox;
  sandbox.level = build.level;
  sandbox.resources.memory_mb = build.limits.memory_mb;
  sandbox.resources.processes = build.limits.processes;
  sandbox.resources.file_mb = build.limits.output_mb;
  sandbox.resources.tmp_mb = 2 * build.limits.output_mb;  // also for the files of compilers
  sandbox.shown = build.sees;
  sandbox.hidden = build.hidden;
  // A source makes one bot: no times of today, and no packages from
  // anywhere else.
  sandbox.environment = {"SOURCE_DATE_EPOCH=" + std::to_string(time_of_source), "CARGO_NET_OFFLINE=true",
                         "GOFLAGS=-trimpath", "GOPROXY=off", "GOTOOLCHAIN=local"};
  show_programs(build.command, sandbox);
  show_rustup(sandbox);
  const bool shares_tmp = build.level < SandboxLevel::bwrap;
  if (shares_tmp && (build.level == SandboxLevel::none || ::geteuid() != 0))
    sandbox.environment.push_back("TMPDIR=" + build.scratch.string());
  return sandbox;
}

}  // namespace

Result<void> run_build(Host& host, const BuildRun& build) {
  const Command command{{"/bin/sh", "-c", shell_of(build)}, "/"};
  auto process = host.launch(command, sandbox_of(build));
  if (!process) return std::unexpected{std::move(process.error())};
  Listener listener{*process, build};
  auto limit = listener.listen();
  const auto end = host.dismiss(process->pid);
  const auto log = listener.finish();
  if (!log) return std::unexpected{log.error()};
  std::ofstream{log_of_build(build.scratch), std::ios::binary} << *log;
  ::chmod(log_of_build(build.scratch).c_str(), S_IRUSR | S_IWUSR);
  if (!limit && !end.reason.empty()) limit = end.reason + " ([build] memory_mb)";
  if (limit) return std::unexpected{Error{ErrorCode::bot, *limit + last_lines_of(*log)}};
  if (!end.ran) return std::unexpected{Error{ErrorCode::machine, "found no sandbox" + last_lines_of(*log)}};
  if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0) {
    const auto socket = ignored_socket(*log);
    if (socket.empty()) return {};
    return std::unexpected{
        Error{ErrorCode::bot, "left '" + socket + "', a socket; expected files, folders and links"}};
  }
  return std::unexpected{Error{ErrorCode::bot, end_of_build(end.status, *log)}};
}

}  // namespace tribunal
