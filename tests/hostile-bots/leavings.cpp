// Data that a bot leaves for itself: the next process of the same bot, perhaps in another game, looks for it.
// targets[0] is a word that both know.
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "attack.hpp"

namespace {

namespace fs = std::filesystem;

constexpr std::array places{"/tmp", "/var/tmp", "/dev/shm", "/run/lock"};

std::string name_in(const std::string& place, const Situation& situation, const std::string& kind) {
  return place + "/leavings-" + situation.target(0) + '-' + kind;
}

key_t key_of(const Situation& situation) {
  return static_cast<key_t>(std::hash<std::string>{}("leavings" + situation.target(0)) % 0x7fffffff) + 1;
}

/// Removes an object by `control`; true if it existed.
template <typename Control>
bool found_and_removed(int id, Control control) {
  return id >= 0 && control(id) == 0;
}

/// Reports what it finds, and removes it; true if there was anything.
bool find_it(const Situation& situation) {
  bool any = false;
  const auto tell = [&any](bool found, const std::string& what) {
    any = any || found;
    report(found, what);
  };
  for (const char* const place : places) {
    for (const char* const kind : {"file", "folder", "well", "closed"}) {
      const auto name = name_in(place, situation, kind);
      struct stat status {};
      tell(::lstat(name.c_str(), &status) == 0, "what its predecessor left: " + name);
      std::error_code ignored;
      ::chmod(name.c_str(), 0700);
      fs::remove_all(name, ignored);
    }
  }
  const key_t key = key_of(situation);
  tell(found_and_removed(::shmget(key, 0, 0), [](int id) { return ::shmctl(id, IPC_RMID, nullptr); }),
       "its predecessor's memory");
  tell(found_and_removed(::semget(key, 0, 0), [](int id) { return ::semctl(id, 0, IPC_RMID); }),
       "its predecessor's semaphores");
  tell(found_and_removed(::msgget(key, 0), [](int id) { return ::msgctl(id, IPC_RMID, nullptr); }),
       "its predecessor's queue");
  return any;
}

/// Nested directories, deeper than a path can be long and than the number of files that most programs may
/// open.
void dig(const std::string& name) {
  constexpr int depth = 1200;
  if (::mkdir(name.c_str(), 0700) != 0) return;
  const int before = ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (::chdir(name.c_str()) == 0) {
    for (int i = 0; i < depth; ++i)
      if (::mkdir("deeper", 0700) != 0 || ::chdir("deeper") != 0) break;
    std::ofstream{"at the bottom"} << "seen";
  }
  if (::fchdir(before) != 0) ::_exit(1);
  ::close(before);
}

/// With targets[1], also files that std::filesystem could not remove.
void leave_it(const Situation& situation) {
  for (const char* const place : places) {
    std::ofstream{name_in(place, situation, "file")} << "seen";
    const auto folder = name_in(place, situation, "folder");
    std::error_code ignored;
    fs::create_directories(folder + "/in/it", ignored);
    std::ofstream{folder + "/in/it/file"} << "seen";
    fs::create_symlink("/", folder + "/root", ignored);
    fs::create_symlink(folder, folder + "/in/again", ignored);
    const auto closed = name_in(place, situation, "closed");
    fs::create_directories(closed + "/within", ignored);
    ::chmod(closed.c_str(), 0);
  }
  if (situation.targets.size() > 1) dig(name_in(places.front(), situation, "well"));
  const key_t key = key_of(situation);
  const int segment = ::shmget(key, 4096, IPC_CREAT | 0666);
  shmid_ds data{};
  if (::shmctl(segment, IPC_STAT, &data) == 0) {  // what it made for nobody stays
    data.shm_perm.uid = 65534;
    ::shmctl(segment, IPC_SET, &data);
  }
  const int set = ::semget(key, 1, IPC_CREAT | 0666);
  const int queue = ::msgget(key, IPC_CREAT | 0666);
  refused(segment >= 0 && set >= 0 && queue >= 0 ? "yet: it leaves something" : "to leave all that it would");
}

void follow_a_predecessor(const Situation& situation) {
  if (!find_it(situation)) leave_it(situation);
}

constexpr std::array leaving_attacks{Attack{"predecessor", {follow_a_predecessor}}};

}  // namespace

std::span<const Attack> leavings() { return leaving_attacks; }
