#include "tournament/plan/game_length.hpp"

#include <cstdint>
#include <memory>

#include "cards/deal.hpp"

namespace tribunal {
namespace {

/// Decisions of one game, played at random.
std::int64_t decisions_of(Game& game, Stream& chance) {
  auto events = EventLog::muted();
  ActionList actions;
  Choices choices;
  std::int64_t decisions = 0;
  game.begin(events);
  while (!game.wanted().empty()) {
    for (const auto seat : game.wanted()) {
      game.legal_actions(seat, actions);
      choices[seat] = actions[chance.uniform(static_cast<std::uint32_t>(actions.size()))];
      ++decisions;
    }
    game.apply(choices, events);
  }
  return decisions;
}

}  // namespace

double mean_decisions(const Rules& rules, int games) {
  std::int64_t decisions = 0;
  for (int i = 0; i < games; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    Stream chance{number, "length"};
    decisions += decisions_of(*rules.deal(std::make_shared<const FastDeal>(number)), chance);
  }
  return static_cast<double>(decisions) / games;
}

}  // namespace tribunal
