#include "bots/sandbox/credentials.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/common_interface_defs.h>
#include <sys/stat.h>
#include <thread>
#endif

#include "base/descriptor.hpp"

namespace tribunal {
namespace {

/// Makes sure that no program run later can have a capability. The kernel knows how many there are.
bool drop_bounding_set() {
  for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability) >= 0; ++capability)
    if (::prctl(PR_CAPBSET_DROP, capability) != 0) return false;
  return true;
}

/// Drops the capabilities of the process, and with them those that it would pass on.
bool drop_capabilities() {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  const std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  return ::syscall(SYS_capset, &header, none.data()) == 0;
}

bool write_whole(const char* file, std::string_view text) {
  const Descriptor descriptor{::open(file, O_WRONLY | O_CLOEXEC)};
  return descriptor && std::cmp_equal(::write(descriptor.get(), text.data(), text.size()), text.size());
}

// A process with several threads cannot enter a user namespace. The thread sanitizer starts a thread of its
// own in the child of a fork. It stops that thread when it is told of a sandbox, but only if the program has
// had another thread before.
#ifdef __SANITIZE_THREAD__
void prepare_sanitizer() {
  std::thread{[] {}}.join();
}
/// Stops it. For the kernel a thread ends a moment after its join has returned, and on a busy machine that
/// takes long.
void stop_thread_of_sanitizer() {
  __sanitizer_sandbox_on_notify(nullptr);
  constexpr nlink_t alone = 3;  // the link count of a folder with one folder in it
  struct stat tasks {};
  for (int pauses = 0; pauses < 1000; ++pauses) {
    if (::stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink <= alone) return;
    ::usleep(100);
  }
}
#else
void prepare_sanitizer() {}
void stop_thread_of_sanitizer() {}
#endif

bool unshare_users() {
  if (::unshare(CLONE_NEWUSER) == 0) return true;
  if (errno != EINVAL) return false;
  stop_thread_of_sanitizer();
  return ::unshare(CLONE_NEWUSER) == 0;
}

std::string only(unsigned id) { return fmt::format("{0} {0} 1\n", id); }

}  // namespace

bool cut_off() {
  ::setsid();
  ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);  // it fails only if the kernel has no keys
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

bool become(uid_t user) {
  return drop_bounding_set() && ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
         ::syscall(SYS_setresgid, user, user, user) == 0 && ::syscall(SYS_setresuid, user, user, user) == 0 &&
         drop_capabilities();
}

OwnNamespace::OwnNamespace() : users_{only(::geteuid())}, groups_{only(::getegid())} { prepare_sanitizer(); }

bool OwnNamespace::enter() const {
  return unshare_users() && write_whole("/proc/self/setgroups", "deny") &&
         write_whole("/proc/self/uid_map", users_) && write_whole("/proc/self/gid_map", groups_);
}

}  // namespace tribunal
