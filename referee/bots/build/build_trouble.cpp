#include "bots/build/build_trouble.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>
#include <sys/wait.h>

#include "base/text/utf8.hpp"
#include "bots/hints/reported_error.hpp"
#include "bots/hints/sandbox_hint.hpp"

namespace tribunal {
namespace {

/// The Debian package of a program that builds call.
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

/// The remedy for a cause of failed builds, and words in a line of the output that show this cause, separated
/// by `|`.
struct Cause {
  std::string_view remedy;
  std::string_view symptoms;
  std::string_view except{};  ///< text of lines that show another cause
};
constexpr std::array causes{
    Cause{"'cargo vendor' puts its crates into the folder, and prints what .cargo/config.toml needs",
          "no matching package|failed to get `|but --offline was specified|failed to download `|can't find "
          "crate for"},
    Cause{"'go mod vendor' puts its modules into the folder",
          "disabled by GOPROXY=off|no required module provides package|missing go.sum entry|inconsistent "
          "vendoring|dial tcp"},
    Cause{"'pip install --target . PACKAGE' puts a package into the folder",
          "No module named|No matching distribution found|Could not find a version that satisfies"},
    Cause{"send node_modules with its packages", "annot find module '", "annot find module '."},
    Cause{"send node_modules with its packages", "annot find package '|npm ERR! network"},
    Cause{"put the jars of its libraries into the folder lib", "does not exist", "file"},
    Cause{"put the jars of its libraries into the folder lib",
          "in offline mode|Could not resolve dependencies|UnknownHostException|for offline mode"},
};

bool has_any(std::string_view line, std::string_view words) {
  return std::ranges::any_of(std::views::split(words, '|'), [&](const auto& part) {
    return line.contains(std::string_view{part.begin(), part.end()});
  });
}

/// Whether a compiler of C or C++ did not find a header. If a source itself is missing, gcc names no line.
bool is_missing_header(std::string_view line) {
  constexpr std::string_view mark = ": fatal error: ";
  const auto at = line.find(mark);
  if (at == std::string_view::npos) return false;
  const auto why = line.substr(at + mark.size());
  const auto place = line.substr(0, at);
  return (why.contains(": No such file or directory") || why.contains("' file not found")) &&
         std::ranges::count(place, ':') >= 2;
}

/// The clause for the cause that a line shows: something is missing in the folder. Empty if the line shows
/// none.
std::string about_vendoring(std::string_view line) {
  for (const auto& [remedy, symptoms, except] : causes)
    if (has_any(line, symptoms) && (except.empty() || !line.contains(except)))
      return "; a build has no network: " + std::string{remedy};
  if (!is_missing_header(line)) return {};
  return "; put the header of the library into the folder, or install the library's package on the machine";
}

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

/// A line of CMake about a missing program, and one of the programs that it looked for.
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

/// The program that is missing according to a line: one that CMake names, the word before `: not found` or `:
/// command not found`, or a program that make or env could not run. Other programs write `: No such file or
/// directory` about files.
std::string_view missing_program(std::string_view line) {
  for (const auto& [symptom, program] : cmake_lacks)
    if (line.contains(symptom)) return program;
  for (const std::string_view end : {": not found", ": command not found", ": No such file or directory"}) {
    const auto at = line.rfind(end);
    if (at == std::string_view::npos) continue;
    const auto before = line.substr(0, at);
    const auto word = before.substr(before.find_last_of(" :'\"", before.size() - 2) + 1);
    const auto caller = before.substr(0, before.size() - word.size());
    const bool is_run = end.contains("not found") || caller.starts_with("make: ") ||
                        caller.starts_with("make[") || caller.contains("env: ");
    if (is_run) return word.substr(0, word.find_first_of("'\""));
  }
  return {};
}

constexpr std::size_t lines_looked_at = 20;

/// The clause for a program that is missing according to a line. Either it is not installed, or it is in a
/// place that the sandbox hides.
std::string about_program(std::string_view program, const FindProgram& find) {
  const auto lack = lack_of(program);
  if (lack.empty()) return {};
  const auto found = find(std::string{program});
  if (found.empty()) return "; " + lack;
  if (found.native().starts_with("/usr/") || found.native().starts_with("/bin/")) return {};
  return "; a build does not see this machine's " + std::string{program} + ", " + legible(found.string()) +
         "; add it to the bot's key sees in the plan";
}

/// The clause for a restriction of the sandbox that a line reports. Empty if it reports none.
std::string_view about_sandbox(std::string_view line) {
  const auto lack = lack_in(line, SandboxLevel::bwrap, true);
  if (!lack) return {};
  switch (*lack) {
    case Lack::tmp_mb:
      return "; its files need more than [build] output_mb allows";
    case Lack::file_mb:
      return "; a file is larger than [build] output_mb allows";
    case Lack::processes:
      return "; it needs more than [build] processes allows";
    case Lack::memory_mb:
      return "; it needs more than [build] memory_mb allows";
    case Lack::network:
      return "; a build has no network; put the packages that it needs into its folder (vendored)";
    case Lack::writing:
      return "; a build writes into its own folder and /tmp alone";
    case Lack::open_files:
      break;
  }
  return {};
}

std::string remedy_of(std::string_view first_error, std::string_view log, const FindProgram& find) {
  auto lines = lines_at_end(log, lines_looked_at);
  lines.insert(lines.begin(), first_error);
  for (const auto line : lines) {
    if (auto about = about_vendoring(line); !about.empty()) return about;
    if (const auto about = about_sandbox(line); !about.empty()) return std::string{about};
    if (auto about = about_program(missing_program(line), find); !about.empty()) return about;
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
    text += (text.empty() ? "; its last lines: " : " | ") + legible(line, longest_line);
  return text;
}

std::string end_of_build(int status, std::string_view log, const FindProgram& find) {
  constexpr int added_by_shells = 128;  // to the number of a signal that killed a command (POSIX, 2.8.2)
  const int code = WIFSIGNALED(status) ? added_by_shells + WTERMSIG(status) : WEXITSTATUS(status);
  const auto end = code > added_by_shells ? "was killed by signal " + std::to_string(code - added_by_shells)
                                          : "ended with status " + std::to_string(code);
  const auto first = first_error_of(log);
  return end + remedy_of(first, log, find) +
         (first.empty() ? last_lines_of(log) : "; its first error: " + first);
}

std::string ignored_socket(std::string_view log) {
  constexpr std::string_view begin = "tar: ";
  constexpr std::string_view end = ": socket ignored";
  for (const auto line : lines_at_end(log, lines_looked_at))
    if (line.starts_with(begin) && line.ends_with(end))
      return legible(line.substr(begin.size(), line.size() - begin.size() - end.size()));
  return {};
}

}  // namespace tribunal
