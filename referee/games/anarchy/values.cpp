// The values of actions in the games with bids: by the cards that they are expected to take, and by the worth
// of these cards under the bids.
#include <algorithm>
#include <array>

#include "games/anarchy/family.hpp"
#include "games/anarchy/game.hpp"
#include "games/anarchy/outlook.hpp"

namespace tribunal {
namespace {

/// The weight of a card's loss to others in its value.
constexpr float denial = 0.3F;

/// The expected points of one more card of a rank, by the number already taken, if all four can still be
/// taken.
constexpr std::array<float, 4> quartet_worths{0.3F, 1, 4, 16};

/// The chance to take no card of a suit in a trick.
constexpr float void_stays = 0.8F;

int held_of_rank(const Hand& hand, std::size_t rank) {
  constexpr FaceSet twos = FaceSet{1} | FaceSet{1} << 13U | FaceSet{1} << 26U | FaceSet{1} << 39U;
  const auto faces = hand.faces() & twos << rank;
  return std::popcount(faces) + (hand.pairs() == 0 ? 0 : std::popcount(hand.pairs() & faces));
}

}  // namespace

/// The cards in other hands, with the dummy and the undealt cards, as the seat can infer them.
TrickOutlook AnarchyGame::outlook_of(Seat seat) const {
  Faces unseen;
  for (const auto other : everyone()) {
    if (other != seat) unseen.add(place(other).hand);
  }
  for (const auto card : dummys_hand()) unseen.add(card);
  for (const auto card : hidden()) unseen.add(card);
  return {rules(), unseen};
}

CardWorths AnarchyGame::worths_to(Seat seat, const TrickOutlook& outlook) const {
  const auto& [hand, shown, bid, takings] = place(seat);
  const int left = rules().hand_size() - tricks_;
  CardWorths worths{.suits = bid_worths(rules(), bid, takings, left)};
  if (!rules().has_bonuses()) return worths;
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    if (takings.suits[suit] > 0) continue;
    float remains_void = void_points;
    for (int trick = 1; trick < left; ++trick) remains_void *= void_stays;
    worths.suits[suit] -= remains_void;
  }
  for (std::size_t rank = 0; rank < worths.ranks.size(); ++rank) {
    const int taken = takings.ranks[rank] % 4;
    const int left_of_it = held_of_rank(hand, rank) + outlook.count(static_cast<Rank>(rank + 2));
    if (taken + left_of_it >= 4) worths.ranks[rank] = quartet_worths[static_cast<std::size_t>(taken)];
  }
  return worths;
}

/// The mean worth of a card to another place, by suit.
SuitWorths AnarchyGame::worths_to_others(Seat seat) const {
  SuitWorths mean{};
  for (const auto other : everyone()) {
    if (other == seat) continue;
    const auto& [hand, shown, bid, takings] = place(other);
    const auto worths = bid_worths(rules(), bid, takings, rules().hand_size() - tricks_);
    for (std::size_t suit = 0; suit < suit_count; ++suit)
      mean[suit] += worths[suit] / static_cast<float>(rules().places() - 1);
  }
  return mean;
}

AnarchyGame::TrickView AnarchyGame::view_of(Seat seat) const {
  const auto outlook = outlook_of(seat);
  return {.outlook = outlook, .worths = worths_to(seat, outlook), .to_others = worths_to_others(seat)};
}

/// Every card of the hand is played in the end, so only the order matters. Cards that take are saved for
/// later tricks, because others spend theirs; cards that take least for their rank are played first.
float AnarchyGame::value_of_card(const TrickView& view, const CardProspects& prospects) const {
  constexpr float ranks = 13;
  const auto& [card, chances, points] = prospects;
  const auto suit = static_cast<std::size_t>(card.suit());
  const float haste = rules().has_bonuses() ? 1 : 1.5F;
  auto value = haste * static_cast<float>(card.rank()) / ranks * view.worths.of(card) - points -
               denial * (1 - chances.takes()) * view.to_others[suit];
  if (!turn_up_.is_hidden() && card.suit() == turn_up_.suit())
    value += chances.takes() * view.worths.suits[suit];
  return value;
}

std::optional<AnarchyGame::CardProspects> AnarchyGame::prospects_of(Card played,
                                                                    const TrickView& view) const {
  const bool is_bomb = played.is_joker();
  const auto card = is_bomb ? odd_card_ : played;
  if (card.is_hidden()) return std::nullopt;
  const auto chances = view.outlook.chances_of(card, is_bomb ? RankOrder::reversed : RankOrder::usual);
  return CardProspects{card, chances, TrickOutlook::points_of(card, chances, view.worths)};
}

void AnarchyGame::value_cards(Seat seat, const ActionList& actions, ActionValues& values) const {
  const auto view = view_of(seat);
  for (const auto& action : actions) {
    const auto prospects = prospects_of(action.card(), view);
    values.push_back(prospects ? value_of_card(view, *prospects) : 0);
  }
}

void AnarchyGame::value_bids(Seat seat, const ActionList& actions, ActionValues& values) const {
  constexpr float for_showing_a_rank = 0.02F;
  const auto taken = outlook_of(seat).promise_of(place(seat).hand);
  for (const auto& action : actions) {
    const bool is_card = action.verb() == verbs::bid_card;
    const auto bid = bid_of(action);
    const auto shown = is_card ? static_cast<float>(action.card().rank()) : 0;
    values.push_back(bid_value(rules(), bid, taken) - for_showing_a_rank * shown);
  }
}

/// The remaining bid for which the hand promises most.
Bid AnarchyGame::likely_bid(Seat seat, const SuitWorths& taken) const {
  auto best = Bid::cards;
  auto most = -1e9F;
  const auto left = bids_left(seat);
  for (std::size_t i = 0; i < bid_names.size(); ++i) {
    const auto bid = static_cast<Bid>(i);
    const auto value = left.has(bid) ? bid_value(rules(), bid, taken) : -1e9F;
    if (value > most) best = bid;
    most = std::max(most, value);
  }
  return best;
}

/// Gives away the cards that are least useful for the likeliest bid, low ones before high ones.
void AnarchyGame::value_gifts(Seat seat, const ActionList& actions, ActionValues& values) const {
  constexpr float for_keeping_a_rank = 0.15F;
  const auto outlook = outlook_of(seat);
  const auto& hand = place(seat).hand;
  const auto taken = outlook.promise_of(hand);
  const auto bid = likely_bid(seat, taken);
  CardWorths worths{.suits = bid_worths(rules(), bid, {}, hand.size())};
  if (bid == Bid::best) {
    worths.suits.fill(0.3F);
    worths.suits[static_cast<std::size_t>(std::ranges::max_element(taken) - taken.begin())] = 3;
  }
  std::array<float, 52> missed{};
  for (auto faces = hand.faces(); faces != 0; faces &= faces - 1) {
    const auto card = first_card(faces);
    missed[card.index()] = TrickOutlook::points_of(card, outlook.chances_of(card), worths) +
                           for_keeping_a_rank * static_cast<float>(card.rank());
  }
  for (const auto& action : actions) {
    float value = 0;
    for (std::size_t i = 1; i <= gifts; ++i) value -= missed[action.arguments()[i]];
    values.push_back(value);
  }
}

void AnarchyGame::value_actions(Seat seat, const ActionList& actions, ActionValues& values) const {
  values.clear();
  if (step_ == Step::choose_gifts) return value_gifts(seat, actions, values);
  if (step_ == Step::choose_bids) return value_bids(seat, actions, values);
  value_cards(seat, actions, values);
}

}  // namespace tribunal
