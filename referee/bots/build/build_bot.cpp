#include "bots/build/build_bot.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string_view>
#include <sys/stat.h>

#include "base/digest.hpp"
#include "base/text/utf8.hpp"
#include "base/utc.hpp"
#include "bots/build/build_run.hpp"
#include "bots/build/build_trouble.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/build/pack_source.hpp"
#include "bots/build/toolchain.hpp"
#include "bots/build/unpack.hpp"
#include "bots/hints/capitals.hpp"
#include "bots/identity/identity.hpp"
#include "bots/sandbox/confinement.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr mode_t mode_of_making = 0700;
constexpr mode_t mode_of_built = 0711;  // users of bots go through it

/// The output of a build, which is bounded when it is written; empty if there is none.
std::string text_of_log(const fs::path& log) {
  if (log.empty()) return {};
  std::ifstream file{log, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// One build.
class Build {
 public:
  Build(const BuildOrder& order, BotIdentity source, fs::path cache)
      : order_{order}, source_{std::move(source)}, cache_{std::move(cache)} {}

  std::expected<Built, FailedBuild> find_or_make(Host& host, const std::function<void()>& on_start) {
    const auto place = take_build_place(cache_, key());
    if (!place) return std::unexpected{place.error()};
    place_ = place->built;
    making_ = place->making;
    if (!order_.again && is_as_it_was()) return built(time_of_build());
    if (on_start) on_start();
    prune_builds(cache_);
    remove_folder(place_);
    remove_folder(making_);
    std::error_code error;
    auto made = make(host);
    if (!made) {
      FailedBuild trouble{std::move(made.error())};
      fs::rename(log_of_build(making_), place->log, error);
      remove_folder(making_);
      if (!error && trouble.error.code == ErrorCode::bot) trouble.log = place->log;
      const auto log = text_of_log(trouble.log);
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
  [[nodiscard]] std::string key() const {
    // Both levels of bwrap show the same.
    const auto level = std::min(order_.level, SandboxLevel::bwrap);
    const auto machine = toolchain_hash(order_.command, order_.sees);
    Sha256 hash;
    for (const std::string_view part :
         {std::string_view{"tribunal build 4"}, name_of(level), std::string_view{machine},
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

  [[nodiscard]] Built built(std::string cached_at) const {
    Built result{.folder = place_ / "files",
                 .log = log_of_build(place_),
                 .cached_at = std::move(cached_at),
                 .notes = {}};
    std::ifstream notes{place_ / "notes"};
    for (std::string note; std::getline(notes, note);) result.notes.push_back(note);
    return result;
  }

  [[nodiscard]] std::string time_of_build() const {
    struct stat now {};
    ::stat((place_ / "sha256").c_str(), &now);
    return utc_text(std::chrono::system_clock::from_time_t(now.st_mtim.tv_sec)) + 'Z';
  }

  Result<void> make(Host& host) {
    const auto source = making_ / "source.tar";
    const auto files = making_ / "files";
    std::error_code error;
    fs::create_directories(files, error);
    if (error) return not_written(making_, error.value());
    ::chmod(making_.c_str(), mode_of_making);
    ::chmod(files.c_str(), mode_of_programs);
    if (auto packed = pack_source(order_.source, source_.files, order_.command, source); !packed)
      return packed;
    const BuildRun run{order_.command, source,      making_,      order_.level,
                       order_.limits,  order_.sees, order_.hidden};
    const auto about = [&](const Error& why) {
      return std::unexpected{
          Error{why.code, why.place, "its build '" + legible(order_.command) + "' " + why.message}};
    };
    if (auto built = run_build(host, run); !built) return about(built.error());
    const UnpackBounds bounds{.bytes = static_cast<std::uint64_t>(order_.limits.output_mb) << 20U,
                              .keeps_closed = goes_by_modes(order_.level)};
    auto unpacked = unpack(archive_of_build(making_), files, bounds);
    if (!unpacked) {
      return std::unexpected{Error{ErrorCode::bot, "what its build '" + legible(order_.command) +
                                                       "' left is refused: " + unpacked.error().message}};
    }
    std::ofstream notes{making_ / "notes"};
    if (const auto sent = taken_as_sent(files); !sent.empty())
      notes << "taken as sent, not built: " << escaped_names(sent) << '\n';
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

  /// Leaves the result alone; compilers leave files of their own, too, where they have no /tmp.
  void remove_rest() const {
    std::vector<fs::path> rest;
    for (const auto& entry : fs::directory_iterator{making_})
      if (const auto name = entry.path().filename();
          name != "files" && name != "build.log" && name != "sha256" && name != "notes")
        rest.push_back(entry.path());
    std::error_code ignored;
    for (const auto& path : rest) {
      remove_folder(path);
      fs::remove(path, ignored);
    }
  }

  const BuildOrder& order_;
  BotIdentity source_;
  fs::path cache_;
  fs::path place_;
  fs::path making_;
};

/// Refuses more than the build may leave, before anything is read.
Result<void> check_size(const fs::path& folder, const BuildLimits& limits) {
  const UnpackBounds most{.bytes = static_cast<std::uint64_t>(limits.output_mb) << 20U};
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{folder, error};
       !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
    if (entry.depth() == 0 && entry->path().filename() == ".git") entry.disable_recursion_pending();
    struct stat now {};
    if (::lstat(entry->path().c_str(), &now) == 0 && S_ISREG(now.st_mode))
      bytes += static_cast<std::uint64_t>(now.st_size);
    if (bytes > most.bytes)
      return fault_of_author("its folder holds more than " + std::to_string(limits.output_mb) +
                             " MiB ([build] output_mb)");
    if (++entries > most.entries)
      return fault_of_author("its folder holds more than " + std::to_string(most.entries) + " files");
  }
  if (error) return fault_of_author("its folder cannot be read: " + error.message());
  return {};
}

}  // namespace

Error FailedBuild::with_log() const {
  auto told = error;
  if (!log.empty()) told.message += "; all that it wrote: " + log.string();
  return told;
}

std::expected<Built, FailedBuild> build_bot(Host& host, const fs::path& cache, const BuildOrder& order,
                                            const std::function<void()>& on_start) {
  std::error_code error;
  if (!fs::is_directory(order.source, error))
    return fault_of_author("there is no folder '" + legible(order.source.string()) + "' to build it from");
  if (auto fits = check_size(order.source, order.limits); !fits) return std::unexpected{fits.error()};
  auto source = identity_of_folder(order.source, order.hidden);
  if (!source) return fault_of_author(source.error().text());
  return Build{order, *std::move(source), cache}.find_or_make(host, on_start);
}

}  // namespace tribunal
