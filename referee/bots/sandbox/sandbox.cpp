#include "bots/sandbox/sandbox.hpp"

#include <algorithm>

namespace tribunal {

std::string_view name_of(SandboxLevel level) {
  return sandbox_level_names.at(static_cast<std::size_t>(level));
}

std::optional<SandboxLevel> find_sandbox_level(std::string_view name) {
  const auto* const found = std::ranges::find(sandbox_level_names, name);
  if (found == sandbox_level_names.end()) return std::nullopt;
  return static_cast<SandboxLevel>(found - sandbox_level_names.begin());
}

}  // namespace tribunal
