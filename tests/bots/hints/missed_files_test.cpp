#include <catch2/catch.hpp>

#include "bots/hints/start_hint.hpp"
#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

std::vector<std::string> names_of(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> names;
  for (const auto& path : paths) names.push_back(path.filename());
  return names;
}

}  // namespace

TEST_CASE("hidden files that a bot's last words name are reported as missed") {
  const ScratchFolder folder;
  for (const auto* name : {"bot.py", "kit.py", "kitchen.py", "weights.bin", "line"}) folder.write(name, "");
  const auto command = parse_command("python3 bot.py", folder.path()).value();
  const auto missed = [&](std::string_view said) {
    const Sandbox sandbox{
        .level = SandboxLevel::bwrap, .resources = {}, .shown = {}, .hidden = {}, .environment = {}};
    return names_of(missed_files(command, view_of(command, sandbox), said));
  };
  const std::string traceback =
      "Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\n";
  CHECK(missed(traceback + "ModuleNotFoundError: No module named 'kit'\n") ==
        std::vector<std::string>{"kit.py"});
  CHECK(missed("cannot open ./weights.bin: No such file") == std::vector<std::string>{"weights.bin"});
  CHECK(missed("Error: Cannot find module './kit'\n    at require\n") == std::vector<std::string>{"kit.py"});
  CHECK(missed("kitten").empty());
  CHECK(missed("").empty());
}

TEST_CASE("a word of the command that names a file that is nowhere is found if the bot complains of it") {
  const ScratchFolder folder;
  folder.write("bot.py", "");
  const auto absent = [&](const std::string& line, std::string_view said) {
    return absent_file(parse_command(line, folder.path()).value(), said).filename();
  };
  const auto* const said = "python3: can't open file '/x/nothere.py': [Errno 2] No such file or directory";
  CHECK(absent("python3 nothere.py", said) == "nothere.py");
  CHECK(absent("python3 bot.py", "bot.py").empty());
  CHECK(absent("python3 bot.py fast", "fast is no mode").empty());
  CHECK(absent("nosuchbot", "not found in PATH").empty());
}
