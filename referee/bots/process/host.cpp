#include "bots/process/host.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/try.hpp"
#include "bots/meter/usage.hpp"
#include "bots/system/random_bits.hpp"

namespace tribunal {
namespace {

constexpr std::chrono::milliseconds interval{100};

/// The memory in KiB used by `launched` and its descendants, and by children of this program that were
/// started with `mark`.
std::int64_t memory_of(pid_t launched, const std::string& mark, const std::vector<ProcessEntry>& table) {
  const auto members = with_descendants(table, [&](const ProcessEntry& entry) {
    return entry.pid == launched || (entry.parent == ::getpid() && mark_of(entry.pid) == mark);
  });
  std::int64_t kib = 0;
  for (const auto& member : members)
    kib += parse_memory(read_proc_file("/proc/" + std::to_string(member.pid) + "/status")).now_kib;
  return kib;
}

/// Reaps a process and returns its status (waitpid(2)) if it ends within about 20 ms. A process that is
/// traced by another cannot be reaped before that one is gone, so an unlimited wait might never end.
std::optional<int> reap(pid_t pid) {
  constexpr auto pause = std::chrono::microseconds{100};
  constexpr int most_pauses = 200;
  int status = 0;
  for (int pauses = 0; ::waitpid(pid, &status, WNOHANG) == 0; ++pauses) {
    if (pauses == most_pauses) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
  return status;
}

/// Whether something ran in a sandbox that has ended by itself. bwrap reports an exit code only for a program
/// that it ran (bubblewrap.c, report_child_exit_status).
bool has_run(const Descriptor& status) {
  if (!status) return true;
  std::array<char, 1024> bytes{};
  const auto count = ::read(status.get(), bytes.data(), bytes.size());
  const std::string_view told{bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
  return told.contains("\"exit-code\"");
}

std::unexpected<Error> no_sandbox(const std::string& why) {
  return failure(ErrorCode::machine, "cannot make the sandbox: " + why);
}

/// Whether a bot with a user of its own may leave files for the next bot with this user. From bwrap on, all
/// places that it could write to are removed with it.
bool shares_public_places(const Confinement& confinement) {
  return confinement.user && confinement.level == SandboxLevel::limits;
}

void tidy_up_after(const OwnUser& user) {
  remove_ipc_objects(user.uid());
  remove_files(user.uid(), public_places);
}

}  // namespace

void MemoryWatch::watch(pid_t launched, std::string mark, int allowed_mb) {
  const std::lock_guard lock{mutex_};
  watched_.insert_or_assign(launched, Watched{std::move(mark), std::int64_t{allowed_mb} << 10U});
  if (!thread_.joinable()) thread_ = std::jthread{[this](const std::stop_token& stop) { run(stop); }};
}

std::int64_t MemoryWatch::leave(pid_t launched) {
  const std::lock_guard lock{mutex_};
  const auto left = watched_.extract(launched);
  return left.empty() ? 0 : left.mapped().killed_at_kib;
}

void MemoryWatch::run(const std::stop_token& stop) {
  std::mutex idle;
  std::condition_variable_any pause;
  std::unique_lock lock{idle};
  while (!stop.stop_requested()) {
    look();
    pause.wait_for(lock, stop, interval, [] { return false; });
  }
}

/// Holds the lock, so that no process in `watched_` is reaped, and each keeps its pid.
void MemoryWatch::look() {
  const std::lock_guard lock{mutex_};
  if (watched_.empty()) return;
  const auto table = processes_.read();
  for (auto& [pid, watched] : watched_) {
    if (watched.killed_at_kib > 0) continue;
    const auto kib = memory_of(pid, watched.mark, table);
    if (kib <= watched.allowed_kib) continue;
    watched.killed_at_kib = kib;
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL);
  }
}

std::int64_t processes_killed_for_memory() {
  constexpr std::string_view name = "\noom_kill ";
  const auto text = read_proc_file("/proc/vmstat");
  const auto place = text.find(name);
  std::int64_t count = 0;
  if (place != std::string::npos)
    std::from_chars(text.data() + place + name.size(), text.data() + text.size(), count);
  return count;
}

bool has_own_memory_group(pid_t pid) {
  return memory_group_of(read_proc_file("/proc/" + std::to_string(pid) + "/cgroup")) !=
         memory_group_of(read_proc_file("/proc/self/cgroup"));
}

Host::Host() : family_{random_digits(16)} {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::signal(SIGPIPE, SIG_IGN);
}

Host::~Host() {
  close();  // one sweep is enough for all
  while (!guests_.empty()) dismiss(guests_.begin()->first);
  const std::lock_guard lock{mutex_};
  sweep();
}

std::string Host::fresh_mark() const { return family_ + random_digits(16); }

Result<void> Host::get_ready(SandboxLevel level) {
  const std::lock_guard lock{mutex_};
  if (level == SandboxLevel::bwrap_cgroup && !cgroups_) {
    reaper_.reset();  // this program must have no other process when it changes its group
    auto home = CgroupHome::make();
    if (!home) return no_sandbox(home.error().text());
    cgroups_.emplace(std::move(*home));
  }
  if (reaper_ && reaper_->runs()) return {};
  reaper_ = OrphanReaper::start(family_);
  if (reaper_) return {};
  return failure(ErrorCode::machine, "cannot start a process: " + std::generic_category().message(errno));
}

Result<Launched> Host::launch(const Command& command, const Sandbox& sandbox) {
  TRY(get_ready(sandbox.level));
  auto confinement = TRY(confine(command, sandbox));
  const std::lock_guard lock{mutex_};  // a sweep must not see an unregistered child
  if (closed_) return failure(ErrorCode::machine, "interrupted");
  auto mark = fresh_mark();
  auto cgroup = TRY(make_cgroup(sandbox, mark));
  // A bot that was killed with its referee may have left files of this user.
  if (shares_public_places(confinement) && used_users_.insert(confinement.user->uid()).second)
    tidy_up_after(*confinement.user);
  const auto filter = TRY(filter_for(confinement.profile));
  auto launched =
      TRY(launch_process(confinement.profile, mark, cgroup ? cgroup->entry() : CgroupEntry{}, filter));
  if (cgroup) launched.controls = cgroup->controls();
  if (sandbox.level != SandboxLevel::none && !cgroup)
    memory_.watch(launched.pid, mark, sandbox.resources.memory_mb);
  guests_.emplace(launched.pid, Guest{std::move(mark), std::move(confinement), std::move(cgroup),
                                      std::move(launched.status)});
  return launched;
}

Result<std::optional<Cgroup>> Host::make_cgroup(const Sandbox& sandbox, const std::string& mark) {
  if (sandbox.level != SandboxLevel::bwrap_cgroup) return std::nullopt;
  auto group = cgroups_->make_group(mark, sandbox.resources, sandbox_processes);
  if (!group) return no_sandbox(group.error().text());
  return std::optional<Cgroup>{std::move(*group)};
}

Result<const SyscallFilter*> Host::filter_for(const Profile& profile) {
  if (profile.filtering == Filtering::nobody) return nullptr;
  if (!filter_) {
    auto filter = SyscallFilter::compile();
    if (!filter) return no_sandbox(filter.error().text());
    filter_.emplace(std::move(*filter));
  }
  return &*filter_;
}

Dismissal Host::dismiss(pid_t pid) {
  constexpr int most_tries = 100;
  std::unique_lock lock{mutex_};
  const auto killed_at_kib = memory_.leave(pid);
  ::kill(-pid, SIGKILL);  // before it is reaped, because until then the group keeps its number
  ::kill(pid, SIGKILL);   // it may have moved to another group
  auto status = reap(pid);
  for (int tries = 0; !status && tries < most_tries; ++tries) {
    guests_[pid].mark = fresh_mark();  // a mark of no process, so that the next sweep kills its children too
    sweep();
    status = reap(pid);
  }
  const auto guest = guests_.extract(pid);  // releases its resources once no process is left
  if (!closed_) sweep();
  if (guest.empty()) return {status.value_or(SIGKILL), {}, true};
  if (shares_public_places(guest.mapped().confinement)) {
    lock.unlock();  // it may take long, and other threads need not wait
    tidy_up_after(*guest.mapped().confinement.user);
  }
  return {status.value_or(SIGKILL), reason_of(guest.mapped(), killed_at_kib),
          !status || !WIFEXITED(*status) || has_run(guest.mapped().status)};
}

std::string Host::reason_of(const Guest& guest, std::int64_t killed_at_kib) const {
  const auto allowed = std::to_string(guest.confinement.resources.memory_mb) + " MiB";
  if (killed_at_kib > 0)
    return fmt::format("used {} MiB of memory, of {} allowed", killed_at_kib >> 10U, allowed);
  if (guest.cgroup && guest.cgroup->ran_out_of_memory())
    return "used more than the " + allowed + " of memory allowed";
  return {};
}

/// Kills the children that belong to no live bot: processes whose parents have ended. A kill may give this
/// program further children, so there are several rounds.
void Host::sweep() {
  constexpr int most_rounds = 1000;  // a process that forks faster is left to the next sweep
  const auto is_to_live = [this](pid_t pid) {
    if (guests_.contains(pid) || (reaper_ && pid == reaper_->pid())) return true;
    const auto mark = mark_of(pid);
    return std::ranges::any_of(guests_, [&](const auto& guest) { return guest.second.mark == mark; });
  };
  bool found = true;
  for (int round = 0; found && round < most_rounds; ++round) {
    found = false;
    for (const auto& child : processes_.read()) {
      if (child.parent != ::getpid() || is_to_live(child.pid)) continue;
      if (child.ended) {
        ::waitpid(child.pid, nullptr, WNOHANG);
      } else if (::kill(child.pid, SIGKILL) == 0) {
        reap(child.pid);
        found = true;
      }
    }
  }
}

}  // namespace tribunal
