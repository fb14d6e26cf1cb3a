#include "bots/build/frozen_folder.hpp"

#include <array>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "base/digest.hpp"
#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

namespace fs = std::filesystem;

/// Forks children that wait a moment, like those that have not run their own program yet.
void fork_children(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const auto child = ::fork();
    if (child == 0) {
      ::usleep(20'000);
      ::_exit(0);
    }
    ::usleep(200);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
}

/// Starts `file` with the argument `--version`; 0, or the error.
int start(const std::string& file) {
  std::string name = "bot";
  std::string argument = "--version";
  const std::array<char*, 3> words{name.data(), argument.data(), nullptr};
  const std::array<char*, 1> none{nullptr};
  posix_spawn_file_actions_t quiet{};
  ::posix_spawn_file_actions_init(&quiet);
  ::posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, file.c_str(), &quiet, nullptr, words.data(), none.data());
  ::posix_spawn_file_actions_destroy(&quiet);
  return error;
}

}  // namespace

TEST_CASE("a copied program starts at once, even if other threads fork meanwhile") {
  const ScratchFolder scratch;
  fs::create_directories(scratch / "amy");
  fs::copy("/bin/bash", scratch / "amy" / "bot");
  std::ifstream program{scratch / "amy" / "bot", std::ios::binary};
  const std::string bytes{std::istreambuf_iterator<char>{program}, {}};
  const Manifest files{{"bot", BotFile::program, to_hex(sha256(bytes)), std::nullopt}};
  const std::jthread others{fork_children};
  for (int i = 0; i < 20; ++i) {
    const auto copy = scratch / ("copy-" + std::to_string(i));
    REQUIRE(copy_source(scratch / "amy", files, copy, false));
    REQUIRE(start(copy / "bot") == 0);
  }
}
