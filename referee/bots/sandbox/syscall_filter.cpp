#include "bots/sandbox/syscall_filter.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <linux/seccomp.h>
#include <memory>
#include <ranges>
#include <sched.h>
#include <seccomp.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace tribunal {
namespace {

/// Calls that are refused with any arguments. ENOSYS means that this kernel has no such call, and a runtime
/// then avoids it. EPERM means that this process is not allowed to use it.
struct Refused {
  std::string_view what;
  int error;
  std::string_view calls;  ///< names separated by spaces
};

constexpr std::array refused{
    Refused{"access to other processes and to its own children, as a debugger has", EPERM,
            "ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp"},
    Refused{"programs and page faults in the kernel, the source of most vulnerabilities", EPERM,
            "bpf userfaultfd perf_event_open"},
    Refused{"a second way to make system calls, which no filter sees; Node and others work without it",
            ENOSYS, "io_uring_setup io_uring_enter io_uring_register"},
    Refused{"keys, which are counted and found by user and not by process", EPERM,
            "add_key keyctl request_key"},
    Refused{"namespaces; clone3, whose flags cannot be examined, is answered by the C library with clone",
            EPERM, "unshare setns"},
    Refused{"see above", ENOSYS, "clone3"},
    Refused{"mounts, roots, and ways around paths by file handles", EPERM,
            "mount umount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick "
            "mount_setattr name_to_handle_at open_by_handle_at fanotify_init"},
    Refused{"the machine: its kernel, clock, names, swap, quotas, log, ports", EPERM,
            "kexec_load kexec_file_load init_module finit_module delete_module reboot settimeofday "
            "clock_settime clock_adjtime adjtimex stime sethostname setdomainname swapon swapoff acct "
            "quotactl quotactl_fd syslog vhangup iopl ioperm"},
    Refused{"the placement of memory, its own and that of others", EPERM,
            "mbind set_mempolicy set_mempolicy_home_node get_mempolicy migrate_pages move_pages"},
    Refused{"obsolete calls that are rarely used and rarely maintained", ENOSYS,
            "modify_ldt vm86 vm86old uselib ustat sysfs _sysctl nfsservctl lookup_dcookie create_module "
            "get_kernel_syms query_module bdflush"},
};

/// Calls that are refused if `compare` holds for their arguments.
struct RefusedIf {
  std::string_view what;
  int error;
  const char* call;
  scmp_arg_cmp compare;
};

constexpr scmp_arg_cmp less(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_LT, value, 0};
}
constexpr scmp_arg_cmp equal(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}
constexpr scmp_arg_cmp not_equal(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_NE, value, 0};
}
constexpr scmp_arg_cmp greater(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_GT, value, 0};
}
constexpr scmp_arg_cmp with_flag(unsigned argument, std::uint64_t flag) {
  return {argument, SCMP_CMP_MASKED_EQ, flag, flag};
}
/// Compares 32 bits of an argument, because the kernel ignores the others.
constexpr scmp_arg_cmp equal_word(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, 0xffffffff, value};
}

#ifdef __s390x__
constexpr unsigned flags_of_clone = 1;
#else
constexpr unsigned flags_of_clone = 0;
#endif
constexpr std::uint64_t only_ask = 0xffffffff;

std::vector<RefusedIf> refused_if() {
  std::vector<RefusedIf> all;
  using Numbers = std::initializer_list<std::uint64_t>;
  for (const auto flag : Numbers{CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER,
                                 CLONE_NEWPID, CLONE_NEWNET})
    all.push_back({"namespaces", EPERM, "clone", with_flag(flags_of_clone, flag)});
  all.push_back({"how the kernel treats old programs", EPERM, "personality", not_equal(0, only_ask)});
  for (const auto request : Numbers{TIOCSTI, TIOCLINUX, TIOCSETD})
    all.push_back({"typing at a terminal, and drivers for it", EPERM, "ioctl", equal_word(1, request)});
  // Some families, like AF_VSOCK, are not isolated by a network namespace, and most belong to rarely used
  // code of the kernel. A comparison with several numbers must be written number by number.
  for (const char* const call : {"socket", "socketpair"}) {
    const auto refuse_family = [&](const scmp_arg_cmp& compare) {
      all.push_back({"sockets other than AF_UNIX, AF_INET and AF_INET6", EAFNOSUPPORT, call, compare});
    };
    static_assert(AF_UNIX == 1 && AF_INET == 2);
    refuse_family(less(0, AF_UNIX));
    for (std::uint64_t family = AF_INET + 1; family < AF_INET6; ++family) refuse_family(equal(0, family));
    refuse_family(greater(0, AF_INET6));
  }
  return all;
}

/// The newest call that was reviewed for this table: futex_requeue, Linux 6.7. From 424 on
/// (pidfd_send_signal), all machines use the same numbers. For bots, newer calls do not exist.
constexpr std::uint32_t newest_call = SYS_pidfd_open + 22;

/// A context of libseccomp, whose functions return 0 or a negative errno.
using Context = std::unique_ptr<void, decltype([](void* context) { ::seccomp_release(context); })>;

int add_rules(const Context& context) {
  for (const auto& [what, error, calls] : refused) {
    for (const auto name : calls | std::views::split(' ')) {
      const int call = ::seccomp_syscall_resolve_name(std::string{name.begin(), name.end()}.c_str());
      if (call == __NR_SCMP_ERROR) continue;  // newer than the library, and so than the reviewed calls
      const int result =
          ::seccomp_rule_add(context.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, 0);
      if (result != 0) return result;
    }
  }
  for (const auto& [what, error, name, compare] : refused_if()) {
    const int result = ::seccomp_rule_add_array(context.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)),
                                                ::seccomp_syscall_resolve_name(name), 1, &compare);
    if (result != 0) return result;
  }
  return 0;
}

/// Refuses calls that are too new before all other rules. It checks only the number, for any architecture.
std::vector<sock_filter> refuse_what_is_newer() {
  return {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, newest_call, 0, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
}

/// Appends the contents of a file. False, with errno, if it cannot be read completely.
bool read_program(const Descriptor& file, std::vector<sock_filter>& program) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return false;
  const auto before = program.size();
  program.resize(before + static_cast<std::size_t>(status.st_size) / sizeof(sock_filter));
  return ::pread(file.get(), program.data() + before, static_cast<std::size_t>(status.st_size), 0) ==
         status.st_size;
}

std::unexpected<std::string> trouble(int error) {
  return std::unexpected{"the filter of system calls cannot be compiled: " +
                         std::generic_category().message(error)};
}

}  // namespace

Result<SyscallFilter> SyscallFilter::compile() {
  const Context context{::seccomp_init(SCMP_ACT_ALLOW)};
  if (!context) return trouble(ENOMEM);
  constexpr std::uint32_t as_a_tree = 2;
  // Calls of a 32-bit program, or of x32, have other numbers and would bypass all rules.
  int result = ::seccomp_attr_set(context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
  if (result == 0) result = ::seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, as_a_tree);
  if (result == 0) result = add_rules(context);
  if (result != 0) return trouble(-result);
  const Descriptor file{::memfd_create("tribunal-filter", MFD_CLOEXEC)};
  if (!file) return trouble(errno);
  result = ::seccomp_export_bpf(context.get(), file.get());
  if (result != 0) return trouble(-result);
  auto program = refuse_what_is_newer();
  if (!read_program(file, program)) return trouble(errno);
  return SyscallFilter{std::move(program)};
}

bool SyscallFilter::install() const {
  const sock_fprog program{static_cast<unsigned short>(program_.size()),
                           const_cast<sock_filter*>(program_.data())};  // the kernel only reads it
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

Descriptor SyscallFilter::file() const {
  Descriptor file{::memfd_create("tribunal-filter", MFD_CLOEXEC)};
  const auto size = program_.size() * sizeof(sock_filter);
  if (!file || !std::cmp_equal(::pwrite(file.get(), program_.data(), size, 0), size)) return {};
  return file;
}

bool kernel_filters_syscalls() {
  // A kernel that knows the request rejects the null program for its address. Any other kernel rejects the
  // request.
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr) != 0 && errno == EFAULT;
}

}  // namespace tribunal
