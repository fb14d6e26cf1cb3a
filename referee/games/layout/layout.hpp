#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "cards/pack.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"
#include "games/core/telling.hpp"
#include "games/layout/banilower_and_basic_scoring.hpp"
#include "games/layout/betting_round.hpp"
#include "games/layout/doubling_cube.hpp"
#include "games/layout/family.hpp"
#include "games/layout/golden_rule.hpp"
#include "games/layout/outlook.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {

/// The rules, their fresh pack and data computed from them once, shared by all games and clones.
struct LayoutSetting {
  static constexpr std::size_t most_cards = 104;

  explicit LayoutSetting(const LayoutRules& of)
      : rules{of}, pack{fresh_pack({.packs = of.packs})}, horizons{of} {}
  LayoutRules rules;
  std::vector<Card> pack;
  Horizons horizons;
};

/// Mitch, Revolution and similar games: players draw, then play a card to their melds or discard one; aces
/// decide the end. All chance is the order of the stock, shuffled under `hand N`. A flat value except for the
/// shared parts.
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
  void value_actions(Seat seat, const ActionList& actions, ActionValues& values) const override;
  [[nodiscard]] std::span<const std::string_view> feature_names() const override;
  void describe_actions(Seat seat, const ActionList& actions, std::vector<float>& features) const override;
  void apply(const Choices& choices, EventLog& events) override;
  [[nodiscard]] Outcome outcome() const override;
  [[nodiscard]] ScoresNow scores_now() const override;
  [[nodiscard]] std::vector<Reason> reasons(std::span<const Event> events) const override;
  [[nodiscard]] Position position() const override;
  [[nodiscard]] ChanceSoFar chance_so_far() const override {
    const int to_deal = step_ == Step::choose_to_return ? 1 : 0;
    return {.draws = draws_, .hands = static_cast<std::uint32_t>(hand_number_ - to_deal)};
  }

 private:
  void redraw(Seat viewer, Stream& stream) override;

  /// The next step; the steps of the referee begin with `begin` and `end`.
  enum class Step : std::uint8_t {
    begin_hand,
    begin_deal,
    begin_betting,
    begin_turn,
    begin_draw,
    begin_mobs_play,
    end_hand,
    choose_to_return,
    choose_draw,
    choose_card,
    choose_to_stay,
    choose_to_double,
    choose_to_accept,
    choose_bet,
    choose_together,
    choose_tyrant,
    over
  };

  [[nodiscard]] const LayoutRules& rules() const { return setting_->rules; }
  [[nodiscard]] Seat mob() const { return rules().mob ? static_cast<Seat>(rules().players) : no_seat; }
  [[nodiscard]] bool is_stud() const { return rules().session == SessionKind::stud; }
  /// The players who have not folded; the Mob is not a player.
  [[nodiscard]] SeatSet players_in() const { return rules().mob ? in_.without(SeatSet::only(mob())) : in_; }
  [[nodiscard]] Hand& hand(Seat seat) { return hands_[index_of(seat)]; }
  [[nodiscard]] const Hand& hand(Seat seat) const { return hands_[index_of(seat)]; }
  [[nodiscard]] Tableau& tableau(Seat seat) { return tableaux_[index_of(seat)]; }
  [[nodiscard]] const Tableau& tableau(Seat seat) const { return tableaux_[index_of(seat)]; }
  /// The seats in the order of play, the dealer last.
  [[nodiscard]] std::span<const Seat> play_order() const {
    return std::span{play_order_}.first(static_cast<std::size_t>(seats()));
  }
  [[nodiscard]] Card top_discard() const { return discards_[discard_count_ - 1U]; }

  /// Takes the referee's steps until a seat is wanted or the game is over.
  void go_on(EventLog& events);

  void begin_hand(EventLog& events);
  void set_out(EventLog& events);
  void set_play_order();
  void begin_deal(EventLog& events);
  void deal_cards(EventLog& events);
  void replace_aces(EventLog& events);
  void end_hand(EventLog& events);
  void add_points(Seat seat, std::int32_t points, EventLog& events);

  void begin_turn(EventLog& events);
  void begin_player_turn(EventLog& events);
  void end_turn();
  [[nodiscard]] bool may_take() const;
  void draw_for_turn(EventLog& events);
  void draw_for_mob(EventLog& events);
  void play_for_mob(EventLog& events);

  Card draw_card(SeatSet sees, EventLog& events);
  [[nodiscard]] Card draw_past_aces(SeatSet sees, EventLog& events);
  void show_ace(Card ace, EventLog& events);

  void apply_draw_choice(const Action& action, EventLog& events);
  void apply_card_choice(const Action& action, EventLog& events);
  void apply_tyrant_choice(const Choices& choices, EventLog& events);
  void lay_down(Seat seat, const Action& action);
  void after_play();
  [[nodiscard]] bool has_tyrant() const;
  [[nodiscard]] bool asks_about_tyrant() const;

  [[nodiscard]] FaceSet plays(Seat seat) const;
  [[nodiscard]] FaceSet discards(Seat seat) const;
  [[nodiscard]] Action default_card(Seat seat) const;

  [[nodiscard]] SeatPosition seat_position(Seat seat) const;

  // Sessions (session.cpp)
  void begin_session_turn(EventLog& events);
  void take_antes(EventLog& events);
  [[nodiscard]] bool fold(Seat seat, EventLog& events);
  void settle(const HandScore& score, EventLog& events);
  void settle_gambling(const HandScore& score, EventLog& events);
  void settle_hustler(const HandScore& score, EventLog& events);
  [[nodiscard]] static SeatSet best_of(SeatSet seats, const HandScore& score, int sign);
  void finish_hand(EventLog& events);
  void pay(Seat seat, std::int32_t chips, EventLog& events);
  void win(Seat seat, std::int32_t chips, EventLog& events);
  void share_pot(SeatSet winners, EventLog& events);
  void apply_return_choices(const Choices& choices, EventLog& events);
  void apply_stay_choice(const Action& action, EventLog& events);
  void apply_double_choice(const Action& action, EventLog& events);
  void apply_accept_choice(const Action& action, EventLog& events);
  [[nodiscard]] Action double_cube() const;
  /// The opponent of the seat in turn, with two players.
  [[nodiscard]] Seat opponent() const { return static_cast<Seat>(1 - turn_); }

  // Stud (stud.cpp)
  void begin_betting();
  void apply_bet(const Action& action, EventLog& events);
  void apply_cards_together(const Choices& choices, EventLog& events);
  void deal_stud_card(EventLog& events);

  // Values of actions (values.cpp)

  /// A seat's points and chances against the players who have not folded.
  struct Standing {
    float now = 0;       ///< its points if the hand ended at once
    float best = 1;      ///< the chance to have the most points at the end of the hand
    float worst = 1;     ///< the chance to have the fewest
    float best_now = 1;  ///< these chances if the hand ended at once
    float worst_now = 1;
    float best_rival = -1000;  ///< expected points of the best of the others
    int rivals = 0;
  };
  [[nodiscard]] Outlook outlook(Seat seat) const;
  void look_for_unseen(Seat seat, Outlook& outlook) const;
  void add_rival(Seat rival, Outlook& outlook) const;
  [[nodiscard]] float turns_left(Seat seat, const Outlook& outlook) const;
  [[nodiscard]] Standing prepare(Seat seat, Forecast& forecast) const;
  [[nodiscard]] float value_of(Seat seat, const Action& action, const Forecast& forecast,
                               const Standing& standing) const;
  [[nodiscard]] float worth_of_point() const;
  [[nodiscard]] float value_of_card(Seat seat, const Action& action, const Forecast& forecast) const;
  [[nodiscard]] float value_of_uniting(const Forecast& forecast) const;
  [[nodiscard]] float value_of_draw(const Action& action, const Forecast& forecast) const;

  // Features of actions (features.cpp)
  void describe_card(Seat seat, const Action& action, const Forecast& forecast, float most,
                     std::span<float> features, std::size_t number) const;

  // Values of actions about stakes (stake_values.cpp)
  [[nodiscard]] Standing standing(Seat seat, float mine) const;
  [[nodiscard]] float value_of_call(Verb verb, const Standing& standing, const Forecast& forecast) const;
  [[nodiscard]] float value_of_staying(Verb verb, const Standing& standing, const Forecast& forecast) const;
  [[nodiscard]] float value_of_bet(Verb verb, const Standing& standing) const;
  [[nodiscard]] float value_of_cube(Verb verb, const Standing& standing, const Forecast& forecast) const;

  // Redrawing of hidden cards (redraw.cpp)
  template <typename See>
  void each_concealed(Seat viewer, See see);
  void forget_shown(Seat seat, const Action& action);
  void rename_drawn(std::span<const Card> before, std::span<const Card> after);

  std::shared_ptr<const LayoutSetting> setting_;
  ChanceSource deal_;

  Step step_ = Step::over;
  Seat dealer_ = no_seat;
  Seat turn_ = no_seat;  // the seat whose turn it is
  std::int16_t hand_number_ = 0;
  std::uint32_t draws_ = 0;  // number of draws from the stock after the deals
  std::array<std::int32_t, max_seats> totals_{};

  Pot pot_;
  std::array<std::int32_t, max_seats> chips_told_{};  // the totals of the last event `chips`

  // The hand in play:
  SeatSet in_;         // the seats that have not folded
  SeatSet returning_;  // the seats that folded in the last hand and may return to this one
  DoublingCube cube_;
  BettingRound betting_;
  std::array<Seat, max_seats> play_order_{};
  std::uint8_t turn_index_ = 0;  // index in play_order_
  std::uint8_t aces_shown_ = 0;
  std::uint8_t takes_in_a_row_ = 0;
  bool drawing_ = false;  // whether each turn begins with a draw
  bool tyrant_called_ = false;
  bool has_news_ = false;  // whether anything happened since the players were last asked about a tyrant
  Step after_tyrant_ = Step::over;  // the step that follows if no seat calls
  Card taken_;                      // the card taken from the discard pile in this turn
  SeatSet acted_while_drawing_;
  SeatSet played_while_drawing_;
  std::uint8_t stock_used_ = 0;
  std::uint8_t discard_count_ = 0;
  std::array<Card, LayoutSetting::most_cards> stock_{};
  std::array<Card, LayoutSetting::most_cards> discards_{};
  std::array<Hand, max_seats> hands_{};
  std::array<Tableau, max_seats> tableaux_{};
  std::array<Hand, max_seats> shown_{};  // cards of the hands that were openly taken from the discard pile
  std::array<Hand, max_seats>
      put_away_{};  // cards that others have not seen: the hand of a folded seat, discards of stud
};

// These functions run in every turn and have callers in several files, so they are inline.

inline void LayoutGame::end_turn() {
  step_ = Step::begin_turn;
  if (turn_ == no_seat) return;  // all seats chose together, so the first one's turn is next
  turn_index_ = static_cast<std::uint8_t>(turn_index_ + 1 == seats() ? 0 : turn_index_ + 1);
  if (turn_index_ == 0 && is_stud()) step_ = Step::begin_betting;
}

/// A card leaves the hand. Of two equal cards the one that all seats have seen leaves first. Exception:
/// discarding the face just taken reveals a second copy.
inline void LayoutGame::forget_shown(Seat seat, const Action& action) {
  auto& shown = shown_[index_of(seat)];
  const auto card = action.card();
  const bool is_another = action.verb() == verbs::discard && card == taken_;
  if (shown.count(card) > (is_another ? hand(seat).count(card) : 0)) shown.remove(card);
}

/// Puts the card of the action from the hand onto the meld, or onto the discard pile.
inline void LayoutGame::lay_down(Seat seat, const Action& action) {
  const auto card = action.card();
  hand(seat).remove(card);
  if (!shown_[index_of(seat)].empty()) forget_shown(seat, action);
  if (action.verb() == verbs::discard) {
    discards_[discard_count_++] = card;
  } else if (rules().high_low) {
    tableau(seat).play_high_low(card);
  } else {
    tableau(seat).play_down(card);
  }
}

inline Card LayoutGame::draw_card(SeatSet sees, EventLog& events) {
  const auto card = stock_[stock_used_++];
  has_news_ = true;
  tell(events, verbs::draw, turn_, card, sees);
  return card;
}

/// The rules of a game of this family, for the catalogue.
[[nodiscard]] Rules layout_rules(const std::string& game, const LayoutRules& rules, OptionValues options);

}  // namespace tribunal
