#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "cards/pack.hpp"
#include "games/catalogue.hpp"
#include "games/game.hpp"
#include "games/layout_rules.hpp"
#include "games/layout_tableau.hpp"

namespace tribunal {

/// The rules and the fresh pack of them, shared by all games and clones.
struct LayoutSetting {
  explicit LayoutSetting(const LayoutRules& of) : rules{of}, pack{fresh_pack({.packs = of.packs})} {}
  LayoutRules rules;
  std::vector<Card> pack;
};

/// Mitch, Revolution and their kin: players draw, then play a card to their melds or discard one; aces decide
/// when it ends. All chance is the order of the stock, shuffled under `hand N`. A flat value but for what it
/// shares.
class LayoutGame final : public Game {
 public:
  LayoutGame(std::shared_ptr<const LayoutSetting> setting, DealPointer deal)
      : setting_{std::move(setting)}, deal_{std::move(deal)} {}

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<LayoutGame>(*this); }
  [[nodiscard]] int seats() const override { return rules().seats(); }
  [[nodiscard]] int players() const override { return rules().players; }

  void begin(EventLog& events) override;
  [[nodiscard]] SeatSet wanted() const override;
  void legal_actions(Seat seat, ActionList& actions) const override;
  [[nodiscard]] Action default_action(Seat seat) const override;
  void apply(const Choices& choices, EventLog& events) override;
  [[nodiscard]] Outcome outcome() const override;

 private:
  /// What comes next: the referee does the first three by itself.
  enum class Step : std::uint8_t {
    begin_hand,
    begin_turn,
    end_hand,
    choose_draw,
    choose_card,
    choose_tyrant,
    over
  };

  [[nodiscard]] const LayoutRules& rules() const { return setting_->rules; }
  [[nodiscard]] Seat mob() const { return rules().mob ? static_cast<Seat>(rules().players) : no_seat; }
  [[nodiscard]] Hand& hand(Seat seat) { return hands_[index_of(seat)]; }
  [[nodiscard]] const Hand& hand(Seat seat) const { return hands_[index_of(seat)]; }
  [[nodiscard]] Tableau& tableau(Seat seat) { return tableaux_[index_of(seat)]; }
  [[nodiscard]] const Tableau& tableau(Seat seat) const { return tableaux_[index_of(seat)]; }
  [[nodiscard]] Card top_discard() const { return discards_[discard_count_ - 1U]; }

  /// Does the referee's part until a seat is wanted or the game is over.
  void go_on(EventLog& events);

  void begin_hand(EventLog& events);
  void set_out(EventLog& events);
  void set_play_order();
  void deal_cards(EventLog& events);
  void replace_aces(EventLog& events);
  void end_hand(EventLog& events);

  void begin_turn(EventLog& events);
  void end_turn();
  [[nodiscard]] bool may_take() const;
  void draw_for_turn(EventLog& events);
  void play_for_mob(EventLog& events);

  Card draw_card(SeatSet sees, EventLog& events);
  [[nodiscard]] Card draw_past_aces(SeatSet sees, EventLog& events);
  void show_ace(Card ace, EventLog& events);

  void apply_draw_choice(const Action& action, EventLog& events);
  void apply_card_choice(const Action& action, EventLog& events);
  void apply_tyrant_choice(const Choices& choices, EventLog& events);
  void after_play();
  [[nodiscard]] bool has_tyrant() const;

  [[nodiscard]] FaceSet plays() const;
  [[nodiscard]] FaceSet discards() const;

  static constexpr std::size_t most_cards = 104;

  std::shared_ptr<const LayoutSetting> setting_;
  DealPointer deal_;

  Step step_ = Step::over;
  Seat dealer_ = no_seat;
  Seat turn_ = no_seat;  // whose turn it is
  std::int16_t hand_number_ = 0;
  std::array<std::int32_t, max_seats> totals_{};

  // Of the hand in play.
  std::array<Seat, max_seats> play_order_{};
  std::uint8_t turn_index_ = 0;  // in play_order_
  std::uint8_t aces_shown_ = 0;
  std::uint8_t takes_in_a_row_ = 0;
  bool drawing_ = false;  // each turn begins with a draw
  bool tyrant_called_ = false;
  Card taken_;  // from the discard pile, in this turn
  SeatSet acted_while_drawing_;
  SeatSet played_while_drawing_;
  std::uint8_t stock_used_ = 0;
  std::uint8_t discard_count_ = 0;
  std::array<Card, most_cards> stock_{};
  std::array<Card, most_cards> discards_{};
  std::array<Hand, max_seats> hands_{};
  std::array<Tableau, max_seats> tableaux_{};
};

/// The rules of a game of this family, as the catalogue wants them.
[[nodiscard]] Rules layout_rules(const std::string& game, const LayoutRules& rules, OptionValues options);

}  // namespace tribunal
