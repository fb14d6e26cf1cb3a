#include "games/layout/betting_round.hpp"

#include "games/layout/family.hpp"

namespace tribunal {

void BettingRound::legal_actions(ActionList& actions) const {
  if (level_ == 0) {
    actions.emplace_back(verbs::check);
    actions.emplace_back(verbs::bet);
    return;
  }
  actions.emplace_back(verbs::call);
  if (level_ <= most_raises) actions.emplace_back(verbs::raise);
  actions.emplace_back(verbs::fold);
}

Action BettingRound::default_action() const { return Action{level_ == 0 ? verbs::check : verbs::fold}; }

int BettingRound::act(Verb verb) {
  if (verb == verbs::bet || verb == verbs::raise) raise_level();
  int paid = 0;
  if (verb == verbs::fold) {
    in_.remove(turn_);
  } else {
    paid = owed();
    staked_[index_of(turn_)] = level_;
  }
  to_act_.remove(turn_);
  pass_turn();
  return paid;
}

/// Raises the level; all other seats must then answer.
void BettingRound::raise_level() {
  ++level_;
  to_act_ = in_;
}

void BettingRound::pass_turn() {
  if (to_act_.empty()) return;
  do {
    turn_ = static_cast<Seat>((turn_ + 1) % players_);
  } while (!to_act_.has(turn_));
}

}  // namespace tribunal
