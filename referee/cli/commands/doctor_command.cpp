// tribunal doctor, library: show which sandbox levels work here, and how to compile with the library of
// games.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/text/number_text.hpp"
#include "bots/process/host.hpp"
#include "bots/process/probe.hpp"
#include "bots/sandbox/cgroup.hpp"
#include "bots/sandbox/syscall_filter.hpp"
#include "bots/system/machine.hpp"
#include "bots/system/program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/terminal/output.hpp"
#include "report/format/json.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

struct DoctorOptions {
  ReportOption json;
  std::optional<SandboxLevel> required;
};

/// The facts about this machine that decide the answer.
struct Machine {
  uid_t user = ::geteuid();
  std::string kernel;
  std::string bwrap;
  std::string cgroups;
  bool filters_syscalls = kernel_filters_syscalls();
  std::vector<std::string> lacks;  ///< missing protections of levels that work
  std::size_t cores = available_cores().size();
  double usable = usable_cores();  ///< number of these cores that can be used at a time
  MachineLoad load = machine_load();
  rlim_t open_files = most_open_files();
  std::string short_of;  ///< reason that no level works, or only `none`; empty if another works
};

Machine this_machine() {
  Machine machine;
  utsname name{};
  if (::uname(&name) == 0) machine.kernel = std::string{name.sysname} + ' ' + name.release;
  machine.bwrap = bwrap_version();
  const auto place = own_cgroups();
  machine.cgroups = !place ? "none" : place->unified ? "version 2" : "version 1";
  return machine;
}

/// The limit of this process that makes every game at `level` impossible. Empty if there is none.
std::string problem_of_limits(SandboxLevel level) {
  if (level != SandboxLevel::none)
    if (auto limit = limit_out_of_reach({})) return *std::move(limit);
  const auto room = make_room({.bots = 2, .level = level});
  return room ? "" : room.error().message;
}

std::string_view level_in_force(const std::vector<LevelProbe>& probes) {
  std::string_view highest = name_of(SandboxLevel::none);
  for (const auto& probe : probes)
    if (probe.works()) highest = name_of(probe.level);
  return highest;
}

/// The number of games that can be played at a time without a bot waiting for a processor.
int tables_for(const Machine& machine) { return std::max(1, static_cast<int>(machine.usable)); }

/// The number of bots that fit: `9 bots at one table, or of 4 at 2`. A tournament keeps a process of each bot
/// at each table.
std::string room_text(const Machine& machine) {
  const auto room = [&](int tables) { return room_for_bots(machine.open_files, tables); };
  const auto tables = tables_for(machine);
  auto text = counted(static_cast<std::uint64_t>(room(1)), "bot") + " at one table";
  if (tables > 1) text += ", or of " + std::to_string(room(tables)) + " at " + std::to_string(tables);
  return text;
}

/// The number of tables with the wall clock, and whether bots would have to wait for processors now.
std::string processors_text(const Machine& machine) {
  std::string text;
  if (machine.usable < static_cast<double>(machine.cores))
    text += "a control group allows " + cores_text(machine.usable) + " of CPU time\n";
  text += fmt::format(
      "with clock = \"wall\", play at most {} at a time (workers = {}), so that no bot waits for a "
      "processor; with clock = \"cpu\", more are fine\n",
      counted(static_cast<std::uint64_t>(tables_for(machine)), "game"), tables_for(machine));
  text += fmt::format("load {}", fixed(machine.load.average, 1));
  if (machine.load.waiting)
    text += fmt::format(", processes waited for a processor in {} % of the last ten seconds",
                        fixed(*machine.load.waiting, 0));
  if (is_busy(machine.load, machine.usable))
    text += ": this machine is BUSY, so bots with a wall clock will time out";
  return text + '\n';
}

void print(const Machine& machine, const std::vector<LevelProbe>& probes) {
  for (const auto& probe : probes) {
    std::cout << std::left << std::setw(14) << name_of(probe.level)
              << (probe.works() ? "works" : "does not work: ") << probe.problem << '\n';
    if (!probe.hint.empty())
      std::cout << std::setw(14) << ""
                << "to get it: " << probe.hint << '\n';
  }
  std::cout << "\na tournament whose plan names no level "
            << (machine.short_of.empty() ? "uses " + std::string{level_in_force(probes)}
                                         : "is refused: " + machine.short_of)
            << "\nopen files " << machine.open_files << " (ulimit -Hn): room for a tournament of "
            << room_text(machine) << "\nuser " << machine.user
            << (machine.user == 0 ? " (root: bots run as users of their own)" : "") << "; " << machine.kernel
            << "; bubblewrap " << (machine.bwrap.empty() ? "none" : machine.bwrap) << "; cgroups "
            << machine.cgroups << "; system calls "
            << (machine.filters_syscalls ? "filtered from limits on" : "NOT FILTERED") << "; cores "
            << machine.cores << '\n'
            << processors_text(machine);
  for (const auto& lack : machine.lacks) std::cout << lack << '\n';
}

std::string json_of(const Machine& machine, const std::vector<LevelProbe>& probes) {
  Json levels = Json::array();
  for (const auto& probe : probes) {
    levels.push_back({{"level", name_of(probe.level)}, {"works", probe.works()}});
    if (!probe.works()) levels.back().update({{"problem", probe.problem}, {"remedy", probe.hint}});
  }
  const Json all{{"schema", report_schema},
                 {"levels", levels},
                 {"in_force", machine.short_of.empty() ? Json(level_in_force(probes)) : Json(nullptr)},
                 {"short_of", machine.short_of},
                 {"open_files", machine.open_files},
                 {"user", machine.user},
                 {"kernel", machine.kernel},
                 {"bubblewrap", machine.bwrap},
                 {"cgroups", machine.cgroups},
                 {"filters_syscalls", machine.filters_syscalls},
                 {"cores", machine.cores},
                 {"usable_cores", rounded(machine.usable, 2)},
                 {"load", rounded(machine.load.average, 2)},
                 {"cpu_waiting_percent", machine.load.waiting},
                 {"busy", is_busy(machine.load, machine.usable)},
                 {"lacks", machine.lacks}};
  return json_text(all);
}

LevelProbe probe_with_limits(Host& host, SandboxLevel level) {
  if (auto problem = problem_of_limits(level); !problem.empty())
    return {.level = level, .problem = std::move(problem), .hint = "raise that limit"};
  return probe(host, level);
}

ExitCode examine(const DoctorOptions& options) {
  std::vector<LevelProbe> probes;
  std::vector<std::string> lacks;
  {
    Host host;
    for (std::size_t level = 0; level < enum_names<SandboxLevel>.size(); ++level)
      probes.push_back(probe_with_limits(host, static_cast<SandboxLevel>(level)));
    lacks = lacks_of_kernel();
    if (probes.back().works()) std::ranges::move(lacks_of_cgroups(host), std::back_inserter(lacks));
  }
  auto machine = this_machine();
  machine.lacks = std::move(lacks);
  machine.short_of = problem_of_limits(SandboxLevel::limits);
  if (!options.json.is_printed()) print(machine, probes);
  if (options.json.is_wanted()) options.json.write(json_of(machine, probes));
  if (!options.required) return ExitCode::ok;
  const auto& wanted = probes.at(static_cast<std::size_t>(*options.required));
  return wanted.works() ? ExitCode::ok : complain(ExitCode::no_sandbox, refusal(wanted));
}

struct LibraryOptions {
  bool cflags = false;
  bool libs = false;
};

/// The folder of libraries below `prefix` that has this file. Empty if there is none.
fs::path folder_of_library(const fs::path& prefix, const std::string& file) {
  std::error_code ignored;
  std::vector<fs::path> folders{prefix / "lib", prefix / "lib64"};
  for (const auto& entry : fs::directory_iterator{prefix / "lib", ignored}) folders.push_back(entry.path());
  const auto has_file = [&](const fs::path& folder) { return fs::exists(folder / file, ignored); };
  const auto found = std::ranges::find_if(folders, has_file);
  return found == folders.end() ? fs::path{} : *found;
}

/// Prints the tools that this machine lacks to compile a bot, with the packages that have them.
void tell_of_missing_tools() {
  const auto tell = [](const char* tool) { std::cerr << "tribunal: this machine lacks " << tool << '\n'; };
  const auto is_missing = [](const char* program) { return find_program(program).empty(); };
  if (std::ranges::all_of(std::array{"c++", "g++", "clang++"}, is_missing))
    tell("a C++ compiler (g++ 12 or later; apt-get install g++)");
  const auto lacks_crypto = [](const char* prefix) {
    return folder_of_library(prefix, "libcrypto.so").empty() &&
           folder_of_library(prefix, "libcrypto.a").empty();
  };
  if (std::ranges::all_of(std::array{"/usr", "/usr/local"}, lacks_crypto))
    tell("OpenSSL 3 for compilers (apt-get install libssl-dev)");
}

/// Prints the words with which a compiler finds the library (docs/library.md).
ExitCode show_library(const LibraryOptions& options) {
  std::error_code ignored;
  const auto prefix = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  const auto folder = folder_of_library(prefix, "libtribunal-games.a").string();
  if (folder.empty() || !fs::exists(prefix / "include/tribunal", ignored)) {
    return complain(ExitCode::failed,
                    prefix.string() +
                        ": the library is not installed there; expected the Debian package, "
                        "the wheel, or the folder of 'cmake --install'");
  }
  const auto cflags = fmt::format("-std=c++2b -I{0}/include/tribunal -I{0}/include", prefix.string());
  const auto libs =
      fmt::format("{0}/libtribunal-games.a {0}/libtribunal-cards.a {0}/libtribunal-base.a -lcrypto", folder);
  if (options.cflags == options.libs)
    std::cout << cflags << ' ' << libs << '\n';
  else
    std::cout << (options.cflags ? cflags : libs) << '\n';
  tell_of_missing_tools();
  return ExitCode::ok;
}

}  // namespace

void add_library_command(CommandLine& command) {
  auto& options = command.runs(show_library);
  command.add("--cflags", options.cflags, "print only the words for compiling");
  command.add("--libs", options.libs, "print only the words for linking");
}

void add_doctor_command(CommandLine& command) {
  auto& options = command.runs(examine);
  options.json.add(command, "--json", "JSON");
  command.add("--require", options.required, "exit with 69 unless this level works");
}

}  // namespace tribunal
