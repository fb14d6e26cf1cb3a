#include <array>
#include <fstream>
#include <functional>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "bots/sandbox/orphan_reaper.hpp"
#include "support/scratch_folder.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;
using testing::ScratchFolder;

/// A user number without processes if root runs the tests; otherwise the user who runs them.
uid_t stranger() { return ::geteuid() == 0 ? 1'800'000'000 + static_cast<uid_t>(::getpid()) : ::geteuid(); }

/// Runs `task` as `user` in a child process.
void as(uid_t user, const std::function<void()>& task) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setresuid(user, user, user) != 0) ::_exit(1);
    ::umask(0);
    task();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
}

void make_public(const fs::path& place) { REQUIRE(::chmod(place.c_str(), 01777) == 0); }

void tidy(const ScratchFolder& place, uid_t user) {
  const std::array places{place.path()};
  remove_files(user, places);
}

TEST_CASE("Everything that a user left in public directories is removed") {
  const ScratchFolder place;
  make_public(place.path());
  as(stranger(), [&] {
    std::ofstream{place / "file"} << "text";
    fs::create_directories(place / "folder/in/it");
    std::ofstream{place / "folder/in/it/file"} << "text";
    ::mkfifo((place / "folder/pipe").c_str(), 0600);
    ::mkfifo((place / "pipe").c_str(), 0600);
    fs::create_directory(place / "lifted-1");
    std::ofstream{place / "folder/lifted-1"} << "in the way";
  });
  tidy(place, stranger());
  CHECK(fs::is_empty(place.path()));
}

TEST_CASE("No directory is too deep to be removed") {
  const ScratchFolder place;
  make_public(place.path());
  constexpr int depth = 5000;  // longer than a path can be, and more than a process can have open
  as(stranger(), [&] {
    if (::chdir(place.path().c_str()) != 0) ::_exit(1);
    for (int i = 0; i < depth; ++i)
      if (::mkdir("d", 0700) != 0 || ::chdir("d") != 0) ::_exit(1);
  });
  tidy(place, stranger());
  CHECK(fs::is_empty(place.path()));
}

TEST_CASE("Symbolic links are not followed") {
  const ScratchFolder place;
  const ScratchFolder elsewhere;
  make_public(place.path());
  const auto kept = elsewhere.write("kept", "text");
  as(stranger(), [&] {
    fs::create_symlink(elsewhere.path(), place / "link");
    fs::create_directory(place / "folder");
    fs::create_symlink(elsewhere.path(), place / "folder/link");
    fs::create_symlink(kept, place / "folder/file");
    fs::create_symlink(place.path(), place / "folder/round");
  });
  tidy(place, stranger());
  CHECK(fs::is_empty(place.path()));
  CHECK(fs::exists(kept));
}

TEST_CASE("Only files of that user are removed") {
  if (::geteuid() != 0) {
    WARN("SKIPPED: only root can leave files as several users");
    return;
  }
  const ScratchFolder place;
  make_public(place.path());
  fs::create_directories(place / "open/deeper");
  fs::create_directory(place / "ours");
  place.write("ours/file", "text");
  place.write("file", "text");
  for (const auto* const name : {"open", "open/deeper"}) make_public(place / name);
  as(stranger(), [&] {
    std::ofstream{place / "open/deeper/theirs"} << "text";
    fs::create_directory(place / "closed");
    std::ofstream{place / "closed/file"} << "text";
    ::chmod((place / "closed").c_str(), 0);
  });
  as(stranger() + 1, [&] { std::ofstream{place / "open/another's"} << "text"; });
  tidy(place, stranger());
  CHECK(fs::exists(place / "ours/file"));
  CHECK(fs::exists(place / "file"));
  CHECK(fs::exists(place / "open/another's"));
  CHECK(fs::is_empty(place / "open/deeper"));
  CHECK_FALSE(fs::exists(place / "closed"));
}

TEST_CASE("A place that is not there is no trouble") {
  const std::array<fs::path, 1> places{"/nowhere/at/all"};
  remove_files(stranger(), places);
}

TEST_CASE("Segments, semaphores and queues of a user are removed") {
  if (::geteuid() != 0) {
    WARN("SKIPPED: what an ordinary user has made may be in use");
    return;
  }
  const key_t key = 0x54000000 + ::getpid();
  const auto there = [&] {
    return std::array{::shmget(key, 0, 0) >= 0, ::shmget(key + 1, 0, 0) >= 0, ::semget(key, 0, 0) >= 0,
                      ::msgget(key, 0) >= 0};
  };
  as(stranger(), [&] {
    (void)::shmget(key, 4096, IPC_CREAT | 0600);
    const int given_away = ::shmget(key + 1, 4096, IPC_CREAT | 0600);
    shmid_ds data{};
    ::shmctl(given_away, IPC_STAT, &data);
    data.shm_perm.uid = 0;
    ::shmctl(given_away, IPC_SET, &data);
    (void)::semget(key, 1, IPC_CREAT | 0600);
    (void)::msgget(key, IPC_CREAT | 0600);
  });
  CHECK(there() == std::array{true, true, true, true});
  remove_ipc_objects(stranger() + 1);
  CHECK(there() == std::array{true, true, true, true});
  remove_ipc_objects(stranger());
  CHECK(there() == std::array{false, false, false, false});
}

}  // namespace
}  // namespace tribunal
