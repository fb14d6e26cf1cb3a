#pragma once

#include <chrono>
#include <sys/types.h>

namespace tribunal {

/// CPU time that a sandbox may use to start a bot, beyond what the bot is charged with.
inline constexpr std::chrono::milliseconds most_wrapper_time{100};

/// CPU time so far of bwrap's own processes around the bot that was launched as `pid`: that process and those
/// below it, as long as their program is bwrap. A bot could take that name too; so no more than
/// `most_wrapper_time` is believed.
[[nodiscard]] std::chrono::nanoseconds wrapper_time(pid_t pid);

}  // namespace tribunal
