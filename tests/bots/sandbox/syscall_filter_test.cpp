#include "bots/sandbox/syscall_filter.hpp"

#include <array>
#include <cerrno>
#include <functional>
#include <sched.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

namespace tribunal {
namespace {

constexpr int no_filter = 254;  // not a valid errno

/// The errno of a call in a child process under the filter; 0 if it succeeded.
int errno_of(const std::function<long()>& call) {
  const auto filter = SyscallFilter::compile();
  REQUIRE(filter);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !filter->install()) ::_exit(no_filter);
    ::_exit(call() >= 0 ? 0 : errno);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));  // refused, not killed
  return WEXITSTATUS(status);
}

struct Case {
  std::string name;
  int error;
  std::function<long()> call;
};

void check(const std::vector<Case>& cases) {
  if (!kernel_filters_syscalls()) {
    WARN("SKIPPED: this kernel has no seccomp");
    return;
  }
  for (const auto& [name, error, call] : cases) {
    INFO(name);
    CHECK(errno_of(call) == error);
  }
}

/// A call without arguments.
Case refused(const std::string& name, long number, int error = EPERM) {
  return {name, error, [number] { return ::syscall(number, 0, 0, 0, 0, 0, 0); }};
}

TEST_CASE("Calls of debuggers, containers and administrators are refused with an errno") {
  check({refused("ptrace", SYS_ptrace),
         refused("process_vm_readv", SYS_process_vm_readv),
         refused("process_vm_writev", SYS_process_vm_writev),
         refused("bpf", SYS_bpf),
         refused("userfaultfd", SYS_userfaultfd),
         refused("perf_event_open", SYS_perf_event_open),
         refused("keyctl", SYS_keyctl),
         refused("add_key", SYS_add_key),
         refused("request_key", SYS_request_key),
         refused("io_uring_setup", SYS_io_uring_setup, ENOSYS),
         refused("io_uring_enter", SYS_io_uring_enter, ENOSYS),
         refused("io_uring_register", SYS_io_uring_register, ENOSYS),
         refused("clone3", SYS_clone3, ENOSYS),
         refused("setns", SYS_setns),
         refused("unshare", SYS_unshare),
         refused("mount", SYS_mount),
         refused("umount2", SYS_umount2),
         refused("fsopen", SYS_fsopen),
         refused("mount_setattr", SYS_mount_setattr),
         refused("chroot", SYS_chroot),
         refused("open_by_handle_at", SYS_open_by_handle_at),
         refused("kexec_load", SYS_kexec_load),
         refused("init_module", SYS_init_module),
         refused("reboot", SYS_reboot),
         refused("swapon", SYS_swapon),
         refused("clock_settime", SYS_clock_settime),
         refused("quotactl", SYS_quotactl),
         refused("move_pages", SYS_move_pages)});
}

TEST_CASE("Sockets of other families than UNIX and internet are refused") {
  const auto socket = [](long family, int error) {
    return Case{"family " + std::to_string(family), error,
                [family] { return ::syscall(SYS_socket, family, SOCK_DGRAM, 0); }};
  };
  std::vector<Case> cases{socket(AF_UNIX, 0), socket(AF_INET, 0)};
  for (long family = 0; family <= AF_MAX + 1; ++family)
    if (family != AF_UNIX && family != AF_INET && family != AF_INET6)
      cases.push_back(socket(family, EAFNOSUPPORT));
  constexpr auto high_bits = 1L << 32U;  // which the kernel does not examine
  for (const long family : {AF_UNIX, AF_NETLINK, AF_VSOCK})
    cases.push_back(socket(high_bits | family, EAFNOSUPPORT));
  cases.push_back({"a pair", 0, [] {
                     std::array<int, 2> pair{};
                     return ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data());
                   }});
  cases.push_back({"a pair of another family", EAFNOSUPPORT, [] {
                     std::array<int, 2> pair{};
                     return ::socketpair(AF_TIPC, SOCK_SEQPACKET, 0, pair.data());
                   }});
  check(cases);
}

TEST_CASE("Calls with harmless and harmful uses are refused by their arguments") {
  const auto clone = [](unsigned long flags) {
    return [flags] {
      const long child = ::syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr);
      if (child == 0) ::_exit(0);
      return child;
    };
  };
  const auto control = [](unsigned long request) {
    return [request] { return ::syscall(SYS_ioctl, -1, request, nullptr); };
  };
  std::vector<Case> cases{
      {"ioctl", EBADF, control(TIOCGWINSZ)},
      {"typing", EPERM, control(TIOCSTI)},
      {"typing, with bits at which the kernel does not look", EPERM, control(TIOCSTI | (1UL << 40U))},
      {"personality, asked", 0, [] { return ::personality(0xffffffff); }},
      {"personality, changed", EPERM, [] { return ::personality(ADDR_NO_RANDOMIZE); }}};
#ifndef __s390x__
  cases.push_back({"a process", 0, clone(SIGCHLD)});
  for (const int flag :
       {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET})
    cases.push_back({"a namespace", EPERM, clone(static_cast<unsigned long>(SIGCHLD | flag))});
#endif
  check(cases);
}

TEST_CASE("Calls that came after the filter was written do not exist") {
  constexpr long newest_known = SYS_pidfd_open + 22;
  check({refused("the next", newest_known + 1, ENOSYS), refused("some day", 10'000, ENOSYS)});
#ifdef __x86_64__
  constexpr long x32 = 0x40000000;
  check({refused("x32", x32 + SYS_getppid, ENOSYS),
         {"a call of 32 bits", ENOSYS, [] {
            constexpr long getppid_of_32_bits = 64;
            long result = getppid_of_32_bits;
            asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
            errno = static_cast<int>(-result);
            return result > 0 ? 0 : -1;
          }}});
#endif
}

TEST_CASE("Every file of the filter is read from its beginning") {
  const auto filter = SyscallFilter::compile();
  REQUIRE(filter);
  for (int i = 0; i < 2; ++i) {
    const auto file = filter->file();
    struct stat status {};
    REQUIRE(::fstat(file.get(), &status) == 0);
    std::vector<char> bytes(static_cast<std::size_t>(status.st_size) + 1);
    CHECK(status.st_size > 0);
    CHECK(::read(file.get(), bytes.data(), bytes.size()) == status.st_size);
  }
}

}  // namespace
}  // namespace tribunal
