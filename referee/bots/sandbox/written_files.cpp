#include "bots/sandbox/written_files.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <fmt/ranges.h>
#include <optional>
#include <sstream>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "bots/system/paths.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;
using Key = WrittenFiles::Key;

/// A record that is as large becomes the older one, in place of that.
constexpr off_t most_bytes = off_t{1} << 17U;

fs::path record() {
  const auto folder = cache_folder();
  return folder.empty() ? folder : folder / "written";
}

std::optional<Key> state_of(const struct stat& file) {
  if (!S_ISREG(file.st_mode)) return std::nullopt;
  const auto ns = [](const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  };
  return Key{static_cast<std::int64_t>(file.st_dev), static_cast<std::int64_t>(file.st_ino), file.st_size,
             ns(file.st_mtim), ns(file.st_ctim)};
}

std::optional<Key> state_of(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 ? state_of(status) : std::nullopt;
}

/// Follows no link at the end of the path.
std::optional<Key> state_of(const fs::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? state_of(status) : std::nullopt;
}

fs::path older(const fs::path& record) { return record.string() + ".old"; }

Descriptor open_own(const fs::path& path, int flags) {
  Descriptor file{::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR)};
  struct stat status {};
  const bool is_own = file && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                      status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return is_own ? std::move(file) : Descriptor{};
}

void read_keys(const fs::path& path, std::set<Key>& keys) {
  const auto file = open_own(path, O_RDONLY);
  if (!file) return;
  std::string text(static_cast<std::size_t>(2 * most_bytes), '\0');
  const auto count = ::read(file.get(), text.data(), text.size());
  text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    std::istringstream line{text.substr(at, end - at)};
    Key key{};
    for (auto& number : key) line >> number;
    if (line) keys.insert(key);
  }
}

/// A stream as it was at the start, and whether it is an output and nothing else.
struct Stream {
  int file;
  std::optional<Key> key;
};

/// When this process first asked, in ns since 1970.
std::int64_t start_ns() {
  static const auto start = [] {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  }();
  return start;
}

/// The streams of this process, found once.
const std::vector<Stream>& streams() {
  static const auto found = [] {
    std::vector<Stream> all;
    for (const int file : {STDOUT_FILENO, STDERR_FILENO}) {
      const auto key = state_of(file);
      if (!key) continue;
      std::set<Key> known;
      if ((*key)[2] != 0) {
        read_keys(record(), known);
        read_keys(older(record()), known);
      }
      if ((*key)[2] == 0 || known.contains(*key)) all.push_back({file, key});
    }
    return all;
  }();
  return found;
}

}  // namespace

WrittenFiles::WrittenFiles() {
  if (record().empty()) return;
  read_keys(older(record()), keys_);
  read_keys(record(), keys_);
}

void WrittenFiles::look_at_streams() {
  (void)start_ns();
  (void)streams();
}

bool WrittenFiles::has(const fs::path& path) const {
  const auto key = state_of(path);
  if (!key) return false;
  return keys_.contains(*key) || std::ranges::any_of(streams(), [&](const Stream& stream) {
           return (*stream.key)[0] == (*key)[0] && (*stream.key)[1] == (*key)[1];
         });
}

void WrittenFiles::note(const std::vector<std::string>& names) {
  const auto file = record();
  if (file.empty()) return;
  std::string lines;
  const auto add = [&](const std::optional<Key>& key) {
    if (key) lines += fmt::format("{}\n", fmt::join(*key, " "));
  };
  std::error_code ignored;
  for (const auto& name : names)
    if (const auto key = state_of(fs::weakly_canonical(name, ignored));
        !name.empty() && name != "-" && key && key->back() >= start_ns())
      add(key);
  for (const auto& stream : streams()) add(state_of(stream.file));
  if (lines.empty()) return;
  fs::create_directories(file.parent_path().parent_path(), ignored);
  ::mkdir(file.parent_path().c_str(), S_IRWXU);
  struct stat status {};
  if (::lstat(file.c_str(), &status) == 0 && status.st_size > most_bytes)
    fs::rename(file, older(file), ignored);
  const auto out = open_own(file, O_WRONLY | O_CREAT | O_APPEND);
  if (out) (void)!::write(out.get(), lines.data(), lines.size());
}

}  // namespace tribunal
