#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "record/compact.hpp"
#include "support/plan_text.hpp"
#include "support/random_record.hpp"
#include "tournament/results/store.hpp"

namespace tribunal::testing {

inline const HostFacts cup_host{.referee = "0.1.0", .sandbox = "none"};

/// A tournament of ann, bob and cyd without programs behind them.
[[nodiscard]] inline Tournament cup_of(const PlanText& plan_of_cup = {},
                                       const std::string& hash_of_cyd = "c") {
  const auto text = plan_text(plan_of_cup);
  auto plan = parse_plan(text, "cup.toml").value();
  auto rules = rules_of(plan).value();
  const auto schedule = schedule_of(plan).value();
  return {std::move(plan), text, std::move(rules), schedule, {"a", "b", hash_of_cyd}};
}

/// The game at `index`, played by bots that decide at random, with a fault now and then.
[[nodiscard]] inline FinishedGame play(const Tournament& tournament, const Store& store,
                                       std::uint64_t index) {
  Dice dice{index};
  const auto& name = tournament.plan.name;
  const auto game = tournament.schedule.game(index);
  auto record =
      RandomGame{tournament.rules.at(static_cast<std::size_t>(game.game)), tournament.plan.limits, {}, dice}
          .play(DealReference{name, game.deal, deal_key(store.secret(), name, game.deal)});
  record.host = cup_host;
  for (int seat = 0; seat < tournament.plan.players; ++seat)
    record.usage.push_back({dice.between(0, 9999), dice.between(0, 9999), seat, dice.between(0, 99)});
  for (std::size_t seat = 0; seat < record.entrants.size(); ++seat) {
    const auto bot = static_cast<std::size_t>(game.seating[seat]);
    record.entrants[seat].bot = tournament.plan.bots[bot].name;
    record.entrants[seat].sha256 = tournament.sha256[bot];
  }
  std::vector<FaultReport> reports;
  for (const auto& fault : record.faults) reports.push_back({fault, "at fault", "Traceback"});
  return {result_of(game, record).value(), to_compact(record), std::move(reports)};
}

[[nodiscard]] inline std::vector<FinishedGame> play_all(const Tournament& tournament, const Store& store,
                                                        const std::vector<std::uint64_t>& indices) {
  std::vector<FinishedGame> games;
  for (const auto index : indices) games.push_back(play(tournament, store, index));
  return games;
}

}  // namespace tribunal::testing
