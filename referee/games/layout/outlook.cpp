#include "games/layout/outlook.hpp"

#include <algorithm>
#include <bit>

namespace tribunal {
namespace {

// Parameters for the seat's own play, tuned by matches.
constexpr float keen_myself = 0.6F;          // share of the fitting cards that the seat draws and then plays
constexpr float width_without_doubt = 0.5F;  // lead in cards that certainly wins a suit
constexpr float width_of_doubt = 1.15F;
constexpr float width_of_doubt_for_low = 1.7F;  // the same, if the lower card wins a tie
constexpr float width_of_shortest = 3.75F;
constexpr float sunk =
    0.15F;  // share of a plan's cards that are lost if it fails, in addition to those on the table
constexpr float worthier = 1.2F;          // a suit won is also lost to the rivals
constexpr float worth_of_choice = 0.05F;  // worth of a fitting card that need not be played
constexpr float unique_share = 1;         // share of the cards of a winning meld

/// The chance that fewer than `wanted` of the `marked` cards among `all` are among the next `taken`.
double chance_of_fewer(int wanted, int taken, int marked, int all) {
  double sum = 0;
  for (int found = 0; found < std::min(wanted, std::min(marked, taken) + 1); ++found) {
    if (taken - found > all - marked) continue;
    double term = 1;  // choose(marked, found) choose(all - marked, taken - found) / choose(all, taken)
    for (int i = 0; i < taken; ++i)
      term *= static_cast<double>(i < found ? marked - i : all - marked - (i - found)) / (all - i);
    for (int i = 0; i < found; ++i) term *= static_cast<double>(taken - i) / (i + 1);
    sum += term;
  }
  return sum;
}

/// The k-th of `aces` aces among n cards lies, on average, at k (n + 1) / (aces + 1).
Horizon horizon_of(int wanted, int aces, int stock, int seats) {
  const double drawn = wanted * (stock + 1.0) / (aces + 1) - wanted;
  const double goes_on = chance_of_fewer(wanted, std::min(seats, stock), aces, stock);
  return {.draws = static_cast<float>(drawn / seats), .ending = static_cast<float>(1 - goes_on)};
}

/// The rank of the card that was played last.
int last_rank(unsigned ranks, bool ascending) {
  return ascending ? static_cast<int>(std::bit_width(ranks)) - 1 : std::countr_zero(ranks);
}

float as_float(int number) { return static_cast<float>(number); }

/// The number of up to twelve ranks.
float count_ranks(unsigned ranks) {
  ranks -= ranks >> 1U & 0x555U;
  ranks = (ranks & 0x333U) + (ranks >> 2U & 0x333U);
  return as_float(static_cast<int>((ranks & 0xfU) + (ranks >> 4U & 0xfU) + (ranks >> 8U)));
}

CardProspect prospect(const SuitPlans& plans, const SuitPromises& promises, Four points, Four shortest,
                      std::size_t suit) {
  return {.points = points[suit],
          .now = promises.now[suit],
          .later = promises.later[suit],
          .chance = promises.chance[suit],
          .shortest = shortest[suit],
          .held = plans.held[suit],
          .drawn = plans.drawn[suit]};
}

}  // namespace

float tie_fraction(RankSet ranks, bool ascending, SuitTie tie) {
  constexpr float step = 1.0F / 16;
  const int last = last_rank(ranks, ascending);
  if (tie == SuitTie::low) return step * as_float(meld_ranks - 1 - last);
  return ascending ? step * (as_float(meld_ranks - 1 - last) - 0.5F) : step * as_float(last);
}

Horizons::Horizons(const LayoutRules& rules)
    : stocks_{(4 + suit_count * meld_ranks) * rules.packs + 1}, table_(place(rules.ace_limit, 0)) {
  for (int shown = 0; shown < rules.ace_limit; ++shown) {
    const int aces = 4 * rules.packs - shown;
    for (int stock = aces; stock < stocks_; ++stock) {
      table_[place(shown, stock)] = horizon_of(rules.ace_limit - shown, aces, stock, rules.seats());
    }
  }
}

FaceSet one_way(const Tableau& melds, FaceSet faces) {
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    const auto meld = melds.meld(static_cast<Suit>(suit)).ranks;
    if (meld == 0 || (meld & (meld - 1U)) != 0) continue;
    const auto lower = FaceSet{meld - 1U} << 13U * suit;
    const auto upper = (FaceSet{0xfffU} << 13U * suit) & ~lower;
    const bool downward = std::popcount(faces & lower) >= std::popcount(faces & upper);
    faces &= ~(downward ? upper : lower);
  }
  return faces;
}

Forecast::Forecast(const LayoutRules& rules, const Outlook& outlook, const Hand& hand, const Tableau& melds,
                   float turns)
    : rules_{rules},
      outlook_{outlook},
      hand_{hand},
      melds_{melds},
      ending_{rules.last_ace == LastAce::ends_hand ? outlook.ending : 0},
      share_{keen_myself * std::min(1.0F, outlook.draws / outlook.unseen_cards)} {
  for (std::size_t suit = 0; suit < suit_count; ++suit) set_plan(plans_, melds, hand.faces(), suit);
  const auto width = rules.suit_tie == SuitTie::low ? width_of_doubt_for_low : width_of_doubt;
  sharpness_ = 1 / (width_without_doubt + width * (outlook.doubt + plans_.drawn));
  find_others();
  find_turn(turns);
  promises_ = promises_of(plans_);
  shortest_ = chance_of_shortest(promises_.length);
  mixed_ = mixed(promises_);
  points_ = sum(mixed_);
  find_discards();
}

/// If low cards win ties, discarding the last of the fitting cards of a suit differs from discarding another
/// one.
void Forecast::find_discards() {
  auto without_one = plans_;
  without_one.held = larger_of(without_one.held - 1, Four{});
  after_discard_ = smaller_of(exchanged(promises_of(without_one)), Four{} + points_) - worth_of_choice;
  if (rules_.suit_tie != SuitTie::low) return;
  const auto fits = hand_.faces() & melds_.playable();
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    const auto held = ranks_of(fits, suit);
    last_fitting_ |= FaceSet{static_cast<RankSet>(held & (~held + 1U))} << 13U * suit;
    set_plan(without_one, melds_, fits & ~last_fitting_, suit);
  }
  after_last_discard_ = smaller_of(exchanged(promises_of(without_one)), Four{} + points_) - worth_of_choice;
}

inline void Forecast::set_plan(SuitPlans& plans, const Tableau& melds, FaceSet faces,
                               std::size_t suit) const {
  const auto meld = melds.meld(static_cast<Suit>(suit));
  const auto fits = rules_.high_low ? one_way(melds, faces & melds.playable()) : faces & melds.playable();
  const auto held = ranks_of(fits, suit);
  const auto all = static_cast<RankSet>(meld.ranks | held);
  plans.played[suit] = count_ranks(meld.ranks);
  plans.held[suit] = count_ranks(held);
  plans.drawn[suit] = 0;  // a new suit needs a card in hand
  if (all == 0) return;
  plans.drawn[suit] = share_ * count_ranks(ranks_of(outlook_.unseen & melds.playable(), suit));
  if (meld.ranks != 0) plans.tie_now[suit] = tie_fraction(meld.ranks, meld.ascending, rules_.suit_tie);
  plans.tie_later[suit] = tie_fraction(all, meld.ascending, rules_.suit_tie);
  plans.highest[suit] = as_float(std::bit_width(all) - 1);
  plans.lowest[suit] = as_float(std::countr_zero(all));
}

void Forecast::find_others() {
  const auto winning = larger_of(outlook_.later, plans_.played + plans_.held + plans_.drawn);
  const auto first = std::min(winning[0], winning[1]);
  const auto last = std::min(winning[2], winning[3]);
  others_ = Four{std::min(winning[1], last), std::min(winning[0], last), std::min(first, winning[3]),
                 std::min(first, winning[2])};
}

/// There may be turns only for a part of the fitting cards.
void Forecast::find_turn(float turns) {
  const auto wish = sum(plans_.held + plans_.drawn);
  turn_ = wish > turns ? turns / wish : 1;
}

Four Forecast::chance_of_shortest(Four length) const {
  return smooth_step((others_ - length) / width_of_shortest);
}

/// The worth of the suits to the seat that wins them, averaged over the ends of the other suits.
inline Four Forecast::worth(const SuitPlans& plans, Four length) const {
  constexpr float all_suits = 4;
  if (rules_.scoring == LayoutScoring::banilower && !rules_.shortest_suit_doubles) return Four{} + all_suits;
  const auto shortest = 1 + chance_of_shortest(length);
  if (rules_.scoring == LayoutScoring::banilower) return all_suits * shortest;
  if (rules_.scoring == LayoutScoring::basic) return as_float(1 + rules_.seats()) * shortest;
  const auto lowest_high = 1 + larger_of(0.6F - 0.06F * plans.highest, Four{});
  const auto doubled = (1 + unique_share * length) * shortest * lowest_high;
  if (rules_.scoring == LayoutScoring::advanced) return doubled;
  return doubled * (1 + larger_of(0.45F - 0.07F * plans.lowest, Four{}));
}

/// Either all held and drawn cards join the meld, or none does, whichever is better.
SuitPromises Forecast::promises_of(const SuitPlans& plans) const {
  const auto worth_now = worth(plans, plans.played);
  const auto length_now = plans.played + plans.tie_now;
  const auto chance = smooth_step((length_now - outlook_.later) * sharpness_);
  const auto stopping =
      plans.played > 0 ? chance * worthier * worth_now - (1 - chance) * plans.played : Four{};
  const auto more = turn_ * (plans.held + plans.drawn);
  const auto length = plans.played + more;
  const auto chance_of_all = smooth_step((length + plans.tie_later - outlook_.later) * sharpness_);
  const auto playing =
      chance_of_all * worthier * worth(plans, length) - (1 - chance_of_all) * (plans.played + sunk * more);
  const auto plays = (more > 0) & (playing > stopping);
  return {.now = ((plans.played > 0) & (length_now > outlook_.now)) ? worth_now : -plans.played,
          .later = plays ? playing : stopping,
          .length = plays ? length : plans.played,
          .chance = plays ? chance_of_all : chance};
}

Tableau Forecast::with_played(Card card) const {
  auto after = melds_;
  rules_.high_low ? after.play_high_low(card) : after.play_down(card);
  return after;
}

inline void Forecast::set_plan_after(SuitPlans& plans, Card card, bool played) const {
  const auto suit = static_cast<std::size_t>(card.suit());
  if (played) {
    set_plan(plans, with_played(card), hand_.faces(), suit);
  } else {
    set_plan(plans, melds_, hand_.faces() & ~face(card), suit);
  }
}

SuitPlans Forecast::plans_after_play(Card card) const {
  auto plans = plans_;
  set_plan_after(plans, card, true);
  return plans;
}

/// Examines one card of each suit at a time.
inline void Forecast::look_at(FaceSet faces, bool played, std::array<CardProspect, 52>& prospects) const {
  constexpr FaceSet suit_faces = 0x1fff;
  while (faces != 0) {
    auto plans = plans_;
    std::array<std::uint8_t, suit_count> cards{};
    std::array<bool, suit_count> looked{};
    for (std::size_t suit = 0; suit < suit_count; ++suit) {
      const auto of_suit = faces & suit_faces << 13U * suit;
      if (of_suit == 0) continue;
      const auto card = first_card(of_suit);
      set_plan_after(plans, card, played);
      faces ^= face(card);
      cards[suit] = card.index();
      looked[suit] = true;
    }
    const auto promises = promises_of(plans);
    const auto points = exchanged(promises);
    const auto shortest = chance_of_shortest(promises.length);
    for (std::size_t suit = 0; suit < suit_count; ++suit)
      if (looked[suit]) prospects[cards[suit]] = prospect(plans, promises, points, shortest, suit);
  }
}

void Forecast::look_at_plays() { look_at(hand_.faces() & melds_.playable(), true, if_played_); }

void Forecast::look_at_discards() {
  look_at(hand_.faces() & ~hand_.pairs() & melds_.playable(), false, if_discarded_);
}

inline CardProspect Forecast::unchanged(std::size_t suit) const {
  return prospect(plans_, promises_, Four{} + points_, shortest_, suit);
}

/// A card that does not fit, or of which there is another copy, does not change a plan.
CardProspect Forecast::if_discarded(Card card) const {
  if (melds_.may_play(card) && hand_.count(card) == 1) return if_discarded_[card.index()];
  return unchanged(static_cast<std::size_t>(card.suit()));
}

CardProspect Forecast::if_taken(Card card) const {
  const auto suit = static_cast<std::size_t>(card.suit());
  if (!melds_.may_play(card)) return unchanged(suit);
  const auto plans = plans_after_play(card);
  const auto promises = promises_of(plans);
  return prospect(plans, promises, exchanged(promises), chance_of_shortest(promises.length), suit);
}

float Forecast::after_discard(Card card) const {
  if (!melds_.may_play(card) || hand_.count(card) > 1) return points_;
  const bool is_last = (last_fitting_ & face(card)) != 0;
  return (is_last ? after_last_discard_ : after_discard_)[static_cast<std::size_t>(card.suit())];
}

float Forecast::with(Card card) const {
  if (!melds_.may_play(card)) return points_;
  const auto suit = static_cast<std::size_t>(card.suit());
  auto plans = plans_;
  set_plan(plans, melds_, hand_.faces() | face(card), suit);
  return exchanged(promises_of(plans))[suit];
}

/// A fitting card is worth as much as one more card in hand.
float Forecast::with_any() const {
  auto plans = plans_;
  plans.held += 1;
  const auto gains = larger_of(exchanged(promises_of(plans)) - points_, Four{});
  const auto fitting = count_by_suit(outlook_.unseen & melds_.playable());
  return points_ + sum(gains * fitting) / outlook_.unseen_cards;
}

bool Forecast::unites() const {
  const auto wins = (plans_.played > 0) & (plans_.played + plans_.tie_now > outlook_.now);
  return (wins[0] & wins[1] & wins[2] & wins[3]) != 0;
}

bool Forecast::unites_by(Card card) const {
  const auto plans = plans_after_play(card);
  const auto wins = (plans.played > 0) & (plans.played + plans.tie_now > outlook_.now);
  return (wins[0] & wins[1] & wins[2] & wins[3]) != 0;
}

}  // namespace tribunal
