// One card, or several of a rank at once.
#include "games/chez/second_chez_referee.hpp"

namespace tribunal::testing {

Script<bool> SecondChezReferee::play(int seat, Words cards) {
  const auto of_court = table_.take(seat, cards);
  put(table_.primary, cards);
  if (chez::has_both_red_sixes(cards)) {
    const chez::DiceKind die{1, 6};
    const int thrown = co_await roll(seat, die);
    count(thrown == 6 ? "red sixes won" : "red sixes lost");
    if (thrown == 6) win_with_red_sixes(seat);
  }
  const int size = static_cast<int>(cards.size());
  co_await effect_of(seat, chez::value_of(cards[0]), size, !of_court.empty());
  co_return co_await set_roll(seat, size);
}

void SecondChezReferee::win_with_red_sixes(int seat) {
  for (auto& player : table_.players) player.place = 2;
  table_.player(seat).place = 1;
  throw GameOver{};
}

Script<bool> SecondChezReferee::effect_of(int seat, int value, int cards, bool of_court) {
  if (value == 6) co_return co_await six(seat, cards);
  if (value == 0) co_return co_await joker(seat, cards);
  if (value < 11 || table_.revolt.on) co_return false;
  const int upgrades = cards - 1 + (of_court ? 1 : 0);
  if (value == 12) co_return co_await queen(seat, upgrades);
  const Swap kind{.cards = 1 + upgrades, .retries = 0};
  if (value == 13) co_return co_await swap(seat, kind);
  const int more = co_await roll(seat, chez::dice_of_jack(upgrades));
  const bool stands = co_await window(seat);
  count(stands ? "jack" : "jack noped");
  if (stands) co_await extra(seat, more);
  co_return true;
}

Script<bool> SecondChezReferee::six(int seat, int cards) {
  const int total = co_await roll(seat, chez::dice_of_six(cards));
  const bool stands = co_await window(seat);
  count(stands ? "six" : "six noped");
  if (stands) co_await pick_up(seat, total);
  co_return true;
}

Script<bool> SecondChezReferee::queen(int seat, int upgrades) {
  if (table_.still_in() == 2) {
    const bool stands = co_await window(seat);
    count("queen of two");
    if (stands) co_await extra(seat, 1 + upgrades);
    co_return true;
  }
  int next = -1;
  int direction = -table_.direction;
  if (upgrades > 0) {
    Choices choices;
    for (const int other : others(seat)) {
      for (const char* const way : {",0", ",1"}) choices.insert("next:" + std::to_string(other) + way);
    }
    const auto chosen = co_await decision(seat, std::move(choices));
    next = std::stoi(chosen.words[0]);
    direction = chosen.words[1] == "1" ? 1 : -1;
  }
  const bool stands = co_await window(seat);
  if (!stands) co_return true;
  const auto turned = "direction " + std::to_string(seat) + (direction > 0 ? " 1" : " 0");
  co_await exactly(turned);
  table_.direction = direction;
  if (next >= 0) forced_next_ = next;
  count(next >= 0 ? "next chosen" : "direction reversed");
  co_return true;
}

Script<bool> SecondChezReferee::joker(int seat, int cards) {
  auto choices = name_other("burden", seat);
  for (const int owner : around(seat)) {
    if (!table_.player(owner).castle.empty()) choices.insert("raze:" + std::to_string(owner));
  }
  const auto chosen = co_await decision(seat, std::move(choices));
  const int whom = std::stoi(chosen.words[0]);
  if (chosen.verb == "raze") co_return co_await raze(seat, whom);
  const int total = co_await roll(seat, chez::dice_of_joker(cards));
  const bool stands = co_await window(seat);
  count(stands ? "burden" : "burden noped");
  if (stands) co_await pick_up(whom, total);
  co_return true;
}

Script<bool> SecondChezReferee::raze(int seat, int owner) {
  const bool stands = co_await window(seat);
  if (!stands) co_return false;
  co_await told("ruin", owner, chez::sorted(table_.ruin_castle(owner)));
  count(table_.revolt.on ? "castle razed in a revolt" : "castle razed");
  if (!table_.revolt.on) co_return true;
  const auto royals = chez::sorted(table_.execute(owner));
  if (!royals.empty()) count("execution behind a razed castle");
  co_await told("execute", owner, royals);
  co_return true;
}

}  // namespace tribunal::testing
