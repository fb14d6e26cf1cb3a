#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <catch2/catch.hpp>

#include "bots/process/host.hpp"

namespace tribunal {
namespace {

constexpr uid_t somebody = 54321;

/// Its whole output, and its status.
std::string said_by(Launched launched) {
  launched.input = Descriptor{};
  REQUIRE(::fcntl(launched.output.get(), F_SETFL, 0) == 0);
  std::string said;
  char byte = 0;
  while (::read(launched.output.get(), &byte, 1) == 1) said += byte;
  ::waitpid(launched.pid, nullptr, 0);
  return said;
}

/// A confined shell that runs `script`, and its output.
Profile shell(const std::string& script) {
  Profile profile{.words = {"/bin/sh", "-c", script}, .directory = "/"};
  profile.confined = true;
  return profile;
}

std::string said_in(const Profile& profile) {
  auto launched = launch_process(profile, "test", {});
  if (!launched) FAIL(launched.error().message);
  return said_by(std::move(*launched));
}

const std::string who_it_is = "cat /proc/self/status; ls -l /proc/self/fd; ulimit -u";

TEST_CASE("A process that became another user has that one's rights alone, for good") {
  if (::geteuid() != 0) {
    WARN("SKIPPED: only root can start a process as somebody else");
    return;
  }
  auto profile = shell(who_it_is);
  profile.user = somebody;
  const auto said = said_in(profile);
  const std::string id = "\t54321\t54321\t54321\t54321\n";
  const std::string no_capability = "\t0000000000000000\n";
  for (const auto& line : {"Uid:" + id, "Gid:" + id, "CapInh:" + no_capability, "CapPrm:" + no_capability,
                           "CapEff:" + no_capability, "CapBnd:" + no_capability, "CapAmb:" + no_capability})
    CHECK_THAT(said, Catch::Contains(line));
  CHECK_THAT(said, Catch::Matches("(.|\n)*Groups:\\s*\n(.|\n)*") && Catch::Contains("NoNewPrivs:\t1\n"));
}

TEST_CASE("A confined process gets no rights from a program's file") {
  CHECK_THAT(said_in(shell(who_it_is)), Catch::Contains("NoNewPrivs:\t1\n"));
}

TEST_CASE("A process counted apart is in a namespace with its own user alone") {
  auto profile = shell("cat /proc/self/uid_map /proc/self/gid_map /proc/self/setgroups");
  profile.counted_apart = true;
  auto launched = launch_process(profile, "test", {});
  if (!launched) {
    WARN("SKIPPED: no user namespaces here: " << launched.error().message);
    return;
  }
  const auto only = [](unsigned id) {
    return "\\s*" + std::to_string(id) + "\\s+" + std::to_string(id) + "\\s+1\n";
  };
  CHECK_THAT(said_by(std::move(*launched)), Catch::Matches(only(::geteuid()) + only(::getegid()) + "deny\n"));
}

TEST_CASE("Limits hold from the first word on") {
  auto profile = shell("ulimit -n; ulimit -Hn");
  profile.limits = {{RLIMIT_NOFILE, 77}};
  CHECK(said_in(profile) == "77\n77\n");
}

TEST_CASE("A filter of system calls holds from the first word on") {
  if (!kernel_filters_syscalls()) {
    WARN("SKIPPED: this kernel has no seccomp");
    return;
  }
  const auto filter = SyscallFilter::compile();
  REQUIRE(filter);
  auto profile = shell("grep Seccomp: /proc/self/status");
  profile.filtering = Filtering::itself;
  auto launched = launch_process(profile, "test", {}, &*filter);
  REQUIRE(launched);
  CHECK(said_by(std::move(*launched)) == "Seccomp:\t2\n");
}

TEST_CASE("A sandbox is handed a filter, and nothing else of ours") {
  const auto filter = SyscallFilter::compile();
  REQUIRE(filter);
  auto profile = shell("cat <&4 | head -c 1 | wc -c; ls /proc/self/fd | tr '\\n' ' '");
  profile.filtering = Filtering::sandbox;
  profile.tells_status = true;
  auto launched = launch_process(profile, "test", {}, &*filter);
  REQUIRE(launched);
  CHECK(said_by(std::move(*launched)) == "1\n0 1 2 3 4 5 ");  // the last is the directory that ls reads
}

TEST_CASE("A failure to create a process is reported, and is not the bot's fault") {
  if (::geteuid() == 0) {
    WARN("SKIPPED: root can be anybody");
    return;
  }
  auto profile = shell("true");
  profile.user = somebody;
  const auto launched = launch_process(profile, "test", {});
  REQUIRE_FALSE(launched);
  CHECK(launched.error().code == ErrorCode::machine);
  CHECK_THAT(launched.error().message, Catch::StartsWith("cannot run a process as a user of its own: "));
}

TEST_CASE("The step that failed is named, and nothing is left of the child") {
  auto profile = shell("true");
  profile.limits = {{RLIMIT_CORE, 0}, {RLIMIT_NOFILE, RLIM_INFINITY}};  // more than the kernel ever allows
  const auto launched = launch_process(profile, "test", {});
  REQUIRE_FALSE(launched);
  CHECK(launched.error().code == ErrorCode::machine);
  CHECK(
      launched.error().message ==
      "cannot limit what a process uses: Operation not permitted (the user's own limits may be lower: ulimit "
      "-aH)");
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("A program that cannot be run is its author's fault, and nothing is left of the child") {
  auto profile = shell("true");
  profile.words = {"/bin/no-such-program"};
  const auto launched = launch_process(profile, "test", {});
  REQUIRE_FALSE(launched);
  CHECK(launched.error().code == ErrorCode::bot);
  CHECK(launched.error().message == "cannot run '/bin/no-such-program': No such file or directory");
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("A process has the words and the environment that it was given") {
  auto profile = shell(R"(test "$1:$COLOUR:$TRIBUNAL_BOT:$0" = "two words:red:test:sh" && echo equal)");
  profile.words.insert(profile.words.end(), {"sh", "two words"});
  profile.environment = {"COLOUR=red"};
  CHECK(said_in(profile) == "equal\n");
}

}  // namespace
}  // namespace tribunal
