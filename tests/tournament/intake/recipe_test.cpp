#include "tournament/intake/recipe.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "tournament/intake/stated_recipe.hpp"

using namespace tribunal;

namespace {

using Files = std::map<std::string, std::string>;

/// A tree of these files; a name with a `*` after it is that of an executable file.
SourceTree tree_of(const Files& files) {
  SourceTree tree;
  Files texts;
  for (const auto& [given, text] : files) {
    auto name = given;
    const bool runs = name.ends_with('*');
    if (runs) name.pop_back();
    tree.files.push_back({.path = name, .runs = runs});
    texts.emplace(name, text);
  }
  tree.read = [texts](const std::string& path) { return texts.at(path).substr(0, SourceTree::longest_read); };
  return tree;
}

/// A machine with these programs.
Toolchains machine_with(const std::set<std::string>& programs, bool strips_types = false) {
  return {.has = [programs](const std::string& program) { return programs.contains(program); },
          .node_strips_types = strips_types};
}

Result<Recipe> recipe_for(const Files& files) {
  return recipe_of(tree_of(files), machine_with({"python3", "node", "tsc"}));
}

const std::string elf =
    "\x7f"
    "ELF";
const std::string main_of_java = "class X { public static void main(String[] a) {} }";

}  // namespace

TEST_CASE("a submission is built and run as its files show") {
  const auto [files, build, command] = GENERATE(table<Files, std::string, std::string>({
      {{{"Makefile", ""}, {"a.c", ""}, {"b.c", ""}}, "make", ""},
      {{{"GNUmakefile", ""}, {"main.py", ""}}, "make", ""},
      {{{"CMakeLists.txt", ""}},
       "cmake -S . -B tribunal-build -DCMAKE_BUILD_TYPE=Release && cmake --build tribunal-build",
       ""},
      {{{"Cargo.toml", ""}, {"src/main.rs", ""}}, "cargo build --release", ""},
      {{{"go.mod", ""}, {"x.go", ""}}, "go build -o bot .", "./bot"},
      {{{"strategy.py", ""}}, "", "python3 strategy.py"},
      {{{"bot.py", ""}, {"a.py", ""}, {"b.py", ""}}, "", "python3 bot.py"},
      {{{"main.py", ""}, {"a.py", ""}, {"test_a.py", ""}}, "", "python3 main.py"},
      {{{"a b.py", ""}, {"tribunal_bot.py", ""}, {"setup.py", ""}}, "", "python3 'a b.py'"},
      {{{"x.js", ""}, {"tribunal_bot.mjs", ""}, {"vite.config.js", ""}}, "", "node x.js"},
      {{{"index.mjs", ""}, {"x.js", ""}}, "", "node index.mjs"},
      {{{"package.json", R"({"main": "./lib/x.js"})"}, {"lib/x.js", ""}, {"y.js", ""}, {"z.js", ""}},
       "",
       "node lib/x.js"},
      {{{"bot.ts", ""}, {"words.d.ts", ""}},
       "tsc --outDir built --target es2022 --module commonjs --skipLibCheck bot.ts; test -f built/bot.js",
       "node built/bot.js"},
      {{{"bot.js", ""}, {"bot.ts", ""}},
       "tsc --outDir built --target es2022 --module commonjs --skipLibCheck bot.ts; test -f built/bot.js",
       "node built/bot.js"},
      {{{"package.json", R"({"main": "dist/x.js"})"}, {"dist/x.js", ""}, {"src/x.ts", ""}},
       "tsc --outDir built --target es2022 --module commonjs --skipLibCheck src/x.ts; test -f built/x.js",
       "node built/x.js"},
      {{{"index.js", ""}, {"types/index.ts", ""}}, "", "node index.js"},
      {{{"X.java", main_of_java}, {"Y.java", "class Y {}"}},
       "mkdir -p classes && find . -name '[!.]*.java' -exec javac -d classes {} +",
       "java -cp classes X"},
      {{{"src/p/q/Z.java", "/* one */\npackage p.q ;\n" + main_of_java}},
       "mkdir -p classes && find . -name '[!.]*.java' -exec javac -d classes {} +",
       "java -cp classes p.q.Z"},
      {{{"gradlew*", "#!/bin/sh\n"},
        {"build.gradle", ""},
        {"src/main/java/p/X.java", "package p;\n" + main_of_java},
        {"src/main/resources/words.txt", ""},
        {"src/test/java/p/XTest.java", main_of_java}},
       "mkdir -p classes && find . -name '[!.]*.java' -not -path '*/src/test/*' -exec javac -d classes {} + "
       "&& "
       "cp -R "
       "src/main/resources/. classes",
       "java -cp classes p.X"},
      {{{"mvnw", "#!/bin/sh\n"}, {"pom.xml", ""}, {"X.java", main_of_java}, {"lib/json.jar", ""}},
       "mkdir -p classes && find . -name '[!.]*.java' -exec javac -cp 'lib/*' -d classes {} +",
       "java -cp 'classes:lib/*' X"},
      {{{"MyBot.py", ""}, {"hlt.py", ""}, {"run_game.sh*", "#!/bin/sh\n"}}, "", "python3 MyBot.py"},
      {{{"MyBot.java", main_of_java}, {"Other.java", main_of_java}, {"run_game.sh", "#!/bin/sh\n"}},
       "mkdir -p classes && find . -name '[!.]*.java' -exec javac -d classes {} +",
       "java -cp classes MyBot"},
      {{{"MyBot.cpp", ""}, {"hlt/x.hpp", ""}, {"run_game.sh*", "#!/bin/sh\n"}},
       "g++ -O2 -o bot ./MyBot.cpp -std=c++20",
       "./bot"},
      {{{"strategy.py", ""}, {"train.py", ""}, {"build.sh*", "#!/bin/sh\n"}}, "", "python3 strategy.py"},
      {{{"train.py", ""}}, "", "python3 train.py"},
      {{{"play*", "#!/bin/sh\n"}, {"install.sh*", "#!/bin/sh\n"}}, "", "./play"},
      {{{"first.c", ""}, {"words.h", ""}}, "gcc -O2 -o bot ./first.c -lm", "./bot"},
      {{{"-x.cpp", ""}}, "g++ -O2 -o bot ./-x.cpp -std=c++20", "./bot"},
      {{{"bot*", elf}, {"README.md", ""}}, "", "./bot"},
      {{{"bot", elf}}, "chmod +x bot", "./bot"},
      {{{"bot*", elf}, {"first.c", ""}, {"._first.c", ""}, {"first.c~", ""}},
       "gcc -O2 -o bot ./first.c -lm",
       "./bot"},
      {{{"CMakeLists.txt", ""}, {"Makefile", "# CMAKE generated file: DO NOT EDIT!\n"}},
       "cmake -S . -B tribunal-build -DCMAKE_BUILD_TYPE=Release && cmake --build tribunal-build",
       ""},
      {{{"play.pl*", "#!/usr/bin/perl\n"}, {"play.pl~", "#!/usr/bin/perl\n"}}, "", "./play.pl"},
      {{{"run.sh*", "#!/bin/sh\n"}, {"words", ""}}, "", "./run.sh"},
      {{{"play", "#!/usr/bin/env  ruby -w\n"}}, "", "ruby ./play"},
      {{{"play", "#!/usr/bin/env -S ruby -w"}}, "", "ruby ./play"},
      {{{"bot.toml", "command = \"python3 a.py -x 'b c'\"\nbuild = \"make it\""}, {"Makefile", ""}},
       "make it",
       "python3 a.py -x 'b c'"},
  }));
  INFO(files.begin()->first << " -> " << command);
  const auto recipe = recipe_for(files);
  REQUIRE(recipe);
  CHECK(recipe->build == build);
  CHECK(recipe->command == command);
  CHECK_FALSE(recipe->how.empty());
}

TEST_CASE("a bot.toml without a command leaves it to the files, and keeps its texts") {
  const auto recipe =
      recipe_for({{"bot.toml", "author = \"Ann Example\"\nname = \"deep-ann\""}, {"Makefile", ""}});
  REQUIRE(recipe);
  CHECK(recipe->how == "Makefile");
  CHECK(recipe->build == "make");
  CHECK((recipe->author + ' ' + recipe->name) == "Ann Example deep-ann");
}

TEST_CASE("a submission that is not understood is refused with the next step") {
  const std::string long_text(SourceTree::longest_read + 10, ' ');
  const auto [files, message] = GENERATE_COPY(table<Files, std::string>({
      {Files{}, "nothing shows how it is run"},
      {{{"sub/main.py", ""}, {"README", ""}}, "nothing shows how it is run"},
      {{{"ann/main.py", ""}, {"README", ""}}, "send what is in its folder 'ann' alone, or write a bot.toml"},
      {{{"bot.toml.txt", ""}, {"bot.py", ""}},
       "'bot.toml.txt' is not read; expected its name to be bot.toml"},
      {{{"Bot.toml", ""}, {"bot.py", ""}}, "'Bot.toml' is not read"},
      {{{"cargo.toml", ""}, {"src/main.rs", ""}}, "expected its name to be Cargo.toml"},
      {{{"build.sh*", "#!/bin/sh\n"}}, "nothing shows how it is run"},
      {{{"bot", "no program"}}, "nothing shows how it is run"},
      {{{"bot*", elf}, {"main.go", ""}}, "how its program 'bot' is built from its source, such as 'main.go'"},
      {{{"bot*", elf}, {"main.py", ""}}, "'main.py' or the program 'bot'"},
      {{{"main.py", ""}, {"bot.py", ""}}, "'bot.py' or 'main.py'; write a bot.toml"},
      {{{"a.py", ""}, {"b.py", ""}}, "'a.py' or 'b.py'; write a bot.toml"},
      {{{"a\n.js", ""}, {"b.js", ""}}, R"('a\x0a.js' or 'b.js')"},
      {{{"bot.py", ""}, {"bot.js", ""}}, "'bot.py' or 'bot.js'; write a bot.toml"},
      {{{"Makefile", ""}, {"go.mod", ""}}, "Makefile or go.mod; write a bot.toml"},
      {{{"A.java", main_of_java}, {"B.java", main_of_java}}, "'A.java' or 'B.java'"},
      {{{"a.c", ""}, {"b.c", ""}}, "'a.c' or 'b.c'"},
      {{{"a.py", ""}, {"b.py", ""}, {"c.py", ""}, {"d.py", ""}, {"e.py", ""}, {"f.py", ""}}, "and more"},
      {{{"bot.toml", ""}}, "nothing shows how it is run: there is no bot.toml with a command"},
      {{{"bot.toml", "build = \"make\""}, {"bot.py", ""}}, "bot.toml:1:1: there is no 'command'"},
      {{{"bot.toml", "comand = \"./x\""}, {"bot.py", ""}}, "there is no key 'comand'"},
      {{{"bot.toml", "author = \"Ann\""}, {"a.py", ""}, {"b.py", ""}}, "'a.py' or 'b.py'; write a bot.toml"},
      {{{"bot.toml", "command = "}}, "bot.toml:1:"},
      {{{"bot.toml", "command = \"./x\"\nbiuld = \"make\""}}, "bot.toml:2:1: there is no key 'biuld'"},
      {{{"bot.toml", "command = \"./x\"\nbuild = [\"make\"]"}}, "bot.toml:2:9: 'build' must be a text"},
      {{{"bot.toml", "command = \"\""}}, "bot.toml:1:11: "},
      {{{"bot.toml", "command = \"./x\"\nauthor = \"" + std::string(201, 'x') + "\""}}, "longer than 200"},
      {{{"bot.toml", long_text}}, "bot.toml: is longer than 64 KiB"},
  }));
  INFO(message);
  const auto recipe = recipe_for(files);
  REQUIRE_FALSE(recipe);
  CHECK_THAT(recipe.error().text(), Catch::Contains(message));
  CHECK(recipe.error().text().find('\n') == std::string::npos);
}

TEST_CASE("TypeScript is run by node itself only where there is no tsc and node can") {
  const auto source = tree_of({{"bot.ts", ""}});
  const auto command = [&](const Toolchains& machine) { return recipe_of(source, machine).value().command; };
  CHECK(command(machine_with({"node"}, true)) == "node --experimental-strip-types bot.ts");
  CHECK(command(machine_with({"node"}, false)) == "node built/bot.js");
  CHECK(command(machine_with({"node", "tsc"}, true)) == "node built/bot.js");
  CHECK(recipe_of(source, machine_with({"node"}, true)).value().needs == std::vector<std::string>{"node"});
  CHECK(recipe_of(source, machine_with({}, false)).value().needs == std::vector<std::string>{"tsc", "node"});
}

TEST_CASE("a command of a stranger names nothing of the organiser") {
  for (const auto* const command :
       {"./bot $HOME", "~/bot", "./bot ${X}", "/home/ann/bot", "python3 ../bob/bot.py",
        "python3 a/../../bob.py", "/usr/../home/x", "cat /etc/shadow", "", "''", "   ", "'unfinished",
        "X=1 ./bot", "./a\tb\x01"}) {
    INFO(command);
    const auto taken = command_of_stranger(command);
    REQUIRE_FALSE(taken);
    CHECK(taken.error().message.find('\n') == std::string::npos);
  }
  CHECK(command_of_stranger("/usr/bin/python3  'a b.py'") == "/usr/bin/python3 'a b.py'");
  CHECK(command_of_stranger("./x/../bot a=/home/x") == "./x/../bot a=/home/x");
  CHECK_FALSE(command_of_stranger(std::string(2'000, 'x')));
}

TEST_CASE("the program of a build is the only new one, or the one named bot") {
  const auto before = tree_of({{"configure*", ""}, {"first.c", ""}});
  const auto [made, expected] = GENERATE(table<std::vector<std::string>, std::string>({
      {{"first*"}, "./first"},
      {{"first*", "bot*"}, "./bot"},
      {{"out/bot*", "out/other*"}, "./out/bot"},
      {{"a b*"}, "'./a b'"},
      {{"tribunal-build/first*", "tribunal-build/CMakeFiles/3.25/CompilerIdC/a.out*"},
       "./tribunal-build/first"},
      {{"target/release/first*", "target/release/build/x/build-script-build*", "target/release/libfirst.so*"},
       "./target/release/first"},
      {{"first*", "lib/words.so*", "lib/words.so.1*"}, "./first"},
      {{"first"}, ""},
      {{"bot"}, ""},
      {{"one*", "two*"}, ""},
      {std::vector<std::string>{}, ""},
  }));
  Files files{{"configure*", ""}, {"first.c", ""}};
  for (const auto& name : made) files.emplace(name, "");
  const auto command = program_of_build(before, tree_of(files));
  INFO(expected);
  CHECK(command.value_or("") == expected);
  if (!command) CHECK_THAT(command.error().message, Catch::Contains("bot.toml"));
}

TEST_CASE("A program that was sent is the bot if the build makes it again, and no other") {
  const std::string compiled{
      "\x7f"
      "ELF"};
  const Files sent{{"configure*", ""}, {"first.c", ""}, {"first*", compiled}};
  CHECK(program_of_build(tree_of(sent), tree_of(sent)).value_or("") == "./first");
  auto with_another = sent;
  with_another.emplace("second*", compiled);
  CHECK(program_of_build(tree_of(sent), tree_of(with_another)).value_or("") == "./second");
}

TEST_CASE("A program that was sent is not the bot if the build made another") {
  const Files sent{{"bot*", elf}, {"main.c", ""}};
  auto with_another = sent;
  with_another.emplace("bin/bot*", elf);
  for (const auto& made : {with_another, sent}) {
    auto after = tree_of(made);
    for (auto& file : after.files) file.is_as_sent = file.path == "bot";
    CHECK(program_of_build(tree_of(sent), after).value_or("") == (made == sent ? "./bot" : "./bin/bot"));
  }
}
