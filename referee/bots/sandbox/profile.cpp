#include "bots/sandbox/profile.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "bots/sandbox/syscall_filter.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr rlim_t bytes_of(int mebibytes) { return static_cast<rlim_t>(mebibytes) << 20U; }

constexpr std::array places_to_write{"/dev/shm", "/tmp"};

bool is_in_a_place_to_write(const fs::path& path) {
  return std::ranges::any_of(places_to_write, [&](const char* place) {
    return path.native().starts_with(std::string{place} + '/');
  });
}

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

/// The words of a program with the effect of the function `become`.
Words words_to_become(uid_t uid, const std::string& setpriv) {
  const auto number = std::to_string(uid);
  return {setpriv,           "--reuid=" + number,   "--regid=" + number,   "--clear-groups",
          "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--no-new-privs",
          "--pdeathsig=KILL"};
}

/// The directories above the visible files, from the root on. They are needed because bwrap itself would
/// create them for their owner only.
std::set<fs::path> folders_above(const FileView& view) {
  std::set<fs::path> folders;
  for (const auto& sight : view.sights) {
    for (auto folder = sight.path.parent_path(); folder != folder.parent_path();
         folder = folder.parent_path())
      folders.insert(folder);
  }
  return folders;
}

Words mounts_of(const FileView& view) {
  Words words;
  for (const auto& folder : folders_above(view)) add(words, {"--dir", folder});
  for (const auto& sight : view.sights) {
    switch (sight.kind) {
      case Sight::Kind::as_outside:
        add(words, {"--ro-bind", sight.source, sight.path});
        break;
      case Sight::Kind::link:
        add(words, {"--symlink", sight.source, sight.path});
        break;
      case Sight::Kind::folder:
        add(words, {"--dir", sight.path});
        break;
      case Sight::Kind::empty_folder:
        add(words, {"--tmpfs", sight.path, "--remount-ro", sight.path});
        break;
      case Sight::Kind::empty_file:
        add(words, {"--ro-bind", "/dev/null", sight.path});
        break;
    }
  }
  return words;
}

/// The view of a second sandbox within the first: its whole root, `/`, and once more the files in writable
/// places, because these are created again.
FileView through_the_first(const FileView& first) {
  FileView second{{}, first.directory};
  for (const auto& sight : first.sights) {
    if (!is_in_a_place_to_write(sight.path)) continue;
    if (sight.kind == Sight::Kind::empty_folder || sight.kind == Sight::Kind::empty_file) continue;
    second.sights.push_back(sight);
    if (sight.kind == Sight::Kind::as_outside) second.sights.back().source = sight.path;
  }
  return second;
}

/// The options for a sandbox with its own users, processes, network and names. It has small writable places,
/// and is otherwise read-only. `root` comes first.
Words apart(const Words& root, const FileView& view, const Resources& resources, bool filtered) {
  const auto size = std::to_string(bytes_of(resources.tmp_mb));
  Words words{"--unshare-user",    "--unshare-all",    "--disable-userns",
              "--die-with-parent", "--json-status-fd", std::to_string(status_descriptor)};
  if (filtered) add(words, {"--seccomp", std::to_string(filter_descriptor)});
  add(words, root);
  add(words, {"--proc", "/proc", "--dev", "/dev"});
  for (const auto* const place : places_to_write) add(words, {"--size", size, "--tmpfs", place});
  add(words, mounts_of(view));
  add(words, {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", view.directory, "--"});
  return words;
}

}  // namespace

Tools Tools::find() {
  // The target of a link in PATH, because the link may be in a place that the sandbox hides. A link with
  // another name than its target, as with busybox, is kept, because such a program acts by its own name.
  const auto path_of = [](const char* name) {
    const auto path = find_program(name);
    if (path.empty()) return std::string{};
    const auto real = real_path(path);
    return (real.filename() == name ? real : fs::absolute(path)).string();
  };
  return {path_of("setpriv"), path_of("bwrap"), kernel_filters_syscalls()};
}

/// The limits of a process. Memory is limited only loosely, as writable memory, because runtimes reserve much
/// more than they use. The memory in use of the whole group is watched instead.
std::vector<Limit> limits_of(const Resources& resources) {
  constexpr rlim_t slack = 4;
  return {{RLIMIT_NOFILE, static_cast<rlim_t>(resources.open_files)},
          {RLIMIT_FSIZE, bytes_of(resources.file_mb)},
          {RLIMIT_DATA, slack * bytes_of(resources.memory_mb)},
          {RLIMIT_CORE, 0}};
}

Profile profile_of(const Command& command, const Sandbox& sandbox, const FileView& view,
                   const Identity& identity, const Tools& tools) {
  Profile profile{.words = {}, .directory = command.directory, .environment = sandbox.environment};
  if (sandbox.level == SandboxLevel::none) {
    profile.words = command.words;
    profile.terminal = sandbox.terminal;
    profile.confined = sandbox.terminal.has_value();  // in another session any process could read from it
    return profile;
  }
  profile.confined = true;
  profile.pipes_of = identity.uid;
  auto& words = profile.words;
  const bool walls = sandbox.level >= SandboxLevel::bwrap;
  // A user who cannot reach the files sees them through a first sandbox, which is made by a user who can.
  const bool staged = walls && identity.uid && !view.closed.empty();
  if (staged) {
    add(words, {tools.bwrap, "--die-with-parent", "--bind", "/proc", "/proc", "--dev-bind", "/dev", "/dev"});
    add(words, {"--tmpfs", "/tmp"});
    add(words, mounts_of(view));
    add(words, {"--cap-add", "ALL", "--"});
    add(words, words_to_become(*identity.uid, tools.setpriv));
  } else {
    profile.user = identity.uid;
  }
  const int processes =
      sandbox.resources.processes + (walls ? sandbox_processes : identity.processes_of_others);
  profile.limits = limits_of(sandbox.resources);
  profile.limits.push_back({RLIMIT_NPROC, static_cast<rlim_t>(processes)});
  profile.counted_apart = walls && !identity.uid;
  if (tools.filter) profile.filtering = walls ? Filtering::sandbox : Filtering::itself;
  if (walls) {
    profile.directory = "/";
    profile.tells_status = true;
    words.push_back(tools.bwrap);
    add(words, staged
                   ? apart({"--ro-bind", "/", "/"}, through_the_first(view), sandbox.resources, tools.filter)
                   : apart({}, view, sandbox.resources, tools.filter));
  }
  add(words, command.words);
  if (walls || identity.uid) add(profile.environment, {"HOME=/tmp", "TMPDIR=/tmp"});
  return profile;
}

}  // namespace tribunal
