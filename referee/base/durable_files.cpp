#include "base/durable_files.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace tribunal {
namespace {

namespace fs = std::filesystem;

std::unexpected<std::string> failed_to(const std::string& what) {
  return std::unexpected{what + ": " + std::strerror(errno)};
}

/// Waits until a file or folder is on the disk.
Result<void> sync(const fs::path& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!file || ::fsync(file.get()) != 0) return failed_to(path.string() + " cannot be written");
  return {};
}

/// The beginning of the names of hidden copies of `path`: `.2-of-2.`.
std::string beginning_of_copies(const fs::path& path) { return '.' + path.filename().string() + '.'; }

/// A hidden name beside `path` that is unique to this process, among all machines.
fs::path name_beside(const fs::path& path) {
  std::array<char, 256> host{};
  (void)::gethostname(host.data(), host.size() - 1);
  return path.parent_path() / (beginning_of_copies(path) + host.data() + '.' + std::to_string(::getpid()));
}

/// Removes the incomplete copies that killed processes left beside the now complete `path`: those whose names
/// end in the number of a process.
void remove_half_copies(const fs::path& path) {
  const auto beginning = beginning_of_copies(path);
  const auto is_number = [](const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  };
  std::error_code ignored;
  std::vector<fs::path> copies;
  for (const auto& entry : fs::directory_iterator{path.parent_path(), ignored}) {
    const auto name = entry.path().filename().string();
    if (name.starts_with(beginning) && is_number(name.substr(name.rfind('.') + 1)) &&
        entry.is_directory(ignored) && !entry.is_symlink(ignored))
      copies.push_back(entry.path());
  }
  for (const auto& copy : copies) fs::remove_all(copy, ignored);
}

/// Copies a file, with its mode, to a new one, and waits until that is on the disk. It does not use the
/// standard library's copy, which reports a full disk as an input/output error, too.
Result<void> copy_one_file(const fs::path& from, const fs::path& to) {
  const Descriptor in{::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
  struct stat facts {};
  if (!in || ::fstat(in.get(), &facts) != 0) return failed_to(from.string() + " cannot be read");
  const Descriptor out{::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, facts.st_mode & 07777U)};
  if (!out) return failed_to(to.string() + " cannot be written");
  std::array<char, 65'536> block{};
  while (true) {
    const auto count = ::read(in.get(), block.data(), block.size());
    if (count < 0) return failed_to(from.string() + " cannot be read");
    if (count == 0) break;
    for (ssize_t done = 0; done < count;) {
      const auto written = ::write(out.get(), block.data() + done, static_cast<std::size_t>(count - done));
      if (written < 0) return failed_to(to.string() + " cannot be written");
      done += written;
    }
  }
  if (::fsync(out.get()) != 0) return failed_to(to.string() + " cannot be written");
  return {};
}

/// Copies all files of `from` to the new folder `copy`, and waits until they are on the disk.
Result<void> copy_files(const fs::path& from, const fs::path& copy) {
  std::error_code error;
  fs::remove_all(copy, error);
  if (!fs::create_directories(copy, error))
    return std::unexpected{copy.string() + " cannot be created: " + error.message()};
  for (const auto& entry : fs::directory_iterator{from}) {
    if (entry.is_symlink() || !entry.is_regular_file() || entry.path().filename() == "lock") continue;
    if (auto copied = copy_one_file(entry.path(), copy / entry.path().filename()); !copied) return copied;
  }
  return {};
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

bool is_in_place(const Descriptor& file, const fs::path& path) {
  struct stat opened {};
  struct stat there {};
  return ::fstat(file.get(), &opened) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         opened.st_ino == there.st_ino && opened.st_dev == there.st_dev;
}

bool lock_in_place(const Descriptor& file, const fs::path& path) {
  return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0 && is_in_place(file, path);
}

Result<void> replace_durably(const fs::path& from, const fs::path& to) {
  if (auto synced = sync(from); !synced) return synced;
  if (std::rename(from.c_str(), to.c_str()) != 0) return failed_to(to.string() + " cannot be written");
  return sync(to.parent_path().empty() ? "." : to.parent_path());
}

Result<bool> publish_folder(const fs::path& from, const fs::path& to) {
  const auto copy = name_beside(to);
  std::error_code error;
  if (auto copied = copy_files(from, copy); !copied) {
    const bool is_there = fs::exists(to, error);  // its publisher removes the copies of others
    fs::remove_all(copy, error);
    if (is_there) return false;
    return std::unexpected{copied.error()};
  }
  const bool is_new = std::rename(copy.c_str(), to.c_str()) == 0;
  if (!is_new) {
    // ENOENT: another process has published it meanwhile, and has removed this copy as an incomplete one.
    const bool may_be_there = errno == EEXIST || errno == ENOTEMPTY || errno == ENOENT;
    auto failure = failed_to(to.string() + " cannot be written");
    const bool is_there = may_be_there && fs::is_directory(to, error);
    fs::remove_all(copy, error);
    if (!is_there) return failure;
  }
  if (auto synced = sync(to.parent_path()); !synced) return std::unexpected{synced.error()};
  remove_half_copies(to);
  return is_new;
}

}  // namespace tribunal
