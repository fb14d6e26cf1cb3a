#include "cli/terminal/output.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tribunal {
namespace {

/// The name by which a file without one can be opened and linked.
std::string path_of(const Descriptor& file) { return "/proc/self/fd/" + std::to_string(file.get()); }

}  // namespace

Output::Output(const std::string& name) : name_{name} {
  if (name == "-") return;
  std::error_code unresolved;
  target_ = std::filesystem::weakly_canonical(name, unresolved);
  struct stat old {};
  const bool is_there = !unresolved && ::stat(target_.c_str(), &old) == 0;
  const bool is_file = !unresolved && (!is_there || S_ISREG(old.st_mode));
  errno = 0;
  if (is_there && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) {
    file_.setstate(std::ios::failbit);
  } else if (is_file && open_nameless()) {
    if (is_there) (void)::fchmod(nameless_.get(), old.st_mode & 07777U);
  } else {
    file_.open(name, std::ios::binary | std::ios::trunc);
  }
  if (!file_) note_error();
}

std::optional<std::string> Output::trouble_with(const std::string& name) {
  namespace fs = std::filesystem;
  if (name.empty() || name == "-") return std::nullopt;
  const auto refuse = [&](int error) {
    return problem_with(name) + ": " + std::generic_category().message(error);
  };
  const auto may = [](const fs::path& path, int what) {
    return ::faccessat(AT_FDCWD, path.c_str(), what, AT_EACCESS) == 0;
  };
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) return refuse(EISDIR);
  if (fs::exists(name, ignored)) return may(name, W_OK) ? std::nullopt : std::optional{refuse(errno)};
  const auto parent = fs::absolute(name).parent_path();
  if (!fs::is_directory(parent, ignored)) return refuse(fs::exists(parent, ignored) ? ENOTDIR : ENOENT);
  return may(parent, W_OK | X_OK) ? std::nullopt : std::optional{refuse(errno)};
}

void Output::write(std::string_view text) {
  if (!is_good()) return;
  errno = 0;
  stream() << text;
  if (!stream()) note_error();
}

bool Output::is_good() { return static_cast<bool>(stream()); }

bool Output::finish() {
  if (!is_good()) return false;
  errno = 0;
  stream().flush();
  if (name_ != "-") file_.close();
  const bool done = is_good() && (!nameless_ || give_name());
  if (!done) note_error();
  return done;
}

std::string Output::problem() const {
  return problem_with(name_) + (error_ == 0 ? "" : ": " + std::generic_category().message(error_));
}

std::ostream& Output::stream() { return name_ == "-" ? std::cout : file_; }

bool Output::open_nameless() {
  const auto folder = std::filesystem::path{target_}.parent_path();
  nameless_ = Descriptor{::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666)};
  if (!nameless_) return false;
  file_.open(path_of(nameless_), std::ios::binary | std::ios::in | std::ios::out);
  if (file_) return true;
  file_.clear();
  nameless_ = Descriptor{};
  return false;
}

/// A link cannot take the place of a file that is there; a rename can.
bool Output::give_name() {
  const std::filesystem::path target{target_};
  const auto beside =
      target.parent_path() / ('.' + target.filename().string() + '.' + std::to_string(::getpid()));
  ::unlink(beside.c_str());
  if (::linkat(AT_FDCWD, path_of(nameless_).c_str(), AT_FDCWD, beside.c_str(), AT_SYMLINK_FOLLOW) != 0)
    return false;
  if (::rename(beside.c_str(), target.c_str()) == 0) return true;
  const int error = errno;
  ::unlink(beside.c_str());
  errno = error;
  return false;
}

void Output::note_error() {
  if (error_ == 0) error_ = errno;
}

}  // namespace tribunal
