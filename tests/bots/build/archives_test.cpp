#include "bots/build/archives.hpp"

#include <future>
#include <sched.h>
#include <sys/stat.h>
#include <vector>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace fs = std::filesystem;

TEST_CASE("a file that is made while archives are unpacked cannot be written by others") {
  const auto before = ::umask(022);
  const ScratchFolder scratch;
  fs::create_directory(scratch / "bot");
  for (int number = 0; number < 60; ++number) scratch.write("bot/" + std::to_string(number), "text");
  const auto bot = scratch.path().string() + "/bot";
  REQUIRE(std::system(("tar -C " + bot + " -cf " + bot + ".tar .").c_str()) == 0);

  std::vector<std::future<bool>> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.push_back(std::async(std::launch::async, [&scratch, thread] {
      bool done = true;
      for (int time = 0; time < 20; ++time) {
        const auto folder = scratch / std::to_string(thread) / std::to_string(time);
        fs::create_directories(folder);
        done = unpack(scratch / "bot.tar", folder, {}).has_value() && done;
      }
      return done;
    }));
  for (auto& thread : threads) CHECK(thread.get());
  CHECK(::umask(before) == 022);

  const auto others = fs::perms::group_write | fs::perms::others_write;
  // In a container that forbids an own umask, a moment in each entry remains.
  const bool separate = std::async(std::launch::async, [] { return ::unshare(CLONE_FS) == 0; }).get();
  for (const auto& entry : fs::recursive_directory_iterator{scratch.path()})
    if (separate) CHECK((entry.status().permissions() & others) == fs::perms::none);
}
