#include "bots/process/level_hint.hpp"

#include <filesystem>
#include <unistd.h>

#include "bots/sandbox/cgroup.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

std::string sysctl(const std::string& name) {
  auto value = read_proc_file("/proc/sys/" + name);
  if (value.ends_with('\n')) value.pop_back();
  return value;
}

bool exists(const char* file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

}  // namespace

HostCapabilities HostCapabilities::look() {
  const auto tools = Tools::find();
  const auto cgroups = own_cgroups();
  return {.root = ::geteuid() == 0,
          .has_setpriv = !tools.setpriv.empty(),
          .has_bwrap = !tools.bwrap.empty(),
          .user_namespaces = sysctl("user/max_user_namespaces"),
          .unprivileged = sysctl("kernel/unprivileged_userns_clone"),
          .apparmor = sysctl("kernel/apparmor_restrict_unprivileged_userns"),
          .in_container = exists("/.dockerenv") || exists("/run/.containerenv"),
          .unified_cgroups = cgroups && cgroups->unified};
}

std::string level_hint(SandboxLevel level, const HostCapabilities& host) {
  if (level <= SandboxLevel::limits) return {};
  if (host.root && !host.has_setpriv) return "apt-get install util-linux";
  if (!host.has_bwrap) return "apt-get install bubblewrap";
  if (host.user_namespaces == "0") return "sysctl -w user.max_user_namespaces=15000, as root";
  if (host.unprivileged == "0") return "sysctl -w kernel.unprivileged_userns_clone=1, as root";
  if (host.apparmor == "1" && !host.root)
    return "an AppArmor profile that lets tribunal and bwrap make user namespaces, or sysctl -w "
           "kernel.apparmor_restrict_unprivileged_userns=0, as root";
  if (level == SandboxLevel::bwrap_cgroup) {
    if (host.root) return "a cgroup file system that can be written (in a container: mount it so)";
    if (host.unified_cgroups)
      return "systemd-run --user --scope -p Delegate=yes tribunal ..., which gives it a group of its own";
    return "start it as root: cgroups of version 1 are not for ordinary users";
  }
  if (host.in_container)
    return "a container that may make namespaces: docker run --security-opt seccomp=unconfined "
           "--security-opt "
           "systempaths=unconfined, or --privileged";
  return "a kernel that lets this user make user namespaces (user_namespaces(7))";
}

}  // namespace tribunal
