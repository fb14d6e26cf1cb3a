#include <filesystem>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "bots/hints/file_hint.hpp"
#include "bots/hints/sandbox_hint.hpp"
#include "bots/hints/start_hint.hpp"
#include "bots/system/program.hpp"
#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

FailedStart failed(const std::string& line, const ScratchFolder& folder, std::string error_tail) {
  return {.command = parse_command(line, folder.path()).value(),
          .sandbox = {.level = SandboxLevel::bwrap},
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

TEST_CASE("a hint names what the bot missed beside it, in the words of the command that runs it") {
  const ScratchFolder folder;
  folder.write("bot.py", "");
  folder.write("kit.py", "");
  const auto said = "ModuleNotFoundError: No module named 'kit'\n";
  CHECK(hint_of(failed("python3 bot.py", folder, said)) ==
        "kit.py is hidden from the bot: it is in a folder that it shares with bot ann; show kit.py");
}

TEST_CASE("a name that is wrong by its capitals is named, in the words of every language") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "engine");
  for (const auto* const name :
       {"strategy.py", "engine/search.rs", "words.h", "Data.txt", "Both.js", "both.js"})
    folder.write(name, "");
  const auto [said, hint] = GENERATE(table<const char*, const char*>({
      {"ModuleNotFoundError: No module named 'Strategy'\n",
       "it looks for 'Strategy', but its file is named 'strategy.py'"},
      {"bot.cpp:1:10: fatal error: Words.h: No such file or directory\n", "'words.h'"},
      {"Error: Cannot find module './Strategy'\n", "'strategy.py'"},
      {"FileNotFoundError: [Errno 2] No such file or directory: 'data.txt'\n", "'Data.txt'"},
      {"error[E0583]: file not found for module `Search`\n", "'search.rs'"},
      {"make: *** No rule to make target 'Words.h', needed by 'bot'.  Stop.\n", "'words.h'"},
      {"sh: 1: ./Engine/go: not found\n", "its file is named 'engine'"},
      {"No such file or directory: 'Words.txt'\n", nullptr},
      {"No such file or directory: 'both.js'\n", nullptr},
      {"No module named 'numpy'\n", nullptr},
      {"Strategy is ready\n", nullptr},
  }));
  INFO(said);
  const auto found = capitals_hint(said, folder.path());
  CHECK(found.empty() == (hint == nullptr));
  CHECK(found.contains(hint == nullptr ? "" : hint));
}

TEST_CASE("a program for another processor or system is named as one") {
  const ScratchFolder folder;
  const std::string of_mips =
      "\x7f"
      "ELF\x02\x01\x01" +
      std::string(9, '\0') + std::string{"\x02\x00\x08\x00", 4} + std::string(60, '\0');
  for (const auto& [head, system] : {std::pair{of_mips, "mips"},
                                     {std::string{"MZ\x90\x00", 4}, "Windows"},
                                     {std::string{"\xcf\xfa\xed\xfe"}, "macOS"},
                                     {std::string{"#!/bin/sh"}, ""}})
    CHECK(foreign_system(head) == system);
  folder.write("bot", of_mips);
  std::filesystem::permissions(folder.path() / "bot", std::filesystem::perms::all);
  const auto looked = look_at(parse_command("./bot", folder.path()).value());
  REQUIRE_FALSE(looked);
  CHECK(looked.error().message.contains("it is a program for mips, not for this machine"));
  CHECK(look_at(parse_command("/bin/sh", folder.path()).value()));
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
        "the first line of ./windows.sh ends with \\r: save the file with Unix line endings");
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
  folder.write("bot.cpp", "int main() {}\n");
  start.command.words = {"./bot.cpp"};
  CHECK(hint_of(start).starts_with("it is source code, not a program: build it first"));
  start.command.words = {"./nothing-like-it"};
  CHECK(hint_of(start).empty());
  CHECK_THAT(hint_of(failed("python3 frist.py", folder, "can't open file 'frist.py': No such file")),
             Catch::EndsWith("/frist.py; did you mean 'first.py'?"));
}

TEST_CASE("a script that another language's interpreter got, or a folder in place of a script, is told so") {
  const ScratchFolder folder;
  folder.write("bot.py", "");
  folder.write("bot.jar", "");
  CHECK(hint_of(failed("node bot.py", folder, "Unknown file extension\n")) ==
        "use the command python3 bot.py");
  CHECK(hint_of(failed("java bot.jar", folder, "")) == "use the command java -jar bot.jar");
  CHECK(!hint_of(failed("python3 bot.py", folder, "")).contains("use the command"));
  const auto here = folder.path().string();
  CHECK(hint_of(failed("node .", folder, "Error: Cannot find module '" + here + "'\n")) ==
        here + " is a folder: name the file in the command, as in node bot.js");
}

TEST_CASE(
    "a command that builds at every start, or names a class by its file, is answered with the right one") {
  const ScratchFolder folder;
  folder.write("Cargo.toml", "[package]\nname = \"mybot\"\n");
  const auto [line, right] = GENERATE(table<std::string, std::string>({
      {"cargo run --release -q", "and use the command ./target/release/mybot"},
      {"/usr/bin/go run .",
       "with go build -o mybot . (here: --build 'go build -o mybot .'), and use the command ./mybot"},
      {"dotnet run", "dotnet out/NAME.dll"},
      {"java MyBot.class", "use the command java -cp . MyBot"},
      {"java -Xmx100m out/MyBot.class", "use the command java -cp out MyBot"},
      {"npx ts-node bot.ts", "with tsc (here: --build 'tsc'), and use the command node bot.js"},
      {"java MyBot.java", "with javac MyBot.java, and use the command java -cp . MyBot"},
  }));
  auto start = failed(line, folder, "");
  CHECK_THAT(hint_of(start), Catch::EndsWith(right));
  start.ran = false;
  CHECK_THAT(hint_of(start), Catch::EndsWith(right));
  for (const auto* const sound : {"java -cp . MyBot", "java -jar bot.jar", "python3 run"})
    CHECK_FALSE(hint_of(failed(sound, folder, "")).contains("the command "));
}

std::string hint_about_file(const ScratchFolder& folder, const std::string& said,
                            SandboxLevel level = SandboxLevel::bwrap,
                            const std::string& line = "python3 bot.py") {
  return file_hint(parse_command(line, folder.path()).value(), {.level = level, .shown = {folder.path()}},
                   said);
}

TEST_CASE("a file that cannot be opened is told to be hidden by its place alone, whether or not it exists") {
  const ScratchFolder folder;
  folder.write("bot.py", "");
  const auto [said, path] = GENERATE(table<std::string, std::string>({
      {"FileNotFoundError: [Errno 2] No such file or directory: '/home/me/w.bin'\n", "/home/me/w.bin"},
      {"Error: ENOENT: no such file or directory, open '../shared/w.bin'\n    at f (bot.js:1:2)\n",
       "../shared/w.bin"},
      {"panic: open ../w.bin: no such file or directory\n", "../w.bin"},
      {"java.nio.file.NoSuchFileException: /srv/w.bin\n", "/srv/w.bin"},
      {"bot.rb:1:in 'open': No such file or directory @ rb_sysopen - ../w.bin (Errno::ENOENT)\n", "../w.bin"},
      {"lua: cannot open file '/srv/w' (No such file or directory)\n", "/srv/w"},
      {"Error: Cannot find module '../shared/kit'\n", "../shared/kit"},
  }));
  CHECK_THAT(hint_about_file(folder, said), Catch::StartsWith(path + " is a place that the sandbox hides"));
  CHECK(hint_about_file(folder, said, SandboxLevel::limits).empty());
}

TEST_CASE("a complaint of a file that the bot could see, or of none, gives no hint") {
  const ScratchFolder folder;
  folder.write("bot.py", "");
  for (const auto* const said :
       {"No such file or directory: 'w.bin'", "No such file or directory: '/usr/share/none'", "not found",
        "ValueError: '/home/me/w.bin'", "No module named 'a.b'", "cannot open /dev/none",
        "No such file: 'https://x.y/z'", ""})
    CHECK(hint_about_file(folder, said) == "");
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
  CHECK(hint_of(start) == "it is a file in the bot's directory: use the command ./notes");
  std::filesystem::create_directory(folder / "made");
  start.command.words = {"made"};
  CHECK(hint_of(start) ==
        "it is a folder: start in it, with the command of the bot, such as './bot' or 'python3 bot.py'");
  start.command.words = {"bot.py", "fast"};
  CHECK(hint_of(start) == "a script needs its interpreter: use the command python3 bot.py");
}

std::string hint_of(std::string_view said, SandboxLevel level = SandboxLevel::bwrap) {
  return sandbox_hint({.level = level}, said);
}

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
    CHECK_THAT(sandbox_hint({.level = SandboxLevel::limits}, killed, java),
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

std::vector<std::string> names_of(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> names;
  for (const auto& path : paths) names.push_back(path.filename());
  return names;
}

TEST_CASE("hidden files that a bot's last words name are reported as missed") {
  const ScratchFolder folder;
  for (const auto* name : {"bot.py", "kit.py", "kitchen.py", "weights.bin", "line"}) folder.write(name, "");
  const auto command = parse_command("python3 bot.py", folder.path()).value();
  const auto missed = [&](std::string_view said) {
    const Sandbox sandbox{.level = SandboxLevel::bwrap};
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

}  // namespace
