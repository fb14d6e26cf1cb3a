#include "bots/process/launcher.hpp"

#include <sys/wait.h>

#include <catch2/catch.hpp>

namespace tribunal {
namespace {

using process::error_code;
namespace fs = std::filesystem;
using ArgumentList = const char* const*;

const error_code expected_error{EDOM, process::system_category()};

/// Fails in the child, or before the fork.
struct Failing {
  bool in_child;
  std::string name;

  error_code on_setup(Launcher& /*launcher*/, const fs::path& /*program*/, ArgumentList /*words*/) const {
    return in_child ? error_code{} : expected_error;
  }
  error_code on_exec_setup(Launcher& /*launcher*/, const fs::path& /*program*/,
                           ArgumentList /*words*/) const {
    return expected_error;
  }
  void on_error(Launcher& launcher, const fs::path& /*program*/, ArgumentList /*words*/,
                const error_code& why) const {
    launcher.trouble += name + ": " + std::to_string(why.value());
  }
};

/// Says something of every error that it is told of.
struct Sound {
  void on_error(Launcher& launcher, const fs::path& /*program*/, ArgumentList /*words*/,
                const error_code&) const {
    launcher.trouble += "sound";
  }
};

TEST_CASE("Only the initialiser that failed is informed, and nothing is left of the child") {
  const Descriptor no_group;
  for (const bool in_child : {true, false}) {
    Launcher launcher{no_group};
    const auto pid =
        launcher("/bin/true", {}, Sound{}, Failing{in_child, "first"}, Failing{true, "second"}, Sound{});
    REQUIRE_FALSE(pid);
    CHECK(pid.error() == expected_error);
    CHECK(launcher.trouble == "first: " + std::to_string(EDOM));
    CHECK((launcher.pid > 0) == in_child);
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
  }
}

TEST_CASE("A program that does not exist is reported as such") {
  const Descriptor no_group;
  Launcher launcher{no_group};
  const auto pid = launcher("/bin/no-such-program", {}, Sound{});
  REQUIRE_FALSE(pid);
  CHECK(pid.error().value() == ENOENT);
  CHECK(launcher.trouble.empty());
}

TEST_CASE("A process has the words and the environment that it was given") {
  const Descriptor no_group;
  Launcher launcher{no_group};
  const std::array<const char*, 2> environment{"COLOUR=red", nullptr};
  launcher.env = environment.data();
  const std::array<std::string, 4> words{"-c", R"(test "$1:$COLOUR:$0" = "two words:red:sh")", "sh",
                                         "two words"};
  const auto pid = launcher("/bin/sh", words, Sound{});
  REQUIRE(pid);
  int status = -1;
  REQUIRE(::waitpid(*pid, &status, 0) == *pid);
  CHECK(status == 0);
}

}  // namespace
}  // namespace tribunal
