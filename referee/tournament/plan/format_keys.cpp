#include "tournament/plan/format_keys.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tournament/plan/seeds.hpp"
#include "tournament/schedule/formats/formats.hpp"

namespace tribunal {
namespace {

constexpr std::string_view tie_breaks_key = "tie_breaks";

/// `format = "gauntlet" or format = "ladder"`: those of which this holds.
template <typename Holds>
std::string formats_that(const Holds& holds) {
  std::string text;
  for (const auto* const format : formats::all())
    if (holds(*format))
      text += (text.empty() ? "format = \"" : " or format = \"") + std::string{format->name()} + '"';
  return text;
}

bool has_key(const Format& format, std::string_view key) {
  if (key == tie_breaks_key) return format.has_tie_breaks();
  if (key == seeds_key) return format.has_seeds();
  return std::ranges::find(format.keys(), key, &FormatKey::name) != format.keys().end();
}

const Format& format_of(const PlanTable& table) {
  std::vector<std::string_view> names;
  for (const auto* const format : formats::all()) names.push_back(format->name());
  return *formats::all()[table.word("format", names).value_or(0)];
}

FormatSettings settings_of(const PlanTable& table, const Plan& plan) {
  FormatSettings settings;
  for (const auto& [key, highest, otherwise, example, flag] : plan.format->keys()) {
    const std::string name{key};
    if (flag) {
      if (table.flag(key)) settings[name] = 1;
      continue;
    }
    if (otherwise == 0 && !table.has(key))
      table.report("format", fmt::format("this format needs '{0}'; for example {0} = {1}", name, example));
    const auto most = highest(plan.players);
    const auto given = most < 1 ? std::nullopt : table.number(key, 1, most);
    settings[name] = given ? static_cast<int>(*given) : std::max(otherwise, 1);
  }
  return settings;
}

/// The default tie-breaks: the games between the tied bots; where these did not all meet, the strength of
/// their opponents, which a Swiss tournament deals out unevenly; then the results against the strong ones of
/// them.
constexpr std::array usual_tie_breaks{TieBreak::direct_encounter, TieBreak::buchholz,
                                      TieBreak::sonneborn_berger};

std::vector<TieBreak> tie_breaks_of(const PlanTable& table, const Plan& plan) {
  if (!plan.format->has_tie_breaks()) return {};
  if (!table.has(tie_breaks_key)) return {usual_tie_breaks.begin(), usual_tie_breaks.end()};
  std::vector<TieBreak> rules;
  for (const auto& word : table.texts(tie_breaks_key)) {
    const auto rule = find_name<TieBreak>(word);
    if (!rule || std::ranges::count(rules, *rule) > 0) {
      table.report(tie_breaks_key,
                   fmt::format("'{}' is {}; expected some of {}, each once, in the order in "
                               "which they count",
                               word, rule ? "there twice" : "no tie-break", all_names<TieBreak>()));
      return {};
    }
    rules.push_back(*rule);
  }
  return rules;
}

void check_candidates(const PlanTable& table, const Plan& plan) {
  const auto candidate = std::ranges::find(plan.bots, true, &PlannedBot::candidate);
  if (plan.format->has_candidates() == (candidate != plan.bots.end())) return;
  if (plan.format->has_candidates())
    return table.report("format", "this format needs bots on trial, each with a line candidate = true");
  const auto at = static_cast<std::size_t>(candidate - plan.bots.begin());
  table.tables("bots").at(at).report(
      "candidate",
      "candidates belong to " + formats_that([](const Format& format) { return format.has_candidates(); }));
}

/// The reason why a bot with this stay cannot be in the plan, empty if it can; `before` is the bot before it.
std::string objection_to_joining(const Plan& plan, const PlannedBot& bot, const PlannedBot* before) {
  const auto joins_after = bot.stay.joins_after;
  if (before != nullptr && joins_after < before->stay.joins_after)
    return "bots must be in the order in which they join; expected the last to join at the end of the plan";
  if (joins_after == 0) return {};
  const std::string name{plan.format->name()};
  if (plan.format->newcomers() == Newcomers::nobody) return plan.format->closed_clause();
  if (plan.format->newcomers() == Newcomers::candidates)
    return "new candidates join a " + name +
           " when they are added at the end of its plan, without 'joins_after'";
  const auto most = plan.format->latest_joining({.deals = plan.deals, .settings = plan.settings});
  if (joins_after <= most) return {};
  return "'joins_after' is at most " + std::to_string(most) +
         (plan.format->in_rounds() ? ", or no round is left" : ", as there are 'deals'");
}

void check_stays(const PlanTable& table, const Plan& plan) {
  const PlannedBot* before = nullptr;
  const auto entries = table.tables("bots");
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    const auto& bot = plan.bots[i];
    if (const auto wrong = objection_to_joining(plan, bot, before); !wrong.empty())
      return entries.at(i).report("joins_after", wrong);
    if (bot.stay.withdrawn_after && *bot.stay.withdrawn_after < bot.stay.joins_after)
      return entries.at(i).report("withdrawn_after", "a bot is withdrawn after it has joined, not before");
    before = &bot;
  }
}

}  // namespace

std::vector<std::string_view> keys_of_formats() {
  std::vector<std::string_view> keys;
  for (const auto* const format : formats::all())
    for (const auto& key : format->keys()) keys.push_back(key.name);
  keys.push_back(tie_breaks_key);
  keys.push_back(seeds_key);
  return keys;
}

void read_format(const PlanTable& table, Plan& plan) {
  plan.format = &format_of(table);
  for (const auto key : keys_of_formats()) {
    if (!table.has(key) || has_key(*plan.format, key)) continue;
    table.report(key, "'" + std::string{key} + "' belongs to " +
                          formats_that([&](const Format& format) { return has_key(format, key); }));
  }
  check_candidates(table, plan);
  plan.settings = settings_of(table, plan);
  plan.tie_breaks = tie_breaks_of(table, plan);
  check_stays(table, plan);
}

}  // namespace tribunal
