#include "bots/build/build_trouble.hpp"

#include <string>

#include <catch2/catch.hpp>

namespace tribunal {
namespace {

TEST_CASE("bots: a failed build tells of the program that the machine lacks, in the words of every tool") {
  struct Example {
    const char* log;
    const char* package;
  };
  constexpr int status_1 = 1 << 8;
  for (const auto& [log, package] : {
           Example{"/bin/sh: 1: cargo: not found\n", "cargo"},
           Example{"bash: line 1: javac: command not found\n", "default-jdk-headless"},
           Example{"make: gfortran: No such file or directory\nmake: *** [Makefile:2: a] Error 127\n",
                   "gfortran"},
           Example{
               "CMake Error: CMake was unable to find a build program corresponding to \"Unix Makefiles\".  "
               "CMAKE_MAKE_PROGRAM is not set.\nCMake Error: CMAKE_CXX_COMPILER not set, after "
               "EnableLanguage\n",
               "make"},
           Example{"CMake Error: CMake was unable to find a build program corresponding to \"Ninja\".\n",
                   "ninja-build"},
           Example{"CMake Error at CMakeLists.txt:2 (project):\n  No CMAKE_CXX_COMPILER could be found.\n\n",
                   "g++"},
       }) {
    INFO(log);
    CHECK(end_of_build(status_1, log).contains("which Debian has as the package " + std::string{package}));
  }
  CHECK_FALSE(end_of_build(status_1, "first.c:1: error: expected ';'\n").contains("Debian"));
}

}  // namespace
}  // namespace tribunal
