#include "bots/build/build_bot.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <poll.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "base/digest.hpp"
#include "base/durable_files.hpp"
#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "base/utc.hpp"
#include "bots/build/archives.hpp"
#include "bots/build/build_trouble.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/build/generated_text.hpp"
#include "bots/hints/file_hint.hpp"
#include "bots/identity/identity.hpp"
#include "bots/meter/usage.hpp"
#include "bots/sandbox/confinement.hpp"
#include "bots/sandbox/installation.hpp"
#include "bots/system/command.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view log_of_build = "build.log";  // beside the built files
constexpr mode_t mode_of_cache = 0711;                  // other users pass through, but cannot list bots
constexpr std::time_t longest_unused = std::time_t{30} * 24 * 60 * 60;

/// Lets bots' users pass through the cache. It must belong to this user, because another owner could put bots
/// into it.
Result<void> open_cache(const fs::path& builds) {
  for (const auto& folder : {builds.parent_path(), builds}) {
    struct stat now {};
    if (::lstat(folder.c_str(), &now) != 0 || !S_ISDIR(now.st_mode) || now.st_uid != ::geteuid()) {
      return failure(ErrorCode::machine, folder,
                     "belongs to another user; set XDG_CACHE_HOME to another place for builds");
    }
    ::chmod(folder.c_str(), mode_of_cache);
  }
  return {};
}

/// The place of one build in the cache, which one run has at a time. KEY.lock has the time of the last use.
/// KEY.log is the log of the last failed build. KEY.new is a build in progress. KEY has `files`, `build.log`,
/// and `sha256`, the address of the files.
struct BuildPlace {
  fs::path built;
  fs::path making;
  fs::path log;
  Descriptor lock;
};

BuildPlace place_of(const fs::path& cache, const std::string& key) {
  const auto place = (cache / key).native();
  return {.built = place,
          .making = place + ".new",
          .log = place + ".log",
          .lock = Descriptor{
              ::open((place + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_of_files)}};
}

fs::path lock_of(const BuildPlace& place) { return place.built.native() + ".lock"; }

/// Waits for the place of a build until `until` at the latest. `key`: 64 hexadecimal digits.
Result<BuildPlace> take_build_place(const fs::path& cache, const std::string& key,
                                    std::chrono::steady_clock::time_point until) {
  constexpr auto between_tries = std::chrono::milliseconds{50};
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) return not_written(cache, error.value());
  TRY(open_cache(cache));
  for (;;) {
    auto place = place_of(cache, key);
    if (!place.lock) return not_written(lock_of(place), errno);
    while (::flock(place.lock.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EINTR && errno != EWOULDBLOCK) return not_written(lock_of(place), errno);
      if (std::chrono::steady_clock::now() > until)
        return failure(ErrorCode::in_use, "another run builds the same source; run it again later");
      std::this_thread::sleep_for(between_tries);
    }
    if (!is_in_place(place.lock, lock_of(place))) continue;  // another run removed it before it was locked
    ::futimens(place.lock.get(), nullptr);
    return place;
  }
}

/// Removes results that no run has used for 30 days, and the remains of killed runs.
void prune_builds(const fs::path& cache) {
  constexpr std::size_t length_of_key = 64;
  std::set<std::string> keys;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{cache, ignored})
    if (auto key = entry.path().filename().string().substr(0, length_of_key); from_hex(key))
      keys.insert(std::move(key));
  for (const auto& key : keys) {
    const auto place = place_of(cache, key);
    struct stat lock {};
    if (!place.lock || !lock_in_place(place.lock, lock_of(place))) continue;
    remove_folder(place.making);
    if (::fstat(place.lock.get(), &lock) != 0 || std::time(nullptr) - lock.st_mtim.tv_sec < longest_unused)
      continue;
    remove_folder(place.built);
    fs::remove(place.log, ignored);
    fs::remove(lock_of(place), ignored);
  }
}

using Clock = std::chrono::steady_clock;

/// One run of the build of a stranger's bot, in a folder of this user alone.
struct BuildRun {
  const BuildOrder& order;
  fs::path folder;
  BuildLimits limits;

  [[nodiscard]] fs::path source() const { return folder / "source.tar"; }
  [[nodiscard]] fs::path archive() const { return folder / "built.tar"; }  ///< the built files
  [[nodiscard]] fs::path log() const { return folder / log_of_build; }
};

/// The script that runs in the sandbox, with $to, $mode and $build. Standard input is the archive of the
/// source. The command has no standard input, and its output is the log. Standard output is for the archive
/// of the result.
constexpr std::string_view shell_of_build =
    "mkdir -p \"$to\" && cd \"$to\" && tar -x --no-same-owner -f - || exit 125\n"
    "sh -c \"$build\" >&2 </dev/null || exit\n"
    "exec tar -c --format=pax -f - .";

/// The script of a build. If the sandbox has its own /tmp, the place is the same in every build, because
/// compilers write it into their output.
std::string shell_of(const BuildRun& build) {
  const bool own_tmp = build.order.level >= SandboxLevel::bwrap;
  return std::string{own_tmp ? "to=/tmp/build\n" : "to=$(mktemp -d)/build\n"} +
         "build=" + shell_word(build.order.command) + '\n' + std::string{shell_of_build};
}

constexpr std::size_t most_of_log = std::size_t{1} << 20U;
constexpr auto between_polls = std::chrono::milliseconds{100};

/// A text without its middle if it exceeds a bound.
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

/// Reads from a build until its process ends or a limit is exceeded.
class Listener {
 public:
  Listener(Launched& process, const BuildRun& build)
      : process_{process},
        build_{build},
        source_{build.source(), std::ios::binary},
        archive_{build.archive(), std::ios::binary},
        meter_{process.pid,
               Descriptor{process.controls.cpu_time ? ::dup(process.controls.cpu_time.get()) : -1}} {}

  /// Reads until the end. Returns a clause about the limit that was exceeded. None if the process ended by
  /// itself.
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
        return "left more than the " + megabytes(static_cast<std::uint64_t>(build_.limits.output_mb)) +
               " allowed ([build] output_mb)";
      if (said_ > most_said) return "printed more than the " + megabytes(most_said >> 20U) + " allowed";
      if ((ends[0].revents & POLLIN) != 0) return std::nullopt;
      if (Clock::now() < next_look) continue;
      next_look = Clock::now() + between_polls;
      if (auto limit = exceeded()) return limit;
    }
  }

  /// Reads the rest of the pipes after all processes have ended.
  [[nodiscard]] Result<std::string> finish() {
    read_all();
    archive_.flush();
    if (!archive_) return failure(ErrorCode::cannot_write, build_.archive(), "cannot be written");
    return log_.text();
  }
  [[nodiscard]] bool is_too_large() const { return bytes_ > most_bytes(); }

 private:
  static constexpr std::uint64_t most_said = std::uint64_t{512} << 20U;

  /// The largest size of the archive, which also holds a header for each file.
  [[nodiscard]] std::uint64_t most_bytes() const {
    return (static_cast<std::uint64_t>(build_.limits.output_mb) + 64) << 20U;
  }
  static std::string megabytes(std::uint64_t number) { return std::to_string(number) + " MiB"; }

  /// Writes as much of the source as the pipe takes, and closes it at the end.
  void write_source() {
    while (process_.input) {
      if (pending_.empty()) {
        source_.read(block_.data(), static_cast<std::streamsize>(block_.size()));
        pending_ = std::string_view{block_.data(), static_cast<std::size_t>(source_.gcount())};
      }
      const auto count =
          pending_.empty() ? 0 : ::write(process_.input.get(), pending_.data(), pending_.size());
      if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (count <= 0) process_.input = Descriptor{};  // all is written, or the reader has closed it
      pending_.remove_prefix(static_cast<std::size_t>(std::max(count, ssize_t{0})));
    }
  }

  void read_all() {
    errors_open_ = errors_open_ && read_from(process_.errors, [&](std::string_view text) {
                     said_ += text.size();
                     log_.add(text);
                   });
    output_open_ = output_open_ && read_from(process_.output, [&](std::string_view text) {
                     bytes_ += text.size();
                     if (!is_too_large()) archive_ << text;
                   });
  }

  /// Reads the available bytes, but not endlessly. False at the end.
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
  std::string_view pending_;  ///< part of the block that is not written yet
  std::ofstream archive_;
  UsageMeter meter_;
  BoundedText log_;
  Clock::time_point began_ = Clock::now();
  std::uint64_t bytes_ = 0;
  std::uint64_t said_ = 0;  ///< size of the log, with the part that is not kept
  bool output_open_ = true;
  bool errors_open_ = true;
};

/// Makes the programs in PATH that the command names visible, because they may be outside of the system's
/// folders.
void show_programs(const std::string& command, Sandbox& sandbox) {
  const auto words = parse_command(command, "/");
  if (!words) return;
  for (const auto& word : words->words) {
    const auto program = word.contains('/') ? fs::path{} : find_program(word);
    if (program.empty()) continue;
    sandbox.shown.push_back(program);
    std::ranges::move(parts_of(installation_of(real_path(program)), sandbox.organiser),
                      std::back_inserter(sandbox.shown));
  }
}

/// Makes Rust visible if rustup installed it. ~/.cargo/bin has links to rustup, which runs the toolchain in
/// ~/.rustup.
void show_rustup(Sandbox& sandbox) {
  const auto toolchains = rustup_home();
  if (toolchains.empty()) return;
  // Below bwrap nothing needs to be made visible, and a path that another user cannot reach would make builds
  // without Rust fail.
  if (sandbox.level >= SandboxLevel::bwrap)
    sandbox.shown.insert(sandbox.shown.end(), {find_program("cargo").parent_path(), toolchains});
  sandbox.environment.push_back("RUSTUP_HOME=" + toolchains.string());
}

Sandbox sandbox_of(const BuildRun& build) {
  Sandbox sandbox;
  sandbox.level = build.order.level;
  sandbox.resources.memory_mb = build.limits.memory_mb;
  sandbox.resources.processes = build.limits.processes;
  sandbox.resources.file_mb = build.limits.output_mb;
  sandbox.resources.tmp_mb = 2 * build.limits.output_mb;  // room for the files of compilers too
  sandbox.shown = build.order.sees;
  sandbox.hidden = build.order.hidden;
  sandbox.organiser = build.order.hidden;
  if (!build.order.plan.empty()) sandbox.organiser.push_back(build.order.plan);
  // Equal sources must give equal bots, so there are no current times, and no packages from elsewhere.
  sandbox.environment = {"SOURCE_DATE_EPOCH=" + std::to_string(time_of_source), "CARGO_NET_OFFLINE=true",
                         "GOFLAGS=-trimpath", "GOPROXY=off", "GOTOOLCHAIN=local"};
  show_programs(build.order.command, sandbox);
  show_rustup(sandbox);
  const bool shares_tmp = build.order.level < SandboxLevel::bwrap;
  if (shares_tmp && (build.order.level == SandboxLevel::none || ::geteuid() != 0))
    sandbox.environment.push_back("TMPDIR=" + build.folder.string());
  return sandbox;
}

constexpr mode_t mode_of_making = 0700;
constexpr mode_t mode_of_built = 0711;  // bots' users pass through

/// Sends the source through a pipe to a writable place of the sandbox, so that no other build can read it.
/// The command runs there, without a network. Then tar writes the folder to a pipe, the only way by which
/// this program touches files of the build. Leaves `archive()`, which is as hostile as its author, and
/// `log()`, the output of the command without its middle beyond a megabyte. The error is one sentence that
/// follows `its build `, with the last lines of the output.
Result<void> run_build(Host& host, const BuildRun& build) {
  const Command command{{"/bin/sh", "-c", shell_of(build)}, "/"};
  auto process = TRY(host.launch(command, sandbox_of(build)));
  Listener listener{process, build};
  auto limit = listener.listen();
  const auto end = host.dismiss(process.pid);
  const auto log = TRY(listener.finish());
  std::ofstream{build.log(), std::ios::binary} << log;
  ::chmod(build.log().c_str(), S_IRUSR | S_IWUSR);
  if (!limit && !end.reason.empty()) limit = end.reason + " ([build] memory_mb)";
  if (limit) return failure(ErrorCode::bot, *limit + last_lines_of(log));
  if (!end.ran)
    return failure(ErrorCode::machine, "the build could not be started in a sandbox" + last_lines_of(log));
  if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0) {
    const auto socket = ignored_socket(log);
    if (socket.empty()) return {};
    return failure(ErrorCode::bot, "left '" + socket + "', a socket; expected files, folders and links");
  }
  return failure(ErrorCode::bot, end_of_build(end.status, log));
}

class Build {
 public:
  Build(const BuildOrder& order, BotIdentity source, fs::path cache)
      : order_{order}, source_{std::move(source)}, cache_{std::move(cache)} {}

  std::expected<Built, FailedBuild> find_or_make(Host& host, const std::function<void()>& on_start) {
    const auto place = TRY(take_build_place(cache_, key(), until_));
    place_ = place.built;
    making_ = place.making;
    if (!order_.again && is_as_it_was()) return built(time_of_build());
    if (on_start) on_start();
    prune_builds(cache_);
    remove_folder(place_);
    remove_folder(making_);
    std::error_code error;
    auto made = make(host);
    if (!made) {
      FailedBuild trouble{std::move(made.error())};
      fs::rename(making_ / log_of_build, place.log, error);
      remove_folder(making_);
      if (!error && trouble.error.code == ErrorCode::bot) trouble.log = place.log;
      const auto log = contents_of(trouble.log).value_or("");
      trouble.lacks_program = shows_missing_program(log);
      if (const auto hint = capitals_hint(log, order_.source); !hint.empty())
        trouble.error.message += "; " + hint;
      return std::unexpected{std::move(trouble)};
    }
    fs::rename(making_, place_, error);
    if (error) return not_written(place_, error.value());
    return built({});
  }

 private:
  /// The time left for the build and for unpacking its result.
  [[nodiscard]] std::chrono::seconds left() const {
    using std::chrono::seconds;
    return std::max(std::chrono::ceil<seconds>(until_ - std::chrono::steady_clock::now()), seconds{1});
  }

  [[nodiscard]] std::string key() const {
    // Both levels of bwrap have the same files.
    const auto level = std::min(order_.level, SandboxLevel::bwrap);
    const auto machine = toolchain_hash(order_.command, order_.sees);
    Sha256 hash;
    for (const std::string_view part :
         {std::string_view{"tribunal build 7"}, name_of(level), std::string_view{machine},
          std::string_view{source_.sha256}, std::string_view{order_.command}}) {
      hash.add(part);
      hash.add(std::string_view{"\0", 1});
    }
    return to_hex(hash.finish());
  }

  /// Whether the result exists and has not been changed.
  [[nodiscard]] bool is_as_it_was() const {
    std::ifstream stored{place_ / "sha256"};
    std::string address;
    if (!std::getline(stored, address) || address.empty()) return false;
    const auto now = identity_of_folder(place_ / "files");
    return now && now->sha256 == address;
  }

  [[nodiscard]] Built built(std::string cached_at) const {
    Built result{.folder = place_ / "files", .log = place_ / log_of_build, .cached_at = std::move(cached_at)};
    std::ifstream notes{place_ / "notes"};
    for (std::string note; std::getline(notes, note);) result.notes.push_back(note);
    return result;
  }

  [[nodiscard]] std::string time_of_build() const {
    struct stat now {};
    ::stat((place_ / "sha256").c_str(), &now);
    return utc_text(std::chrono::system_clock::from_time_t(now.st_mtim.tv_sec)) + 'Z';
  }

  /// Text files that the build makes from other files by its rules. Copies are excluded, because people
  /// change them.
  [[nodiscard]] std::set<std::string> text_to_be_made() const {
    std::set<std::string> files;
    for (const auto& file : source_.files)
      if (file.kind != BotFile::folder && file.kind != BotFile::link) files.insert(file.path);
    std::set<std::string> made;
    for (const auto& [file, target] : build_targets(order_.source, files))
      if (!target.is_copied) made.insert(file);
    return made;
  }

  Result<void> make(Host& host) {
    const auto files = making_ / "files";
    std::error_code error;
    fs::create_directories(files, error);
    if (error) return not_written(making_, error.value());
    ::chmod(making_.c_str(), mode_of_making);
    ::chmod(files.c_str(), mode_of_programs);
    const auto about = [&](const Error& why) {
      return failure(why.code, why.place, "its build '" + legible(order_.command) + "' " + why.message);
    };
    // Text that a rule makes is made again. If the build then fails, the submitted text is used in the next
    // attempt, because the author's generator may be missing here.
    std::set<std::string> made = text_to_be_made();
    BuildRun run{order_, making_, order_.limits};
    for (;;) {
      if (auto packed = pack_source(order_.source, source_.files, order_.command, made, run.source());
          !packed)
        return packed;
      run.limits.seconds = static_cast<int>(left().count());
      auto built = run_build(host, run);
      if (built) break;
      if (built.error().code != ErrorCode::bot || std::exchange(made, {}).empty())
        return about(built.error());
    }
    const UnpackBounds bounds{.bytes = static_cast<std::uint64_t>(order_.limits.output_mb) << 20U,
                              .time = std::min(UnpackBounds{}.time, left()),
                              .keeps_closed = goes_by_modes(order_.level)};
    auto unpacked = unpack(run.archive(), files, bounds);
    if (!unpacked) {
      return failure(ErrorCode::bot, "the output of its build '" + legible(order_.command) +
                                         "' is refused: " + unpacked.error().message);
    }
    std::ofstream notes{making_ / "notes"};
    const auto sent = taken_as_sent(files);
    if (!sent.empty()) notes << "taken as sent, not built: " << escaped_names(sent) << '\n';
    if (const auto text = note_of_generated_text(files, true, sent); !text.empty()) notes << text << '\n';
    if (!unpacked->empty()) notes << note_of_left_out(*unpacked) << '\n';
    set_writable(files, false);
    const auto identity = identity_of_folder(files);
    if (!identity)
      return about(Error{ErrorCode::bot, "left files that cannot be hashed: " + identity.error().text()});
    std::ofstream address{making_ / "sha256"};
    address << identity->sha256 << '\n';
    address.close();
    if (!address) return not_written(making_ / "sha256", ENOSPC);
    remove_rest();
    ::chmod(making_.c_str(), mode_of_built);
    return {};
  }

  /// Removes everything but the result. Without a /tmp, compilers leave files here too.
  void remove_rest() const {
    std::vector<fs::path> rest;
    for (const auto& entry : fs::directory_iterator{making_})
      if (const auto name = entry.path().filename();
          name != "files" && name != log_of_build && name != "sha256" && name != "notes")
        rest.push_back(entry.path());
    std::error_code ignored;
    for (const auto& path : rest) {
      remove_folder(path);
      fs::remove(path, ignored);
    }
  }

  const BuildOrder& order_;
  std::chrono::steady_clock::time_point until_ =
      std::chrono::steady_clock::now() + std::chrono::seconds{order_.limits.seconds};
  BotIdentity source_;
  fs::path cache_;
  fs::path place_;
  fs::path making_;
};

}  // namespace

fs::path usual_build_cache() {
  if (::geteuid() == 0 && !environment("XDG_CACHE_HOME").starts_with('/'))
    return "/var/cache/tribunal/builds";
  if (const auto folder = cache_folder(); !folder.empty()) return folder / "builds";
  std::error_code ignored;
  return fs::temp_directory_path(ignored) / ("tribunal-" + std::to_string(::geteuid())) / "builds";
}

Error FailedBuild::with_log() const {
  auto told = error;
  if (!log.empty()) told.message += "; its whole output: " + log.string();
  return told;
}

std::expected<Built, FailedBuild> build_bot(Host& host, const fs::path& cache, const BuildOrder& order,
                                            const std::function<void()>& on_start) {
  std::error_code error;
  if (!fs::is_directory(order.source, error))
    return fault_of_author("there is no folder '" + legible(order.source.string()) + "' to build it from");
  const UnpackBounds most{.bytes = static_cast<std::uint64_t>(order.limits.output_mb) << 20U};
  if (const auto fits = files_within(order.source, most, "its folder"); !fits)
    return fault_of_author(fits.error().text());
  auto source = identity_of_folder(order.source, order.hidden);
  if (!source) return fault_of_author(source.error().text());
  return Build{order, *std::move(source), cache}.find_or_make(host, on_start);
}

}  // namespace tribunal
