#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.hpp"
#include "base/number_field.hpp"

namespace tribunal {

/// The isolation of a bot. Each level guarantees everything that the one before it does, and more
/// (docs/sandbox.md).
enum class SandboxLevel : std::uint8_t {
  none,          ///< like any program of this user
  limits,        ///< limits on memory, processes and files; a user of its own if root started this program
  bwrap,         ///< no network, no other processes, and only the system's files and its own
  bwrap_cgroup,  ///< the kernel limits the total memory of its processes
};

template <>
inline constexpr auto enum_names<SandboxLevel> = in_words("none", "limits", "bwrap", "bwrap+cgroup");

/// The resources of one bot, for all its processes together unless stated otherwise. A mebibyte is 2^20
/// bytes.
struct Resources {
  int memory_mb = 1024;
  int processes = 128;    ///< including threads
  int open_files = 1024;  ///< per process
  int file_mb = 16;       ///< size of the largest file
  int tmp_mb = 16;        ///< size of /tmp in MiB; /dev/shm has the same again

  bool operator==(const Resources&) const = default;
};

inline constexpr int most_of_a_resource = 1 << 20;

/// The members of `Resources` in the order in which all texts name them.
inline constexpr std::array<NumberField<Resources, int>, 5> resource_fields{{
    {"memory_mb", &Resources::memory_mb, 16, most_of_a_resource},
    {"processes", &Resources::processes, 1, most_of_a_resource},
    {"open_files", &Resources::open_files, 16, most_of_a_resource},
    {"file_mb", &Resources::file_mb, 1, most_of_a_resource},
    {"tmp_mb", &Resources::tmp_mb, 1, most_of_a_resource},
}};

/// Descriptors of this program on which a person types and reads.
struct Terminal {
  int keyboard = 0;
  int screen = 1;
};

/// The environment in which a bot is launched.
struct Sandbox {
  SandboxLevel level = SandboxLevel::none;
  Resources resources{};
  /// Files and directories that it may read, besides the system's and those that its command names.
  std::vector<std::filesystem::path> shown{};
  /// Files and directories that it must not see.
  std::vector<std::filesystem::path> hidden{};
  std::vector<std::string> environment{};  ///< additional variables `NAME=value`
  /// The plan, the secret and the results. An installation shows no part that holds one of them.
  std::vector<std::filesystem::path> organiser{};
  /// A terminal for a person's seat, as `keyboard_descriptor` and `screen_descriptor`. Only at the level
  /// `none`.
  std::optional<Terminal> terminal = {};
};

}  // namespace tribunal
