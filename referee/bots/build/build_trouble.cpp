#include "bots/build/build_trouble.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <sys/wait.h>
#include <vector>

#include "base/escape.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

/// Debian's packages of the programs that builds call.
struct Package {
  std::string_view program;
  std::string_view package;
};
constexpr std::array debian_packages{
    Package{"make", "make"},
    Package{"cmake", "cmake"},
    Package{"ninja", "ninja-build"},
    Package{"gcc", "gcc"},
    Package{"cc", "gcc"},
    Package{"g++", "g++"},
    Package{"c++", "g++"},
    Package{"clang", "clang"},
    Package{"clang++", "clang"},
    Package{"cargo", "cargo"},
    Package{"rustc", "rustc"},
    Package{"go", "golang-go"},
    Package{"javac", "default-jdk-headless"},
    Package{"jar", "default-jdk-headless"},
    Package{"mvn", "maven"},
    Package{"gradle", "gradle"},
    Package{"kotlinc", "kotlin"},
    Package{"node", "nodejs"},
    Package{"npm", "npm"},
    Package{"tsc", "node-typescript"},
    Package{"python3", "python3"},
    Package{"ghc", "ghc"},
    Package{"mcs", "mono-mcs"},
    Package{"ocamlfind", "ocaml-findlib"},
    Package{"dune", "ocaml-dune"},
    Package{"meson", "meson"},
    Package{"gfortran", "gfortran"},
    Package{"ldc2", "ldc"},
    Package{"zig", ""},
};

/// A line of a failed build that shows a cause, and the limit that it means.
struct Cause {
  std::string_view symptom;
  std::string_view remedy;
};
constexpr std::array causes{
    Cause{"No space left on device", "; its files need more than [build] output_mb allows"},
    Cause{"no space left on device", "; its files need more than [build] output_mb allows"},
    Cause{"File size limit exceeded", "; a file is larger than [build] output_mb allows"},
    Cause{"File too large", "; a file is larger than [build] output_mb allows"},
    Cause{"Cannot fork", "; it needs more than [build] processes allows"},
    Cause{"Resource temporarily unavailable", "; it needs more than [build] processes allows"},
    Cause{"fork: retry", "; it needs more than [build] processes allows"},
    Cause{"Temporary failure in name resolution",
          "; a build has no network: what it needs belongs into its folder, as vendored packages"},
    Cause{"Could not resolve host",
          "; a build has no network: what it needs belongs into its folder, as vendored packages"},
    Cause{"Network is unreachable",
          "; a build has no network: what it needs belongs into its folder, as vendored packages"},
    Cause{"dial tcp", "; a build has no network: what it needs belongs into its folder, as vendored modules"},
};

std::vector<std::string_view> lines_at_end(std::string_view log, std::size_t most) {
  std::vector<std::string_view> lines;
  while (!log.empty() && lines.size() < most) {
    const auto line = log.substr(log.rfind('\n') + 1);  // 0 if there is no other line
    log.remove_suffix(std::min(log.size(), line.size() + 1));
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) lines.push_back(line);
  }
  std::ranges::reverse(lines);
  return lines;
}

/// A line of CMake for a program that it did not find, and one of the programs that it looked for.
struct CMakeLack {
  std::string_view symptom;
  std::string_view program;
};
constexpr std::array cmake_lacks{
    CMakeLack{"build program corresponding to \"Unix Makefiles\"", "make"},
    CMakeLack{"build program corresponding to \"Ninja\"", "ninja"},
    CMakeLack{"No CMAKE_C_COMPILER could be found", "cc"},
    CMakeLack{"No CMAKE_CXX_COMPILER could be found", "c++"},
};

/// The program that a line says is missing: one that CMake names, or the word before `: not found`,
/// `: command not found` or, from make, `: No such file or directory`.
std::string_view missing_program(std::string_view line) {
  for (const auto& [symptom, program] : cmake_lacks)
    if (line.contains(symptom)) return program;
  for (const std::string_view end : {": not found", ": command not found", ": No such file or directory"}) {
    const auto at = line.rfind(end);
    if (at == std::string_view::npos) continue;
    const auto before = line.substr(0, at);
    return before.substr(before.find_last_of(" :") + 1);  // 0 if there is no other word
  }
  return {};
}

constexpr std::size_t lines_looked_at = 20;

std::string remedy_of(std::string_view log) {
  for (const auto line : lines_at_end(log, lines_looked_at)) {
    for (const auto& [symptom, remedy] : causes)
      if (line.contains(symptom)) return std::string{remedy};
    if (auto lack = lack_of(missing_program(line)); !lack.empty()) return "; " + lack;
  }
  return {};
}

}  // namespace

std::string lack_of(std::string_view program) {
  const auto* const known = std::ranges::find(debian_packages, program, &Package::program);
  if (program.empty() || known == debian_packages.end() || known->package.empty()) return {};
  return "this machine has no " + std::string{program} + ", which Debian has as the package " +
         std::string{known->package};
}

std::vector<std::string_view> programs_of_builds() {
  std::vector<std::string_view> programs;
  for (const auto& [program, package] : debian_packages) programs.push_back(program);
  return programs;
}

bool shows_missing_program(std::string_view log) {
  return std::ranges::any_of(lines_at_end(log, lines_looked_at), [](std::string_view line) {
    const auto program = missing_program(line);
    return !lack_of(program).empty() && find_program(std::string{program}).empty();
  });
}

std::string last_lines_of(std::string_view log) {
  constexpr std::size_t lines_shown = 3;
  constexpr std::size_t longest_line = 160;
  std::string text;
  for (const auto line : lines_at_end(log, lines_shown))
    text += (text.empty() ? "; its last lines: " : " | ") + escaped(line, longest_line);
  return text;
}

std::string end_of_build(int status, std::string_view log) {
  constexpr int added_by_shells = 128;  // to the signal that killed a command (POSIX, 2.8.2)
  const int code = WIFSIGNALED(status) ? added_by_shells + WTERMSIG(status) : WEXITSTATUS(status);
  const auto end = code > added_by_shells ? "was killed by signal " + std::to_string(code - added_by_shells)
                                          : "ended with status " + std::to_string(code);
  return end + remedy_of(log) + last_lines_of(log);
}

}  // namespace tribunal
