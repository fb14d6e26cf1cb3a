#include "bots/sandbox/confinement.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include "bots/system/process_table.hpp"
#include "bots/system/program.hpp"
#include "bots/system/random_bits.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// A socket bound to `name` in the abstract namespace (unix(7)). Empty, with EADDRINUSE, if the name is
/// taken.
Descriptor bind_name(const std::string& name) {
  Descriptor socket{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), std::min(name.size(), sizeof address.sun_path - 1));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  // NOLINTNEXTLINE(*-reinterpret-cast): what bind(2) asks for
  if (!socket || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0) return {};
  return socket;
}

std::unexpected<Error> refuse(std::string message) { return failure(ErrorCode::bot, std::move(message)); }

std::unexpected<Error> missing(const std::string& what) {
  return failure(ErrorCode::machine, "cannot make the sandbox: " + what);
}

bool is_for_all(const fs::path& file, mode_t mode) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 && (status.st_mode & mode) != 0;
}

/// The reason that the bot's own user could not run it in its place.
std::string unreadable(const Command& command, const fs::path& program, const FileView& view,
                       SandboxLevel level) {
  if (level == SandboxLevel::limits && !view.closed.empty()) {
    return "cannot run '" + command.words.front() +
           "': the bot runs as a user of its own, who may not enter " + view.closed.string() +
           ", which holds files that the bot needs; use chmod o+rx " + view.closed.string() +
           ", or programs and files elsewhere";
  }
  if (!is_for_all(program, S_IXOTH)) {
    return "cannot run '" + command.words.front() +
           "': the bot runs as a user of its own, who may not run it; use chmod o+rx " + program.string();
  }
  for (const auto& file : files_of(command)) {
    if (file != program && !is_for_all(file, S_IROTH)) {
      return "cannot read " + file.string() +
             ": the bot runs as a user of its own, who may not read it; use chmod o+r " + file.string();
    }
  }
  return {};
}

std::string missing_tool(SandboxLevel level, const Tools& tools, bool is_root) {
  const auto absent = [](const char* tool) { return std::string{tool} + " is not in PATH"; };
  if (level == SandboxLevel::limits) return {};
  if (tools.bwrap.empty()) return absent("bwrap");
  if (is_root && tools.setpriv.empty()) return absent("setpriv");
  return {};
}

}  // namespace

UserRange users_in(std::string_view uid_map) {
  std::istringstream lines{std::string{uid_map}};
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  while (lines >> inside >> outside >> count) {
    if (inside <= usual_users.first && usual_users.first + usual_users.count <= inside + count)
      return usual_users;
  }
  return users_of_a_container;
}

std::optional<OwnUser> OwnUser::claim(const UserRange& range) {
  const auto start = random_bits() % range.count;
  for (uid_t i = 0; i < range.count; ++i) {
    const auto uid = range.first + (start + i) % range.count;
    auto claim = bind_name("tribunal-user-" + std::to_string(uid));
    if (claim) return OwnUser{uid, std::move(claim)};
    if (errno != EADDRINUSE) return std::nullopt;
  }
  return std::nullopt;
}

bool goes_by_modes(SandboxLevel level) { return level == SandboxLevel::limits && ::geteuid() == 0; }

Result<Confinement> confine(const Command& command, const Sandbox& sandbox) {
  Confinement confinement{
      .profile = {}, .level = sandbox.level, .resources = sandbox.resources, .user = std::nullopt};
  if (sandbox.level == SandboxLevel::none) {
    confinement.profile = profile_of(command, sandbox, {}, {}, {});
    return confinement;
  }
  const bool is_root = ::geteuid() == 0;
  const auto tools = Tools::find();
  if (const auto tool = missing_tool(sandbox.level, tools, is_root); !tool.empty()) return missing(tool);
  if (const auto looked = look_at(command); !looked) return refuse(looked.error().text());

  const auto view = view_of(command, sandbox);
  const auto program = fs::absolute(command.directory / find_program(command.words.front()));
  if (sandbox.level >= SandboxLevel::bwrap && !sees(view, program)) {
    return refuse("cannot run '" + command.words.front() + "': it leads to " +
                  fs::canonical(program).string() +
                  ", which the sandbox does not show; add it to the plan: sees = [\"...\"]");
  }
  Identity identity;
  if (is_root) {
    if (auto problem = unreadable(command, program, view, sandbox.level); !problem.empty())
      return refuse(std::move(problem));
    confinement.user = OwnUser::claim(users_in(read_proc_file("/proc/self/uid_map")));
    if (!confinement.user) return missing("no user ID is free for a bot");
    identity.uid = confinement.user->uid();
  } else if (sandbox.level == SandboxLevel::limits) {
    identity.processes_of_others = threads_of_this_user();
  }
  auto found = command;
  if (!command.words.front().contains('/')) found.words.front() = program.string();
  confinement.profile = profile_of(found, sandbox, view, identity, tools);
  return confinement;
}

}  // namespace tribunal
