#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// How well a bot is kept apart from everything else; each level promises what the one before it does, and
/// more (docs/sandbox.md).
enum class SandboxLevel : std::uint8_t {
  none,          ///< it runs as any program of this user
  limits,        ///< memory, processes, files are limited; a user of its own if started as root
  bwrap,         ///< no network, no other process, no file but the system's and its own
  bwrap_cgroup,  ///< the kernel bounds the memory of all its processes together
};

inline constexpr std::array<std::string_view, 4> sandbox_level_names{"none", "limits", "bwrap",
                                                                     "bwrap+cgroup"};

/// As plans and records name it.
[[nodiscard]] std::string_view name_of(SandboxLevel level);
[[nodiscard]] std::optional<SandboxLevel> find_sandbox_level(std::string_view name);

/// What one bot may use, all its processes together unless it says otherwise. A mebibyte is 2^20 bytes.
struct Resources {
  int memory_mb = 1024;
  int processes = 128;    ///< threads count
  int open_files = 1024;  ///< a process
  int file_mb = 16;       ///< the longest file
  int tmp_mb = 16;        ///< of /tmp, and as much of /dev/shm

  bool operator==(const Resources&) const = default;
};

/// Descriptors of this program: where lines that a person types are read, and where they are shown something.
struct Terminal {
  int keyboard = 0;
  int screen = 1;
};

/// The environment of a bot when it is launched.
struct Sandbox {
  SandboxLevel level = SandboxLevel::none;
  Resources resources;
  /// Files and directories that it may read, beside the system's and those that its command names.
  std::vector<std::filesystem::path> shown;
  /// What it must not see, wherever that lies.
  std::vector<std::filesystem::path> hidden;
  std::vector<std::string> environment;  ///< `NAME=value` more
  /// That a person's seat has as `keyboard_descriptor` and `screen_descriptor`; only at the level `none`.
  std::optional<Terminal> terminal = {};
};

}  // namespace tribunal
