#include "cli/options/build_bots.hpp"

#include <iostream>
#include <memory>

#include "base/escape.hpp"
#include "base/text/utf8.hpp"
#include "bots/build/build_bot.hpp"
#include "cli/options/sandbox_option.hpp"
#include "tournament/plan/planned_bots.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> hidden_from_builds(const Plan& plan, const fs::path& results) {
  std::vector<fs::path> hidden{fs::absolute(results.empty() ? fs::path{usual_results} : results)};
  if (plan.secret_file) hidden.push_back(*plan.secret_file);
  return hidden;
}

Result<void> build(const Plan& plan, PlannedBot& bot, const fs::path& results) {
  const auto level = settle_level(plan.sandbox, {.bots = 1});
  if (!level) return std::unexpected{level.error()};
  const BuildOrder order{.command = bot.build,
                         .source = fs::absolute(bot.command.directory),
                         .level = *level,
                         .limits = plan.build,
                         .sees = bot.sees,
                         .hidden = hidden_from_builds(plan, results)};
  Host host;
  auto built = build_bot(host, usual_build_cache(), order, [&] {
    std::cerr << "tribunal: building " << harmless(bot.name) << ": " << escaped(bot.build) << '\n';
  });
  if (!built) return std::unexpected{std::move(built.error())};
  bot.command.directory = std::move(built->folder);
  return {};
}

}  // namespace

BuildPlanned builder(const fs::path& results) {
  return [results](const Plan& plan, PlannedBot& bot) { return build(plan, bot, results); };
}

}  // namespace tribunal
