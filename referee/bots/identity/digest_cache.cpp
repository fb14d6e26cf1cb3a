#include "bots/identity/digest_cache.hpp"

#include <array>
#include <ctime>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "bots/system/paths.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view cache_head = "tribunal digests 1\n";
constexpr std::size_t cache_numbers = 5;
constexpr std::size_t cache_record = cache_numbers * 8 + sizeof(Bytes32);
constexpr std::size_t most_cached = 1U << 17U;  // 9 MB
// Every start reads the whole cache, so of the files that no bot of this start has only those are kept that
// were used last.
constexpr std::size_t most_unused = 1U << 12U;
constexpr std::int64_t rest_ns = 2'000'000'000;

std::uint64_t number_at(std::string_view text, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i) number = (number << 8U) | static_cast<unsigned char>(text[at + i]);
  return number;
}

/// The file's bytes; nothing if it belongs to another user or is larger than a cache can be.
std::optional<std::string> read_own_file(const fs::path& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return std::nullopt;
  const auto most = cache_head.size() + most_cached * cache_record + sizeof(Bytes32);
  if (std::cmp_greater(status.st_size, most)) return std::nullopt;
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const auto count = ::read(file.get(), text.data() + done, text.size() - done);
    if (count <= 0) return std::nullopt;
    done += static_cast<std::size_t>(count);
  }
  return text;
}

bool write_whole(int file, std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(file, text.data(), text.size());
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

DigestCache::DigestCache(fs::path file, std::int64_t now_ns) : file_{std::move(file)}, now_ns_{now_ns} {
  if (!file_.empty()) load();
}

fs::path DigestCache::usual_file() {
  const auto folder = cache_folder();
  return folder.empty() ? folder : folder / "digests";
}

std::int64_t DigestCache::clock_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

bool DigestCache::is_at_rest(const FileKey& key) const {
  return key.changed_ns < now_ns_ - rest_ns && key.modified_ns < now_ns_ - rest_ns;
}

std::optional<Bytes32> DigestCache::find(const FileKey& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end() || !is_at_rest(key)) return std::nullopt;
  found->second.is_used = true;
  return found->second.digest;
}

void DigestCache::add(const FileKey& key, const Bytes32& digest) {
  if (!is_at_rest(key)) return;
  auto& entry = entries_[key];
  has_new_ = has_new_ || entry.digest != digest;
  entry = {digest, true};
}

void DigestCache::load() {
  const auto text = read_own_file(file_);
  if (!text || !text->starts_with(cache_head) || text->size() < cache_head.size() + sizeof(Bytes32)) return;
  const auto body = std::string_view{*text}.substr(0, text->size() - sizeof(Bytes32));
  if (as_text(sha256(body)) != std::string_view{*text}.substr(body.size())) return;
  for (auto at = cache_head.size(); at + cache_record <= body.size(); at += cache_record) {
    const FileKey key{.device = number_at(body, at),
                      .inode = number_at(body, at + 8),
                      .size = number_at(body, at + 16),
                      .modified_ns = static_cast<std::int64_t>(number_at(body, at + 24)),
                      .changed_ns = static_cast<std::int64_t>(number_at(body, at + 32))};
    Entry entry;
    body.copy(reinterpret_cast<char*>(entry.digest.data()), entry.digest.size(), at + cache_numbers * 8);
    if (entries_.emplace(key, entry).second) as_stored_.push_back(key);
  }
}

std::string DigestCache::serialized() const {
  std::string text{cache_head};
  const auto put = [&](const FileKey& key, const Entry& entry, std::size_t& left) {
    if (left == 0) return;
    --left;
    for (const auto number : {key.device, key.inode, key.size, static_cast<std::uint64_t>(key.modified_ns),
                              static_cast<std::uint64_t>(key.changed_ns)})
      text += big_endian_64(number);
    text += as_text(entry.digest);
  };
  auto left = most_cached - most_unused;
  for (const auto& [key, entry] : entries_)
    if (entry.is_used) put(key, entry, left);
  left = most_unused;
  for (const auto& key : as_stored_)
    if (const auto& entry = entries_.at(key); !entry.is_used) put(key, entry, left);
  const auto check = sha256(text);
  return text.append(as_text(check));
}

void DigestCache::save() {
  if (file_.empty() || !has_new_) return;
  std::error_code ignored;
  fs::create_directories(file_.parent_path().parent_path(), ignored);
  ::mkdir(file_.parent_path().c_str(), S_IRWXU);
  const auto beside = file_.string() + '.' + std::to_string(::getpid());
  ::unlink(beside.c_str());  // left by a killed process with this number
  const Descriptor file{
      ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)};
  if (!file) return;
  if (!write_whole(file.get(), serialized()) || ::rename(beside.c_str(), file_.c_str()) != 0)
    ::unlink(beside.c_str());
  has_new_ = false;
}

}  // namespace tribunal
