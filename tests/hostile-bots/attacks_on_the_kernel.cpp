// Calls to the kernel that no bot needs: those of debuggers, containers and administrators, sockets of
// obscure families, and the call numbers of other kinds of programs. Each attempt is harmless.
#include <csignal>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/uio.h>

#include "attack.hpp"

namespace {

/// A descriptor means success, and is closed.
void report_descriptor(long descriptor, const std::string& what) {
  report(descriptor >= 0, what);
  if (descriptor >= 0) ::close(static_cast<int>(descriptor));
}

/// Opens sockets of several families, of a type that each family has.
void address_families(const Situation&) {
  struct Family {
    int number;
    const char* name;
  };
  const std::array<Family, 8> families{{{AF_NETLINK, "AF_NETLINK"},
                                        {AF_PACKET, "AF_PACKET"},
                                        {AF_VSOCK, "AF_VSOCK"},
                                        {AF_ALG, "AF_ALG"},
                                        {AF_BLUETOOTH, "AF_BLUETOOTH"},
                                        {AF_CAN, "AF_CAN"},
                                        {AF_TIPC, "AF_TIPC"},
                                        {AF_RDS, "AF_RDS"}}};
  for (const auto& family : families) {
    int socket = -1;
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET, SOCK_RAW})
      if (socket < 0) socket = ::socket(family.number, type | SOCK_CLOEXEC, 0);
    report_descriptor(socket, std::string{"a socket of "} + family.name);
  }
  // The kernel reads 32 bits of the family.
  constexpr auto high_bits = 1L << 32U;
  report_descriptor(::syscall(SYS_socket, high_bits | AF_NETLINK, SOCK_RAW, 0), "one with higher bits");
  std::array<int, 2> pair{};
  report(::socketpair(AF_TIPC, SOCK_SEQPACKET, 0, pair.data()) == 0, "a pair of AF_TIPC");
}

/// A child of its own, with which it may do anything wherever it may debug at all.
void debugs_its_child(const Situation&) {
  static std::array<char, 8> word{"secret"};
  const pid_t child = in_child([] { ::pause(); });
  std::array<char, 8> found{};
  const iovec ours{found.data(), found.size()};
  const iovec theirs{word.data(), word.size()};
  report(::process_vm_readv(child, &ours, 1, &theirs, 1, 0) > 0, "the memory of its child");
  report(::process_vm_writev(child, &ours, 1, &theirs, 1, 0) > 0, "to write to it");
  report(::ptrace(PTRACE_SEIZE, child, nullptr, nullptr) == 0, "to follow its child");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  report(succeeds_in_child([] { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; }),
         "to be followed by its parent");
}

/// Tries the interfaces in which most vulnerabilities of the kernel were found.
void kernel_interfaces(const Situation&) {
  bpf_attr map{};
  map.map_type = BPF_MAP_TYPE_ARRAY;
  map.key_size = map.value_size = 4;
  map.max_entries = 1;
  report_descriptor(::syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map), "bpf");
  constexpr long of_user_mode_only = 1;
  report_descriptor(::syscall(SYS_userfaultfd, O_CLOEXEC | of_user_mode_only), "userfaultfd");
  perf_event_attr events{};
  events.type = PERF_TYPE_SOFTWARE;
  events.size = sizeof events;
  events.config = PERF_COUNT_SW_TASK_CLOCK;
  events.exclude_kernel = 1;
  report_descriptor(::syscall(SYS_perf_event_open, &events, 0, -1, -1, 0), "perf_event_open");
  io_uring_params ring{};
  report_descriptor(::syscall(SYS_io_uring_setup, 1, &ring), "io_uring_setup");
  constexpr long get_keyring_id = 0;
  constexpr long process_keyring = -2;
  report(::syscall(SYS_keyctl, get_keyring_id, process_keyring, 1) >= 0, "keyctl");
  report(::syscall(SYS_add_key, "user", "attacker", "x", 1, process_keyring) >= 0, "add_key");
  struct {
    unsigned bytes = sizeof(unsigned) * 2;
    int type = 0;
    std::array<unsigned char, 128> rest{};
  } handle;
  handle.bytes = 128;
  int mount = 0;
  report(::syscall(SYS_name_to_handle_at, AT_FDCWD, "/", &handle, &mount, 0) == 0, "name_to_handle_at");
  report(succeeds_in_child([] { return ::personality(ADDR_NO_RANDOMIZE) != -1; }), "personality");
  report(succeeds_in_child([] {
           timex nothing{};
           return ::syscall(SYS_adjtimex, &nothing) >= 0;
         }),
         "adjtimex");
  long mode = 0;
  report(::syscall(SYS_get_mempolicy, &mode, nullptr, 0, nullptr, 0) == 0, "get_mempolicy");
}

/// With clone and clone3, which also have the flags of unshare.
void namespaces_by_clone(const Situation&) {
  const auto report_child = [](long child, const char* what) {
    if (child == 0) ::_exit(0);
    report(child > 0, what);
    if (child > 0) ::waitpid(static_cast<pid_t>(child), nullptr, 0);
  };
  const auto number = [](int flags) { return static_cast<unsigned long>(flags); };
#ifndef __s390x__
  report_child(::syscall(SYS_clone, number(CLONE_NEWUSER | SIGCHLD), nullptr, nullptr, nullptr, nullptr),
               "a user namespace, by clone");
#endif
  const std::array<std::uint64_t, 8> arguments{number(CLONE_NEWUSER), 0, 0, 0, number(SIGCHLD), 0, 0, 0};
  report_child(::syscall(SYS_clone3, arguments.data(), sizeof arguments), "a user namespace, by clone3");
}

/// The numbers of the same calls for 32-bit programs and for those with short pointers (x32), and numbers
/// that only newer kernels have.
void foreign_numbers(const Situation&) {
#ifdef __x86_64__
  constexpr long x32 = 0x40000000;
  report(::syscall(x32 + SYS_getpid) > 0, "a call of x32");
  // A 32-bit program ends with SIGSEGV if the kernel does not support them.
  report(succeeds_in_child([] {
           constexpr long getpid_of_32_bits = 20;
           long result = getpid_of_32_bits;
           asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
           errno = static_cast<int>(-result);
           return result > 0;
         }),
         "a call of 32 bits");
#endif
  constexpr long listmount = 458;
  std::array<std::uint64_t, 3> request{sizeof request, ~std::uint64_t{0}, 0};
  std::array<std::uint64_t, 4> mounts{};
  report(::syscall(listmount, request.data(), mounts.data(), mounts.size(), 0) >= 0, "a call of new kernels");
}

constexpr std::array kernel_attacks{
    Attack{"address-families", {address_families}},   Attack{"debugs-its-child", {debugs_its_child}},
    Attack{"kernel-interfaces", {kernel_interfaces}}, Attack{"namespaces-by-clone", {namespaces_by_clone}},
    Attack{"foreign-numbers", {foreign_numbers}},
};

}  // namespace

std::span<const Attack> attacks_on_the_kernel() { return kernel_attacks; }
