#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "bots/process/host.hpp"
#include "bots/process/probe.hpp"

namespace tribunal {
namespace {

// The environment of a bot's process at every level of the sandbox. Each level is a separate test, so that a
// level that does not work here does not skip another.

namespace fs = std::filesystem;

bool works(Host& host, SandboxLevel level) {
  const auto found = probe(host, level);
  if (!found.works()) WARN("SKIPPED: level " << name_of(level) << ": " << found.problem);
  return found.works();
}

/// A folder with a short name that every user may enter, so that its program can run as any user.
class OpenFolder {
 public:
  OpenFolder() {
    std::string pattern = "/tmp/tXXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"no folder for a test"};
    path_ = pattern;
    fs::permissions(path_, fs::perms{0755});
  }
  ~OpenFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;

  /// A shell of this name in the folder, as the bot's own program.
  [[nodiscard]] fs::path shell(const std::string& name) const {
    fs::copy_file(fs::canonical("/bin/sh"), path_ / name);
    fs::permissions(path_ / name, fs::perms{0755});
    return path_ / name;
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The bytes from a pipe until its end.
std::string read_all(const Descriptor& end) {
  REQUIRE(::fcntl(end.get(), F_SETFL, 0) == 0);  // it may wait
  std::string text;
  std::array<char, 4096> block{};
  for (ssize_t count = 0; (count = ::read(end.get(), block.data(), block.size())) > 0;)
    text.append(block.data(), static_cast<std::size_t>(count));
  return text;
}

struct Heard {
  std::string output;
  std::string errors;
};

/// The output of a program that is sent `input`, and then end of file.
Heard run(Host& host, const Command& command, SandboxLevel level, const std::string& input = {}) {
  Sandbox sandbox{.level = level};
  if (command.directory != "/") sandbox.shown.push_back(command.directory);
  auto launched = host.launch(command, sandbox);
  if (!launched) FAIL(launched.error().message);
  CHECK(::write(launched->input.get(), input.data(), input.size()) == static_cast<ssize_t>(input.size()));
  launched->input = Descriptor{};
  Heard heard;
  heard.output = read_all(launched->output);
  heard.errors = read_all(launched->errors);
  host.dismiss(launched->pid);
  return heard;
}

/// The words with which the shell `name` was started, one per line.
void check_words(SandboxLevel level, const std::string& name) {
  Host host;
  if (!works(host, level)) return;
  const OpenFolder folder;
  const auto shell = folder.shell(name);
  const Command command{{shell, "-c", "tr '\\0' '\\n' < /proc/$$/cmdline", "a first word", ""},
                        folder.path()};
  const auto heard = run(host, command, level);
  CAPTURE(heard.errors);
  CHECK(heard.output == shell.string() + "\n-c\ntr '\\0' '\\n' < /proc/$$/cmdline\na first word\n\n");
}

/// A name too long to be stored in place. Once it is freed, its memory soon holds something else.
const std::string long_name(200, 'x');

/// Opens its pipes again, by their names in /dev, as scripts do.
void check_names_of_pipes(SandboxLevel level) {
  Host host;
  if (!works(host, level)) return;
  const std::string script =
      "read word < /dev/stdin; echo \"heard $word\" > /dev/stdout; echo \"and $word\" > /dev/stderr";
  const auto heard = run(host, {{"/bin/sh", "-c", script}, "/"}, level, "hello\n");
  CHECK(heard.output == "heard hello\n");
  CHECK(heard.errors == "and hello\n");
}

#define AT_LEVEL(name, level)                                                          \
  TEST_CASE("At level " name " a program is started by its own path, short or long") { \
    SECTION("short") { check_words(level, "s"); }                                      \
    SECTION("long") { check_words(level, long_name); }                                 \
  }                                                                                    \
  TEST_CASE("At level " name " a bot may open its pipes by their names") { check_names_of_pipes(level); }

AT_LEVEL("none", SandboxLevel::none)
AT_LEVEL("limits", SandboxLevel::limits)
AT_LEVEL("bwrap", SandboxLevel::bwrap)
AT_LEVEL("bwrap+cgroup", SandboxLevel::bwrap_cgroup)

}  // namespace
}  // namespace tribunal
