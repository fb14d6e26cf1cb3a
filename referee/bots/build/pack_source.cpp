#include "bots/build/pack_source.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <memory>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "base/descriptor.hpp"
#include "base/digest.hpp"
#include "base/text/utf8.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/build/unpack.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The beginning of a file that shows whether a machine made it.
class Head {
 public:
  explicit Head(int file) : size_{::pread(file, bytes_.data(), bytes_.size(), 0)} {}
  [[nodiscard]] bool is_read() const { return size_ >= 0; }
  [[nodiscard]] std::string_view text() const {
    return {bytes_.data(), static_cast<std::size_t>(std::max(size_, ssize_t{0}))};
  }

 private:
  std::array<char, 256> bytes_{};
  ssize_t size_;
};

/// Whether it is a script with a zip behind its first line, as `python3 -m zipapp` and launchers of jars are.
bool is_packed_script(std::string_view head) {
  const auto end = head.find('\n');
  return head.starts_with("#!") && end != std::string_view::npos &&
         head.substr(end + 1).starts_with("PK\3\4");
}

/// Whether a machine made a file that begins so: a program, object or library (ELF, Mach-O, Windows), an
/// archive of objects, a class of Java, WebAssembly, bitcode of LLVM, a precompiled header of gcc, assembly
/// that gcc wrote, code of Erlang, OCaml or Lua. What Java and Python packed or compiled is known by its
/// ending: a packed program is a zip by its bytes, as data may be.
bool is_machine_made(const fs::path& file, std::string_view head) {
  constexpr std::array<std::string_view, 10> marks{
      "!<arch>\n",  "!<thin>\n", "\xca\xfe\xba\xbe", std::string_view{"\0asm", 4},
      "BC\xc0\xde", "gpch",      "\t.file\t\"",      "FOR1",
      "Caml1999",   "\x1bLua"};
  constexpr std::array<std::string_view, 5> packed{".jar", ".war", ".pyz", ".pex", ".pyc"};
  return is_compiled(head) || !foreign_system(head).empty() || is_packed_script(head) ||
         std::ranges::find(packed, file.extension()) != packed.end() ||
         std::ranges::any_of(marks, [&](std::string_view mark) { return head.starts_with(mark); });
}

/// Whether it lies in a folder that a build fills: a `target` beside a `Cargo.toml` or `pom.xml`, or one with
/// the tag by which cargo and other tools mark theirs.
bool is_in_target(const fs::path& folder, const fs::path& file) {
  fs::path above = folder;
  for (const auto& step : file.parent_path()) {
    if (step == "target" && (fs::exists(above / "Cargo.toml") || fs::exists(above / "pom.xml"))) return true;
    above /= step;
    if (fs::exists(above / "CACHEDIR.TAG")) return true;
  }
  return false;
}

/// Whether it is what CMake remembers of a build folder. It names the place of that folder, and CMake refuses
/// any other, but makes a new one where there is none.
bool is_memory_of_cmake(const fs::path& file, std::string_view head) {
  return file.filename() == "CMakeCache.txt" && head.starts_with("# This is the CMakeCache file.");
}

/// The words of a build that a shell runs, `./configure` in `./configure && make`, as paths within its
/// folder.
std::set<std::string> programs_of_build(const std::string& build) {
  constexpr std::string_view between_words = " \t\"'";
  constexpr std::string_view between_commands = "\n;&|(){}";
  std::set<std::string> programs;
  for (std::size_t at = 0; at < build.size();) {
    const auto end = std::min(build.find_first_of(between_commands, at), build.size());
    const auto command = std::string_view{build}.substr(at, end - at);
    at = end + 1;
    const auto first = std::min(command.find_first_not_of(between_words), command.size());
    const auto word = command.substr(first, command.find_first_of(between_words, first) - first);
    if (word.contains('/')) programs.insert(fs::path{word}.lexically_normal().string());
  }
  return programs;
}

class Packing {
 public:
  Packing(const fs::path& from, const std::string& build, const std::set<std::string>& made)
      : from_{from}, run_{programs_of_build(build)}, made_{made} {}

  Result<void> run(const Manifest& files, const fs::path& archive) {
    ::archive_write_set_format_gnutar(to_.get());
    if (::archive_write_open_filename(to_.get(), archive.c_str()) != ARCHIVE_OK)
      return not_written(archive, ::archive_errno(to_.get()));
    // A folder is as old as the newest of its files, which are known before it.
    for (const bool is_folder : {false, true})
      for (const auto& file : files)
        if ((file.kind == BotFile::folder) == is_folder)
          if (auto added = add(file); !added) return added;
    if (::archive_write_close(to_.get()) != ARCHIVE_OK)
      return not_written(archive, ::archive_errno(to_.get()));
    return {};
  }

 private:
  struct Closer {
    void operator()(archive* open) const { ::archive_write_free(open); }
    void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
  };
  using Entry = std::unique_ptr<archive_entry, Closer>;

  Result<void> add(const BotFile& file) {
    const Entry entry{::archive_entry_new()};
    ::archive_entry_set_pathname(entry.get(), file.path.c_str());
    ::archive_entry_set_mtime(entry.get(), time_of_source, 0);
    if (file.kind == BotFile::link) {
      std::error_code error;
      const auto target = fs::read_symlink(from_ / file.path, error);
      if (error) return changes(file);
      ::archive_entry_set_filetype(entry.get(), AE_IFLNK);
      ::archive_entry_set_symlink(entry.get(), target.c_str());
      ::archive_entry_set_perm(entry.get(), mode_of_programs);
      return write_header(entry.get());
    }
    if (file.kind != BotFile::folder) return add_content(file, entry.get());
    struct stat now {};
    if (::lstat((from_ / file.path).c_str(), &now) != 0) return changes(file);
    if (!with_source_.contains(file.path)) ::archive_entry_set_mtime(entry.get(), time_of_made, 0);
    ::archive_entry_set_filetype(entry.get(), AE_IFDIR);
    ::archive_entry_set_perm(entry.get(), mode_of_programs & (now.st_mode | S_IRWXU));
    return write_header(entry.get());
  }

  Result<void> add_content(const BotFile& file, archive_entry* entry) {
    auto in = open_source(from_ / file.path, file.path);
    if (!in) return std::unexpected{std::move(in.error())};
    struct stat now {};
    const Head first{in->get()};
    if (!first.is_read() || ::fstat(in->get(), &now) != 0) return changes(file);
    const auto head = first.text();
    if (is_memory_of_cmake(file.path, head)) return {};
    // An empty file is the stamp of a build, or its time matters to none.
    const bool is_made = head.empty() || made_.contains(file.path) || is_machine_made(file.path, head) ||
                         is_in_target(from_, file.path);
    for (auto folder = fs::path{file.path}.parent_path(); !is_made && !folder.empty();
         folder = folder.parent_path())
      with_source_.insert(folder.string());
    const bool runs = file.kind == BotFile::program || head.starts_with("#!") || run_.contains(file.path);
    ::archive_entry_set_mtime(entry, is_made ? time_of_made : time_of_source, 0);
    ::archive_entry_set_filetype(entry, AE_IFREG);
    ::archive_entry_set_perm(entry, (runs ? mode_of_programs : mode_of_files) & (now.st_mode | S_IRWXU));
    ::archive_entry_set_size(entry, now.st_size);
    if (auto begun = write_header(entry); !begun) return begun;
    return write_content(file, in->get());
  }

  Result<void> write_content(const BotFile& file, int in) {
    Sha256 hash;
    for (;;) {
      const auto count = ::read(in, block_.data(), block_.size());
      if (count < 0) return changes(file);
      if (count == 0) break;
      const auto size = static_cast<std::size_t>(count);
      hash.add({block_.data(), size});
      const auto written = ::archive_write_data(to_.get(), block_.data(), size);
      if (written < 0) return trouble();
      if (written != count) return changes(file);  // it has grown
    }
    return to_hex(hash.finish()) == file.content ? Result<void>{} : changes(file);
  }

  Result<void> write_header(archive_entry* entry) {
    return ::archive_write_header(to_.get(), entry) < ARCHIVE_WARN ? trouble() : Result<void>{};
  }

  [[nodiscard]] Result<void> trouble() const {
    return std::unexpected{Error{ErrorCode::cannot_write, std::string{"the source cannot be stored: "} +
                                                              ::archive_error_string(to_.get())}};
  }

  static Result<void> changes(const BotFile& file) {
    return std::unexpected{Error{
        ErrorCode::machine, "its file '" + legible(file.path) + "' changes while it is read; run it again"}};
  }

  const fs::path& from_;
  std::set<std::string> run_;          ///< the files that the build runs
  const std::set<std::string>& made_;  ///< text that the build makes
  std::set<std::string> with_source_;  ///< folders that hold what people wrote
  std::unique_ptr<archive, Closer> to_{::archive_write_new()};
  std::vector<char> block_ = std::vector<char>(std::size_t{1} << 18U);
};

}  // namespace

Result<void> pack_source(const fs::path& from, const Manifest& files, const std::string& build,
                         const std::set<std::string>& made, const fs::path& archive) {
  return Packing{from, build, made}.run(files, archive);
}

std::vector<std::string> taken_as_sent(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{folder, error};
       !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
    struct stat now {};
    if (::lstat(entry->path().c_str(), &now) != 0 || !S_ISREG(now.st_mode)) continue;
    if (now.st_mtim.tv_sec != time_of_made) continue;
    const Descriptor file{::open(entry->path().c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)};
    if (is_machine_made(entry->path(), Head{file.get()}.text()))
      names.push_back(entry->path().lexically_relative(folder).string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace tribunal
