#include "report/standings/rounds_report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <map>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

const std::string& name_of(const Plan& plan, int bot) { return plan.bot(bot).name; }

std::vector<std::string> names_of(const Plan& plan, const std::vector<int>& bots) {
  std::vector<std::string> names;
  for (const int bot : bots) names.push_back(name_of(plan, bot));
  return names;
}

std::vector<std::string> byes_of(const Plan& plan, const Schedule& schedule, std::size_t round) {
  const auto& shape = schedule.shape();
  const auto before = std::span{schedule.rounds()}.first(round);
  return names_of(plan, shape.format->byes_in(shape, before, schedule.rounds()[round].round));
}

double whole_points(std::int64_t halves) { return static_cast<double>(halves) / 2; }
std::string points_text(std::int64_t halves) { return fixed(whole_points(halves), 1); }
Json points_json(const std::string& bot, const PlacePoints& points) {
  return {{"bot", bot}, {"place_points", whole_points(points.halves)}, {"of", whole_points(points.most)}};
}

/// The groups of a round with their points: ` careful 14.5, random 5.5; greedy 9.0, hoarder 11.0`. If a group
/// begins with a bot in `by_bracket`, the text says that the bracket decided.
std::string contests_text(const Plan& plan, const PlayedRound& played, const std::vector<int>& by_bracket) {
  const auto points = points_of(played, plan.players);
  std::string text;
  for (std::size_t group = 0; group < points.size(); ++group) {
    text += group == 0 ? " " : "; ";
    const auto bots = names_of(plan, played.round.groups[group]);
    for (std::size_t bot = 0; bot < bots.size(); ++bot)
      text += (bot == 0 ? "" : ", ") + bots[bot] + ' ' + points_text(points[group][bot].halves);
    if (std::ranges::count(by_bracket, played.round.groups[group].front()) > 0)
      text += " (equal: the better place in the bracket decides)";
  }
  return text;
}

std::string came_to(Placing place) {
  if (place == Placing::found) return "placed after ";
  return place == Placing::looked_for ? "is being placed; so far " : "without a place after ";
}

/// The decisions of the rounds so far, for people and for programs.
struct Summary {
  std::string text{};
  Json json = Json::array();
};

/// Puts the decisions of a format's rounds into words.
struct Summarize {
  const Plan& plan;
  const Schedule& schedule;
  const Shape& shape = schedule.shape();
  std::size_t complete = schedule.complete_rounds().size();

  [[nodiscard]] std::string marked(int bot) const {
    return name_of(plan, bot) + (shape.is_withdrawn(bot) ? withdrawn_mark : "");
  }

  Summary operator()(const SwissState& standing) const {
    const auto rounds = static_cast<std::uint64_t>(shape.setting("rounds"));
    Summary summary{.text = fmt::format("After {} of {}.\n", complete, counted(rounds, "round")),
                    .json = {{"rounds", rounds}, {"played", complete}, {"standing", Json::array()}}};
    for (std::size_t i = 0; i < schedule.rounds().size(); ++i)
      summary.text += byes_text(plan, schedule, i, fmt::format("round {}: ", i + 1), "\n");
    for (const auto& [bot, place, points, tie_breaks] : standing) {
      auto json = points_json(name_of(plan, bot), points);
      json["place"] = place;
      json["tie_breaks"] = Json::object();
      for (std::size_t rule = 0; rule < tie_breaks.size(); ++rule) {
        const auto& value = tie_breaks[rule];
        json["tie_breaks"][std::string{name_of(shape.tie_breaks[rule])}] =
            value ? Json(std::round(*value * 1e6) / 1e6) : Json(nullptr);
      }
      summary.json["standing"].push_back(std::move(json));
    }
    return summary;
  }

  Summary operator()(const KnockoutState& knockout) const {
    Summary summary{.json = {{"left", names_of(plan, knockout.left)}, {"winner", nullptr}}};
    for (std::size_t i = 0; i < complete; ++i) {
      const auto& [left, further_deal, by_bracket] = knockout.rounds[i];
      const auto& played = schedule.rounds()[i];
      summary.text += (further_deal ? "further deal:"
                       : std::cmp_equal(left, shape.seats)
                           ? (played.round.groups.size() > 1 ? "final and third place:" : "final:")
                           : counted(left, "bot") + " left:") +
                      contests_text(plan, played, by_bracket) + byes_text(plan, schedule, i, "; ") + '\n';
    }
    if (knockout.winner) {
      summary.json["winner"] = name_of(plan, *knockout.winner);
      summary.text += "winner: " + name_of(plan, *knockout.winner) + '\n';
    }
    return summary;
  }

  Summary operator()(const LadderState& searches) const {
    Summary summary;
    for (const auto& [bots, rounds, deals, end, place] : searches) {
      summary.text += fmt::format("{}: {}{} in {}\n", bots.size() > 1 ? "field" : marked(bots.front()),
                                  came_to(place), counted(deals, "deal"), counted(rounds, "round"));
      summary.json.push_back({{"bots", names_of(plan, bots)},
                              {"rounds", rounds},
                              {"deals", deals},
                              {"placed", place == Placing::found}});
    }
    return summary;
  }

  Summary operator()(const FinalState& finalists) const {
    const auto rounds = static_cast<std::uint64_t>(shape.setting("rounds"));
    Summary summary{.text = fmt::format("After {} of {}, ranked by the probability of being the best.\n",
                                        complete, counted(rounds, "round")),
                    .json = {{"rounds", rounds}, {"played", complete}, {"standing", Json::array()}}};
    for (const auto& [bot, place, chance, games] : finalists) {
      summary.json["standing"].push_back({{"bot", name_of(plan, bot)},
                                          {"place", place},
                                          {"best_percent", rounded_json(100 * chance, elo_decimals)},
                                          {"games", games}});
    }
    return summary;
  }
};

RoundsState state_of(const Schedule& schedule) {
  const auto& shape = schedule.shape();
  return shape.format->state_of(shape, schedule.rounds(), schedule.complete_rounds().size());
}

/// A round as JSON with its groups and, if it is complete, their points.
Json round_json(const Plan& plan, const PlayedRound& played, bool complete) {
  const auto points = points_of(played, plan.players);
  Json groups = Json::array();
  for (std::size_t group = 0; group < points.size(); ++group) {
    const auto names = names_of(plan, played.round.groups[group]);
    Json bots = Json::array();
    for (std::size_t bot = 0; bot < points[group].size(); ++bot) {
      bots.push_back(points_json(names[bot], points[group][bot]));
      if (complete) continue;
      bots.back()["place_points"] = nullptr;
      bots.back()["of"] = whole_points(most_points_in(played, plan.players));
    }
    groups.push_back(std::move(bots));
  }
  return {{"first_deal", played.first_deal},
          {"deals", played.round.deals},
          {"complete", complete},
          {"groups", std::move(groups)}};
}

}  // namespace

std::string seeds_text(const Plan& plan) {
  if (plan.seeds.empty()) return {};
  return "seeds: " + printable(fmt::format("{}", fmt::join(plan.seeds, ", "))) +
         (plan.seeds.size() < plan.bots.size() ? "; then the others, in the order of the plan\n" : "\n");
}

std::string byes_text(const Plan& plan, const Schedule& schedule, std::size_t round, std::string_view front,
                      std::string_view end) {
  const auto byes = byes_of(plan, schedule, round);
  if (byes.empty()) return {};
  return fmt::format("{}{}: {}{}", front, byes.size() == 1 ? "bye" : "byes", fmt::join(byes, ", "), end);
}

std::string rounds_text(const Plan& plan, const Schedule& schedule, const TextLayout& layout) {
  if (!schedule.in_rounds()) return {};
  const auto summary = std::visit(Summarize{plan, schedule}, state_of(schedule));
  return fitted_text('\n' + seeds_text(plan) + summary.text, layout);
}

Columns<StandingsRow> ranking_columns(const Plan& plan, const Schedule& schedule) {
  if (!schedule.in_rounds()) return {};
  const auto state = state_of(schedule);
  Columns<StandingsRow> columns;
  // On a narrow terminal the first column stays, the second is among the last to be removed, and others go
  // first.
  const auto add = [&]<class One>(std::string_view heading, const std::vector<One>& bots, const auto& cell) {
    std::map<std::string, std::string> cells;
    for (const auto& one : bots) cells[name_of(plan, one.bot)] = cell(one);
    const auto of_row = [cells = std::move(cells)](const StandingsRow& row) {
      const auto found = cells.find(row.name);
      return found == cells.end() || row.superseded ? std::string{"-"} : found->second;
    };
    constexpr std::size_t first_removed = 100;
    const TextTable::Column column{std::string{heading}, TextTable::Align::right,
                                   columns.size() < 2 ? columns.size() : first_removed + columns.size()};
    columns.push_back({{}, {}, 0, {column, of_row}});
  };
  if (const auto* const swiss = std::get_if<SwissState>(&state)) {
    add("place points", *swiss, [](const Ranked& one) {
      return points_text(one.points.halves) + '/' + points_text(one.points.most);
    });
    if (std::ranges::any_of(*swiss, [](const Ranked& one) { return one.points.forfeits > 0; }))
      add("forfeits", *swiss, [](const Ranked& one) { return std::to_string(one.points.forfeits); });
    for (std::size_t rule = 0; rule < schedule.shape().tie_breaks.size(); ++rule) {
      add(name_of(schedule.shape().tie_breaks[rule]), *swiss, [&](const Ranked& one) {
        const auto value = rule < one.tie_breaks.size() ? one.tie_breaks[rule] : std::nullopt;
        return value ? fixed(100 * *value, 1) : std::string{"-"};
      });
    }
  }
  if (const auto* const finalists = std::get_if<FinalState>(&state))
    add("best in %", *finalists,
        [](const Finalist& one) { return std::to_string(std::llround(100 * one.chance)); });
  return columns;
}

Json rounds_json(const Plan& plan, const Schedule& schedule) {
  Json all = Json::object();
  if (!schedule.in_rounds()) return all;
  const auto state = state_of(schedule);
  const auto* const knockout = std::get_if<KnockoutState>(&state);
  if (!plan.seeds.empty()) all["seeds"] = plan.seeds;
  for (std::size_t i = 0; i < schedule.rounds().size(); ++i) {
    auto json = round_json(plan, schedule.rounds()[i], i < schedule.complete_rounds().size());
    json["byes"] = byes_of(plan, schedule, i);
    if (knockout != nullptr) {
      json["left"] = knockout->rounds[i].left;
      json["further_deal"] = knockout->rounds[i].further_deal;
    }
    all["rounds"].push_back(std::move(json));
  }
  all[std::string{plan.format->name()}] = std::visit(Summarize{plan, schedule}, state).json;
  return all;
}

}  // namespace tribunal
