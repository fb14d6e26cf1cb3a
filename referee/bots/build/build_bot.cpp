#include "bots/build/build_bot.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/digest.hpp"
#include "base/escape.hpp"
#include "bots/build/build_run.hpp"
#include "bots/build/build_trouble.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/build/unpack.hpp"
#include "bots/identity/identity.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr mode_t mode_of_folders = 0755;

std::unexpected<Error> cannot_write(const fs::path& file, int error) {
  return std::unexpected{Error{ErrorCode::cannot_write,
                               {file.string()},
                               "cannot be written: " + std::generic_category().message(error)}};
}

/// Holds what no other run may do at the same time.
Result<Descriptor> lock(const fs::path& file) {
  Descriptor opened{::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, mode_of_files)};
  if (!opened) return cannot_write(file, errno);
  while (::flock(opened.get(), LOCK_EX) != 0)
    if (errno != EINTR) return cannot_write(file, errno);
  return opened;
}

/// The output of a build, which is bounded when it is written; empty if there is none.
std::string text_of_log(const fs::path& log) {
  if (log.empty()) return {};
  std::ifstream file{log, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// One build, and its place in the cache: KEY.lock, KEY.log of the last one that failed, KEY.new while it is
/// made, and KEY with `files`, `build.log` and `sha256`, the address of the files.
class Build {
 public:
  Build(const BuildOrder& order, BotIdentity source, const fs::path& cache)
      : order_{order}, source_{std::move(source)} {
    place_ = cache / key();
    making_ = place_.native() + ".new";
  }

  std::expected<Built, FailedBuild> find_or_make(Host& host, const std::function<void()>& on_start) {
    const auto failed = [](Error why) { return std::unexpected{FailedBuild{std::move(why), {}, false}}; };
    std::error_code error;
    fs::create_directories(place_.parent_path(), error);
    if (error) return failed(cannot_write(place_.parent_path(), error.value()).error());
    const auto locked = lock(place_.native() + ".lock");
    if (!locked) return failed(locked.error());
    if (is_as_it_was()) return Built{place_ / "files", log_of_build(place_), true};
    if (on_start) on_start();
    remove_folder(place_);
    remove_folder(making_);
    auto made = make(host);
    if (!made) {
      FailedBuild trouble{std::move(made.error()), {}, false};
      const auto log = fs::path{place_.native() + ".log"};
      fs::rename(log_of_build(making_), log, error);
      remove_folder(making_);
      if (!error && trouble.error.code == ErrorCode::bot) trouble.log = log;
      trouble.lacks_program = shows_missing_program(text_of_log(trouble.log));
      return std::unexpected{std::move(trouble)};
    }
    fs::rename(making_, place_, error);
    if (error) return failed(cannot_write(place_, error.value()).error());
    return Built{place_ / "files", log_of_build(place_), false};
  }

 private:
  [[nodiscard]] std::string key() const {
    Sha256 hash;
    for (const std::string_view part : {std::string_view{"tribunal build 1"},
                                        std::string_view{source_.sha256}, std::string_view{order_.command}}) {
      hash.add(part);
      hash.add(std::string_view{"\0", 1});
    }
    return to_hex(hash.finish());
  }

  /// Whether the result is there, and nobody changed it.
  [[nodiscard]] bool is_as_it_was() const {
    std::ifstream stored{place_ / "sha256"};
    std::string address;
    if (!std::getline(stored, address) || address.empty()) return false;
    const auto now = identity_of_folder(place_ / "files");
    return now && now->sha256 == address;
  }

  Result<void> make(Host& host) {
    const auto source = making_ / "source";
    const auto files = making_ / "files";
    std::error_code error;
    for (const auto& folder : {source, files}) fs::create_directories(folder, error);
    if (error) return cannot_write(making_, error.value());
    ::chmod(source.c_str(), mode_of_folders);
    if (auto copied = copy_source(order_.source, source_.files, source); !copied) return copied;
    const BuildRun run{order_.command, source,      making_,      order_.level,
                       order_.limits,  order_.sees, order_.hidden};
    const auto about = [&](const Error& why) {
      return std::unexpected{
          Error{why.code, why.place, "its build '" + escaped(order_.command) + "' " + why.message}};
    };
    if (auto built = run_build(host, run); !built) return about(built.error());
    const UnpackBounds bounds{.bytes = static_cast<std::uint64_t>(order_.limits.output_mb) << 20U};
    if (auto unpacked = unpack(archive_of_build(making_), files, bounds); !unpacked) {
      return std::unexpected{Error{ErrorCode::bot, "what its build '" + escaped(order_.command) +
                                                       "' left is refused: " + unpacked.error().message}};
    }
    set_writable(files, false);
    const auto identity = identity_of_folder(files);
    if (!identity)
      return about(Error{ErrorCode::bot, "left files that cannot be hashed: " + identity.error().text()});
    std::ofstream address{making_ / "sha256"};
    address << identity->sha256 << '\n';
    address.close();
    if (!address) return cannot_write(making_ / "sha256", ENOSPC);
    remove_folder(source);
    fs::remove(archive_of_build(making_), error);
    return {};
  }

  const BuildOrder& order_;
  BotIdentity source_;
  fs::path place_;
  fs::path making_;
};

}  // namespace

Error FailedBuild::with_log() const {
  auto told = error;
  if (!log.empty()) told.message += "; all that it wrote: " + log.string();
  return told;
}

fs::path usual_build_cache() {
  for (const auto& [name, below] : {std::pair{"XDG_CACHE_HOME", ""}, std::pair{"HOME", ".cache"}}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value == '/') return fs::path{value} / below / "tribunal" / "builds";
  }
  std::error_code ignored;
  return fs::temp_directory_path(ignored) / ("tribunal-builds-" + std::to_string(::geteuid()));
}

std::expected<Built, FailedBuild> build_bot(Host& host, const fs::path& cache, const BuildOrder& order,
                                            const std::function<void()>& on_start) {
  std::error_code error;
  if (!fs::is_directory(order.source, error))
    return std::unexpected{FailedBuild{
        "there is no folder '" + escaped(order.source.string()) + "' to build it from", {}, false}};
  auto source = identity_of_folder(order.source);
  if (!source) return std::unexpected{FailedBuild{std::move(source.error()), {}, false}};
  return Build{order, *std::move(source), cache}.find_or_make(host, on_start);
}

}  // namespace tribunal
