#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "cards/pack.hpp"
#include "games/chez/state.hpp"
#include "games/chez/table.hpp"
#include "games/core/game.hpp"

namespace tribunal {

/// The rules and the fresh pack of them, shared by all games and clones.
struct ChezSetting {
  explicit ChezSetting(const ChezRules& of) : rules{of}, pack{fresh_pack({.jokers = 3, .packs = of.packs})} {}
  ChezRules rules;
  std::vector<Card> pack;
};

/// One deal of Chez (docs/rules/chez.md): who is rid of all cards leaves with the best free place.
class ChezGame final : public Game {
 public:
  ChezGame(std::shared_ptr<const ChezSetting> setting, DealPointer deal);

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<ChezGame>(*this); }
  [[nodiscard]] int seats() const override { return state_.players; }
  [[nodiscard]] int players() const override { return state_.players; }

  void begin(EventLog& events) override;
  [[nodiscard]] SeatSet wanted() const override;
  void legal_actions(Seat seat, ActionList& actions) const override;
  [[nodiscard]] Action default_action(Seat seat) const override;
  void apply(const Choices& choices, EventLog& events) override;
  [[nodiscard]] Outcome outcome() const override;

 private:
  void deal_cards(EventLog& events);
  void tell_result(EventLog& events) const;

  std::shared_ptr<const ChezSetting> setting_;
  ChezChance chance_;
  ChezState state_;
};

}  // namespace tribunal
