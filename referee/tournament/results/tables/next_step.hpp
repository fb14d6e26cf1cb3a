#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string>

#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The shard whose complete or saved games a folder holds, by its name: `3-of-7`, or `3-of-7.partial`.
[[nodiscard]] inline std::optional<Shard> shard_of_folder(const std::filesystem::path& folder) {
  const auto name = (folder / "").parent_path().filename().string();
  return shard_named(name.substr(0, name.find('.')));
}

/// The next step if the results in a folder are damaged. A shard's can be played again.
[[nodiscard]] inline std::string next_step_if_damaged(const std::filesystem::path& folder) {
  const auto shard = shard_of_folder(folder);
  if (!shard) return "restore a copy of it, or play the plan into another folder";
  return fmt::format(
      "restore a copy of this folder, or delete it: the command that played it, with --shard {}, then plays "
      "it again",
      to_text(*shard));
}

}  // namespace tribunal
