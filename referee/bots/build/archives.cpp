#include "bots/build/archives.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <future>
#include <locale.h>
#include <memory>
#include <mutex>
#include <sched.h>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/descriptor.hpp"
#include "base/digest.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/identity/folder_walk.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

struct Closer {
  void operator()(archive* open) const { ::archive_free(open); }
};
using Archive = std::unique_ptr<archive, Closer>;

constexpr std::size_t block_size = std::size_t{1} << 16U;
constexpr std::size_t longest_path = 2'000;
constexpr la_int64_t tar_block = 512;

/// Folders of the system's programs and libraries, which every bot sees.
constexpr std::array<std::string_view, 5> of_the_system{"/usr", "/bin", "/lib", "/lib64",
                                                        "/etc/alternatives"};

std::string reason_of(archive* open) {
  const char* const text = ::archive_error_string(open);
  return text == nullptr ? "it is damaged" : legible(text);
}

/// A path in an archive as a path within the folder. Empty if it leads out of it or is too long.
fs::path inner_path(const char* name) {
  if (name == nullptr || std::string_view{name}.size() > longest_path) return {};
  const fs::path path{name};
  if (path.is_absolute() || std::ranges::any_of(path, [](const fs::path& step) { return step == ".."; }))
    return {};
  auto inner = path.lexically_normal();
  return inner.has_filename() ? inner : inner.parent_path();
}

/// Makes the library read names as UTF-8 on this thread while it lives. In this program's locale, C, the
/// library could not read an archive that states that its names are UTF-8.
class Utf8Names {
 public:
  Utf8Names() : before_{locale_ ? ::uselocale(locale_.get()) : locale_t{}} {}
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;
  ~Utf8Names() {
    if (locale_) ::uselocale(before_);
  }

 private:
  struct Free {
    using pointer = locale_t;
    void operator()(locale_t locale) const { ::freelocale(locale); }
  };
  std::unique_ptr<std::remove_pointer_t<locale_t>, Free> locale_{::newlocale(LC_CTYPE_MASK, "C.UTF-8", {})};
  locale_t before_;
};

/// The bytes of an archive, for the library. The library reads the whole list of a zip's files into memory
/// before it returns the first file. So this reader bounds the time and the length of that list.
class Source {
 public:
  explicit Source(const UnpackBounds& bounds)
      : until_{std::chrono::steady_clock::now() + bounds.time}, most_of_list_{320 * bounds.entries} {}

  /// Opens the file and sets the library's callbacks. Returns false if the file is not an archive.
  bool open(const fs::path& file, archive* reader) {
    file_ = Descriptor{::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    ::archive_read_set_callback_data(reader, this);
    ::archive_read_set_read_callback(reader, [](archive* from, void* self, const void** block) {
      return static_cast<Source*>(self)->read(from, block);
    });
    ::archive_read_set_seek_callback(reader, [](archive*, void* self, la_int64_t offset, int whence) {
      return static_cast<la_int64_t>(::lseek(static_cast<Source*>(self)->file_.get(), offset, whence));
    });
    return file_ && ::archive_read_open1(reader) == ARCHIVE_OK;
  }
  /// Another descriptor of the file, at its beginning, which is the caller's to close.
  [[nodiscard]] int again() const { return ::lseek(file_.get(), 0, SEEK_SET) == 0 ? ::dup(file_.get()) : -1; }
  /// Marks the end of a zip's list of files.
  void begin_files() { is_list_ = false; }
  [[nodiscard]] bool is_late() const { return std::chrono::steady_clock::now() > until_; }
  [[nodiscard]] bool has_long_list() const { return is_list_ && bytes_ > most_of_list_; }

 private:
  la_ssize_t read(archive* from, const void** block) {
    if (is_late() || has_long_list()) {
      ::archive_set_error(from, ETIMEDOUT, "it is not read any further");
      return ARCHIVE_FATAL;
    }
    *block = block_.data();
    const auto count = ::read(file_.get(), block_.data(), block_.size());
    if (count < 0) ::archive_set_error(from, errno, "it cannot be read");
    bytes_ += static_cast<std::uint64_t>(std::max(count, ssize_t{0}));
    return count < 0 ? ARCHIVE_FATAL : count;
  }

  Descriptor file_;
  std::vector<char> block_ = std::vector<char>(block_size);
  std::chrono::steady_clock::time_point until_;
  std::uint64_t most_of_list_;
  std::uint64_t bytes_ = 0;
  bool is_list_ = true;
};

/// Unpacks one archive. If a path occurs twice in a tar, the last one counts, as for tar itself.
class Unpacking {
 public:
  Unpacking(fs::path folder, const UnpackBounds& bounds) : folder_{std::move(folder)}, bounds_{bounds} {
    ::archive_read_support_filter_gzip(from_.get());
    ::archive_read_support_filter_xz(from_.get());
    ::archive_read_support_filter_zstd(from_.get());
    ::archive_read_support_format_tar(from_.get());
    ::archive_read_support_format_gnutar(from_.get());
    // The list at the end of a zip is read, because a zip that was cut has none.
    ::archive_read_support_format_zip_seekable(from_.get());
    ::archive_write_disk_set_options(to_.get(), ARCHIVE_EXTRACT_SECURE_SYMLINKS |
                                                    ARCHIVE_EXTRACT_SECURE_NODOTDOT | ARCHIVE_EXTRACT_PERM |
                                                    ARCHIVE_EXTRACT_TIME);
  }

  Result<void> run(const fs::path& file) {
    if (!source_.open(file, from_.get()))
      return std::unexpected{"it cannot be read as an archive (" + reason_of(from_.get()) +
                             "); expected a .zip, .tar, .tar.gz, .tar.xz or .tar.zst"};
    // A few bytes of gzip within gzip can expand to more than can ever be read, within one call of the
    // library.
    if (::archive_filter_count(from_.get()) > 2)
      return std::unexpected{
          "it is compressed more than once; expected a .zip, .tar, .tar.gz, .tar.xz or .tar.zst"};
    archive_entry* entry = nullptr;
    for (;;) {
      const int got = ::archive_read_next_header(from_.get(), &entry);
      if (source_.is_late()) return too_slow();
      if (source_.has_long_list()) return too_many();
      source_.begin_files();
      if (got == ARCHIVE_EOF) return look_at_end();
      if (got != ARCHIVE_OK && got != ARCHIVE_WARN)
        return std::unexpected{"it cannot be unpacked: " + reason_of(from_.get())};
      if (++entries_ > bounds_.entries) return too_many();
      TRY(take(entry));
    }
  }

 private:
  Result<void> take(archive_entry* entry) {
    const char* const name = ::archive_entry_pathname(entry);
    const auto path = inner_path(name);
    const auto said = "'" + legible(name == nullptr ? "" : name) + "'";
    if (name != nullptr && std::string_view{name}.size() > longest_path)
      return std::unexpected{"it holds " + said + ", a path of more than " + std::to_string(longest_path) +
                             " bytes; expected shorter ones"};
    if (path.empty())
      return std::unexpected{"it holds " + said +
                             ", a path that leads out of its folder; expected paths within it"};
    if (path == ".") return {};
    if (::archive_entry_is_encrypted(entry) != 0)
      return std::unexpected{"it holds " + said +
                             ", which is encrypted; expected an archive without a password"};
    if (const auto* const target = ::archive_entry_hardlink(entry)) {
      const auto inner = inner_path(target);
      if (inner.empty())
        return std::unexpected{"it holds " + said + ", a link to '" + legible(target) +
                               "', out of its folder; expected links within it"};
      ::archive_entry_set_hardlink(entry, (folder_ / inner).c_str());
      // With data or a mode, it would change the file that it leads to.
      ::archive_entry_set_size(entry, 0);
      ::archive_entry_set_perm(entry, mode_of_files);
    } else {
      const auto type = ::archive_entry_filetype(entry);
      if (type != AE_IFREG && type != AE_IFDIR && type != AE_IFLNK)
        return std::unexpected{"it holds " + said +
                               ", which is a device, a FIFO or a socket; expected files, folders and links"};
      const auto sent = ::archive_entry_perm(entry);
      const bool runs = type == AE_IFDIR || (sent & 0111U) != 0;
      const auto widest = bounds_.keeps_closed ? bounds_.widest & (sent | S_IRWXU) : bounds_.widest;
      ::archive_entry_set_perm(entry, (runs ? mode_of_programs : mode_of_files) & widest);
    }
    if (is_zip() && ::archive_entry_filetype(entry) == AE_IFREG && !seen_.insert(path).second)
      return std::unexpected{"it holds " + said +
                             " twice, and programs differ in which one they unpack; "
                             "expected each file once"};
    ::archive_entry_set_pathname(entry, (folder_ / path).c_str());
    auto written = write(entry, said);
    end_of_files_ = ::archive_filter_bytes(from_.get(), 0);
    return written;
  }

  [[nodiscard]] bool is_zip() const {
    return (::archive_format(from_.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
  }

  static std::string damaged(const std::string& where) {
    return "it is damaged (" + where + "); expected a whole archive: pack it again";
  }

  /// Finds damage that the library does not look for: a tar without the blocks of zeros at its end, which was
  /// cut between two files, and the checksum of gzip.
  Result<void> look_at_end() {
    const bool is_tar = (::archive_format(from_.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    if (is_tar && ::archive_filter_bytes(from_.get(), 0) < end_of_files_ + tar_block)
      return std::unexpected{damaged("the mark of its end is missing")};
    if (::archive_filter_code(from_.get(), 0) != ARCHIVE_FILTER_GZIP) return {};
    return look_at_checksum();
  }

  /// Reads a gzip whole. It has unpacked within the bounds of time and size, and so does this.
  Result<void> look_at_checksum() {
    const std::unique_ptr<gzFile_s, decltype([](gzFile_s* open) { ::gzclose_r(open); })> gzip{
        ::gzdopen(source_.again(), "rb")};
    std::vector<char> block(block_size);
    int got = 1;
    while (gzip && got > 0 && !source_.is_late())
      got = ::gzread(gzip.get(), block.data(), static_cast<unsigned>(block.size()));
    if (source_.is_late()) return too_slow();
    int error = Z_STREAM_ERROR;
    if (gzip) (void)::gzerror(gzip.get(), &error);
    if (error == Z_OK || error == Z_STREAM_END) return {};
    return std::unexpected{damaged(error == Z_DATA_ERROR ? "its checksum is wrong" : "it ends too early")};
  }

  Result<void> write(archive_entry* entry, const std::string& said) {
    if (::archive_write_header(to_.get(), entry) < ARCHIVE_WARN)
      return std::unexpected{"it holds " + said +
                             ", which cannot be unpacked: " + without_folder(reason_of(to_.get()))};
    if (const char* const linked = ::archive_entry_hardlink(entry)) {
      std::error_code ignored;
      const auto size = fs::file_size(linked, ignored);  // a copy of the folder copies it twice
      if (!ignored) bytes_ += size;
      return bytes_ > bounds_.bytes ? too_large() : Result<void>{};
    }
    const void* block = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    la_int64_t end = 0;
    for (;;) {
      const int got = ::archive_read_data_block(from_.get(), &block, &size, &offset);
      if (got == ARCHIVE_EOF) break;
      if (source_.is_late()) return too_slow();
      // A wrong checksum is only a warning of the library.
      if (got != ARCHIVE_OK) return std::unexpected{damaged(said + ": " + reason_of(from_.get()))};
      // Gaps count, because a reader of the file reads them too.
      end = std::max(end, offset + static_cast<la_int64_t>(size));
      if (bytes_ + static_cast<std::uint64_t>(end) > bounds_.bytes) return too_large();
      if (::archive_write_data_block(to_.get(), block, size, offset) < ARCHIVE_WARN)
        return failure(ErrorCode::cannot_write,
                       "it cannot be unpacked: " + without_folder(reason_of(to_.get())));
    }
    if (::archive_entry_size(entry) > end) end = ::archive_entry_size(entry);
    bytes_ += static_cast<std::uint64_t>(end);
    if (bytes_ > bounds_.bytes) return too_large();
    if (::archive_write_finish_entry(to_.get()) < ARCHIVE_WARN)
      return std::unexpected{"it holds " + said +
                             ", which cannot be unpacked: " + without_folder(reason_of(to_.get()))};
    return {};
  }

  [[nodiscard]] std::unexpected<Error> too_large() const {
    return std::unexpected<Error>{"it holds more than " + std::to_string(bounds_.bytes >> 20U) + " MiB"};
  }

  [[nodiscard]] std::unexpected<Error> too_many() const {
    return std::unexpected<Error>{"it holds more than " + std::to_string(bounds_.entries) + " files"};
  }
  [[nodiscard]] std::unexpected<Error> too_slow() const {
    return std::unexpected<Error>{"it takes more than " + std::to_string(bounds_.time.count()) +
                                  " s to unpack"};
  }

  /// A message of the library without the folder's path, which only the referee may know.
  [[nodiscard]] std::string without_folder(std::string text) const {
    const auto place = folder_.string() + '/';
    for (auto at = text.find(place); at != std::string::npos; at = text.find(place))
      text.erase(at, place.size());
    return text;
  }

  fs::path folder_;
  UnpackBounds bounds_;
  Source source_{bounds_};  // must outlive its reader
  Archive from_{::archive_read_new()};
  Archive to_{::archive_write_disk_new()};
  std::uint64_t bytes_ = 0;
  std::uint64_t entries_ = 0;
  std::set<fs::path> seen_;      ///< paths within a zip
  la_int64_t end_of_files_ = 0;  ///< bytes of a tar up to the end of the last file that was read
};

/// The beginning of a file, which shows whether a machine made it.
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

/// Whether it is a script with a zip behind its first line, like those of `python3 -m zipapp` and launchers
/// of jars.
bool is_packed_script(std::string_view head) {
  const auto end = head.find('\n');
  return head.starts_with("#!") && end != std::string_view::npos &&
         head.substr(end + 1).starts_with("PK\3\4");
}

/// Whether a machine made a file that begins like this: a program, object or library (ELF, Mach-O, Windows),
/// an archive of objects, a Java class, WebAssembly, LLVM bitcode, a precompiled header of gcc, assembly
/// written by gcc, or code of Erlang, OCaml or Lua. Packed or compiled files of Java and Python are
/// recognised by their ending, because they are zip files, which may also hold data.
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

/// Whether a file is in a folder that a build fills: a `target` beside a `Cargo.toml` or `pom.xml`, or a
/// folder with the tag by which cargo and other tools mark theirs.
bool is_in_target(const fs::path& folder, const fs::path& file) {
  fs::path above = folder;
  for (const auto& step : file.parent_path()) {
    if (step == "target" && (fs::exists(above / "Cargo.toml") || fs::exists(above / "pom.xml"))) return true;
    above /= step;
    if (fs::exists(above / "CACHEDIR.TAG")) return true;
  }
  return false;
}

/// Whether a file is CMake's cache of a build folder. It contains the path of that folder, and CMake refuses
/// any other path. Without the file, CMake makes a new one.
bool is_memory_of_cmake(const fs::path& file, std::string_view head) {
  return file.filename() == "CMakeCache.txt" && head.starts_with("# This is the CMakeCache file.");
}

/// The words of a shell command, such as `./configure` in `./configure && make`, as paths within its folder.
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
    // A folder gets the time of the newest of its files, so files are handled first.
    for (const bool is_folder : {false, true})
      for (const auto& file : files)
        if ((file.kind == BotFile::folder) == is_folder) TRY(add(file));
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
    auto in = TRY(open_source(from_ / file.path, file.path));
    struct stat now {};
    const Head first{in.get()};
    if (!first.is_read() || ::fstat(in.get(), &now) != 0) return changes(file);
    const auto head = first.text();
    if (is_memory_of_cmake(file.path, head)) return {};
    // An empty file is the stamp of a build, or its time does not matter.
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
    TRY(write_header(entry));
    return write_content(file, in.get());
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
    return failure(ErrorCode::cannot_write,
                   std::string{"the source cannot be stored: "} + ::archive_error_string(to_.get()));
  }

  static Result<void> changes(const BotFile& file) {
    return failure(ErrorCode::machine, "its file '" + legible(file.path) +
                                           "' changed while it was read; run the same command again");
  }

  const fs::path& from_;
  std::set<std::string> run_;          ///< files that the build runs
  const std::set<std::string>& made_;  ///< text that the build makes
  std::set<std::string> with_source_;  ///< folders that hold files written by people
  std::unique_ptr<archive, Closer> to_{::archive_write_new()};
  std::vector<char> block_ = std::vector<char>(std::size_t{1} << 18U);
};

/// Unpacks in a thread that has a umask of its own. To read the umask, the library sets it to 0 and back: a
/// file that another thread made meanwhile could be written by everybody, and of two that unpack, one could
/// set it back to 0 for good. Where a container forbids an own umask, one at a time unpacks, which leaves the
/// moments of each entry.
Result<void> unpack_apart(const fs::path& archive, const fs::path& folder, const UnpackBounds& bounds) {
  static std::mutex shared_umask;
  return std::async(std::launch::async,
                    [&] {
                      std::unique_lock alone{shared_umask, std::defer_lock};
                      if (::unshare(CLONE_FS) != 0) alone.lock();
                      const Utf8Names names;
                      return Unpacking{real_path(folder), bounds}.run(archive);
                    })
      .get();
}

}  // namespace

Result<std::vector<std::string>> unpack(const fs::path& archive, const fs::path& folder,
                                        const UnpackBounds& bounds) {
  TRY(unpack_apart(archive, folder, bounds));
  return check_links(folder);
}

Result<std::vector<std::string>> check_links(const fs::path& folder) {
  const auto inside = real_path(folder);
  LinkEnds links;
  std::vector<std::string> left_out;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{inside, error};
       !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
    if (!entry->is_symlink()) continue;
    const auto target = links.end_of(entry->path());
    if (links.gave_up())
      return std::unexpected{std::string{"its links together lead through too many folders; expected fewer"}};
    const bool is_ours = is_in(target, inside) ||
                         std::ranges::any_of(of_the_system, [&](auto place) { return is_in(target, place); });
    if (is_ours) continue;
    auto name = entry->path().lexically_relative(inside).string();
    if (!is_in_environment(inside, name))
      return std::unexpected{"it holds '" + legible(name) + "', a link to '" +
                             legible(fs::read_symlink(entry->path()).string()) +
                             "', out of its folder; expected links within it"};
    left_out.push_back(std::move(name));
  }
  if (error) return std::unexpected{"it cannot be read: " + error.message()};
  for (const auto& name : left_out) fs::remove(inside / name, error);
  return left_out;
}

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
