#include "bots/hints/missed_module.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <ranges>
#include <utility>
#include <vector>

#include "base/escape.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

fs::path variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets any
  return value == nullptr ? fs::path{} : fs::path{value};
}

/// The part of a module's name that is a folder or a file.
std::string package_of(const MissedModule& module) {
  if (module.is_python) return module.name.substr(0, module.name.find('.'));
  const auto scope = module.name.starts_with('@') ? module.name.find('/') + 1 : 0;
  return module.name.substr(0, module.name.find('/', scope));
}

bool holds(const fs::path& folder, const std::string& package) {
  std::error_code ignored;
  return fs::exists(folder / package, ignored) || fs::exists(folder / (package + ".py"), ignored);
}

/// The folder of packages below `root` that holds the package; empty if none does.
fs::path packages_in(const fs::path& root, const std::string& package) {
  std::error_code ignored;
  if (root.empty()) return {};
  for (const auto& version : fs::directory_iterator{root / "lib", ignored}) {
    auto packages = version.path() / "site-packages";
    if (holds(packages, package)) return packages;
  }
  return {};
}

/// The entry of PYTHONPATH that holds the package; empty if none does.
fs::path entry_of_path(const std::string& package) {
  const auto entries = variable("PYTHONPATH").native();
  for (const auto part : std::views::split(entries, ':')) {
    fs::path entry{std::string_view{part.begin(), part.end()}};
    if (!entry.empty() && holds(entry, package)) return entry;
  }
  return {};
}

bool is_path(std::string_view name) { return name.starts_with('/') || name.starts_with('.'); }

std::string about_python(const MissedModule& module, SandboxLevel level) {
  const auto package = package_of(module);
  const auto name = "module " + escaped(package);
  if (const auto environment = variable("VIRTUAL_ENV"); !packages_in(environment, package).empty())
    return name + " is installed in a virtual environment: the command is " +
           escaped((environment / "bin" / "python").native()) + " and the script";
  if (const auto entry = entry_of_path(package); !entry.empty())
    return name + " is in " + escaped(entry.native()) +
           ", by PYTHONPATH, a variable that bots do not get: copy it into the folder of the bot";
  const auto packages =
      level < SandboxLevel::bwrap ? fs::path{} : packages_in(variable("HOME") / ".local", package);
  if (!packages.empty()) {
    return name + " is installed in " + escaped(packages.native()) +
           ", which the bot does not see in this sandbox: install it for the system, or into a virtual "
           "environment in the folder of the bot";
  }
  return name +
         " is not installed for this interpreter: install it for the system, or let the command name the "
         "interpreter of its virtual environment (venv/bin/python)";
}

}  // namespace

MissedModule missed_module(std::string_view error_tail) {
  constexpr std::array<std::pair<std::string_view, bool>, 3> complaints{
      {{"No module named '", true}, {"Cannot find module '", false}, {"Cannot find package '", false}}};
  MissedModule missed;
  std::size_t last = 0;
  for (const auto& [words, is_python] : complaints) {
    const auto at = error_tail.rfind(words);
    if (at == std::string_view::npos || at < last) continue;
    const auto rest = error_tail.substr(at + words.size());
    missed = {.name = std::string{rest.substr(0, rest.find_first_of("'\n"))}, .is_python = is_python};
    last = at;
  }
  return missed;
}

std::string about_kit(const MissedModule& module) {
  const auto file = fs::path{module.name}.filename();
  if (file.stem() != "tribunal_bot") return {};
  const std::string name = module.is_python ? "tribunal_bot.py" : "tribunal_bot.mjs";
  return "write the kit into the folder of the bot: tribunal help " + name + " > " + name;
}

std::string about_environment(const MissedModule& module, SandboxLevel level) {
  if (module.name.empty()) return {};
  if (module.is_python) return about_python(module, level);
  if (!is_path(module.name))
    return "package " + escaped(package_of(module)) +
           " is not installed in the folder of the bot: run npm install there";
  std::error_code ignored;
  if (level < SandboxLevel::bwrap || !fs::exists(module.name, ignored)) return {};
  return escaped(module.name) +
         " is hidden from the bot: the sandbox shows it its own folder alone (in a plan: files = [...])";
}

}  // namespace tribunal
