#include "cli/options/sandbox_option.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <iostream>
#include <linux/capability.h>
#include <pthread.h>
#include <string_view>
#include <sys/syscall.h>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/process/host.hpp"
#include "bots/process/probe.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/system/process_table.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

std::string fewer_tables(const Crowd& crowd) {
  return crowd.tables == 1 ? "; raise the limit" : "; raise the limit, or play at fewer tables (--workers)";
}

std::unexpected<Error> no_level(std::string sentence) {
  return failure(ErrorCode::no_sandbox, std::move(sentence));
}

using Resource = decltype(RLIMIT_CORE);

// The numbers of open descriptors, as counted in /proc/PID/fd. At rest: standard streams, signals, a
// database, a tournament's coordinator, and those that are briefly open while a bot starts. Per table: its
// event loop. Per bot: three pipes and its process; from level `limits` on, its claim to a user; in bwrap,
// the status pipe; and two files of a cgroup.
constexpr std::int64_t files_at_rest = 28;
constexpr std::int64_t files_per_table = 4;
constexpr std::array<std::int64_t, enum_names<SandboxLevel>.size()> files_per_bot{4, 5, 6, 8};

constexpr std::int64_t threads_at_rest = 7;
constexpr rlim_t least_stack = rlim_t{1} << 20U;

struct LimitName {
  Resource resource;
  std::string_view what;
  std::string_view option;  ///< option of the shell's ulimit
  rlim_t unit;              ///< unit of ulimit: bytes, or pieces
  std::string_view key;     ///< key in a plan's `[resources]` that sets the bot's limit
};

constexpr std::array limit_names{LimitName{RLIMIT_NOFILE, "open files", "-n", 1, "open_files"},
                                 LimitName{RLIMIT_NPROC, "processes", "-u", 1, "processes"},
                                 LimitName{RLIMIT_STACK, "KiB of stack", "-s", 1024, ""},
                                 LimitName{RLIMIT_FSIZE, "KiB of a file", "-f", 1024, "file_mb"},
                                 LimitName{RLIMIT_DATA, "KiB of data", "-d", 1024, "memory_mb"}};

/// A limit with the command that shows it: `64 open files (ulimit -Hn)`.
std::string text_of(Resource resource, rlim_t value) {
  const auto name = std::ranges::find(limit_names, resource, &LimitName::resource);
  if (name == limit_names.end()) return std::to_string(value);
  return fmt::format("{} {} (ulimit -H{})", value / name->unit, name->what, name->option.substr(1));
}

rlimit limits_now(Resource resource) {
  rlimit now{RLIM_INFINITY, RLIM_INFINITY};
  ::getrlimit(resource, &now);
  return now;
}

/// Raises the soft limit to `needed` if it is lower. Returns false if the hard limit forbids it.
bool raise_to(Resource resource, rlim_t needed) {
  auto now = limits_now(resource);
  if (now.rlim_cur >= needed) return true;
  if (now.rlim_max < needed) return false;
  now.rlim_cur = needed;
  return ::setrlimit(resource, &now) == 0;
}

std::unexpected<std::string> too_small(Resource resource, std::int64_t needed, const std::string& for_what) {
  return std::unexpected{fmt::format("this process is limited to {}; {} {}",
                                     text_of(resource, limits_now(resource).rlim_max), for_what, needed)};
}

/// The load in words: `3 bots at each of 2 tables`.
std::string text_of(const Crowd& crowd) {
  return fmt::format("{} at {}", counted(static_cast<std::uint64_t>(crowd.bots), "bot"),
                     crowd.tables == 1 ? "a table" : fmt::format("each of {} tables", crowd.tables));
}

std::string_view verb_of(const Crowd& crowd) { return crowd.bots == 1 ? " needs" : " need"; }

/// Whether the process has the capability that overrides limits (setrlimit(2), clone(2)). Root in a container
/// may lack it.
bool is_above_limits() {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> sets{};
  if (::syscall(SYS_capget, &header, sets.data()) != 0) return false;
  return (sets[0].effective & (1U << CAP_SYS_RESOURCE)) != 0;
}

/// The number of open files that this program needs for `crowd`, with spare ones to start another bot.
std::int64_t open_files_for(const Crowd& crowd) {
  const auto each = files_per_bot.at(static_cast<std::size_t>(crowd.level));
  return files_at_rest + (files_per_table + each * crowd.bots) * crowd.tables;
}

}  // namespace

Result<SandboxLevel> settle_level(std::optional<SandboxLevel> demanded, Crowd crowd,
                                  const Resources& resources) {
  crowd.level = demanded.value_or(SandboxLevel::bwrap_cgroup);
  // The bots' limits are checked first: they are the larger ones, so one refusal names everything that is
  // missing.
  if (demanded != SandboxLevel::none)
    if (const auto limit = limit_out_of_reach(resources))
      return no_level(*limit + "; raise the limit, or choose sandbox level none");
  if (const auto room = make_room(crowd); !room) return no_level(room.error().message + fewer_tables(crowd));
  if (demanded == SandboxLevel::none) return SandboxLevel::none;
  for (const auto& lack : lacks_of_kernel()) std::cerr << "tribunal: " << lack << '\n';
  Host host;
  if (!demanded) return highest_level(host);
  const auto found = probe(host, *demanded);
  if (found.works()) return *demanded;
  return no_level(refusal(found));
}

Result<SandboxLevel> settle_level(const Plan& plan, const Crowd& crowd, const std::filesystem::path& out) {
  if (plan.sandbox) return settle_level(plan.sandbox, crowd, plan.resources);
  const auto results = Results::open(out, RoundSource::nowhere);
  return settle_level(results ? results->tournament().plan.sandbox : std::nullopt, crowd, plan.resources);
}

Result<SandboxLevel> settle_level_again(std::optional<SandboxLevel> asked, const Record& record,
                                        CommandSource source, const Resources& resources) {
  const Crowd crowd{.bots = static_cast<int>(record.entrants.size())};
  if (asked) return settle_level(asked, crowd, resources);
  const auto recorded = find_name<SandboxLevel>(record.host.sandbox);
  if (!recorded) {
    return no_level("the game is recorded with the unknown sandbox level '" + harmless(record.host.sandbox) +
                    "'; expected --sandbox LEVEL");
  }
  if (source == CommandSource::results_folder && *recorded < SandboxLevel::bwrap) {
    return no_level("the game was played at sandbox level " + record.host.sandbox +
                    ", at which the folder's commands could do anything that you can do; expected --sandbox "
                    "bwrap, or --sandbox " +
                    record.host.sandbox + " if you trust the maker of the folder");
  }
  auto level = settle_level(recorded, crowd, resources);
  if (!level)
    level.error().message += "; the game was played at this level, and --sandbox LEVEL chooses another";
  return level;
}

void tell_of_level(std::ostream& out, SandboxLevel level) {
  out << "sandbox: " << name_of(level);
  if (level < SandboxLevel::bwrap)
    out << (level == SandboxLevel::none
                ? "; the bots can do anything that you can do"
                : "; the bots can read your files unless the system forbids it, and use the network");
  out << std::endl;
}

std::int64_t room_for_bots(rlim_t open_files, int tables) {
  const auto most = static_cast<std::int64_t>(std::min<rlim_t>(open_files, rlim_t{1} << 40U));
  return std::max<std::int64_t>(
      0, (most - open_files_for({.bots = 0, .tables = tables})) / (files_per_bot.back() * tables));
}

rlim_t most_open_files() { return limits_now(RLIMIT_NOFILE).rlim_max; }

Result<void> make_room(const Crowd& crowd) {
  if (const auto needed = open_files_for(crowd); !raise_to(RLIMIT_NOFILE, static_cast<rlim_t>(needed)))
    return too_small(RLIMIT_NOFILE, needed, text_of(crowd) + std::string{verb_of(crowd)});
  if (is_above_limits()) return {};
  const std::int64_t needed =
      threads_at_rest + threads_of_this_user() + std::int64_t{crowd.tables} * (crowd.bots + 1);
  if (!raise_to(RLIMIT_NPROC, static_cast<rlim_t>(needed)))
    return too_small(
        RLIMIT_NPROC, needed,
        text_of(crowd) + ", with the other processes of this user," + std::string{verb_of(crowd)});
  return {};
}

std::optional<std::string> limit_out_of_reach(const Resources& resources) {
  if (is_above_limits()) return std::nullopt;
  auto limits = limits_of(resources);
  limits.push_back({RLIMIT_NPROC, static_cast<rlim_t>(resources.processes + sandbox_processes)});
  for (const auto& limit : limits) {
    const auto most = limits_now(limit.resource).rlim_max;
    if (limit.most <= most) continue;
    const auto name = std::ranges::find(limit_names, limit.resource, &LimitName::resource);
    return fmt::format("this process is limited to {}; each bot is allowed {} ({} in a plan's [resources])",
                       text_of(limit.resource, most), limit.most / name->unit, name->key);
  }
  return std::nullopt;
}

Result<void> ensure_stack() {
  if (limits_now(RLIMIT_STACK).rlim_cur >= least_stack) return {};
  if (!raise_to(RLIMIT_STACK, least_stack))
    return too_small(RLIMIT_STACK, static_cast<std::int64_t>(least_stack >> 10U), "this program needs");
  // The first thread's stack can grow to the new limit, but the stacks of other threads have a size that was
  // set from the old limit.
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return {};
  if (::pthread_attr_setstacksize(&attributes, static_cast<std::size_t>(least_stack)) == 0)
    ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
  return {};
}

}  // namespace tribunal
