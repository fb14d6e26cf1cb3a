#include "tournament/bot_sandbox.hpp"

#include <algorithm>

#include "bots/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

fs::path real(const fs::path& path) {
  std::error_code ignored;
  auto found = fs::weakly_canonical(path, ignored);
  return found.empty() ? path : found;
}

/// What a bot is made of: what its command names, its files, and what the plan shows it.
std::vector<fs::path> own_of(const PlannedBot& bot) {
  auto own = files_of(bot.command);
  for (const auto& file : bot.files) own.push_back(bot.command.directory / file);
  own.insert(own.end(), bot.sees.begin(), bot.sees.end());
  for (auto& path : own) path = real(path);
  return own;
}

/// That and the programs that run it, as PATH finds them.
std::vector<fs::path> needed_by(const PlannedBot& bot, std::vector<fs::path> own) {
  for (const auto& program : programs_of(bot.command)) own.push_back(real(program));
  return own;
}

bool is_in(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// Of all bots' things, those that one does not need, nor hold what it does.
void hide_others(const std::vector<std::vector<fs::path>>& owned, const std::vector<fs::path>& needed,
                 std::vector<fs::path>& hidden) {
  for (const auto& others : owned) {
    for (const auto& path : others) {
      const bool shared = std::ranges::any_of(needed, [&](const auto& own) { return is_in(own, path); });
      if (!shared && !is_in(path, "/usr")) hidden.push_back(path);
    }
  }
}

}  // namespace

std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level, const fs::path& results) {
  std::vector<std::vector<fs::path>> owned;
  for (const auto& bot : plan.bots) owned.push_back(own_of(bot));
  std::vector<Sandbox> sandboxes;
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    Sandbox sandbox{.level = level,
                    .resources = plan.resources,
                    .shown = owned[i],
                    .hidden = {results},
                    .environment = {}};
    sandbox.hidden.push_back(plan.file);
    if (plan.secret_file) sandbox.hidden.push_back(*plan.secret_file);
    hide_others(owned, needed_by(plan.bots[i], owned[i]), sandbox.hidden);
    sandboxes.push_back(std::move(sandbox));
  }
  return sandboxes;
}

}  // namespace tribunal
