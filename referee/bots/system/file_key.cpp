#include "bots/system/file_key.hpp"

#include <ctime>

namespace tribunal {
namespace {

std::int64_t ns_of(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

}  // namespace

FileKey key_of(const struct stat& status) {
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .size = static_cast<std::uint64_t>(status.st_size),
          .modified_ns = ns_of(status.st_mtim),
          .changed_ns = ns_of(status.st_ctim)};
}

std::optional<FileKey> key_of_file(const std::filesystem::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return key_of(status);
}

std::optional<FileKey> key_of_descriptor(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return key_of(status);
}

std::int64_t clock_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return ns_of(now);
}

}  // namespace tribunal
