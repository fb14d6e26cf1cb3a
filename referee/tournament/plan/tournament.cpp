#include "tournament/plan/tournament.hpp"

#include <algorithm>

#include "bots/system/command.hpp"

namespace tribunal {
namespace {

/// All of a tournament but the hashes of its bots.
std::expected<Tournament, std::string> scheduled(const std::string& plan_text,
                                                 const std::filesystem::path& file) {
  auto plan = parse_plan(plan_text, file);
  if (!plan) return std::unexpected{plan.error()};
  auto rules = rules_of(*plan);
  if (!rules) return std::unexpected{file.string() + ": " + rules.error()};
  auto schedule = schedule_of(*plan);
  if (!schedule) return std::unexpected{file.string() + ": " + schedule.error()};
  std::vector<std::string> hashes(plan->bots.size());
  return Tournament{std::move(*plan),     plan_text,         std::move(*rules),
                    *std::move(schedule), std::move(hashes), std::nullopt};
}

/// What `make` makes of the plan in `file`.
template <typename Make>
std::expected<Tournament, PlanError> load(const std::filesystem::path& file, const Make& make) {
  const auto text = read_plan_text(file);
  if (!text) return std::unexpected{PlanError{PlanError::Kind::unreadable, text.error()}};
  auto tournament = make(*text, file);
  if (!tournament) return std::unexpected{PlanError{PlanError::Kind::wrong, tournament.error()}};
  return *std::move(tournament);
}

/// Why a bot whose files have this hash is not the one that the plan commits to; empty if it is, or if the
/// plan commits to none.
std::string objection_to_hash(const PlannedBot& bot, const std::string& sha256) {
  if (bot.sha256.empty() || bot.sha256 == sha256) return {};
  return "bot " + bot.name + " is not the one that the plan commits to: sha256 of its files is " +
         (sha256.empty() ? "that of nothing" : sha256) + ", " + bot.sha256 + " in the plan";
}

}  // namespace

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

std::expected<Tournament, PlanError> load_without_bots(const std::filesystem::path& file) {
  return load(file, scheduled);
}

std::expected<Tournament, PlanError> load_tournament(const std::filesystem::path& file,
                                                     std::optional<std::uint64_t> deals) {
  return load(file, [&](const std::string& text, const std::filesystem::path& where) {
    return make_tournament(deals ? with_deals(text, *deals) : text, where);
  });
}

std::expected<Tournament, std::string> make_tournament(const std::string& plan_text,
                                                       const std::filesystem::path& file) {
  auto tournament = scheduled(plan_text, file);
  if (!tournament) return tournament;
  for (std::size_t bot = 0; bot < tournament->plan.bots.size(); ++bot) {
    if (tournament->plan.bots[bot].stay.withdrawn_after) continue;  // its files may be gone
    auto hash = sha256_of(tournament->plan.bots[bot]);
    if (!hash) return std::unexpected{file.string() + ": " + hash.error()};
    if (auto wrong = objection_to_hash(tournament->plan.bots[bot], *hash); !wrong.empty())
      return std::unexpected{file.string() + ": " + wrong};
    tournament->sha256[bot] = std::move(*hash);
  }
  return tournament;
}

}  // namespace tribunal
