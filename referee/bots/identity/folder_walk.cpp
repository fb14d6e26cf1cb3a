#include "bots/identity/folder_walk.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/text/utf8.hpp"
#include "bots/sandbox/visibility.hpp"
#include "bots/sandbox/written_files.hpp"
#include "bots/system/paths.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view python_cache = "__pycache__";
constexpr std::array system_folders{"/usr",    "/bin", "/sbin", "/lib",  "/lib32", "/lib64",
                                    "/libx32", "/etc", "/dev",  "/proc", "/sys"};

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

char kind_of_file(const struct stat& status) {
  return (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0 ? BotFile::program : BotFile::file;
}

std::string_view kind_of_special(mode_t mode) {
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

bool is_of_system_folders(const fs::path& path) {
  return std::ranges::any_of(system_folders, [&](const char* folder) { return is_in(path, folder); });
}

/// Whether Python would take this file for the compiled form of a source beside the folder, and compare it
/// with that source. `name`: `strategy.cpython-311.pyc`, possibly with a number appended while it is written.
bool is_compiled_source(int folder, const std::string& name) {
  const auto end = name.find(".pyc");
  if (end == std::string::npos) return false;
  const auto rest = std::string_view{name}.substr(end + 4);
  const bool is_partial = rest.size() > 1 && rest.front() == '.' &&
                          rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (!rest.empty() && !is_partial) return false;
  const auto source = "../" + name.substr(0, name.find('.')) + ".py";
  struct stat status {};
  if (::fstatat(folder, source.c_str(), &status, 0) != 0 || !S_ISREG(status.st_mode)) return false;
  if (is_partial) return true;
  const Descriptor file{::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  std::array<unsigned char, 8> head{};
  if (!file || ::read(file.get(), head.data(), head.size()) != 8) return false;
  const bool is_unchecked = head[4] == 1;  // PEP 552: loaded without checking the source
  return !is_unchecked && head[4] <= 3 && head[5] == 0 && head[6] == 0 && head[7] == 0;
}

/// Whether it is one of Tribunal's results folders, such as one that an earlier run left in a bot's
/// directory.
bool holds_results(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(folder / "results.db", ignored));
}

class Walk {
 public:
  Walk(const fs::path& root, const std::vector<fs::path>& left_out, const std::vector<fs::path>& known,
       const FolderBounds& bounds)
      : root_{root}, left_out_{left_out}, known_{known}, bounds_{bounds} {}

  Result<std::vector<FoundFile>> operator()() {
    const int folder = ::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    enter(folder, "", 0);
    if (!problem_.empty()) return std::unexpected{problem_};
    return std::move(found_);
  }
  std::vector<fs::path> outputs() {
    seeks_outputs_ = true;
    (void)(*this)();
    return std::move(outputs_);
  }

 private:
  void refuse(const std::string& path, const std::string& why) {
    if (problem_.empty() && !seeks_outputs_) problem_ = legible((root_ / path).string()) + ' ' + why;
  }

  void enter(int descriptor, const std::string& path, int depth) {
    const OpenFolder folder{descriptor < 0 ? nullptr : ::fdopendir(descriptor)};
    if (!folder) return refuse(path, "cannot be read, which is needed to hash the bot");
    if (depth > deepest_bot_folder)
      return refuse(path, "is deeper than " + std::to_string(deepest_bot_folder) + " folders");
    const bool is_cache = fs::path{path}.filename() == python_cache;
    while (problem_.empty()) {
      errno = 0;
      const auto* const entry = ::readdir(folder.get());  // NOLINT(concurrency-mt-unsafe): its own stream
      if (entry == nullptr) {
        if (errno != 0) refuse(path, "cannot be read, which is needed to hash the bot");
        return;
      }
      const std::string name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++looked_at_ > bounds_.files) return too_large(bounds_.too_many);
      if (depth == 0 && std::ranges::find(version_control, name) != version_control.end()) continue;
      if (is_cache && is_compiled_source(::dirfd(folder.get()), name)) continue;
      look_at(::dirfd(folder.get()), path.empty() ? name : path + '/' + name, name, depth);
    }
  }

  void too_large(const std::string& sentence) {
    if (!problem_.empty()) return;
    problem_ = !sentence.empty()
                   ? sentence
                   : legible(root_.string()) + " is a folder of the bot with more than " +
                         std::to_string(most_bot_files) + " files or " +
                         std::to_string(most_bot_bytes >> 30U) +
                         " GiB, too large to be hashed; give the bot a folder with only its own files";
  }

  void look_at(int folder, const std::string& path, const std::string& name, int depth) {
    struct stat status {};
    if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno != ENOENT) refuse(path, "cannot be examined");
      return;  // it has been removed
    }
    if (std::ranges::find(left_out_, root_ / path) != left_out_.end()) return;
    if (is_output(root_ / path, status)) return outputs_.push_back(root_ / path);
    if (S_ISDIR(status.st_mode)) {
      if (name != python_cache) found_.push_back({.path = path, .kind = BotFile::folder});
      enter(::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), path, depth + 1);
    } else if (seeks_outputs_) {
      return;
    } else if (S_ISREG(status.st_mode)) {
      add_file(path, root_ / path, status);
    } else if (S_ISLNK(status.st_mode)) {
      add_link(path);
    } else {
      refuse(path, "is " + std::string{kind_of_special(status.st_mode)} +
                       "; expected only files, folders and links in the folder of a bot");
    }
  }

  /// Whether a path is the output of a run. A file that the command names belongs to the bot, whatever wrote
  /// it.
  [[nodiscard]] bool is_output(const fs::path& path, const struct stat& status) const {
    if (S_ISDIR(status.st_mode)) return holds_results(path);
    return S_ISREG(status.st_mode) && written_.has(key_of(status)) &&
           std::ranges::find(known_, path) == known_.end();
  }

  void add_file(const std::string& path, const fs::path& source, const struct stat& status) {
    bytes_ += static_cast<std::uint64_t>(status.st_size);
    if (bytes_ > bounds_.bytes) return too_large(bounds_.too_large);
    found_.push_back({.path = path, .kind = kind_of_file(status), .source = source, .key = key_of(status)});
  }

  void add_link(const std::string& path) {
    std::error_code error;
    const auto target = fs::read_symlink(root_ / path, error);
    if (error) return refuse(path, "cannot be read, which is needed to hash the bot");
    // The end of a link must not depend on whether a file is there, so that the bot stays the same.
    const auto end = links_.end_of(real_root_ / path);
    if (links_.gave_up())
      return refuse(path,
                    "is one link too many: all links of the folder together lead through too many folders");
    const auto leads_to = [&](const fs::path& place) { return is_in(end, place); };
    struct stat status {};
    const bool is_there = ::lstat(end.c_str(), &status) == 0 && !S_ISLNK(status.st_mode);
    if (leads_to(real_root_) || is_of_system_folders(end) || std::ranges::any_of(known_, leads_to) ||
        std::ranges::any_of(left_out_, leads_to) || is_in_environment(real_root_, path)) {
      found_.push_back({.path = path, .kind = BotFile::link, .target = target.string()});
      return;
    }
    if (is_there && S_ISREG(status.st_mode)) return add_file(path, end, status);
    refuse(path, "is a link that leads out of the bot's folder, to " + legible(target.string()) +
                     (is_there ? ", which its hash would not cover; copy the target into the folder"
                               : ", where there is nothing: a file created there later would change the bot; "
                                 "remove the link"));
  }

  const fs::path& root_;
  fs::path real_root_ = real_path(root_);
  const std::vector<fs::path>& left_out_;
  const std::vector<fs::path>& known_;
  const FolderBounds& bounds_;
  WrittenFiles written_;
  bool seeks_outputs_ = false;  ///< whether only the outputs are wanted
  std::vector<fs::path> outputs_;
  std::vector<FoundFile> found_;
  LinkEnds links_;
  std::uint64_t looked_at_ = 0;
  std::uint64_t bytes_ = 0;
  std::string problem_;
};

}  // namespace

bool is_in_environment(const fs::path& folder, const fs::path& path) {
  auto above = folder;
  for (const auto& step : path) {
    std::error_code ignored;
    const bool is_its = step == "bin" || step.native().starts_with("lib");
    if (is_its && fs::exists(above / "pyvenv.cfg", ignored)) return true;
    above /= step;
  }
  return false;
}

Result<std::vector<FoundFile>> walk_folder(const fs::path& folder, const std::vector<fs::path>& left_out,
                                           const std::vector<fs::path>& known, const FolderBounds& bounds) {
  return Walk{folder, left_out, known, bounds}();
}

std::vector<fs::path> outputs_below(const fs::path& folder, const std::vector<fs::path>& known) {
  return Walk{folder, {}, known, {}}.outputs();
}

}  // namespace tribunal
