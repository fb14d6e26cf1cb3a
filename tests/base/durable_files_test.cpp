#include "base/durable_files.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"

namespace tribunal {
namespace {

enum PublishOutcome : int { published_here, published_by_other, publish_failed };

PublishOutcome publish(const std::filesystem::path& from, const std::filesystem::path& to) {
  const auto published = publish_folder(from, to);
  if (!published) return publish_failed;
  return *published ? published_here : published_by_other;
}

TEST_CASE("if two processes publish a folder at once, one of them publishes it and neither fails") {
  for (int round = 0; round < 100; ++round) {
    const testing::ScratchFolder folder;
    std::filesystem::create_directory(folder / "from");
    folder.write("from/results.db", "all of it");
    folder.write("from/run.log", "a line");
    const auto child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) ::_exit(publish(folder / "from", folder / "to"));
    const int here = publish(folder / "from", folder / "to");
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(here + WEXITSTATUS(status) == published_here + published_by_other);
    REQUIRE(std::filesystem::exists(folder / "to/run.log"));
  }
}

}  // namespace
}  // namespace tribunal
