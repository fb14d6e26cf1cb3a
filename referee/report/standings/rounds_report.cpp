#include "report/standings/rounds_report.hpp"

#include <cstddef>
#include <fmt/ranges.h>
#include <span>
#include <utility>
#include <vector>

#include "base/text/text_width.hpp"
#include "report/format/text_table.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/formats/rounds_summary.hpp"

namespace tribunal {
namespace {

BotNames names_of(const Plan& plan, const Shape& shape) {
  BotNames names;
  for (const auto& bot : plan.bots) {
    const auto number = static_cast<int>(names.plain.size());
    names.plain.push_back(bot.name);
    names.marked.push_back(bot.name + (shape.is_withdrawn(number) ? withdrawn_mark : ""));
  }
  return names;
}

RoundsSummary summary_of(const Schedule& schedule, const BotNames& names) {
  return schedule.shape().format->summary(schedule.shape(), schedule.rounds(),
                                          schedule.complete_rounds().size(), names);
}

std::string table_text(const std::vector<std::vector<std::string>>& rows, const TextLayout& layout) {
  if (rows.empty()) return {};
  using Align = TextTable::Align;
  std::vector<TextTable::Column> columns;
  // Columns up to the name always stay, the others in the order in which a format ranks by them.
  std::size_t behind_name = 0;
  for (const auto& heading : rows.front()) {
    const bool name = heading == "bot";
    columns.push_back({heading, name ? Align::left : Align::right, behind_name});
    if (name || behind_name > 0) ++behind_name;
  }
  TextTable table{std::move(columns)};
  for (const auto& row : std::span{rows}.subspan(1)) table.add(row);
  return laid_out(table, layout);
}

/// A round with its groups, and with their points if it is complete.
Json round_json(const BotNames& names, const PlayedRound& played, int seats, bool complete) {
  const auto points = points_of(played, seats);
  Json groups = Json::array();
  for (std::size_t group = 0; group < points.size(); ++group) {
    const auto group_names = names.of(played.round.groups[group]);
    Json bots = Json::array();
    for (std::size_t bot = 0; bot < points[group].size(); ++bot) {
      bots.push_back(points_json(group_names[bot], points[group][bot]));
      if (complete) continue;
      bots.back()["place_points"] = nullptr;
      bots.back()["of"] = whole_points(most_points_in(played, seats));
    }
    groups.push_back(std::move(bots));
  }
  return {{"first_deal", played.first_deal},
          {"deals", played.round.deals},
          {"complete", complete},
          {"groups", std::move(groups)}};
}

/// `seeds: ann, bob; then the others, in the order of the plan`; empty without seeds.
std::string seeds_line(const Plan& plan) {
  if (plan.seeds.empty()) return {};
  return "seeds: " + printable(fmt::format("{}", fmt::join(plan.seeds, ", "))) +
         (plan.seeds.size() < plan.bots.size() ? "; then the others, in the order of the plan\n" : "\n");
}

}  // namespace

std::string rounds_text(const Plan& plan, const Schedule& schedule, const TextLayout& layout) {
  if (!schedule.in_rounds()) return {};
  const auto summary = summary_of(schedule, names_of(plan, schedule.shape()));
  return fitted_text('\n' + seeds_line(plan) + summary.text + table_text(summary.table, layout), layout);
}

Json rounds_json(const Plan& plan, const Schedule& schedule) {
  Json all = Json::object();
  if (!schedule.in_rounds()) return all;
  const auto names = names_of(plan, schedule.shape());
  auto summary = summary_of(schedule, names);
  if (!plan.seeds.empty()) all["seeds"] = plan.seeds;
  const auto complete = schedule.complete_rounds().size();
  for (std::size_t i = 0; i < schedule.rounds().size(); ++i) {
    all["rounds"].push_back(round_json(names, schedule.rounds()[i], plan.players, i < complete));
    const auto& shape = schedule.shape();
    all["rounds"].back()["byes"] = names.of(
        shape.format->byes_in(shape, std::span{schedule.rounds()}.first(i), schedule.rounds()[i].round));
    if (i < summary.of_rounds.size()) all["rounds"].back().update(summary.of_rounds[i]);
  }
  all[std::string{plan.format->name()}] = std::move(summary.json);
  return all;
}

}  // namespace tribunal
