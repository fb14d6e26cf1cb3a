// Files that are not its own, and descriptors that were not meant for it.
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>

#include "attack.hpp"

namespace {

/// Each line of the file targets[0], and the passwords: to be listed or read, and to be written. (They are
/// not on the command line, because a bot is shown the files that it names.)
void files(const Situation& situation) {
  std::error_code ignored;
  auto paths = words_of(contents_of(situation.target(0)));
  paths.emplace_back("/etc/shadow");
  for (const auto& path : paths) {
    const int reading = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    report(reading >= 0, "to read " + path);
    ::close(reading);
    const bool folder = std::filesystem::is_directory(path, ignored);
    const int writing =
        ::open(path.c_str(), folder ? O_TMPFILE | O_RDWR | O_CLOEXEC : O_WRONLY | O_CLOEXEC, 0600);
    report(writing >= 0, "to write " + path);
    ::close(writing);
  }
}

/// Symbolic links of its own folder, which the folder's author may have put there.
void links(const Situation&) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{".", ignored}) {
    if (!entry.is_symlink(ignored)) continue;
    const int file = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    report(file >= 0, "what " + entry.path().string() + " points to");
    ::close(file);
  }
}

/// Its own folder, from which the next game starts, and the system's folders.
void changes(const Situation&) {
  for (const char* const folder : {".", "/usr/bin", "/etc", "/", "/proc/sys/kernel", "/dev"}) {
    const auto name = std::string{folder} + "/attacker-was-here";
    const int file = ::open(name.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    report(file >= 0, std::string{"a new file in "} + folder);
    if (file >= 0) ::unlink(name.c_str());
    ::close(file);
  }
  const int self = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  report(::fchmod(self, 0755) == 0, "to change its own program");
  ::close(self);
}

void descriptors(const Situation&) {
  constexpr int most = 1024;
  bool any = false;
  for (int file = 3; file < most; ++file) {
    if (::fcntl(file, F_GETFD) < 0) continue;
    any = true;
    reached("descriptor " + std::to_string(file));
    report(::write(file, "x", 1) == 1, "to write to descriptor " + std::to_string(file));
  }
  if (!any) refused("any descriptor but its three pipes");
  for (int file = 0; file < 3; ++file) {
    struct stat status {};
    ::fstat(file, &status);
    report(!S_ISFIFO(status.st_mode), "descriptor " + std::to_string(file) + ", which is not a pipe");
  }
}

constexpr std::array file_attacks{
    Attack{"files", {files}},
    Attack{"links", {links}},
    Attack{"changes", {changes}},
    Attack{"descriptors", {descriptors}},
};

}  // namespace

std::span<const Attack> attacks_on_files() { return file_attacks; }
