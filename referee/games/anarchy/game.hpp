#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "games/anarchy/outlook.hpp"
#include "games/anarchy/rules.hpp"
#include "games/anarchy/scoring.hpp"
#include "games/anarchy/tricks.hpp"
#include "games/core/game.hpp"
#include "games/core/hand.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

inline constexpr std::size_t most_anarchy_cards = 65;

/// The cards before the shuffle: a fresh pack; for five players with bonuses, then the sixes to eights of a
/// second pack, suit by suit; the joker of the Bomb last.
[[nodiscard]] std::vector<Card> anarchy_pack(const AnarchyRules& rules);

/// The rules and their fresh pack, shared by all games and clones.
struct AnarchySetting {
  explicit AnarchySetting(const AnarchyRules& of) : rules{of}, pack{anarchy_pack(of)} {}
  AnarchyRules rules;
  std::vector<Card> pack;
};

/// Anarchy, Anarchist Bomb and Organised Chaos: all players bid, then play to each trick simultaneously. All
/// chance is the order of the pack, shuffled under `hand N`. A flat value except for the shared parts.
class AnarchyGame final : public Game {
 public:
  AnarchyGame(std::shared_ptr<const AnarchySetting> setting, DealPointer deal)
      : setting_{std::move(setting)}, deal_{std::move(deal)} {}

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<AnarchyGame>(*this); }
  [[nodiscard]] int seats() const override { return rules().players; }
  [[nodiscard]] int players() const override { return rules().players; }

  void begin(EventLog& events) override;
  [[nodiscard]] SeatSet wanted() const override;
  void legal_actions(Seat seat, ActionList& actions) const override;
  [[nodiscard]] Action default_action(Seat seat) const override;
  void value_actions(Seat seat, const ActionList& actions, ActionValues& values) const override;
  [[nodiscard]] std::span<const std::string_view> feature_names() const override {
    return anarchy_feature_names;
  }
  void describe_actions(Seat seat, const ActionList& actions, std::vector<float>& features) const override;
  void apply(const Choices& choices, EventLog& events) override;
  [[nodiscard]] Outcome outcome() const override;
  [[nodiscard]] ScoresNow scores_now() const override;
  [[nodiscard]] std::vector<Reason> reasons(std::span<const Event> events) const override;
  [[nodiscard]] Position position() const override;
  [[nodiscard]] ChanceSoFar chance_so_far() const override {
    return {.hands = static_cast<std::uint32_t>(hand_number_)};
  }

 private:
  void redraw(Seat viewer, Stream& stream) override;

  enum class Step : std::uint8_t { choose_gifts, choose_bids, choose_cards, over };

  static constexpr std::size_t most_players = 5;
  static constexpr std::size_t gifts = 3;

  /// The cards and the bid of one player in a hand.
  struct Place {
    Hand hand;
    /// Cards of the hand that others have seen: all others or, for gifts, their giver.
    Hand shown;
    Bid bid = Bid::no_suit;
    Takings takings;
  };

  [[nodiscard]] const AnarchyRules& rules() const { return setting_->rules; }
  [[nodiscard]] Place& place(Seat seat) { return places_[index_of(seat)]; }
  [[nodiscard]] const Place& place(Seat seat) const { return places_[index_of(seat)]; }
  [[nodiscard]] SeatSet everyone() const { return SeatSet::first(rules().players); }
  [[nodiscard]] Seat left_of(Seat seat, int places) const { return static_cast<Seat>((seat + 1) % places); }

  void begin_hand(EventLog& events);
  void set_out(EventLog& events);
  void deal_cards(EventLog& events);
  void turn_up_odd_card(Card dealers_last, EventLog& events);
  void begin_play(EventLog& events);
  void turn_up_next(EventLog& events);
  void end_hand(EventLog& events);

  [[nodiscard]] Seat taker_of_gifts(Seat giver) const;
  void take_gifts(Seat to, const Action& gift);
  void apply_gifts(const Choices& choices, EventLog& events);
  void append_bids(Seat seat, ActionList& actions) const;
  void apply_bids(const Choices& choices, EventLog& events);
  void apply_cards(const Choices& choices, EventLog& events);
  [[nodiscard]] BidSet bids_left(Seat seat) const;
  void capture(std::span<Card> trick, EventLog& events);

  // The expectations of a seat (values.cpp)
  [[nodiscard]] TrickOutlook outlook_of(Seat seat) const;
  [[nodiscard]] CardWorths worths_to(Seat seat, const TrickOutlook& outlook) const;
  [[nodiscard]] SuitWorths worths_to_others(Seat seat) const;
  [[nodiscard]] Bid likely_bid(Seat seat, const SuitWorths& taken) const;
  /// A seat's knowledge before a trick: the possible cards of the others, and the worths of cards.
  struct TrickView {
    TrickOutlook outlook;
    CardWorths worths;
    SuitWorths to_others;
  };
  /// A card in a trick (the odd card for the joker), with its expected `points`.
  struct CardProspects {
    Card card;
    TrickChances chances;
    float points = 0;
  };
  [[nodiscard]] TrickView view_of(Seat seat) const;
  /// The result is empty if no card takes part in the trick.
  [[nodiscard]] std::optional<CardProspects> prospects_of(Card played, const TrickView& view) const;
  [[nodiscard]] float value_of_card(const TrickView& view, const CardProspects& prospects) const;
  void value_cards(Seat seat, const ActionList& actions, ActionValues& values) const;
  void value_bids(Seat seat, const ActionList& actions, ActionValues& values) const;
  void describe_cards(Seat seat, const ActionList& actions, std::vector<float>& features) const;
  void value_gifts(Seat seat, const ActionList& actions, ActionValues& values) const;

  // The state of the table (position.cpp)
  [[nodiscard]] bool has_bid(Seat seat) const;
  [[nodiscard]] std::span<const Card> dummys_hand() const;
  [[nodiscard]] std::span<const Card> hidden() const;

  // Redrawing of hidden cards (redraw.cpp)
  [[nodiscard]] bool knows_shown(Seat viewer, Seat holder) const;
  [[nodiscard]] std::span<Card> dummys_unknown(Seat viewer);
  [[nodiscard]] std::size_t draw_gifts_to_dummy(Seat viewer, std::span<Card> cards, Stream& stream);

  std::shared_ptr<const AnarchySetting> setting_;
  ChanceSource deal_;

  Step step_ = Step::over;
  Seat dealer_ = no_seat;
  std::int16_t hand_number_ = 0;
  std::array<std::int32_t, max_seats> totals_{};
  std::array<BidSet, most_players> bids_made_{};  // bids in earlier hands, in Organised Chaos

  // The hand in play:
  std::array<Place, most_players> places_{};
  Seat bidder_ = no_seat;  // the next bidder, if they bid in turn
  std::uint8_t tricks_ = 0;
  Card odd_card_;                                      // replaces the joker
  std::array<Card, 4> undealt_{};                      // for five players; the original turns them up
  std::uint8_t turned_up_ = 0;                         // number of turned-up cards of undealt_
  Card turn_up_;                                       // the card that is face up and not yet captured
  std::array<Card, most_hand_cards + gifts> dummy_{};  // the dummy's cards, the top first
  std::uint8_t dummy_used_ = 0;
};

/// The rules of a game of this family, for the catalogue.
[[nodiscard]] Rules anarchy_rules(const std::string& game, const AnarchyRules& rules, OptionValues options);

/// The option `bidding`, common to all three games.
[[nodiscard]] OptionInfo bidding_option();

}  // namespace tribunal
