#include "cli/options/build_bots.hpp"

#include <iostream>
#include <memory>

#include "base/escape.hpp"
#include "base/text/utf8.hpp"
#include "bots/build/build_bot.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/sandbox_option.hpp"
#include "tournament/plan/planned_bots.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

Result<void> build(const Plan& plan, PlannedBot& bot, SandboxLevel level, const fs::path& results) {
  const BuildOrder order{.command = bot.build,
                         .source = fs::absolute(bot.command.directory),
                         .level = level,
                         .limits = plan.build,
                         .sees = bot.sees,
                         .hidden = hidden_from_builds(plan, results)};
  Host host;
  auto built = build_bot(host, usual_build_cache(), order, [&] {
    std::cerr << "tribunal: building " << harmless(bot.name) << ": " << escaped(bot.build) << '\n';
  });
  if (!built) return std::unexpected{built.error().with_log()};
  if (!built->cached_at.empty())
    std::cerr << "tribunal: " << harmless(bot.name) << ": taken from the cache of " << built->cached_at
              << '\n';
  for (const auto& note : built->notes)
    std::cerr << "tribunal: " << harmless(bot.name) << ": " << note << '\n';
  bot.command.directory = std::move(built->folder);
  bot.build.clear();
  return {};
}

}  // namespace

std::vector<fs::path> hidden_from_builds(const Plan& plan, const fs::path& results) {
  std::vector<fs::path> hidden{fs::absolute(results.empty() ? fs::path{usual_results} : results)};
  if (plan.secret_file) hidden.push_back(*plan.secret_file);
  return hidden;
}

BuildPlanned builder(const fs::path& results) {
  return [results](const Plan& plan, PlannedBot& bot) -> Result<void> {
    const auto level = settle_level(plan.sandbox, {.bots = 1});
    if (!level) return std::unexpected{level.error()};
    return build(plan, bot, *level, results);
  };
}

void build_again(Plan& plan, const std::vector<std::size_t>& bots, SandboxLevel level,
                 const fs::path& results) {
  for (const auto number : bots) {
    auto& bot = plan.bots.at(number);
    if (bot.build.empty()) continue;
    if (const auto built = build(plan, bot, level, results); !built)
      throw Complaint{Error{built.error().code, "bot " + bot.name + ": " + built.error().text()}};
  }
}

fs::path build_here(const std::string& command, std::optional<SandboxLevel> demanded) {
  if (command.empty()) return fs::path{};
  const auto level = must(settle_level(demanded, {.bots = 1}));
  PlannedBot bot;
  bot.name = "the bot";
  bot.build = command;
  bot.command.directory = fs::current_path();
  must(build({}, bot, level, {}));
  return std::move(bot.command.directory);
}

void add_build_option(CommandLine& command, std::string& build) {
  command.add("--build", build, {Value::text, "COMMAND"},
              "first build the current folder with this shell command, in the sandbox, and run the bots from "
              "its output (tribunal help plan)");
}

}  // namespace tribunal
