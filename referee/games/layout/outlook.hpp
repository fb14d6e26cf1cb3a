#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "games/core/hand.hpp"
#include "games/layout/golden_rule.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {

/// A number for each suit, in the order of `Suit`, for joint arithmetic.
using Four [[gnu::vector_size(16)]] = float;

[[nodiscard]] inline float sum(Four four) { return four[0] + four[1] + four[2] + four[3]; }
#ifdef __SSE__  // one equivalent instruction each, which compilers do not find for the comparisons
[[nodiscard]] inline Four larger_of(Four a, Four b) { return _mm_max_ps(a, b); }
[[nodiscard]] inline Four smaller_of(Four a, Four b) { return _mm_min_ps(a, b); }
#else
[[nodiscard]] inline Four larger_of(Four a, Four b) { return a > b ? a : b; }
[[nodiscard]] inline Four smaller_of(Four a, Four b) { return a < b ? a : b; }
#endif

/// From 0 to 1 as `x` goes from -1 to 1.
[[nodiscard]] inline Four smooth_step(Four x) {
  const auto t = smaller_of(larger_of(0.5F + 0.5F * x, Four{}), Four{} + 1.0F);
  return t * t * (3.0F - 2.0F * t);
}
[[nodiscard]] inline float smooth_step(float x) { return smooth_step(Four{x})[0]; }

/// The number of cards of each suit, for all suits at once: the bits of a suit are spread to 16 bits, in
/// which the sums of neighbours are added up.
[[nodiscard]] inline Four count_by_suit(FaceSet faces) {
  constexpr FaceSet suit = 0x1fff;
  auto lanes = (faces & suit) | (faces & suit << 13U) << 3U | (faces & suit << 26U) << 6U |
               (faces & suit << 39U) << 9U;
  lanes -= lanes >> 1U & 0x5555'5555'5555'5555U;
  lanes = (lanes & 0x3333'3333'3333'3333U) + (lanes >> 2U & 0x3333'3333'3333'3333U);
  lanes = (lanes + (lanes >> 4U)) & 0x0f0f'0f0f'0f0f'0f0fU;
  lanes += lanes >> 8U;
  const auto count = [lanes](unsigned at) {
    return static_cast<float>(static_cast<std::int32_t>(lanes >> at & 0xffU));
  };
  return Four{count(0), count(16), count(32), count(48)};
}

/// The ranks of one suit.
[[nodiscard]] constexpr RankSet ranks_of(FaceSet faces, std::size_t suit) {
  return static_cast<RankSet>(faces >> 13U * suit & 0xfffU);
}

/// A fraction below 1, by the last card, that orders melds of equal length like `tie`: the winner's is
/// larger.
[[nodiscard]] float tie_fraction(RankSet ranks, bool ascending, SuitTie tie);

/// The part of `faces`, which fit these melds, that can be played if each meld takes only one direction, that
/// with more cards.
[[nodiscard]] FaceSet one_way(const Tableau& melds, FaceSet faces);

/// The remaining draws of a hand, by public information.
struct Horizon {
  float draws = 0;   ///< cards that each seat will still draw, on average
  float ending = 0;  ///< the chance that the last ace comes while each seat draws once more
};

/// The horizons of all positions of a hand, computed once for a game.
class Horizons {
 public:
  explicit Horizons(const LayoutRules& rules);

  /// The horizon with this number of shown aces, below the limit, and of cards in the stock.
  [[nodiscard]] const Horizon& at(int aces_shown, int stock) const {
    return table_[place(aces_shown, stock)];
  }

 private:
  [[nodiscard]] std::size_t place(int aces_shown, int stock) const {
    return static_cast<std::size_t>(aces_shown) * static_cast<std::size_t>(stocks_) +
           static_cast<std::size_t>(stock);
  }

  int stocks_;
  std::vector<Horizon> table_;
};

/// The melds of the others and the future cards, from the view of one seat. The length of a meld includes its
/// `tie_fraction`.
struct Outlook {
  FaceSet unseen = 0;        ///< possible faces: in the stock, or hidden by the others
  FaceSet unseen_twice = 0;  ///< faces of `unseen` that occur twice
  float unseen_cards = 1;    ///< the number of these cards without aces, at least 1
  float draws = 0;           ///< `draws` of `Horizon`
  float ending = 0;          ///< `ending` of `Horizon`
  Four now{};                ///< the rivals' longest meld
  Four later{};              ///< expected values at the end of the hand
  Four doubt{};              ///< the uncertainty of that, in cards
};

/// The plans of a seat for the suits: the cards that it has, and those that it may get.
struct SuitPlans {
  Four played{};     ///< cards in the meld
  Four held{};       ///< fitting cards in hand
  Four drawn{};      ///< mean number of fitting cards still to be drawn
  Four tie_now{};    ///< `tie_fraction` of the meld
  Four tie_later{};  ///< `tie_fraction` with all held cards
  Four highest{};    ///< highest rank of the meld then, from 0
  Four lowest{};
};

/// The expected points of the suits.
struct SuitPromises {
  Four now{};     ///< values if the hand ended at once
  Four later{};   ///< values at the end of the hand
  Four length{};  ///< length of the seat's own meld then
  Four chance{};  ///< chance to win each suit
};

/// The prospects of a card's suit after the card was played or has left the hand unplayed.
struct CardProspect {
  float points;  ///< expected points of all suits
  float now;     ///< this and the next as in `SuitPromises`
  float later;
  float chance;
  float shortest;  ///< the chance that a winning meld of that length is the shortest
  float held;      ///< this and the next as in `SuitPlans`
  float drawn;
};

/// The expected points of a hand, by a seat's melds, its cards and the visible cards of the others. It uses
/// only arithmetic and no mathematical library, so that games are the same on every machine.
class Forecast {
 public:
  /// `turns`: the number of turns in which the seat will play a card of its hand. The other arguments must
  /// outlive the forecast.
  Forecast(const LayoutRules& rules, const Outlook& outlook, const Hand& hand, const Tableau& melds,
           float turns);

  /// The expected points before any action.
  [[nodiscard]] float points() const { return points_; }
  /// The points if the hand ended at once.
  [[nodiscard]] float points_now() const { return sum(promises_.now); }
  [[nodiscard]] const Outlook& outlook() const { return outlook_; }
  [[nodiscard]] const SuitPlans& plans() const { return plans_; }
  [[nodiscard]] const SuitPromises& promises() const { return promises_; }
  /// Finds the prospects of each card of the hand that can be played, for `if_played` and `after_play`.
  void look_at_plays();
  [[nodiscard]] const CardProspect& if_played(Card card) const { return if_played_[card.index()]; }
  [[nodiscard]] float after_play(Card card) const { return if_played(card).points; }
  /// Finds the prospects of each card of the hand that fits and may be discarded, for `if_discarded`.
  void look_at_discards();
  [[nodiscard]] CardProspect if_discarded(Card card) const;
  [[nodiscard]] float after_discard(Card card) const;
  /// The prospects of a card that is not in hand, after it was played or, if it does not fit, discarded.
  [[nodiscard]] CardProspect if_taken(Card card) const;
  /// The expected points after a card that is not in hand was played.
  [[nodiscard]] float after_other_play(Card card) const { return if_taken(card).points; }
  /// The expected points with one more card in hand.
  [[nodiscard]] float with(Card card) const;
  /// The expected points with an average unseen card.
  [[nodiscard]] float with_any() const;

  /// True if the seat wins all suits by the current melds.
  [[nodiscard]] bool unites() const;
  /// True if the seat wins all suits once the card has been played.
  [[nodiscard]] bool unites_by(Card card) const;

 private:
  [[nodiscard]] Four mixed(const SuitPromises& promises) const {
    return ending_ * promises.now + (1 - ending_) * promises.later;
  }
  /// Expected points if any one suit had these promises.
  [[nodiscard]] Four exchanged(const SuitPromises& promises) const {
    return points_ - mixed_ + mixed(promises);
  }
  void set_plan(SuitPlans& plans, const Tableau& melds, FaceSet faces, std::size_t suit) const;
  /// The plans after the card was played or has left the hand unplayed, which changes that of its suit.
  void set_plan_after(SuitPlans& plans, Card card, bool played) const;
  [[nodiscard]] SuitPlans plans_after_play(Card card) const;
  [[nodiscard]] SuitPromises promises_of(const SuitPlans& plans) const;
  /// The prospects of a card of this suit that does not change a plan.
  [[nodiscard]] CardProspect unchanged(std::size_t suit) const;
  void look_at(FaceSet faces, bool played, std::array<CardProspect, 52>& prospects) const;
  [[nodiscard]] Tableau with_played(Card card) const;
  /// The chance that a winning meld of this length is the shortest.
  [[nodiscard]] Four chance_of_shortest(Four length) const;
  [[nodiscard]] Four worth(const SuitPlans& plans, Four length) const;
  void find_others();
  void find_turn(float turns);
  void find_discards();

  const LayoutRules& rules_;
  const Outlook& outlook_;
  const Hand& hand_;
  const Tableau& melds_;
  float ending_;    ///< the chance that the current melds count
  float share_;     ///< the chance that the seat draws a card and plays it
  float turn_ = 1;  ///< the chance that a card of the plan gets its turn
  float points_ = 0;
  Four sharpness_{};  ///< steepness with which a lead in cards decides a suit
  Four others_{};     ///< the expected length of the shortest other winning meld
  SuitPlans plans_;
  SuitPromises promises_;
  Four shortest_{};            ///< `chance_of_shortest` of the suits
  Four mixed_{};               ///< the points of the suits
  FaceSet last_fitting_ = 0;   ///< the card of each suit in the hand that would be played last
  Four after_last_discard_{};  ///< the expected points after that card was discarded
  Four after_discard_{};       ///< the same after another fitting card
  // By `Card::index`, for cards that were examined separately:
  std::array<CardProspect, 52> if_played_;
  std::array<CardProspect, 52> if_discarded_;
};

}  // namespace tribunal
