#include "tournament/plan/comparison_plan.hpp"

#include <span>

#include "base/digest.hpp"
#include "base/escape.hpp"

namespace tribunal {
namespace {

/// Limits with another value than usual.
std::string other_limits_text(const Limits& limits) {
  const Limits usual;
  std::string text;
  for (const auto& field : std::span{limit_fields}.subspan(1))
    if (const auto value = limits.*field.member; value != usual.*field.member)
      text += plan_line(field.key, value);
  return text;
}

std::string plan_text(const ComparisonOrder& order, const std::string& name) {
  auto text = "# " + order.question + '\n' + plan_line("name", name) + plan_line("format", "gauntlet") +
              plan_line("game", order.game) + plan_line("players", order.players) +
              plan_line("deals", static_cast<std::int64_t>(order.deals));
  if (order.seed) text += plan_line("seed", *order.seed);
  if (order.secret_file)
    text += plan_line("secret_file", std::filesystem::absolute(*order.secret_file).native());
  if (order.public_value) text += plan_line("public_value", *order.public_value);
  if (order.sandbox) text += plan_line("sandbox", name_of(*order.sandbox));
  text += "\n[limits]\n" + plan_line("move_ms", order.limits.move_ms) +
          plan_line("clock", name_of(order.limits.clock)) + other_limits_text(order.limits);
  text += "\n[rules]\n";
  for (const auto& [key, value] : order.rules) text += plan_line(toml_string(key), value);
  for (const auto* const bot : {&order.candidate, &order.baseline})
    text += plan_text(*bot) + "candidate = true\n";
  for (const auto& bot : order.field) text += plan_text(bot);
  return text;
}

}  // namespace

Result<Tournament> tournament_of(const ComparisonOrder& order) {
  const auto file = std::filesystem::current_path() / "comparison.toml";  // never written: where its bots run
  const std::string unnamed = "comparison";
  auto tournament = make_tournament(plan_text(order, unnamed), file, order.results);
  if (!tournament) return std::unexpected{Error{tournament.error().message}};  // its place is in no file
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
