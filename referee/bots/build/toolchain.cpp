#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "base/digest.hpp"
#include "base/files.hpp"
#include "bots/build/build_bot.hpp"
#include "bots/build/build_trouble.hpp"
#include "bots/system/command.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/process_table.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The databases of installed packages. A machine has one of them.
constexpr std::array package_databases{"/var/lib/dpkg/status", "/lib/apk/db/installed",
                                       "/usr/lib/sysimage/rpm/rpmdb.sqlite", "/var/lib/rpm/rpmdb.sqlite"};
constexpr std::uintmax_t largest_read = 1U << 26U;  // a larger one counts by size and time
constexpr std::size_t most_files = 20'000;          // in one path that a build sees

/// A file's path, size and time as text.
std::string stamp_of(const fs::path& file) {
  struct stat now {};
  if (::stat(file.c_str(), &now) != 0) return file.string() + " -";
  return file.string() + ' ' + std::to_string(now.st_size) + ' ' + std::to_string(now.st_mtim.tv_sec);
}

/// The installed packages according to a database. Empty if the machine does not have it.
std::string packages_in(const fs::path& database) {
  std::error_code error;
  const auto size = fs::file_size(database, error);
  if (error) return {};
  return size > largest_read ? stamp_of(database) : contents_of(database).value_or("");
}

/// The stamps of a file, or of the files below a folder, sorted.
std::vector<std::string> stamps_below(const fs::path& path) {
  const auto real = real_path(path);
  std::vector<std::string> stamps{path.string(), stamp_of(real)};
  std::error_code error;
  for (fs::recursive_directory_iterator entry{real, error};
       !error && entry != fs::recursive_directory_iterator{} && stamps.size() < most_files;
       entry.increment(error))
    if (!entry->is_directory(error)) stamps.push_back(stamp_of(entry->path()));
  std::ranges::sort(stamps);
  return stamps;
}

/// The stamps of the programs in PATH that builds call, and of those that this command names.
std::vector<std::string> programs_for(const std::string& command) {
  std::vector<std::string> words;
  for (const auto program : programs_of_builds()) words.emplace_back(program);
  if (const auto named = parse_command(command, "/"))
    words.insert(words.end(), named->words.begin(), named->words.end());
  std::vector<std::string> stamps;
  for (const auto& word : words) {
    const auto program = word.contains('/') ? fs::path{} : find_program(word);
    if (!program.empty()) stamps.push_back(word + ' ' + stamp_of(real_path(program)));
  }
  return stamps;
}

}  // namespace

std::string processor_of(std::string_view cpuinfo) {
  constexpr std::array<std::string_view, 14> names{
      "vendor_id",        "cpu family",  "model",    "model name", "stepping", "flags", "CPU implementer",
      "CPU architecture", "CPU variant", "CPU part", "Features",   "isa",      "uarch", "cpu"};
  std::string processor;
  while (!cpuinfo.empty()) {
    const auto line = cpuinfo.substr(0, cpuinfo.find('\n'));
    cpuinfo.remove_prefix(std::min(cpuinfo.size(), line.size() + 1));
    if (line.empty()) break;
    const auto name = line.substr(0, line.substr(0, line.find(':')).find_last_not_of(" \t") + 1);
    if (std::ranges::find(names, name) != names.end()) processor += std::string{line} + '\n';
  }
  return processor;
}

fs::path rustup_home() {
  const auto home = find_program("cargo").parent_path().parent_path();
  std::error_code ignored;
  const auto toolchains = home.parent_path() / ".rustup";
  return home.filename() == ".cargo" && fs::is_directory(toolchains, ignored) ? toolchains : fs::path{};
}

std::string toolchain_hash(const std::string& command, const std::vector<fs::path>& sees) {
  Sha256 hash;
  const auto add = [&](std::string_view fact) {
    hash.add(fact);
    hash.add(std::string_view{"\0", 1});
  };
  utsname system{};
  ::uname(&system);
  add(system.machine);
  add(processor_of(read_proc_file("/proc/cpuinfo")));
  for (const auto* const database : package_databases) add(packages_in(database));
  for (const auto& stamp : programs_for(command)) add(stamp);
  auto seen = sees;
  if (const auto rustup = rustup_home(); !rustup.empty()) {
    seen.push_back(rustup / "settings.toml");
    std::error_code ignored;
    for (const auto& toolchain : fs::directory_iterator{rustup / "toolchains", ignored})
      seen.push_back(toolchain.path() / "bin");
  }
  std::ranges::sort(seen);
  for (const auto& path : seen)
    for (const auto& stamp : stamps_below(path)) add(stamp);
  return to_hex(hash.finish());
}

}  // namespace tribunal
