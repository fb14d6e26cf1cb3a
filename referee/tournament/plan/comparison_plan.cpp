#include "tournament/plan/comparison_plan.hpp"

#include "base/digest.hpp"
#include "base/escape.hpp"

namespace tribunal {
namespace {

std::string line(std::string_view key, const std::string& value) {
  return std::string{key} + " = " + value + '\n';
}

std::string bot_text(const ComparisonOrder::Bot& bot, bool on_trial) {
  std::string text =
      "\n[[bots]]\n" + line("name", toml_string(bot.name)) + line("command", toml_string(bot.command));
  if (bot.directory) text += line("directory", toml_string(bot.directory->native()));
  std::string files;
  for (const auto& file : bot.files) files += (files.empty() ? "" : ", ") + toml_string(file);
  if (!files.empty()) text += line("files", '[' + files + ']');
  return text + (on_trial ? line("candidate", "true") : "");
}

/// Limits with another value than usual.
std::string other_limits_text(const Limits& limits) {
  const Limits usual;
  std::string text;
  const auto add = [&](std::string_view key, std::int64_t Limits::*value) {
    if (limits.*value != usual.*value) text += line(key, std::to_string(limits.*value));
  };
  add("game_ms", &Limits::game_ms);
  add("increment_ms", &Limits::increment_ms);
  add("startup_ms", &Limits::startup_ms);
  return text;
}

std::string plan_text(const ComparisonOrder& order, const std::string& name) {
  std::string text = "# " + order.question + '\n' + line("name", toml_string(name)) +
                     line("format", toml_string("gauntlet")) + line("game", toml_string(order.game)) +
                     line("players", std::to_string(order.players)) +
                     line("deals", std::to_string(order.deals));
  if (order.seed) text += line("seed", toml_string(*order.seed));
  if (order.secret_file)
    text += line("secret_file", toml_string(std::filesystem::absolute(*order.secret_file).string()));
  if (order.public_value) text += line("public_value", toml_string(*order.public_value));
  if (order.sandbox) text += line("sandbox", toml_string(name_of(*order.sandbox)));
  text += "\n[limits]\n" + line("move_ms", std::to_string(order.limits.move_ms)) +
          line("clock", toml_string(name_of(order.limits.clock))) + other_limits_text(order.limits);
  text += "\n[rules]\n";
  for (const auto& [key, value] : order.rules) text += line(toml_string(key), toml_string(value));
  text += bot_text(order.candidate, true) + bot_text(order.baseline, true);
  for (const auto& bot : order.field) text += bot_text(bot, false);
  return text;
}

/// The error without its place, which is in a generated plan.
std::string without_place(const std::string& error, const std::filesystem::path& file) {
  if (!error.starts_with(file.string())) return error;
  const auto end = error.find(": ", file.string().size());
  return end == std::string::npos ? error : error.substr(end + 2);
}

}  // namespace

std::expected<Tournament, std::string> tournament_of(const ComparisonOrder& order) {
  const auto file = std::filesystem::current_path() / "comparison.toml";  // never written: where its bots run
  const std::string unnamed = "comparison";
  auto tournament = make_tournament(plan_text(order, unnamed), file, order.results);
  if (!tournament) return std::unexpected{without_place(tournament.error(), file)};
  auto any = order;
  any.deals = 1;  // more deals are the same comparison, resumed
  Sha256 hash;
  hash.add(plan_text(any, unnamed));
  for (const auto& bot : tournament->sha256) hash.add(bot + '\n');
  tournament->plan.name = "compare-" + to_hex(hash.finish()).substr(0, 10);
  tournament->plan_text = plan_text(order, tournament->plan.name);
  return tournament;
}

}  // namespace tribunal
