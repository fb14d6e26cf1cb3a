// The values of actions by the cards that their seat sees, for fast playouts (`Rollout`).
#include <algorithm>

#include "games/layout/family.hpp"
#include "games/layout/layout.hpp"
#include "games/layout/outlook.hpp"

namespace tribunal {
namespace {

// Parameters for the play of the others, tuned by matches.
constexpr float keen_on_open_suits =
    0.5F;  // share of the fitting cards that a rival plays if it has a meld of the suit
constexpr float keen_on_new_suits = 0.375F;  // and if it has none
constexpr float turns_used = 0.7F;           // share of its turns in which a rival plays and does not discard
constexpr float closeness = 3;  // lead in cards beyond which the second of two rivals does not count
constexpr RankSet usual_last_rank = 1U << 4U;  // a six: the last card of a meld that grows
constexpr float points_at_stake = 10;          // the points by which the scores of a hand diverge

/// A set of faces, each of which may occur twice.
struct Faces {
  FaceSet once = 0;
  FaceSet twice = 0;

  void add(FaceSet faces) {
    twice |= once & faces;
    once |= faces;
  }
};

/// The fractions of melds that decide ties; 0 if there is none.
Four tie_fractions(const Tableau& melds, SuitTie tie) {
  Four fractions{};
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    const auto meld = melds.meld(static_cast<Suit>(suit));
    if (meld.ranks != 0) fractions[suit] = tie_fraction(meld.ranks, meld.ascending, tie);
  }
  return fractions;
}

/// The larger of two lengths, and slightly more if they are close.
Four larger_if_close(Four a, Four b) {
  const auto lead = a > b ? a - b : b - a;
  const auto close = larger_of(closeness - lead, Four{});
  return larger_of(a, b) + close * close / (4 * closeness);
}

}  // namespace

/// The cards that the seat has not seen: those of the stock, those in the hands of others that were not
/// openly taken, and those that the others put away.
void LayoutGame::look_for_unseen(Seat seat, Outlook& outlook) const {
  Faces unseen;
  for (auto i = std::size_t{stock_used_}; i < setting_->pack.size(); ++i) unseen.add(face(stock_[i]));
  int cards = static_cast<int>(setting_->pack.size()) - stock_used_ - (4 * rules().packs - aces_shown_);
  for (const auto other : SeatSet::first(rules().players)) {
    if (other == seat) continue;
    auto hidden = hand(other);
    shown_[index_of(other)].each([&](Card card) { hidden.remove(card); });
    for (const auto& some : {hidden, put_away_[index_of(other)]}) {
      unseen.add(some.faces());
      unseen.add(some.pairs());
      cards += some.size();
    }
  }
  outlook.unseen = unseen.once;
  outlook.unseen_twice = unseen.twice;
  outlook.unseen_cards = static_cast<float>(std::max(1, cards));
}

Outlook LayoutGame::outlook(Seat seat) const {
  Outlook outlook;
  look_for_unseen(seat, outlook);
  if (drawing_) {
    const auto& horizon =
        setting_->horizons.at(aces_shown_, static_cast<int>(setting_->pack.size()) - stock_used_);
    outlook.draws = horizon.draws * static_cast<float>(seats()) / static_cast<float>(in_.size());
    outlook.ending = horizon.ending;
  }
  for (const auto other : in_) {
    if (other != seat) add_rival(other, outlook);
  }
  return outlook;
}

/// Adds a rival's melds, and their possible final lengths.
void LayoutGame::add_rival(Seat rival, Outlook& outlook) const {
  const auto& melds = tableau(rival);
  const bool plays_all = rival == mob();
  const auto size = static_cast<float>(hand(rival).size());
  const auto fitting = [&](FaceSet faces) {
    const auto all = faces & melds.playable();
    return count_by_suit(rules().high_low ? one_way(melds, all) : all);
  };
  auto room = fitting(outlook.unseen);
  if (outlook.unseen_twice != 0) room += fitting(outlook.unseen_twice);
  room *= std::min(1.0F, (size + outlook.draws) / outlook.unseen_cards);
  if (!shown_[index_of(rival)].empty()) room += fitting(shown_[index_of(rival)].faces());
  const auto length = count_by_suit(melds.played());
  const auto more = (plays_all    ? Four{} + 1
                     : length > 0 ? Four{} + keen_on_open_suits
                                  : Four{} + keen_on_new_suits) *
                    room;
  const auto wish = sum(more);
  const auto turns =
      plays_all ? outlook.draws
                : turns_used * (outlook.draws + (rules().last_ace == LastAce::ends_drawing ? size : 0.0F));
  const auto expected = wish > turns ? more * (turns / wish) : more;
  const auto tie = tie_fractions(melds, rules().suit_tie);
  const auto usual_tie = tie_fraction(usual_last_rank, false, rules().suit_tie);
  const auto tie_later = tie + (usual_tie - tie) * smaller_of(expected, Four{} + 1);
  outlook.now = larger_of(outlook.now, length + tie);
  outlook.later = larger_if_close(outlook.later, length + expected + tie_later);
  outlook.doubt = larger_of(outlook.doubt, expected);
}

/// The worth of a point of the hand in points of the game.
float LayoutGame::worth_of_point() const {
  switch (rules().session) {
    case SessionKind::gambling:
    case SessionKind::stud:
      return static_cast<float>(pot_.chips()) / points_at_stake;
    default:
      return static_cast<float>(cube_.value());
  }
}

/// The turns in which the seat can play a card of its hand from now on.
float LayoutGame::turns_left(Seat seat, const Outlook& outlook) const {
  const auto to_come = step_ == Step::choose_card || step_ == Step::choose_together ? 0.0F : 1.0F;
  const auto held = static_cast<float>(hand(seat).size());
  if (rules().last_ace == LastAce::ends_drawing) return outlook.draws + held + (drawing_ ? to_come : 0.0F);
  return outlook.draws + 1;
}

void LayoutGame::value_actions(Seat seat, const ActionList& actions, ActionValues& values) const {
  values.resize(actions.size());
  const auto outlook = this->outlook(seat);
  Forecast forecast{rules(), outlook, hand(seat), tableau(seat), turns_left(seat, outlook)};
  const auto standing = prepare(seat, forecast);
  for (std::size_t i = 0; i < actions.size(); ++i) values[i] = value_of(seat, actions[i], forecast, standing);
}

/// Prepares the forecast and the standing for the question that is open.
LayoutGame::Standing LayoutGame::prepare(Seat seat, Forecast& forecast) const {
  if (step_ == Step::choose_card || step_ == Step::choose_together) {
    forecast.look_at_plays();
    return {};
  }
  return step_ == Step::choose_draw ? Standing{} : standing(seat, forecast.points());
}

float LayoutGame::value_of(Seat seat, const Action& action, const Forecast& forecast,
                           const Standing& standing) const {
  switch (step_) {
    case Step::choose_card:
    case Step::choose_together:
      if (action.verb() == verbs::fold) return -static_cast<float>(pot_.chips());  // the hustler's
      return worth_of_point() * value_of_card(seat, action, forecast);
    case Step::choose_draw:
      return worth_of_point() * value_of_draw(action, forecast);
    case Step::choose_tyrant:
      return value_of_call(action.verb(), standing, forecast);
    case Step::choose_to_return:  // a player may still fold before the first payment
      return action.verb() == verbs::check ? 1.0F : 0.0F;
    case Step::choose_to_stay:
      return value_of_staying(action.verb(), standing, forecast);
    case Step::choose_bet:
      return value_of_bet(action.verb(), standing);
    default:
      return value_of_cube(action.verb(), standing, forecast);
  }
}

/// The expected points after a card has left the hand.
float LayoutGame::value_of_card(Seat seat, const Action& action, const Forecast& forecast) const {
  const auto card = action.card();
  const bool plays = action.verb() == verbs::play;
  if (rules().tyrant != Tyrant::off || rules().session == SessionKind::hustler) {
    if (plays ? forecast.unites_by(card) : forecast.unites()) return value_of_uniting(forecast);
  }
  if (plays) return forecast.after_play(card);
  const bool may_be_penalised = drawing_ && !played_while_drawing_.has(seat);
  const auto penalty =
      may_be_penalised ? forecast.outlook().ending * static_cast<float>(rules().penalty) : 0.0F;
  return forecast.after_discard(card) - penalty;
}

/// Another player will call a seat that wins all suits; in the hustler's session that seat loses the pot.
float LayoutGame::value_of_uniting(const Forecast& forecast) const {
  if (rules().session == SessionKind::hustler) return -static_cast<float>(pot_.chips());
  return -std::max(1.0F, forecast.points_now());
}

float LayoutGame::value_of_draw(const Action& action, const Forecast& forecast) const {
  if (action.verb() == verbs::stock) return forecast.with_any();
  const auto card = action.card();
  return rules().draw == DrawFrom::either_must_play ? forecast.after_other_play(card) : forecast.with(card);
}

}  // namespace tribunal
