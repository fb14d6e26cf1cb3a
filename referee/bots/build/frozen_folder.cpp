#include "bots/build/frozen_folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "base/descriptor.hpp"
#include "base/digest.hpp"
#include "base/escape.hpp"
#include "bots/build/unpack.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr mode_t writing = 0222;

/// Copies a file, and returns its digest. A link is refused: in a folder of a stranger it leads elsewhere.
Result<Bytes32> copy_file(const fs::path& from, const fs::path& to, mode_t mode, const std::string& name) {
  const Descriptor in{::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!in && errno == ELOOP)
    return fault_of_author("its folder holds '" + escaped(name) +
                           "', a link to a file elsewhere; expected the file itself");
  if (!in) return fault_of_author("its file '" + escaped(name) + "' cannot be read");
  const Descriptor out{::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)};
  if (!out) return not_written(to, errno);
  ::fchmod(out.get(), mode);
  Sha256 hash;
  std::vector<char> block(std::size_t{1} << 18U);
  for (;;) {
    const auto count = ::read(in.get(), block.data(), block.size());
    if (count < 0) return fault_of_author("its file '" + escaped(name) + "' cannot be read");
    if (count == 0) return hash.finish();
    hash.add({block.data(), static_cast<std::size_t>(count)});
    for (ssize_t written = 0; written < count;) {
      const auto more = ::write(out.get(), block.data() + written, static_cast<std::size_t>(count - written));
      if (more < 0) return not_written(to, errno);
      written += more;
    }
  }
}

/// Whether a machine made the file, by its first bytes: a program, object or library (ELF, Mach-O, Windows),
/// an archive of objects, a class of Java, WebAssembly, or bitcode of LLVM.
bool is_machine_made(const fs::path& file) {
  constexpr std::array<std::string_view, 8> marks{
      "!<arch>\n",        "!<thin>\n", "\xca\xfe\xba\xbe",           "\xcf\xfa\xed\xfe",
      "\xce\xfa\xed\xfe", "MZ",        std::string_view{"\0asm", 4}, "BC\xc0\xde"};
  std::array<char, 8> first{};
  std::ifstream{file, std::ios::binary}.read(first.data(), first.size());
  const std::string_view bytes{first.data(), first.size()};
  return is_compiled(bytes) ||
         std::ranges::any_of(marks, [&](std::string_view mark) { return bytes.starts_with(mark); });
}

/// Whether it lies in a `target` beside a `Cargo.toml` or `pom.xml`, which cargo and Maven fill.
bool is_in_target(const fs::path& folder, const fs::path& file) {
  fs::path above = folder;
  for (const auto& step : file.parent_path()) {
    if (step == "target" && (fs::exists(above / "Cargo.toml") || fs::exists(above / "pom.xml"))) return true;
    above /= step;
  }
  return false;
}

}  // namespace

std::unexpected<Error> fault_of_author(std::string why) {
  return std::unexpected{Error{ErrorCode::bot, std::move(why)}};
}

std::unexpected<Error> not_written(const fs::path& file, int error) {
  return std::unexpected{Error{ErrorCode::cannot_write,
                               {file.string()},
                               "cannot be written: " + std::generic_category().message(error)}};
}

Result<BotIdentity> identity_of_folder(const fs::path& folder) {
  const BotFiles bot{.name = {}, .command = {{"true"}, folder}, .has_directory = true};
  auto found = identities_of(std::span{&bot, 1}, {});
  if (!found) return std::unexpected{std::move(found.error())};
  return std::move(found->front());
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

Result<void> copy_source(const fs::path& from, const Manifest& files, const fs::path& to) {
  std::error_code error;
  for (const auto& file : files) {
    const auto target = to / file.path;
    fs::create_directories(file.kind == BotFile::folder ? target : target.parent_path(), error);
    if (error) return not_written(target, error.value());
    if (file.kind == BotFile::folder) {
      ::chmod(target.c_str(), mode_of_programs);
      continue;
    }
    if (file.kind == BotFile::link) {
      fs::create_symlink(fs::read_symlink(from / file.path, error), target, error);
      if (error) return not_written(target, error.value());
      continue;
    }
    const auto mode = file.kind == BotFile::program ? mode_of_programs : mode_of_files;
    const auto digest = copy_file(from / file.path, target, mode, file.path);
    if (!digest) return std::unexpected{digest.error()};
    if (to_hex(*digest) != file.content)
      return std::unexpected{Error{ErrorCode::machine, "its file '" + escaped(file.path) +
                                                           "' changes while it is read; run it again"}};
  }
  return check_links(to);
}

void set_times_of_source(const fs::path& folder, const Manifest& files) {
  constexpr time_t a_day = 24 * 60 * 60;
  constexpr timespec written{.tv_sec = time_of_source, .tv_nsec = 0};
  constexpr timespec made{.tv_sec = time_of_source - a_day, .tv_nsec = 0};
  for (const auto& file : files) {
    if (file.kind == BotFile::folder || file.kind == BotFile::link) continue;
    const auto path = folder / file.path;
    const auto time = is_machine_made(path) || is_in_target(folder, file.path) ? made : written;
    const std::array<timespec, 2> times{time, time};
    ::utimensat(AT_FDCWD, path.c_str(), times.data(), AT_SYMLINK_NOFOLLOW);
  }
}

}  // namespace tribunal
