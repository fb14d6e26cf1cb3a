#include "bots/build/frozen_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sched.h>
#include <span>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "base/digest.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr mode_t writing = 0222;

/// Copies a file, and returns its digest.
Result<Bytes32> copy_file(const fs::path& from, const fs::path& to, mode_t mode, bool keeps_closed,
                          const std::string& name) {
  const auto in = TRY(open_source(from, name));
  struct stat source {};
  if (keeps_closed && ::fstat(in.get(), &source) == 0) mode &= source.st_mode | S_IRWXU;
  const Descriptor out{::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)};
  if (!out) return not_written(to, errno);
  ::fchmod(out.get(), mode);
  Sha256 hash;
  std::vector<char> block(std::size_t{1} << 18U);
  for (;;) {
    const auto count = ::read(in.get(), block.data(), block.size());
    if (count < 0) return fault_of_author("its file '" + legible(name) + "' cannot be read");
    if (count == 0) return hash.finish();
    hash.add({block.data(), static_cast<std::size_t>(count)});
    for (ssize_t written = 0; written < count;) {
      const auto more = ::write(out.get(), block.data() + written, static_cast<std::size_t>(count - written));
      if (more < 0) return not_written(to, errno);
      written += more;
    }
  }
}

}  // namespace

std::unexpected<Error> fault_of_author(std::string why) { return failure(ErrorCode::bot, std::move(why)); }

std::unexpected<Error> not_written(const fs::path& file, int error) {
  return failure(ErrorCode::cannot_write, file,
                 "cannot be written: " + std::generic_category().message(error));
}

Result<Descriptor> open_source(const fs::path& file, const std::string& name) {
  Descriptor in{::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (in) return in;
  if (errno == ELOOP)
    return fault_of_author("its folder holds '" + legible(name) +
                           "', a link to a file elsewhere; expected the file itself");
  return fault_of_author("its file '" + legible(name) + "' cannot be read");
}

Result<std::vector<FoundFile>> files_within(const fs::path& folder, const UnpackBounds& bounds,
                                            const std::string& who) {
  return walk_folder(folder, {}, {},
                     {.files = bounds.entries,
                      .bytes = bounds.bytes,
                      .too_many = who + " holds more than " + std::to_string(bounds.entries) + " files",
                      .too_large = who + " holds more than " + std::to_string(bounds.bytes >> 20U) +
                                   " MiB ([build] output_mb)"});
}

Result<BotIdentity> identity_of_folder(const fs::path& folder, const std::vector<fs::path>& left_out) {
  const BotFiles bot{.command = {{"true"}, folder}, .has_directory = true};
  auto found = TRY(identities_of(std::span{&bot, 1}, {.results = left_out}));
  return std::move(found.front());
}

std::string escaped_names(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i)
    text += (text.empty() ? "" : ", ") + legible(names[i], 80);
  return names.size() > most_named ? text + ", and " + std::to_string(names.size() - most_named) + " more"
                                   : text;
}

std::string note_of_left_out(const std::vector<std::string>& links) {
  return "omitted, because they lead to the Python of their author: " + escaped_names(links);
}

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

namespace {

Result<std::vector<std::string>> copy_files(const fs::path& from, const Manifest& files, const fs::path& to,
                                            bool keeps_closed) {
  std::error_code error;
  for (const auto& file : files) {
    const auto target = to / file.path;
    fs::create_directories(file.kind == BotFile::folder ? target : target.parent_path(), error);
    if (error) return not_written(target, error.value());
    if (file.kind == BotFile::folder) {
      struct stat source {};
      const bool is_narrow = keeps_closed && ::lstat((from / file.path).c_str(), &source) == 0;
      ::chmod(target.c_str(), is_narrow ? mode_of_programs & (source.st_mode | S_IRWXU) : mode_of_programs);
      continue;
    }
    if (file.kind == BotFile::link) {
      fs::create_symlink(fs::read_symlink(from / file.path, error), target, error);
      if (error) return not_written(target, error.value());
      continue;
    }
    const auto mode = file.kind == BotFile::program ? mode_of_programs : mode_of_files;
    const auto digest = TRY(copy_file(from / file.path, target, mode, keeps_closed, file.path));
    if (to_hex(digest) != file.content)
      return failure(ErrorCode::machine, "its file '" + legible(file.path) +
                                             "' changed while it was read; run the same command again");
  }
  return check_links(to);
}

}  // namespace

Result<std::vector<std::string>> copy_source(const fs::path& from, const Manifest& files, const fs::path& to,
                                             bool keeps_closed) {
  Result<std::vector<std::string>> copied;
  std::jthread{[&] {
    // A program cannot start while a process has it open for writing. A child that another thread forks has
    // all descriptors of that thread until it runs its own program.
    (void)::unshare(CLONE_FILES);
    copied = copy_files(from, files, to, keeps_closed);
  }}.join();
  return copied;
}

}  // namespace tribunal
