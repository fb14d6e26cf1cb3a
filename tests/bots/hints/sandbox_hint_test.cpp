#include "bots/hints/sandbox_hint.hpp"

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

std::string hint_of(std::string_view said, SandboxLevel level = SandboxLevel::bwrap) {
  return sandbox_hint({.level = level, .resources = {}, .shown = {}, .hidden = {}, .environment = {}}, said);
}

}  // namespace

TEST_CASE("a complaint of a restriction of the sandbox is told with what changes it") {
  CHECK_THAT(hint_of("OSError: [Errno 30] Read-only file system: 'cache.txt'"),
             Catch::Contains("[resources] tmp_mb"));
  CHECK_THAT(hint_of("Error: EROFS: read-only file system, open 'x'"),
             Catch::Contains("write to /tmp alone"));
  for (const auto* const said :
       {"socket.gaierror: [Errno -3] Temporary failure in name resolution",
        "Error: getaddrinfo ENOTFOUND example.com", "OSError: [Errno 101] Network is unreachable",
        "java.net.UnknownHostException: example.com", "dial tcp: lookup example.com: no such host"})
    CHECK_THAT(hint_of(said), Catch::Contains("has no network") && Catch::Contains("--sandbox limits"));
  CHECK_THAT(hint_of("used more than the 1024 MiB of memory allowed"),
             Catch::Contains("[resources] memory_mb = 2048"));
  const auto killed = "used 1114 MiB of memory, of 1024 MiB allowed at its first question";
  CHECK_THAT(hint_of(killed), Catch::EndsWith("[resources] memory_mb = 2048"));
  for (const auto* const java : {"java", "/usr/bin/java"}) {
    CHECK_THAT(
        sandbox_hint(
            {.level = SandboxLevel::limits, .resources = {}, .shown = {}, .hidden = {}, .environment = {}},
            killed, java),
        Catch::EndsWith("[resources] memory_mb = 2048; or bound its heap: java -Xmx768m"));
  }
  CHECK_THAT(hint_of("can't start new thread"), Catch::Contains("[resources] processes = 256"));
}

TEST_CASE("a restriction that the level does not have, or that is only a part of a word, is not named") {
  CHECK(hint_of("Read-only file system", SandboxLevel::limits).empty());
  CHECK(hint_of("Network is unreachable", SandboxLevel::limits).empty());
  CHECK(hint_of("can't start new thread", SandboxLevel::none).empty());
  CHECK(hint_of("ModuleNotFoundError: No module named 'x'").empty());
  CHECK(hint_of("myeagain").empty());
}
