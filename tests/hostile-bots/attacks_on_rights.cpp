// More rights than it was given: namespaces, mounts, other users, limits, priority, cores.
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

#include "attack.hpp"

namespace {

void namespaces(const Situation&) {
  const std::array<std::pair<int, const char*>, 4> kinds{
      {{CLONE_NEWUSER, "a user namespace of its own"},
       {CLONE_NEWUSER | CLONE_NEWNS, "user and mount namespaces"},
       {CLONE_NEWNS, "a mount namespace"},
       {CLONE_NEWNET, "a network namespace"}}};
  for (const auto& [kind, name] : kinds) {
    report(succeeds_in_child([kind = kind] { return ::unshare(kind) == 0; }), name);
  }
  for (const char* const name : {"mnt", "net", "pid", "user"}) {
    report(succeeds_in_child([name] {
             const auto path = std::string{"/proc/1/ns/"} + name;
             const int other = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
             return other >= 0 && ::setns(other, 0) == 0;
           }),
           std::string{"the namespace of process 1: "} + name);
  }
}

void mounts(const Situation&) {
  const auto place = "/tmp/" + own_name() + "-mount";
  ::mkdir(place.c_str(), 0700);
  const bool mounted = ::mount("none", place.c_str(), "tmpfs", 0, nullptr) == 0;
  report(mounted, "a mount");
  if (mounted) ::umount2(place.c_str(), MNT_DETACH);
  ::rmdir(place.c_str());
  struct statvfs root {};
  if (::statvfs("/", &root) == 0 && (root.f_flag & ST_RDONLY) != 0) {  // otherwise there is nothing to gain
    report(::mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0,
           "a root that can be written to");
    report(::umount2("/tmp", MNT_DETACH) == 0, "what lies under /tmp");
  }
  report(succeeds_in_child([] { return ::chroot("/usr") == 0; }), "another root");
}

/// targets[0]: a copy of this program that root has made setuid.
void other_users(const Situation& situation) {
  errno = EPERM;
  report(::geteuid() == 0 && succeeds_in_child([] { return ::setgroups(0, nullptr) == 0; }),
         "the rights of root");
  if (::getuid() != 0) report(succeeds_in_child([] { return ::setuid(0) == 0; }), "user 0");
  const auto ends_well = [](std::vector<std::string> words) {
    return succeeds_in_child([&words] {
      const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
      for (const int standard : {0, 1, 2}) ::dup2(nothing, standard);
      std::vector<char*> pointers;
      for (auto& word : words) pointers.push_back(word.data());
      pointers.push_back(nullptr);
      ::execv(pointers[0], pointers.data());
      return false;
    });
  };
  report(ends_well({"/usr/bin/su", "-c", "true"}), "su");
  if (!situation.targets.empty()) {
    const bool is_root = ends_well({situation.target(0), "--alone", "am-i-root"});
    report(is_root && ::geteuid() != 0, "root through a setuid program");
  }
}

/// Ends with 0 if it runs as root.
void am_i_root(const Situation&) { ::_exit(::geteuid() == 0 ? 0 : 1); }

void own_limits(const Situation&) {
  struct Limit {
    int kind;
    rlim_t most;  ///< highest limit that a bot could be given
    const char* name;
  };
  const std::array<Limit, 4> limits{{{RLIMIT_NPROC, 4096, "processes"},
                                     {RLIMIT_NOFILE, 65536, "open files"},
                                     {RLIMIT_FSIZE, rlim_t{1} << 32, "the size of files"},
                                     {RLIMIT_CORE, 0, "dumps of memory"}}};
  for (const auto& limit : limits) {
    rlimit now{RLIM_INFINITY, RLIM_INFINITY};
    ::setrlimit(static_cast<__rlimit_resource>(limit.kind), &now);
    const int error = errno;
    ::getrlimit(static_cast<__rlimit_resource>(limit.kind), &now);
    errno = error;
    report(now.rlim_max > limit.most, std::string{"no limit to "} + limit.name);
  }
}

void priority(const Situation&) {
  report(succeeds_in_child([] { return ::setpriority(PRIO_PROCESS, 0, -10) == 0; }), "niceness -10");
  for (const int policy : {SCHED_FIFO, SCHED_RR}) {
    report(succeeds_in_child([policy] {
             const sched_param parameter{.sched_priority = 1};
             return ::sched_setscheduler(0, policy, &parameter) == 0;
           }),
           policy == SCHED_FIFO ? "real time, first come" : "real time, in turns");
  }
  report(succeeds_in_child([] {
           constexpr int realtime = 1 << 13;
           return ::syscall(SYS_ioprio_set, 1, 0, realtime) == 0;
         }),
         "real-time reading and writing");
  report(succeeds_in_child([] {
           const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
           return file >= 0 && ::write(file, "-1000", 5) == 5;
         }),
         "never to be killed when memory runs out");
}

/// A different core from that of its table: it may take the time of other tables.
void cores(const Situation&) {
  cpu_set_t before;
  ::sched_getaffinity(0, sizeof before, &before);
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &all);
  ::sched_setaffinity(0, sizeof all, &all);
  ::sched_getaffinity(0, sizeof all, &all);
  report(CPU_COUNT(&all) > CPU_COUNT(&before), "more cores than its table has");
  ::sched_setaffinity(0, sizeof before, &before);
}

/// Opens the terminal from which the referee was started, and types there.
void terminal(const Situation&) {
  const int screen = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  report(screen >= 0, "the terminal");
  report(::ioctl(screen, TIOCSTI, "\n") == 0, "typing at the terminal");
  ::close(screen);
  report(::ioctl(STDIN_FILENO, TIOCSTI, "\n") == 0, "typing at its input");
}

constexpr std::array rights_attacks{
    Attack{"namespaces", {namespaces}},
    Attack{"mounts", {mounts}},
    Attack{"other-users", {other_users}},
    Attack{"am-i-root", {am_i_root}},
    Attack{"own-limits", {own_limits}},
    Attack{"priority", {priority}},
    Attack{"cores", {cores}},
    Attack{"terminal", {terminal}},
};

}  // namespace

std::span<const Attack> attacks_on_rights() { return rights_attacks; }
