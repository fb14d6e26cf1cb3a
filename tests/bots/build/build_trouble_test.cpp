#include "bots/build/build_trouble.hpp"

#include <string>

#include <catch2/catch.hpp>

namespace tribunal {
namespace {

constexpr int status_1 = 1 << 8;

std::filesystem::path on_a_bare_machine(const std::string& /*program*/) { return {}; }

TEST_CASE("bots: a failed build tells of the program that the machine lacks, in the words of every tool") {
  const auto [log, package] = GENERATE(table<const char*, const char*>({
      {"/bin/sh: 1: cargo: not found\n", "cargo"},
      {"bash: line 1: javac: command not found\n", "default-jdk-headless"},
      {"make: gfortran: No such file or directory\nmake: *** [Makefile:2: a] Error 127\n", "gfortran"},
      {"CMake Error: CMake was unable to find a build program corresponding to \"Unix Makefiles\".  "
       "CMAKE_MAKE_PROGRAM is not set.\nCMake Error: CMAKE_CXX_COMPILER not set, after "
       "EnableLanguage\n",
       "make"},
      {"CMake Error: CMake was unable to find a build program corresponding to \"Ninja\".\n", "ninja-build"},
      {"CMake Error at CMakeLists.txt:2 (project):\n  No CMAKE_CXX_COMPILER could be found.\n\n", "g++"},
  }));
  INFO(log);
  CHECK(end_of_build(status_1, log, on_a_bare_machine)
            .contains("which Debian has as the package " + std::string{package}));
  CHECK_FALSE(end_of_build(status_1, "first.c:1: error: expected ';'\n").contains("Debian"));
}

TEST_CASE("bots: a program is missing only where it was run, and is not on the machine") {
  for (const auto* const log : {"cat: go: No such file or directory\n", "/bin/sh: 1: cd: can't cd to make\n",
                                "bash: line 1: cd: node: No such file or directory\n",
                                "gcc: error: make: No such file or directory\n"}) {
    INFO(log);
    CHECK_FALSE(end_of_build(status_1, log, on_a_bare_machine).contains("Debian"));
  }
  const auto in = [](const char* place) {
    return [place](const std::string& program) { return std::filesystem::path{place} / program; };
  };
  CHECK(end_of_build(status_1, "/usr/bin/env: 'node': No such file or directory\n", on_a_bare_machine)
            .contains("has no node"));
  CHECK_FALSE(end_of_build(status_1, "sh: 1: make: not found\n", in("/usr/bin")).contains("this machine"));
  CHECK(end_of_build(status_1, "sh: 1: javac: not found\n", in("/opt/jdk/bin"))
            .contains("does not see this machine's javac, /opt/jdk/bin/javac"));
}

TEST_CASE("bots: a failed build tells its first error, with file and line") {
  const std::string many(30, '\n');
  const auto [log, error] = GENERATE(table<std::string, std::string>({
      {"x.c:1:2: warning: unused\nIn file included from x.c:1:\nx.h:3:5: error: expected ';'\n"
       "y.c:9:1: error: other\nmake: *** [Makefile:2: x] Error 1\n",
       "x.h:3:5: error: expected ';'"},
      {"/tmp/build/x.c:1:5: error: \u2018x\u2019 undeclared\n", "error: x.c:1:5: error: 'x' undeclared"},
      {"a.c:1:10: fatal error: words.h: No such file or directory\n", "a.c:1:10: fatal error: wor"},
      {"   Compiling first v0.1.0 (/tmp/build)\nwarning: unused\n --> src/w.rs:1:1\n\nerror[E0425]: "
       "cannot find value `x`\n --> src/main.rs:3:5\n  |\nerror[E0308]: mismatched\n --> a.rs:1:1\n"
       "error: could not compile `first` due to 2 previous errors\n",
       "src/main.rs:3:5: error[E0425]: cannot find value `x`"},
      {"./src/p/X.java:7: error: cannot find symbol\n    foo();\n    ^\n  symbol: method foo()\n"
       "./Y.java:9: error: other\n2 errors\n",
       "./src/p/X.java:7: error: cannot find symbol"},
      {"# first\n./first.go:3:5: undefined: foo\n./first.go:9:1: other\n", "./first.go:3:5: undefined: foo"},
      {"first.ts(3,5): error TS2322: Type 'a'.\nb.ts(1,1): error TS1: x\n",
       "first.ts(3,5): error TS2322: Type 'a'."},
      {"[ERROR] COMPILATION ERROR :\n[ERROR] /tmp/build/src/main/java/X.java:[3,5] cannot find "
       "symbol\n[ERROR] -> [Help 1]\n",
       "[ERROR] src/main/java/X.java:[3,5] cannot find symbol"},
      {"Listing '.'...\n***   File \"./bot.py\", line 3\n    x = = 1\n        ^\nSyntaxError: "
       "invalid\n",
       "./bot.py:3: SyntaxError: invalid"},
      {"Makefile:3: *** missing separator.  Stop.\n", "Makefile:3: *** missing separator"},
      {"make: *** No rule to make target 'x.c', needed by 'bot'.  Stop.\n", "No rule to make target"},
      {"/usr/bin/ld: a.o: in function `main':\na.c:(.text+0x5): undefined reference to `f'\n",
       "undefined reference to `f'"},
      {"CMake Error at CMakeLists.txt:3 (add_executable):\n  Cannot find source file:\n",
       "CMakeLists.txt:3 (add_executable): Cannot find source file"},
      {"first.hs:3:5: error:\n    Variable not in scope: x\n", "first.hs:3:5: error: Variable not in"},
  }));
  INFO(log);
  CHECK_THAT(end_of_build(status_1, log + many),
             Catch::Contains("; its first error: ") && Catch::Contains(error));
  CHECK(end_of_build(status_1, "no luck\n").contains("; its last lines: no luck"));
}

TEST_CASE("bots: a build without a network is told how to vendor what it lacks") {
  const auto [log, advice] = GENERATE(table<const char*, const char*>({
      {"error: no matching package named `rand` found\nlocation searched: crates.io index\n", "cargo vendor"},
      {"error: failed to get `rand` as a dependency of package `first`\n", "cargo vendor"},
      {"first.go:3:8: example.org/words@v1: module lookup disabled by GOPROXY=off\n", "go mod vendor"},
      {"first.go:3:8: no required module provides package example.org/words\n", "go mod vendor"},
      {"ModuleNotFoundError: No module named 'numpy'\n", "pip install --target . PACKAGE"},
      {"a.ts(1,1): error TS2307: Cannot find module 'lodash' or its types\n", "node_modules"},
      {"./X.java:1: error: package org.json does not exist\n", "jars"},
      {"a.c:1:10: fatal error: eigen.h: No such file or directory\n",
       "put the header of the library into the folder"},
  }));
  INFO(log);
  CHECK(end_of_build(status_1, log).contains(advice));
  for (const std::string other :
       {"cc1plus: fatal error: x.cpp: No such file or directory\ncompilation terminated.\n",
        "g++: fatal error: no input files\ncompilation terminated.\n",
        "x.cpp:2:51: fatal error: template instantiation depth exceeds maximum of 900\n",
        "x.cpp:9:1: fatal error: too many errors emitted, stopping now\n"})
    CHECK_FALSE(end_of_build(status_1, other).contains("header"));
  CHECK(end_of_build(status_1, "a.cc:1:10: fatal error: 'eigen.h' file not found\n").contains("header"));
  CHECK_FALSE(
      end_of_build(status_1, "a.ts(1,1): error TS2307: Cannot find module './x'\n").contains("network"));
}

}  // namespace
}  // namespace tribunal
