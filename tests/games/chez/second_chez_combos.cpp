// Castles, courts, revolutions, sieges, the betting man.
#include "games/chez/second_chez_referee.hpp"

namespace tribunal::testing {

Script<bool> SecondChezReferee::castle(int seat, Words cards) {
  table_.take(seat, cards);
  table_.player(seat).castle = cards;
  count("castle");
  co_return true;
}

Script<bool> SecondChezReferee::court(int seat, Words cards) {
  table_.lay_court(seat, cards);
  count("court");
  for (const int holder : around(seat)) {
    if (table_.is_in(holder)) co_await told("reveal", holder, chez::sorted(table_.reveal(holder)));
  }
  co_return true;
}

Script<Words> SecondChezReferee::continue_run(int seat, Words run) {
  while (chez::value_of(run.back()) < 13) {
    Choices choices;
    add_faces(choices, "extend",
              chez::with_value(table_.player(seat).to_shed(), chez::value_of(run.back()) + 1));
    if (choices.empty()) break;
    choices.insert("pass");
    const auto decided = co_await decision(seat, std::move(choices), true);
    if (decided.verb == "pass") break;
    table_.take(seat, decided.words);
    run.push_back(decided.words[0]);
  }
  co_return run;
}

Script<bool> SecondChezReferee::revolution(int seat, Words cards) {
  table_.take(seat, cards);
  const auto run = co_await continue_run(seat, cards);
  if (chez::is_whole_run(run)) {
    const Choices siege_or_not{"siege", "pass"};
    const auto decided = co_await decision(seat, siege_or_not);
    if (decided.verb == "siege") co_return co_await siege(seat, run);
  }
  put(table_.primary, run);
  const bool is_true = chez::is_true_revolution(run);
  bool stands = is_true;
  if (!is_true) stands = co_await window(seat);
  count(!stands ? "revolution noped" : is_true ? "true revolution" : "revolution");
  if (run.size() > 4) count("revolution of more cards");
  if (!stands) co_return false;
  may_be_extended(seat);
  const int heads = is_true ? endless : chez::heads_of(run);
  co_return co_await begin_revolt(seat, heads);
}

/// The run is on top; the next seat may add to it, unless it is its own.
void SecondChezReferee::may_be_extended(int laid_by) {
  const int value = chez::value_of(table_.top());
  next_of_run_ = value < 13 ? value + 1 : 0;
  laid_by_ = laid_by;
}

Script<bool> SecondChezReferee::begin_revolt(int seat, int heads) {
  const bool permanent = heads > table_.still_in();
  table_.revolt = {.on = true, .permanent = permanent, .heads = heads};
  revolt_begun_ = true;
  const auto whose = std::to_string(seat);
  if (permanent && heads < endless) count("more heads than players");
  const auto state = permanent ? "forever " + whose : "revolt " + whose + " " + std::to_string(heads);
  co_await exactly(state);
  if (extra_actions_ > 0) {
    extra_actions_ = 0;
    count("extra actions lost");
    co_await exactly("extra " + whose + " 0");
  }
  for (const int owner : around(seat)) {
    const auto royals = chez::sorted(table_.execute(owner));
    if (!royals.empty()) count("execution");
    co_await told("execute", owner, royals);
  }
  co_return true;
}

Script<bool> SecondChezReferee::extend(int seat, std::string card) {
  table_.take(seat, {card});
  table_.primary.push_back(card);
  may_be_extended(seat);
  count("extension of another's");
  auto& revolt = table_.revolt;
  if (revolt.permanent) co_return true;
  ++revolt.heads;
  revolt.permanent = revolt.heads > table_.still_in();
  const auto whose = std::to_string(seat);
  const auto state =
      revolt.permanent ? "forever " + whose : "revolt " + whose + " " + std::to_string(revolt.heads);
  co_await exactly(state);
  co_return true;
}

Script<bool> SecondChezReferee::siege(int seat, Words run) {
  table_.circle = run;
  count("siege");
  table_.instigator = seat;
  for (int other = 0; other < static_cast<int>(table_.players.size()); ++other) {
    if (!table_.is_in(other)) out_before_siege_.push_back(other);
  }
  table_.reshuffle();
  const auto seized = chez::sorted(std::exchange(table_.draw_pile, {}));
  co_await told("seize", seat, seized);
  put(table_.player(seat).hand, seized);
  co_return co_await begin_revolt(seat, endless);
}

Script<bool> SecondChezReferee::betting_man(int seat) {
  const auto hand = chez::sorted(table_.player(seat).to_shed());
  table_.take(seat, hand);
  co_await told("lay", seat, hand);
  put(table_.primary, hand);
  killed_before_bet_ = static_cast<int>(killed_.size());
  betting_ = true;
  for (const int other : others(seat)) {
    const int total = co_await roll(other, chez::dice_of_joker(3 * packs_));
    co_await pick_up(other, total);
  }
  betting_ = false;
  if (static_cast<int>(killed_.size()) > killed_before_bet_) {
    bet_won_by_ = seat;
    count("bet won");
    throw GameOver{};
  }
  count("bet lost");
  co_await exactly("lose " + std::to_string(seat));
  co_await told("ruin", seat, chez::sorted(table_.player(seat).castle));
  table_.leave_with_worst_place(seat);
  co_return true;
}

}  // namespace tribunal::testing
