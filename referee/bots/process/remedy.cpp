#include "bots/process/remedy.hpp"

#include <filesystem>
#include <unistd.h>

#include "bots/accounting/cgroup.hpp"
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

Ground Ground::look() {
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

std::string remedy_for(SandboxLevel level, const Ground& ground) {
  if (level <= SandboxLevel::limits) return {};
  if (ground.root && !ground.has_setpriv) return "apt-get install util-linux";
  if (!ground.has_bwrap) return "apt-get install bubblewrap";
  if (ground.user_namespaces == "0") return "sysctl -w user.max_user_namespaces=15000, as root";
  if (ground.unprivileged == "0") return "sysctl -w kernel.unprivileged_userns_clone=1, as root";
  if (ground.apparmor == "1" && !ground.root)
    return "an AppArmor profile that lets tribunal and bwrap make user namespaces, or sysctl -w "
           "kernel.apparmor_restrict_unprivileged_userns=0, as root";
  if (level == SandboxLevel::bwrap_cgroup) {
    if (ground.root) return "a cgroup file system that can be written (in a container: mount it so)";
    if (ground.unified_cgroups)
      return "systemd-run --user --scope -p Delegate=yes tribunal ..., which gives it a group of its own";
    return "start it as root: cgroups of version 1 are not for ordinary users";
  }
  if (ground.in_container)
    return "a container that may make namespaces: docker run --security-opt seccomp=unconfined "
           "--security-opt "
           "systempaths=unconfined, or --privileged";
  return "a kernel that lets this user make user namespaces (user_namespaces(7))";
}

}  // namespace tribunal
