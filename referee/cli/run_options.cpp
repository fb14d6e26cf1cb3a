#include "cli/run_options.hpp"

#include <CLI/CLI.hpp>

#include "cli/sandbox_option.hpp"
#include "tournament/folder.hpp"

namespace tribunal {

void RunPlace::add_options(CLI::App& command, const std::string& name) {
  command.add_option("--out", out, "the folder of the results (default: results/" + name + ")");
  command
      .add_option("--workers", workers,
                  "tables played at at the same time (default: as the plan says, else one a core)")
      ->check(CLI::Range(1, 1024));
}

std::filesystem::path RunPlace::folder(const Plan& plan) const {
  return out.empty() ? std::filesystem::path{usual_results} / plan.name : out;
}

std::expected<RunOptions, std::string> RunPlace::settle(const Plan& plan) const {
  const auto level = settle_level(plan, folder(plan));
  if (!level) return std::unexpected{level.error()};
  return RunOptions{.workers = workers,
                    .facts = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(*level)}},
                    .level = *level,
                    .on_progress = {},
                    .on_faults = {},
                    .enough = {}};
}

}  // namespace tribunal
