#include "report/standings/rounds_report.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "record/number_text.hpp"
#include "report/format/text_table.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/schedule/formats/fixed_groups.hpp"
#include "tournament/schedule/formats/knockout.hpp"
#include "tournament/schedule/formats/ladder.hpp"
#include "tournament/schedule/formats/swiss.hpp"

namespace tribunal {
namespace {

using Json = nlohmann::ordered_json;

double whole_points(std::int64_t halves) { return static_cast<double>(halves) / 2; }
std::string points_text(std::int64_t halves) { return fixed(whole_points(halves), 1); }

std::vector<std::string> names_of(const Plan& plan, const std::vector<int>& bots) {
  std::vector<std::string> names;
  for (const int bot : bots) names.push_back(plan.bots.at(static_cast<std::size_t>(bot)).name);
  return names;
}

std::string name_of_bot(const Plan& plan, int bot) { return names_of(plan, {bot}).front(); }

/// As tables show it.
std::string marked_name(const Plan& plan, const Shape& shape, int bot) {
  return name_of_bot(plan, bot) + (shape.is_withdrawn(bot) ? withdrawn_mark : "");
}

/// The rounds of which all games are kept.
std::span<const PlayedRound> complete_rounds(const Schedule& schedule) {
  const std::span rounds{schedule.rounds()};
  return schedule.is_whole() ? rounds : rounds.first(rounds.size() - 1);
}

/// What a round of a knockout is to the bracket.
struct KnockoutRound {
  std::size_t left = 0;       ///< bots that are left before it
  bool further_deal = false;  ///< it decides ties of the round before
};

std::vector<KnockoutRound> knockout_rounds(const Schedule& schedule) {
  const std::span rounds{schedule.rounds()};
  std::vector<KnockoutRound> found;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const auto left = knockout_left(schedule.shape(), rounds.first(i)).size();
    found.push_back({left, i > 0 && left == found.back().left});
  }
  return found;
}

enum class LadderPlace : std::uint8_t { found, looked_for, withdrawn };

/// How one bot of a ladder, or its field, came to its place.
struct LadderStep {
  std::vector<int> bots;
  std::uint64_t rounds = 0;  ///< that were played for it and are complete
  std::uint64_t deals = 0;   ///< of these
  std::size_t end = 0;       ///< the first round that was not played for it
  LadderPlace place = LadderPlace::found;
};

/// Whether a candidate's step ended because it was withdrawn.
bool was_withdrawn(const LadderStep& step, const Shape& shape) {
  return step.bots.size() == 1 && step.deals < shape.deals && !shape.stay(step.bots.front()).covers(step.end);
}

std::vector<LadderStep> ladder_steps(const Schedule& schedule) {
  const auto& shape = schedule.shape();
  const auto complete = complete_rounds(schedule).size();
  std::vector<LadderStep> steps;
  int owner = -2;
  for (std::size_t i = 0; i < schedule.rounds().size(); ++i) {
    const auto& round = schedule.rounds()[i].round;
    if (const int next = ladder_owner(round, shape); next != owner) {
      owner = next;
      steps.push_back({.bots = owner < 0
                                   ? field_of(shape)
                                   : std::vector{shape.candidates.at(static_cast<std::size_t>(owner))}});
    }
    steps.back().end = i + 1;
    if (i >= complete) continue;
    ++steps.back().rounds;
    steps.back().deals += round.deals;
  }
  if (!schedule.is_whole()) steps.back().place = LadderPlace::looked_for;
  for (auto& step : steps)
    if (was_withdrawn(step, shape)) step.place = LadderPlace::withdrawn;
  return steps;
}

std::string swiss_text(const Plan& plan, const Schedule& schedule) {
  using Align = TextTable::Align;
  const auto& shape = schedule.shape();
  const auto rounds = complete_rounds(schedule);
  const auto points = points_of_bots(shape, rounds);
  TextTable table{{{"#"}, {"bot", Align::left}, {"place points"}, {"of"}, {"%"}, {"forfeits"}}};
  int rank = 0;
  for (const int bot : swiss_standing(shape, rounds)) {
    const auto& [halves, most, forfeits] = points.at(static_cast<std::size_t>(bot));
    const auto share = most == 0 ? 50.0 : 100.0 * static_cast<double>(halves) / static_cast<double>(most);
    table.add({std::to_string(++rank), marked_name(plan, shape, bot), points_text(halves), points_text(most),
               fixed(share, 1), std::to_string(forfeits)});
  }
  return "After " + std::to_string(rounds.size()) + " of " +
         counted(static_cast<std::uint64_t>(shape.rounds), "round") + ":\n" + table.text();
}

/// `careful 14.5, random 5.5; greedy 9.0, hoarder 11.0`
std::string contests_text(const Plan& plan, const PlayedRound& played) {
  const auto points = points_of(played, plan.players);
  std::string text;
  for (std::size_t group = 0; group < points.size(); ++group) {
    text += group == 0 ? " " : "; ";
    for (std::size_t bot = 0; bot < points[group].size(); ++bot) {
      text += (bot == 0 ? "" : ", ") + name_of_bot(plan, played.round.groups[group][bot]) + ' ' +
              points_text(points[group][bot].halves);
    }
  }
  return text + '\n';
}

std::string knockout_text(const Plan& plan, const Schedule& schedule) {
  const auto& shape = schedule.shape();
  const auto played = complete_rounds(schedule);
  const auto rounds = knockout_rounds(schedule);
  std::string text;
  for (std::size_t i = 0; i < played.size(); ++i) {
    const auto& [left, further_deal] = rounds[i];
    text += (further_deal                                    ? "further deal:"
             : left == static_cast<std::size_t>(shape.seats) ? "final:"
                                                             : counted(left, "bot") + " left:") +
            contests_text(plan, played[i]);
  }
  const auto left = knockout_left(shape, played);
  if (schedule.is_whole() && !left.empty()) text += "winner: " + name_of_bot(plan, left.front()) + '\n';
  return text;
}

std::string_view came_to(LadderPlace place) {
  switch (place) {
    case LadderPlace::found:
      return "placed after ";
    case LadderPlace::looked_for:
      return "looks for its place; so far ";
    case LadderPlace::withdrawn:
      break;
  }
  return "without a place after ";
}

std::string ladder_text(const Plan& plan, const Schedule& schedule) {
  std::string text;
  for (const auto& step : ladder_steps(schedule)) {
    text += (step.bots.size() > 1 ? "field" : marked_name(plan, schedule.shape(), step.bots.front())) + ": ";
    text += came_to(step.place);
    text += counted(step.deals, "deal") + " in " + counted(step.rounds, "round") + '\n';
  }
  return text;
}

Json points_json(const Plan& plan, int bot, const PlacePoints& points) {
  return {{"bot", name_of_bot(plan, bot)},
          {"place_points", whole_points(points.halves)},
          {"of", whole_points(points.most)}};
}

/// Its groups, with points if it is complete.
Json round_json(const Plan& plan, const PlayedRound& played, bool complete) {
  const auto points = points_of(played, plan.players);
  Json groups = Json::array();
  for (std::size_t group = 0; group < points.size(); ++group) {
    Json bots = Json::array();
    for (std::size_t bot = 0; bot < points[group].size(); ++bot) {
      bots.push_back(points_json(plan, played.round.groups[group][bot], points[group][bot]));
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

Json swiss_json(const Plan& plan, const Schedule& schedule) {
  const auto rounds = complete_rounds(schedule);
  const auto points = points_of_bots(schedule.shape(), rounds);
  Json standing = Json::array();
  for (const int bot : swiss_standing(schedule.shape(), rounds))
    standing.push_back(points_json(plan, bot, points.at(static_cast<std::size_t>(bot))));
  return {{"rounds", schedule.shape().rounds}, {"played", rounds.size()}, {"standing", std::move(standing)}};
}

Json knockout_json(const Plan& plan, const Schedule& schedule) {
  const auto left = names_of(plan, knockout_left(schedule.shape(), complete_rounds(schedule)));
  return {{"left", left},
          {"winner", schedule.is_whole() && !left.empty() ? Json(left.front()) : Json(nullptr)}};
}

Json ladder_json(const Plan& plan, const Schedule& schedule) {
  Json steps = Json::array();
  for (const auto& step : ladder_steps(schedule)) {
    steps.push_back({{"bots", names_of(plan, step.bots)},
                     {"rounds", step.rounds},
                     {"deals", step.deals},
                     {"placed", step.place == LadderPlace::found}});
  }
  return steps;
}

}  // namespace

std::string rounds_text(const Plan& plan, const Schedule& schedule) {
  switch (plan.format) {
    case Format::swiss:
      return '\n' + swiss_text(plan, schedule);
    case Format::knockout:
      return '\n' + knockout_text(plan, schedule);
    case Format::ladder:
      return '\n' + ladder_text(plan, schedule);
    default:
      return {};
  }
}

std::string rounds_json(const Plan& plan, const Schedule& schedule) {
  Json all = Json::object();
  if (!in_rounds(plan.format)) return all.dump();
  const auto complete = complete_rounds(schedule).size();
  for (std::size_t i = 0; i < schedule.rounds().size(); ++i)
    all["rounds"].push_back(round_json(plan, schedule.rounds()[i], i < complete));
  if (plan.format == Format::swiss) all["swiss"] = swiss_json(plan, schedule);
  if (plan.format == Format::ladder) all["ladder"] = ladder_json(plan, schedule);
  if (plan.format == Format::knockout) {
    all["knockout"] = knockout_json(plan, schedule);
    const auto rounds = knockout_rounds(schedule);
    for (std::size_t i = 0; i < rounds.size(); ++i)
      all["rounds"][i].update({{"left", rounds[i].left}, {"further_deal", rounds[i].further_deal}});
  }
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace tribunal
