#include "bots/sandbox/written_files.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "bots/system/paths.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The size at which a record replaces the older one.
constexpr off_t most_bytes = off_t{1} << 17U;

fs::path record() {
  const auto folder = cache_folder();
  return folder.empty() ? folder : folder / "written";
}

fs::path older(const fs::path& record) { return record.string() + ".old"; }

Descriptor open_own(const fs::path& path, int flags) {
  Descriptor file{::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR)};
  struct stat status {};
  const bool is_own = file && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                      status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return is_own ? std::move(file) : Descriptor{};
}

/// Takes a number and the character behind it from the text. False if there are none.
template <typename Number>
bool take(std::string_view& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest == end) return false;
  text.remove_prefix(static_cast<std::size_t>(rest + 1 - text.data()));
  return true;
}

void read_keys(const fs::path& path, std::set<FileKey>& keys) {
  const auto file = open_own(path, O_RDONLY);
  if (!file) return;
  std::string text(static_cast<std::size_t>(2 * most_bytes), '\0');
  const auto count = ::read(file.get(), text.data(), text.size());
  text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    auto line = std::string_view{text}.substr(at, end + 1 - at);
    FileKey key;
    if (take(line, key.device) && take(line, key.inode) && take(line, key.size) &&
        take(line, key.modified_ns) && take(line, key.changed_ns))
      keys.insert(key);
  }
}

/// Standard output and standard error if they are outputs, and the time when this process first used this
/// function.
struct OutputStreams {
  std::int64_t start_ns = clock_ns();
  std::vector<std::pair<int, FileKey>> outputs;
};

std::set<FileKey> recorded() {
  std::set<FileKey> keys;
  if (record().empty()) return keys;
  read_keys(older(record()), keys);
  read_keys(record(), keys);
  return keys;
}

/// The streams of this process, found once.
const OutputStreams& streams() {
  static const auto found = [] {
    OutputStreams all;
    for (const int file : {STDOUT_FILENO, STDERR_FILENO})
      if (const auto key = key_of_descriptor(file); key && (key->size == 0 || recorded().contains(*key)))
        all.outputs.emplace_back(file, *key);
    return all;
  }();
  return found;
}

std::int64_t ns_of(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

}  // namespace

WrittenFiles::WrittenFiles() : keys_{recorded()} {}

void WrittenFiles::look_at_streams() { (void)streams(); }

bool WrittenFiles::has(const FileKey& key) const {
  return keys_.contains(key) || std::ranges::any_of(streams().outputs, [&](const auto& output) {
           return output.second.device == key.device && output.second.inode == key.inode;
         });
}

void WrittenFiles::note(const std::vector<std::string>& names) {
  const auto file = record();
  if (file.empty()) return;
  std::string lines;
  const auto add = [&](const std::optional<FileKey>& key) {
    if (key)
      lines += fmt::format("{} {} {} {} {}\n", key->device, key->inode, key->size, key->modified_ns,
                           key->changed_ns);
  };
  std::error_code ignored;
  for (const auto& name : names)
    if (const auto key = key_of_file(fs::weakly_canonical(name, ignored));
        !name.empty() && name != "-" && key && key->changed_ns >= streams().start_ns)
      add(key);
  for (const auto& [stream, key] : streams().outputs) add(key_of_descriptor(stream));
  if (lines.empty()) return;
  fs::create_directories(file.parent_path().parent_path(), ignored);
  ::mkdir(file.parent_path().c_str(), S_IRWXU);
  struct stat status {};
  if (::lstat(file.c_str(), &status) == 0 && status.st_size > most_bytes)
    fs::rename(file, older(file), ignored);
  const auto out = open_own(file, O_WRONLY | O_CREAT | O_APPEND);
  if (out) (void)!::write(out.get(), lines.data(), lines.size());
}

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
