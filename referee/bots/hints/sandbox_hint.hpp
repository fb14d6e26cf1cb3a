#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enum_names.hpp"
#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// The restriction of a sandbox that a program may have met; of a limit, the key of a plan that sets it.
enum class Lack : std::uint8_t { open_files, processes, file_mb, tmp_mb, memory_mb, writing, network };

template <>
inline constexpr auto enum_names<Lack> =
    in_words("open_files", "processes", "file_mb", "tmp_mb", "memory_mb", "writing", "network");

/// The restriction of which `said` complains, in a sandbox of this level; nothing if of none.
[[nodiscard]] std::optional<Lack> lack_in(std::string_view said, SandboxLevel level, bool is_build = false);

/// A hint about a restriction of the sandbox that the bot may have met, by the end of its stderr and its exit
/// (a limit, files that it may not write, no network), with the key of a plan or the option that changes it:
/// one sentence. Empty if it complains of no restriction that its sandbox has. `program`: the first word of
/// its command.
[[nodiscard]] std::string sandbox_hint(const Sandbox& sandbox, std::string_view error_tail,
                                       std::string_view program = {});

}  // namespace tribunal
