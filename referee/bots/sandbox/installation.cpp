#include "bots/sandbox/installation.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> folders_of_programs{"bin", "sbin", "shims"};

constexpr std::array<std::string_view, 13> usual_parts{
    "bin",     "sbin",  "lib",        "lib32",    "lib64",      "libx32",   "libexec",
    "include", "share", "lib-python", "lib_pypy", "pyvenv.cfg", "lib_pypy3"};

/// Further parts, each beside a path that only such an installation has. Names like `src` and `conf` alone
/// could be folders of a competition.
constexpr std::array<std::pair<std::string_view, std::string_view>, 27> special_parts{{
    {"shims", "shims"},  // pyenv, rbenv, nodenv, asdf
    {"shims", "versions"},
    {"shims", "version"},
    {"shims", "plugins"},
    {"shims", "installs"},
    {"src/runtime/runtime.go", "src"},  // Go
    {"src/runtime/runtime.go", "pkg"},
    {"src/runtime/runtime.go", "VERSION"},
    {"src/runtime/runtime.go", "go.env"},
    {"src/runtime/runtime.go", "misc"},
    {"lib/modules", "conf"},  // Java from 9 on
    {"lib/modules", "jmods"},
    {"lib/modules", "legal"},
    {"lib/modules", "release"},
    {"lib/modules", "languages"},
    {"jre/lib/rt.jar", "jre"},  // Java 8
    {"conf/groovy-starter.conf", "conf"},
    {"conda-meta/history", "conda-meta"},
    {"conda-meta/history", "etc"},
    {"conda-meta/history", "ssl"},
    {"conda-meta/history", "pkgs"},
    {"Cellar", "Cellar"},  // Homebrew
    {"Cellar", "opt"},
    {"Cellar", "etc"},
    {"collects/racket", "collects"},
    {"collects/racket", "etc"},
    {"config/nim.cfg", "config"},
}};

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

}  // namespace

fs::path installation_of(const fs::path& program) {
  const auto folder = program.parent_path();
  if (std::ranges::find(folders_of_programs, folder.filename().native()) == folders_of_programs.end())
    return {};
  auto installation = folder.parent_path();
  if (is_in(installation, "/usr") || installation == "/") return {};
  if (const auto home = real_path(environment("HOME"));
      is_in(home, installation) || installation == home / ".local")
    return {};
  std::error_code ignored;
  if (!fs::is_directory(installation / "lib", ignored) &&
      !fs::is_directory(installation / "libexec", ignored))
    return {};
  return installation;
}

bool is_virtual_environment(const fs::path& installation) {
  return !installation.empty() && is_there(installation / "pyvenv.cfg");
}

std::vector<fs::path> parts_of(const fs::path& installation, std::span<const fs::path> organiser) {
  std::vector<fs::path> parts;
  if (installation.empty()) return parts;
  const auto add = [&](std::string_view name) {
    const auto part = installation / name;
    const auto holds = [&](const fs::path& path) { return is_in(real_path(path), part); };
    if (is_there(part) && std::ranges::none_of(organiser, holds)) parts.push_back(part);
  };
  for (const auto name : usual_parts) add(name);
  for (const auto& [mark, name] : special_parts)
    if (is_there(installation / mark)) add(name);
  return parts;
}

}  // namespace tribunal
