#include "tournament/tournament.hpp"

#include <algorithm>

#include "bots/command.hpp"

namespace tribunal {

std::expected<std::string, std::string> sha256_of(const PlannedBot& bot) {
  const auto missing = [&](const std::string& file) {
    std::error_code ignored;
    return !std::filesystem::is_regular_file(bot.command.directory / file, ignored);
  };
  auto files = bot.files;
  if (bot.command.words.front().contains('/')) files.push_back(bot.command.words.front());
  if (const auto file = std::ranges::find_if(files, missing); file != files.end()) {
    return std::unexpected{"bot " + bot.name + ": there is no file " +
                           (bot.command.directory / *file).string()};
  }
  auto command = bot.command;
  command.words.insert(command.words.end(), bot.files.begin(), bot.files.end());
  auto hash = sha256_of(command);
  if (!hash) return std::unexpected{"bot " + bot.name + ": " + hash.error()};
  return hash;
}

std::expected<Tournament, std::string> load_tournament(const std::filesystem::path& file) {
  auto text = read_plan_text(file);
  if (!text) return std::unexpected{text.error()};
  return make_tournament(*text, file);
}

std::expected<Tournament, std::string> make_tournament(const std::string& plan_text,
                                                       const std::filesystem::path& file) {
  auto plan = parse_plan(plan_text, file);
  if (!plan) return std::unexpected{plan.error()};
  auto rules = rules_of(*plan);
  if (!rules) return std::unexpected{file.string() + ": " + rules.error()};
  auto schedule = schedule_of(*plan);
  if (!schedule) return std::unexpected{file.string() + ": " + schedule.error()};
  std::vector<std::string> hashes;
  for (const auto& bot : plan->bots) {
    auto hash = sha256_of(bot);
    if (!hash) return std::unexpected{file.string() + ": " + hash.error()};
    hashes.push_back(std::move(*hash));
  }
  return Tournament{std::move(*plan), plan_text, std::move(*rules), *schedule, std::move(hashes)};
}

}  // namespace tribunal
