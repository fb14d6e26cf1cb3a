#include "tournament/shards/durable_files.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include "bots/system/descriptor.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

std::unexpected<std::string> failed_to(const std::string& what) {
  return std::unexpected{what + ": " + std::strerror(errno)};
}

/// Waits until a file or folder is on the disk.
std::expected<void, std::string> sync(const fs::path& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!file || ::fsync(file.get()) != 0) return failed_to(path.string() + " cannot be written");
  return {};
}

/// A hidden name beside `path` that is unique to this process, among all machines.
fs::path name_beside(const fs::path& path) {
  std::array<char, 256> host{};
  (void)::gethostname(host.data(), host.size() - 1);
  return path.parent_path() /
         ('.' + path.filename().string() + '.' + host.data() + '.' + std::to_string(::getpid()));
}

}  // namespace

EarlyWriteback::EarlyWriteback(const fs::path& file)
    : thread_{[file](const std::stop_token& stop) {
        constexpr std::chrono::milliseconds interval{100};
        const Descriptor written{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
        while (written && !stop.stop_requested()) {
          (void)::sync_file_range(written.get(), 0, 0, SYNC_FILE_RANGE_WRITE);  // the sync at the end counts
          std::this_thread::sleep_for(interval);
        }
      }} {}

std::expected<void, std::string> replace_durably(const fs::path& from, const fs::path& to) {
  if (auto synced = sync(from); !synced) return synced;
  if (std::rename(from.c_str(), to.c_str()) != 0) return failed_to(to.string() + " cannot be written");
  return sync(to.parent_path().empty() ? "." : to.parent_path());
}

std::expected<bool, std::string> publish_folder(const fs::path& from, const fs::path& to) {
  const auto copy = name_beside(to);
  std::error_code error;
  fs::remove_all(copy, error);
  if (!fs::create_directories(copy, error))
    return std::unexpected{copy.string() + " cannot be created: " + error.message()};
  for (const auto& entry : fs::directory_iterator{from}) {
    if (!entry.is_regular_file() || entry.path().filename() == "lock") continue;
    const auto file = copy / entry.path().filename();
    if (!fs::copy_file(entry.path(), file, error))
      return std::unexpected{file.string() + " cannot be written: " + error.message()};
    if (auto synced = sync(file); !synced) return std::unexpected{synced.error()};
  }
  const bool is_new = std::rename(copy.c_str(), to.c_str()) == 0;
  if (!is_new) {
    const bool is_there = errno == EEXIST || errno == ENOTEMPTY;
    auto failure = failed_to(to.string() + " cannot be written");
    fs::remove_all(copy, error);
    if (!is_there) return failure;
  }
  if (auto synced = sync(to.parent_path()); !synced) return std::unexpected{synced.error()};
  return is_new;
}

}  // namespace tribunal
