#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enum_names.hpp"
#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// A restriction of a sandbox that a program may have met. A limit is named by its key in plans.
enum class Lack : std::uint8_t { open_files, processes, file_mb, tmp_mb, memory_mb, writing, network };

template <>
inline constexpr auto enum_names<Lack> =
    in_words("open_files", "processes", "file_mb", "tmp_mb", "memory_mb", "writing", "network");

/// The restriction that `said` reports, in a sandbox of this level. None if it reports none.
[[nodiscard]] std::optional<Lack> lack_in(std::string_view said, SandboxLevel level, bool is_build = false);

/// A hint about a restriction of the sandbox that the bot may have met, judged by the end of its stderr and
/// its exit: a limit, files that it may not write, or no network. It names the key of a plan or the option
/// that changes the restriction. One sentence; empty if the bot reports no restriction of its sandbox.
/// `program`: the first word of its command.
[[nodiscard]] std::string sandbox_hint(const Sandbox& sandbox, std::string_view error_tail,
                                       std::string_view program = {});

}  // namespace tribunal
