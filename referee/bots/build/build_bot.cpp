#include "bots/build/build_bot.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/digest.hpp"
#include "base/escape.hpp"
#include "bots/build/build_run.hpp"
#include "bots/build/unpack.hpp"
#include "bots/identity/identity.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr mode_t mode_of_folders = 0755;
constexpr mode_t mode_of_cache = 0711;  // other users go through it, but cannot list the bots of strangers
constexpr mode_t writing = 0222;

std::unexpected<Error> refused(std::string why) {
  return std::unexpected{Error{ErrorCode::bot, std::move(why)}};
}

std::unexpected<Error> cannot_write(const fs::path& file, int error) {
  return std::unexpected{Error{ErrorCode::cannot_write,
                               {file.string()},
                               "cannot be written: " + std::generic_category().message(error)}};
}

/// The files of a folder as those of a bot that has it for its own.
Result<BotIdentity> identity_of_folder(const fs::path& folder) {
  const BotFiles bot{.name = {}, .command = {{"true"}, folder}, .has_directory = true};
  auto found = identities_of(std::span{&bot, 1}, {});
  if (!found) return std::unexpected{std::move(found.error())};
  return std::move(found->front());
}

/// Gives all files and folders below `folder`, or takes from them, the right to be written.
void set_writable(const fs::path& folder, bool writable) {
  const auto change = [&](const fs::path& path, bool is_folder) {
    struct stat now {};
    if (::lstat(path.c_str(), &now) != 0 || S_ISLNK(now.st_mode)) return;
    const auto without = now.st_mode & 0777U & ~writing;
    ::chmod(path.c_str(), writable ? without | S_IWUSR | (is_folder ? S_IRWXU : 0U) : without);
  };
  change(folder, true);
  std::error_code ignored;
  for (auto entry = fs::recursive_directory_iterator{folder, ignored};
       entry != fs::recursive_directory_iterator{}; entry.increment(ignored))
    change(entry->path(), entry->is_directory(ignored) && !entry->is_symlink(ignored));
}

void remove_folder(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(folder, ignored))) return;
  set_writable(folder, true);
  fs::remove_all(folder, ignored);
}

/// Copies a file, and returns its digest. A link is refused: in a folder of a stranger it leads elsewhere.
Result<Bytes32> copy_file(const fs::path& from, const fs::path& to, mode_t mode, const std::string& name) {
  const Descriptor in{::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!in && errno == ELOOP)
    return refused("its folder holds '" + escaped(name) +
                   "', a link to a file elsewhere; expected the file itself");
  if (!in) return refused("its file '" + escaped(name) + "' cannot be read");
  const Descriptor out{::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)};
  if (!out) return cannot_write(to, errno);
  ::fchmod(out.get(), mode);
  Sha256 hash;
  std::vector<char> block(std::size_t{1} << 18U);
  for (;;) {
    const auto count = ::read(in.get(), block.data(), block.size());
    if (count < 0) return refused("its file '" + escaped(name) + "' cannot be read");
    if (count == 0) return hash.finish();
    hash.add({block.data(), static_cast<std::size_t>(count)});
    for (ssize_t written = 0; written < count;) {
      const auto more = ::write(out.get(), block.data() + written, static_cast<std::size_t>(count - written));
      if (more < 0) return cannot_write(to, errno);
      written += more;
    }
  }
}

/// Copies the files of a bot as they were when they were hashed.
Result<void> copy_source(const fs::path& from, const Manifest& files, const fs::path& to) {
  std::error_code error;
  for (const auto& file : files) {
    const auto target = to / file.path;
    fs::create_directories(file.kind == BotFile::folder ? target : target.parent_path(), error);
    if (error) return cannot_write(target, error.value());
    if (file.kind == BotFile::folder) continue;
    if (file.kind == BotFile::link) {
      fs::create_symlink(fs::read_symlink(from / file.path, error), target, error);
      if (error) return cannot_write(target, error.value());
      continue;
    }
    const auto mode = file.kind == BotFile::program ? mode_of_programs : mode_of_files;
    const auto digest = copy_file(from / file.path, target, mode, file.path);
    if (!digest) return std::unexpected{digest.error()};
    if (to_hex(*digest) != file.content)
      return refused("its file '" + escaped(file.path) + "' changes while it is read; run it again");
  }
  return check_links(to);
}

/// Lets the users of bots go through the cache, if it belongs to this user: another could put bots into it.
Result<void> open_cache(const fs::path& builds) {
  for (const auto& folder : {builds.parent_path(), builds}) {
    struct stat now {};
    if (::lstat(folder.c_str(), &now) != 0 || !S_ISDIR(now.st_mode) || now.st_uid != ::geteuid())
      return std::unexpected{
          Error{ErrorCode::machine,
                {folder.string()},
                "belongs to another user; name another place for builds by XDG_CACHE_HOME"}};
    ::chmod(folder.c_str(), mode_of_cache);
  }
  return {};
}

/// Holds what no other run may do at the same time.
Result<Descriptor> lock(const fs::path& file) {
  Descriptor opened{::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, mode_of_files)};
  if (!opened) return cannot_write(file, errno);
  while (::flock(opened.get(), LOCK_EX) != 0)
    if (errno != EINTR) return cannot_write(file, errno);
  return opened;
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

  Result<Built> find_or_make(Host& host, const std::function<void()>& on_start) {
    std::error_code error;
    fs::create_directories(place_.parent_path(), error);
    if (error) return cannot_write(place_.parent_path(), error.value());
    if (auto ours = open_cache(place_.parent_path()); !ours) return std::unexpected{ours.error()};
    const auto locked = lock(place_.native() + ".lock");
    if (!locked) return std::unexpected{locked.error()};
    if (is_as_it_was()) return Built{place_ / "files", log_of_build(place_), true};
    if (on_start) on_start();
    remove_folder(place_);
    remove_folder(making_);
    auto made = make(host);
    if (!made) {
      const auto log = fs::path{place_.native() + ".log"};
      fs::rename(log_of_build(making_), log, error);
      remove_folder(making_);
      auto trouble = std::move(made.error());
      if (trouble.code == ErrorCode::bot) trouble.message += "; all that it wrote: " + log.string();
      return std::unexpected{std::move(trouble)};
    }
    fs::rename(making_, place_, error);
    if (error) return cannot_write(place_, error.value());
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
    for (const auto& folder : {making_, source, files}) ::chmod(folder.c_str(), mode_of_folders);
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
    remove_rest();
    return {};
  }

  /// Leaves the result alone; compilers leave files of their own, too, where they have no /tmp.
  void remove_rest() const {
    std::vector<fs::path> rest;
    for (const auto& entry : fs::directory_iterator{making_})
      if (const auto name = entry.path().filename();
          name != "files" && name != "build.log" && name != "sha256")
        rest.push_back(entry.path());
    std::error_code ignored;
    for (const auto& path : rest) {
      remove_folder(path);
      fs::remove(path, ignored);
    }
  }

  const BuildOrder& order_;
  BotIdentity source_;
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
      return refused("its folder holds more than " + std::to_string(limits.output_mb) +
                     " MiB ([build] output_mb)");
    if (++entries > most.entries)
      return refused("its folder holds more than " + std::to_string(most.entries) + " files");
  }
  if (error) return refused("its folder cannot be read: " + error.message());
  return {};
}

}  // namespace

fs::path usual_build_cache() {
  for (const auto& [name, below] : {std::pair{"XDG_CACHE_HOME", ""}, std::pair{"HOME", ".cache"}}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value == '/') return fs::path{value} / below / "tribunal" / "builds";
    if (::geteuid() == 0) return "/var/cache/tribunal/builds";
  }
  std::error_code ignored;
  return fs::temp_directory_path(ignored) / ("tribunal-" + std::to_string(::geteuid())) / "builds";
}

Result<Built> build_bot(Host& host, const fs::path& cache, const BuildOrder& order,
                        const std::function<void()>& on_start) {
  std::error_code error;
  if (!fs::is_directory(order.source, error))
    return refused("there is no folder '" + escaped(order.source.string()) + "' to build it from");
  if (auto fits = check_size(order.source, order.limits); !fits) return std::unexpected{fits.error()};
  auto source = identity_of_folder(order.source);
  if (!source) return std::unexpected{std::move(source.error())};
  return Build{order, *std::move(source), cache}.find_or_make(host, on_start);
}

}  // namespace tribunal
