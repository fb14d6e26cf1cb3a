#include "bots/hints/start_hint.hpp"

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

FailedStart failed(const std::string& line, const ScratchFolder& folder, std::string error_tail) {
  return {.command = parse_command(line, folder.path()).value(),
          .sandbox =
              {.level = SandboxLevel::bwrap, .resources = {}, .shown = {}, .hidden = {}, .environment = {}},
          .shared = {{folder.path(), "it shares with bot ann"}},
          .ran = true,
          .message = "exited with 1 before it was ready",
          .error_tail = std::move(error_tail)};
}

std::string hint_of(const FailedStart& start) {
  return start_hint(start, [](const auto& missed) {
    std::string text = "show";
    for (const auto& name : missed) text += ' ' + name;
    return text;
  });
}

}  // namespace

TEST_CASE("a hint names what the bot missed beside it, in the words of the command that runs it") {
  const ScratchFolder folder;
  folder.write("bot.py", "");
  folder.write("kit.py", "");
  const auto said = "ModuleNotFoundError: No module named 'kit'\n";
  CHECK(hint_of(failed("python3 bot.py", folder, said)) ==
        "kit.py is hidden from the bot: it is in a folder that it shares with bot ann; show kit.py");
}

TEST_CASE("a folder that a bot does not see is named if it may miss something there, and not else") {
  const ScratchFolder folder;
  folder.write("bot.py", "");
  const auto silent = failed("python3 bot.py", folder, "");
  CHECK(hint_of(silent).empty());  // the folder holds only the bot
  folder.write("weights.bin", "");
  CHECK(hint_of(silent) ==
        "it does not see " + folder.path().string() + ", a folder that it shares with bot ann: show");
  CHECK(hint_of(failed("python3 bot.py", folder, "cannot open the net: No such file or directory\n")) ==
        hint_of(silent));
  CHECK(hint_of(failed("python3 bot.py", folder, "ZeroDivisionError: division by zero\n")).empty());
  auto free = silent;
  free.sandbox.level = SandboxLevel::limits;
  CHECK(hint_of(free).empty());
  auto others = silent;
  others.sandbox.hidden = {folder.path() / "weights.bin"};  // another bot's
  CHECK(hint_of(others).empty());
}

TEST_CASE("a first line that names no interpreter is the cause, by its end or by its name") {
  const ScratchFolder folder;
  folder.write("windows.sh", "#!/bin/sh\r\necho\r\n");
  folder.write("env.py", "#!/usr/bin/env python3\r\n");
  folder.write("typo.py", "#! /usr/bin/pyhton3 -u\nprint()\n");
  folder.write("sound.sh", "#!/bin/sh\necho\n");
  CHECK(hint_of(failed("./windows.sh", folder, "bwrap: execvp ./windows.sh: No such file or directory\n")) ==
        "the first line of ./windows.sh ends with \\r: save the file with Unix line ends");
  CHECK(hint_of(failed("./env.py", folder, "use -[v]S to pass options in shebang lines\n"))
            .starts_with("the first line of ./env.py ends with \\r"));
  CHECK(hint_of(failed("./typo.py", folder, "")) ==
        "the first line of ./typo.py names /usr/bin/pyhton3, which does not exist");
  CHECK(!hint_of(failed("./sound.sh", folder, "ValueError\n")).starts_with("the first line"));
}

TEST_CASE("a mistyped program or file is answered with the near name that exists") {
  const ScratchFolder folder;
  folder.write("first.py", "");
  auto start = failed("pyhton3 first.py", folder, "");
  start.ran = false;
  CHECK(hint_of(start) == "did you mean 'python3'?");
  start.command.words = {"./frist.py"};
  CHECK(hint_of(start) == "did you mean './first.py'?");
  start.command.words = {"./nothing-like-it"};
  CHECK(hint_of(start).empty());
  CHECK_THAT(hint_of(failed("python3 frist.py", folder, "can't open file 'frist.py': No such file")),
             Catch::EndsWith("/frist.py; did you mean 'first.py'?"));
}

TEST_CASE("a program that could not be run gets no hint about the sandbox") {
  const ScratchFolder folder;
  folder.write("bot.py", "");
  folder.write("notes", "");
  auto start = failed("nosuchbot", folder, "");
  start.ran = false;
  start.message = "cannot run 'nosuchbot': not found in PATH";
  CHECK(hint_of(start).empty());
  start.command.words = {"notes"};
  CHECK(hint_of(start) == "it is a file in the bot's directory: the command is ./notes");
  start.command.words = {"bot.py", "fast"};
  CHECK(hint_of(start) == "it is a script, run by its interpreter: the command is python3 bot.py");
}
