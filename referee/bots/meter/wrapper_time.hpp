#pragma once

#include <chrono>
#include <sys/types.h>

namespace tribunal {

/// CPU time that a sandbox may use to start a bot, not charged to the bot.
inline constexpr std::chrono::milliseconds most_wrapper_time{100};

/// CPU time so far of bwrap's own processes around the bot that was launched as `pid`: that process and those
/// below it, as long as their program is named bwrap. A bot could take that name, too, so the result is at
/// most `most_wrapper_time`.
[[nodiscard]] std::chrono::nanoseconds wrapper_time(pid_t pid);

}  // namespace tribunal
