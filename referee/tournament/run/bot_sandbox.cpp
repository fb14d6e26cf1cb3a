#include "tournament/run/bot_sandbox.hpp"

namespace tribunal {

namespace fs = std::filesystem;

std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level, std::span<const fs::path> results) {
  std::vector<Sandbox> sandboxes;
  for (auto& visibility : visibility_of(plan, results)) {
    sandboxes.push_back({.level = level,
                         .resources = plan.resources,
                         .shown = std::move(visibility.shown),
                         .hidden = std::move(visibility.hidden),
                         .environment = {}});
  }
  return sandboxes;
}

}  // namespace tribunal
