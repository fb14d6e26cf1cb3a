#include "games/anarchy/game.hpp"

#include <algorithm>
#include <cassert>
#include <span>

#include "cards/pack.hpp"
#include "games/anarchy/family.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

using Arguments = std::initializer_list<std::uint8_t>;

/// Appends every gift of three cards of the hand, in the order of the cards.
void append_gifts(ActionList& actions, Seat to, const Hand& hand) {
  std::array<std::uint8_t, most_hand_cards> cards{};
  std::size_t count = 0;
  for (auto faces = hand.faces(); faces != 0; faces &= faces - 1) {
    const auto card = first_card(faces);
    cards[count++] = card.index();
    if ((hand.pairs() & face(card)) != 0) cards[count++] = card.index();
  }
  // The first of equal cards is used for both.
  const auto is_new = [&](std::size_t i, std::size_t from) { return i == from || cards[i] != cards[i - 1]; };
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; is_new(a, 0) && b < count; ++b) {
      for (std::size_t c = b + 1; is_new(b, a + 1) && c < count; ++c) {
        if (!is_new(c, b + 1)) continue;
        actions.emplace_back(verbs::give,
                             Arguments{static_cast<std::uint8_t>(to), cards[a], cards[b], cards[c]});
      }
    }
  }
}

/// The gift of the three lowest cards.
Action lowest_gifts(Seat to, Hand hand) {
  std::array<std::uint8_t, 3> cards{};
  for (auto& card : cards) {
    const auto lowest = lowest_card(hand.faces());
    card = lowest.index();
    hand.remove(lowest);
  }
  std::ranges::sort(cards);
  return Action{verbs::give, {static_cast<std::uint8_t>(to), cards[0], cards[1], cards[2]}};
}

Action bid_action(Bid bid) { return Action{verbs::bid, {static_cast<std::uint8_t>(bid)}}; }

}  // namespace

Bid bid_of(const Action& bid) {
  return bid.verb() == verbs::bid_card ? bid_of(bid.card().suit()) : static_cast<Bid>(bid.arguments()[0]);
}

std::vector<Card> anarchy_pack(const AnarchyRules& rules) {
  auto pack = fresh_pack({});
  if (rules.players == 5 && rules.kind != AnarchyKind::original) {
    for (const auto card : fresh_pack({})) {
      if (card.rank() >= Rank::six && card.rank() <= Rank::eight) pack.push_back(card);
    }
  }
  if (rules.kind == AnarchyKind::bomb) pack.push_back(Card::joker());
  return pack;
}

void AnarchyGame::begin(EventLog& events) { begin_hand(events); }

SeatSet AnarchyGame::wanted() const {
  if (step_ == Step::over) return {};
  return step_ == Step::choose_bids && rules().bids_in_turn ? SeatSet::only(bidder_) : everyone();
}

void AnarchyGame::legal_actions(Seat seat, ActionList& actions) const {
  assert(wanted().has(seat));
  actions.clear();
  if (step_ == Step::choose_gifts) {
    append_gifts(actions, taker_of_gifts(seat), place(seat).hand);
  } else if (step_ == Step::choose_bids) {
    append_bids(seat, actions);
  } else {
    append_each(actions, verbs::play, place(seat).hand.faces());
  }
}

Action AnarchyGame::default_action(Seat seat) const {
  assert(wanted().has(seat));
  if (step_ == Step::choose_gifts) return lowest_gifts(taker_of_gifts(seat), place(seat).hand);
  if (step_ == Step::choose_cards) return {verbs::play, lowest_card(place(seat).hand.faces())};
  const auto bids = bids_left(seat);
  for (const auto bid : {Bid::no_suit, Bid::cards}) {
    if (bids.has(bid)) return bid_action(bid);
  }
  auto first = Bid::spades;
  while (!bids.has(first)) first = static_cast<Bid>(static_cast<int>(first) + 1);
  return bid_action(first);
}

void AnarchyGame::apply(const Choices& choices, EventLog& events) {
  switch (step_) {
    case Step::choose_gifts:
      return apply_gifts(choices, events);
    case Step::choose_bids:
      return apply_bids(choices, events);
    case Step::choose_cards:
      return apply_cards(choices, events);
    case Step::over:
      return;
  }
}

Outcome AnarchyGame::outcome() const {
  Outcome outcome{.seats = seats(), .scores = totals_};
  place_by_score(outcome);
  return outcome;
}

/// Before the bids, which count in every score, a hand has no points.
ScoresNow AnarchyGame::scores_now() const {
  ScoresNow now{.scores = totals_};
  if (step_ != Step::choose_cards) return now;
  for (const auto seat : everyone())
    now.scores[index_of(seat)] += score_takings(rules(), place(seat).bid, place(seat).takings).total();
  return now;
}

// A hand

void AnarchyGame::begin_hand(EventLog& events) {
  set_out(events);
  deal_cards(events);
  bidder_ = left_of(dealer_, rules().players);
  step_ = rules().kind == AnarchyKind::organised ? Step::choose_gifts : Step::choose_bids;
}

void AnarchyGame::set_out(EventLog& events) {
  ++hand_number_;
  dealer_ = left_of(dealer_, rules().players);
  places_.fill({});
  tricks_ = turned_up_ = dummy_used_ = 0;
  odd_card_ = turn_up_ = Card{};
  tell(events, verbs::hand, dealer_, {hand_number_});
}

void AnarchyGame::deal_cards(EventLog& events) {
  std::array<Card, most_anarchy_cards> cards{};
  const auto stock = std::span{cards}.first(setting_->pack.size());
  std::ranges::copy(setting_->pack, stock.begin());
  deal_.shuffle_pack(stock, "hand " + std::to_string(hand_number_));
  const auto players = static_cast<std::size_t>(rules().players);
  const auto hand_size = static_cast<std::size_t>(rules().hand_size());
  std::array<Hand, most_players> hands{};
  deal_round(stock, dealer_, hand_size, std::span{hands}.first(players), events);
  for (std::size_t seat = 0; seat < players; ++seat) places_[seat].hand = hands[seat];
  const auto rest = stock.subspan(players * hand_size);
  if (rules().has_dummy()) {
    std::ranges::copy(rest.first(hand_size), dummy_.begin());
    tell(events, verbs::deal, rules().dummy(), rest.first(hand_size), SeatSet{});
  }
  if (!rules().has_dummy() && !rules().has_odd_card()) std::ranges::copy(rest, undealt_.begin());
  if (rules().has_odd_card()) {
    odd_card_ = rest.back();
    turn_up_odd_card(stock[players * hand_size - 1], events);
  }
}

void AnarchyGame::turn_up_odd_card(Card dealers_last, EventLog& events) {
  tell(events, verbs::turn, dealer_, odd_card_);
  if (!odd_card_.is_joker()) return;
  tell(events, verbs::exchange, dealer_, dealers_last);
  place(dealer_).hand.remove(dealers_last);
  place(dealer_).hand.add(odd_card_);
  place(dealer_).shown.add(odd_card_);
  odd_card_ = dealers_last;
}

void AnarchyGame::begin_play(EventLog& events) {
  step_ = Step::choose_cards;
  turn_up_next(events);
}

void AnarchyGame::turn_up_next(EventLog& events) {
  if (!turn_up_.is_hidden() || turned_up_ == rules().turn_ups()) return;
  turn_up_ = undealt_[turned_up_++];
  tell(events, verbs::turn, dealer_, turn_up_);
}

void AnarchyGame::end_hand(EventLog& events) {
  for (const auto seat : everyone()) {
    const auto score = score_takings(rules(), place(seat).bid, place(seat).takings);
    totals_[index_of(seat)] += score.total();
    if (score.voids + score.quartets > 0) tell(events, verbs::bonus, seat, {score.voids, score.quartets});
    tell(events, verbs::score, seat, {score.total(), totals_[index_of(seat)]});
    bids_made_[index_of(seat)].add(place(seat).bid);
  }
  if (hand_number_ < rules().hands) return begin_hand(events);
  step_ = Step::over;
}

// Decisions

Seat AnarchyGame::taker_of_gifts(Seat giver) const {
  return left_of(giver, rules().dummy_passes ? rules().places() : rules().players);
}

void AnarchyGame::apply_gifts(const Choices& choices, EventLog& events) {
  for (const auto seat : everyone()) {
    for (std::size_t i = 1; i <= gifts; ++i) place(seat).hand.remove(choices[seat].card(i));
  }
  for (const auto seat : everyone()) {
    auto sees = SeatSet::only(seat);
    if (taker_of_gifts(seat) != rules().dummy()) sees.add(taker_of_gifts(seat));
    tell_decision(events, seat, choices[seat], sees);
    take_gifts(taker_of_gifts(seat), choices[seat]);
  }
  if (rules().dummy_passes) {
    const auto to = taker_of_gifts(rules().dummy());
    const Action gift{
        verbs::give,
        {static_cast<std::uint8_t>(to), dummy_[0].index(), dummy_[1].index(), dummy_[2].index()}};
    tell_unasked(events, rules().dummy(), gift, SeatSet::only(to));
    take_gifts(to, gift);
    dummy_used_ = gifts;
  }
  step_ = Step::choose_bids;
}

void AnarchyGame::take_gifts(Seat to, const Action& gift) {
  for (std::size_t i = 1; i <= gifts; ++i) {
    if (to != rules().dummy()) {
      place(to).hand.add(gift.card(i));
      place(to).shown.add(gift.card(i));
    } else {
      dummy_[most_hand_cards + i - 1] = gift.card(i);  // below its other cards
    }
  }
}

void AnarchyGame::append_bids(Seat seat, ActionList& actions) const {
  auto bids = bids_left(seat);
  if (rules().bids_by_card) {
    append_each(actions, verbs::bid_card, place(seat).hand.faces());
    bids = bids.without(BidSet{Bid::spades, Bid::clubs, Bid::hearts, Bid::diamonds});
  }
  for (std::size_t bid = 0; bid < bid_names.size(); ++bid) {
    if (bids.has(static_cast<Bid>(bid))) actions.push_back(bid_action(static_cast<Bid>(bid)));
  }
}

void AnarchyGame::apply_bids(const Choices& choices, EventLog& events) {
  for (const auto seat : wanted()) {
    tell_decision(events, seat, choices[seat]);
    if (choices[seat].verb() == verbs::bid_card) place(seat).shown.add(choices[seat].card());
    place(seat).bid = bid_of(choices[seat]);
  }
  const bool is_last = bidder_ == dealer_ || !rules().bids_in_turn;
  bidder_ = left_of(bidder_, rules().players);
  if (is_last) begin_play(events);
}

BidSet AnarchyGame::bids_left(Seat seat) const {
  if (rules().kind != AnarchyKind::organised) return rules().bids();
  return rules().bids().without(bids_made_[index_of(seat)]);
}

void AnarchyGame::apply_cards(const Choices& choices, EventLog& events) {
  std::array<Card, most_players> trick{};
  for (const auto seat : everyone()) {
    tell_decision(events, seat, choices[seat]);
    trick[index_of(seat)] = choices[seat].card();
    place(seat).hand.remove(choices[seat].card());
    if (place(seat).shown.count(choices[seat].card()) > 0) place(seat).shown.remove(choices[seat].card());
  }
  if (rules().has_dummy()) {
    auto& card = trick[index_of(rules().dummy())];
    card = dummy_[dummy_used_++];
    tell(events, verbs::play, rules().dummy(), card);
  }
  capture(std::span{trick}.first(static_cast<std::size_t>(rules().places())), events);
  if (++tricks_ == rules().hand_size()) return end_hand(events);
  turn_up_next(events);
}

void AnarchyGame::capture(std::span<Card> trick, EventLog& events) {
  const auto joker = std::ranges::find(trick, Card::joker());
  const bool is_bomb = joker != trick.end();
  if (is_bomb) {
    *joker = odd_card_;
    const auto odd = std::span{&odd_card_, odd_card_.is_hidden() ? 0U : 1U};
    tell(events, verbs::bomb, static_cast<Seat>(joker - trick.begin()), odd);
  }
  const auto captors = rules().kind == AnarchyKind::original
                           ? capture_in_suits(trick)
                           : capture_with_singletons(trick, is_bomb ? RankOrder::reversed : RankOrder::usual);
  CapturedCards captured{trick, captors};
  if (is_bomb && rules().joker_stays) {
    captured.add(Card::joker(), captors[static_cast<std::size_t>(joker - trick.begin())]);
  }
  const auto of_turn_up = std::ranges::find_if(
      trick, [&](Card card) { return !turn_up_.is_hidden() && card.suit() == turn_up_.suit(); });
  if (of_turn_up != trick.end()) {
    captured.add(std::exchange(turn_up_, Card{}),
                 captors[static_cast<std::size_t>(of_turn_up - trick.begin())]);
  }
  for (const auto& [card, by] : captured.items()) {
    if (by != rules().dummy()) place(by).takings.add(card);
  }
  tell_captures(events, verbs::capture, captured);
}

std::vector<Reason> AnarchyGame::reasons(std::span<const Event> events) const {
  const bool is_original = rules().kind == AnarchyKind::original;
  return capture_reasons(events, is_original ? TrickKind::in_suits : TrickKind::with_singletons, odd_card_);
}

Rules anarchy_rules(const std::string& game, const AnarchyRules& rules, OptionValues options) {
  auto dealer =
      [setting = std::make_shared<const AnarchySetting>(rules)](DealPointer deal) -> std::unique_ptr<Game> {
    return std::make_unique<AnarchyGame>(setting, std::move(deal));
  };
  return {game, rules.players, rules.players, std::move(options), score_bounds(rules), std::move(dealer)};
}

OptionInfo bidding_option() {
  return {.name = "bidding",
          .default_value = std::string{"simultaneous"},
          .words = {"simultaneous", "in-turn"},
          .meaning = "Whether all bid at the same time, or one after another from the dealer's left."};
}

}  // namespace tribunal
