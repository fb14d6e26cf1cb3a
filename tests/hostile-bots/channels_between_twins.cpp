// Two bots of one author at one table: the one in an even seat leaves a word, and the one in an odd seat
// looks for it. targets[0] is a word that both know.
#include <fcntl.h>
#include <linux/vm_sockets.h>  // which needs <sys/socket.h>
#include <mqueue.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include "attack.hpp"

namespace {

using Try = bool (*)(const std::string& word);

/// A file that everybody can see and nobody may write to.
constexpr const char* common_file = "/usr/bin/env";

template <Try leave>
void leaves(const Situation& situation) {
  if (situation.seat % 2 != 0) return;
  const bool left = leave(situation.target(0));
  const int error = errno;
  refused(left ? "yet: a word is left for its twin"
               : std::string{"to leave a word for its twin ("} + std::strerror(error) + ')');
}

template <Try find>
void looks(const Situation& situation) {
  if (situation.seat % 2 != 0) report(find(situation.target(0)), "a word of its twin");
}

/// Held until the process ends.
int common_descriptor() {
  static const int file = ::open(common_file, O_RDONLY | O_CLOEXEC);
  return file;
}

bool lock_file(const std::string&) { return ::flock(common_descriptor(), LOCK_EX | LOCK_NB) == 0; }

bool file_is_locked(const std::string&) {
  const bool locked = ::flock(common_descriptor(), LOCK_EX | LOCK_NB) != 0;
  if (!locked) ::flock(common_descriptor(), LOCK_UN);
  if (!locked) errno = ENOENT;
  return locked;
}

/// A place in the file that stands for the word.
off_t place_of(const std::string& word) {
  return static_cast<off_t>(std::hash<std::string>{}(word) % 1'000'000);
}

bool lock_range(const std::string& word) {
  struct flock range {};
  range.l_type = F_RDLCK;
  range.l_start = place_of(word);
  range.l_len = 1;
  return ::fcntl(common_descriptor(), F_SETLK, &range) == 0;
}

bool range_is_locked(const std::string& word) {
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_start = place_of(word);
  range.l_len = 1;
  if (::fcntl(common_descriptor(), F_GETLK, &range) != 0) return false;
  errno = ENOENT;
  return range.l_type != F_UNLCK;
}

int watcher() {
  static const int watcher = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return watcher;
}

void watch_file(const Situation& situation) {
  if (situation.seat % 2 == 0) return;
  const bool watched = ::inotify_add_watch(watcher(), common_file, IN_OPEN) >= 0;
  refused(watched ? "yet: it watches a file" : "to watch a file");
}

bool open_file(const std::string&) {
  const int file = ::open(common_file, O_RDONLY | O_CLOEXEC);
  return file >= 0 && ::close(file) == 0;
}

bool file_was_opened(const std::string&) {
  std::array<char, 4096> events{};
  return ::read(watcher(), events.data(), events.size()) > 0;
}

bool leave_in_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_RDONLY | O_CLOEXEC, 0666);
  return file >= 0 && ::close(file) == 0;
}

bool find_in_file(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0 && (::unlink(path.c_str()), true);
}

bool leave_in_folder(const std::string& word) { return leave_in_file("./attacker-" + word); }
bool find_in_folder(const std::string& word) { return find_in_file("./attacker-" + word); }
bool leave_in_tmp(const std::string& word) { return leave_in_file("/tmp/attacker-" + word); }
bool find_in_tmp(const std::string& word) { return find_in_file("/tmp/attacker-" + word); }

bool leave_in_shared_memory(const std::string& word) {
  return ::shm_open(("/attacker-" + word).c_str(), O_CREAT | O_EXCL | O_RDWR, 0666) >= 0;
}

bool find_in_shared_memory(const std::string& word) {
  const auto name = "/attacker-" + word;
  return ::shm_open(name.c_str(), O_RDONLY, 0) >= 0 && ::shm_unlink(name.c_str()) == 0;
}

key_t key_of(const std::string& word) {
  return static_cast<key_t>(std::hash<std::string>{}(word) % 0x7fffffff) + 1;
}

bool leave_in_queue(const std::string& word) {
  return ::msgget(key_of(word), IPC_CREAT | IPC_EXCL | 0666) >= 0;
}

bool find_in_queue(const std::string& word) {
  const int queue = ::msgget(key_of(word), 0);
  return queue >= 0 && ::msgctl(queue, IPC_RMID, nullptr) == 0;
}

bool leave_in_posix_queue(const std::string& word) {
  return ::mq_open(("/attacker-" + word).c_str(), O_CREAT | O_EXCL | O_RDWR, 0666, nullptr) >= 0;
}

bool find_in_posix_queue(const std::string& word) {
  const auto name = "/attacker-" + word;
  return ::mq_open(name.c_str(), O_RDONLY) >= 0 && ::mq_unlink(name.c_str()) == 0;
}

constexpr int session_keyring = -3;
constexpr int user_keyring = -4;
constexpr int search = 10;
constexpr int invalidate = 21;

template <int keyring>
bool leave_key(const std::string& word) {
  const auto name = "attacker-" + word;
  return ::syscall(SYS_add_key, "user", name.c_str(), "x", 1, keyring) >= 0;
}

template <int keyring>
bool find_key(const std::string& word) {
  const auto name = "attacker-" + word;
  const auto key = ::syscall(SYS_keyctl, search, keyring, "user", name.c_str(), 0);
  if (key < 0) return false;
  ::syscall(SYS_keyctl, invalidate, key);
  return true;
}

bool listen_at(const std::string& word) {
  sockaddr_un place{};
  place.sun_family = AF_UNIX;
  word.copy(place.sun_path + 1, sizeof place.sun_path - 2);
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  return ::bind(socket, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0;
}

/// The name is taken.
bool is_listened_at(const std::string& word) {
  if (!listen_at(word)) return errno == EADDRINUSE;
  errno = ENOENT;
  return false;
}

/// A port of the sockets between a virtual machine and its host. No network namespace has its own of these.
bool listen_at_port(const std::string& word) {
  sockaddr_vm place{};
  place.svm_family = AF_VSOCK;
  place.svm_cid = VMADDR_CID_ANY;
  place.svm_port = 1'000'000 + static_cast<unsigned>(std::hash<std::string>{}(word) % 1'000'000'000);
  const int socket = ::socket(AF_VSOCK, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return ::bind(socket, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0;
}

bool port_is_listened_at(const std::string& word) {
  if (!listen_at_port(word)) return errno == EADDRINUSE;
  errno = ENOENT;
  return false;
}

template <Try leave, Try find>
constexpr Attack channel(std::string_view name) {
  return {name, {leaves<leave>, looks<find>, nullptr}};
}

constexpr std::array channels{
    channel<lock_file, file_is_locked>("twins-by-flock"),
    channel<lock_range, range_is_locked>("twins-by-range-lock"),
    Attack{"twins-by-inotify", {watch_file, leaves<open_file>, looks<file_was_opened>}},
    channel<leave_in_folder, find_in_folder>("twins-by-folder"),
    channel<leave_in_tmp, find_in_tmp>("twins-by-tmp"),
    channel<leave_in_shared_memory, find_in_shared_memory>("twins-by-shared-memory"),
    channel<leave_in_queue, find_in_queue>("twins-by-queue"),
    channel<leave_in_posix_queue, find_in_posix_queue>("twins-by-posix-queue"),
    channel<leave_key<session_keyring>, find_key<session_keyring>>("twins-by-session-keyring"),
    channel<leave_key<user_keyring>, find_key<user_keyring>>("twins-by-user-keyring"),
    channel<listen_at, is_listened_at>("twins-by-socket"),
    channel<listen_at_port, port_is_listened_at>("twins-by-vsock"),
};

}  // namespace

std::span<const Attack> channels_between_twins() { return channels; }
