#include "games/chez/second_chez_referee.hpp"

#include <algorithm>

namespace tribunal::testing {

namespace {

constexpr int guard = 10'000;

int number_option(const Rules& rules, const std::string& wanted) {
  for (const auto& [name, value] : rules.options()) {
    if (name == wanted) return std::stoi(to_text(value));
  }
  throw std::logic_error{"no option " + wanted};
}

}  // namespace

SecondChezReferee::SecondChezReferee(const Rules& rules)
    : packs_{number_option(rules, "packs")},
      hand_size_{number_option(rules, "hand_size")},
      table_{rules.players(), packs_},
      game_{game()} {
  game_.start();
}

void SecondChezReferee::read(const std::string& line) {
  if (game_.is_done()) {
    (void)game_.result();  // throws again if it failed before
    require(false, "the game is over");
  }
  lines_.give(line);
  if (game_.is_done()) (void)game_.result();
}

/// Only the seat sees cards that it is dealt, draws, is offered or seizes. Only the two seats see a card that
/// is handed over, unless it was open. If nobody else knows that the seat was asked, a pass stays unknown.
Sight SecondChezReferee::sight(const std::string& line) const {
  const auto words = split(line);
  const auto own = SeatSet::only(static_cast<Seat>(std::stoi(words[1])));
  if (words[0] == "pass" && passed_secretly_) return {own, true};
  if (words[0] == "deliver" && !delivered_openly_) {
    auto both = own;
    both.add(static_cast<Seat>(std::stoi(words[2])));
    return {both};
  }
  const bool is_hidden =
      words[0] == "deal" || words[0] == "draw" || words[0] == "offer" || words[0] == "seize";
  return is_hidden ? Sight{own} : Sight{};
}

void SecondChezReferee::finish() const { require(game_.is_done(), "the game is not over"); }

std::vector<int> SecondChezReferee::places() const {
  std::vector<int> places;
  for (const auto& player : table_.players) places.push_back(player.place);
  return places;
}

// ---- Lines ----

Script<SecondChezReferee::Line> SecondChezReferee::line() {
  const auto text = co_await lines_.next();
  auto words = split(text);
  require(words.size() >= 2, "a line is a verb, a seat and what they need");
  Line line{.verb = words[0], .seat = std::stoi(words[1]), .words = {}};
  line.words.assign(words.begin() + 2, words.end());
  co_return line;
}

Script<SecondChezReferee::Line> SecondChezReferee::decision(int seat, Choices choices, bool secretly) {
  asked_ = seat;
  choices_ = std::move(choices);
  const auto decided = co_await line();
  require(decided.seat == seat, "seat " + std::to_string(seat) + " was to decide");
  const auto word = decided.verb + (decided.words.empty() ? "" : ":") + chez::joined(decided.words, ',');
  if (choices_.count(word) != 1) {
    throw std::runtime_error{word + " is not one of " +
                             chez::joined({choices_.begin(), choices_.end()}, ' ')};
  }
  asked_ = -1;
  choices_.clear();
  passed_secretly_ = secretly && decided.verb == "pass";
  co_return decided;
}

Script<bool> SecondChezReferee::exactly(std::string expected) {
  due_ = expected;
  const auto text = co_await lines_.next();
  require(text == expected, "here '" + expected + "' was due");
  due_.clear();
  co_return true;
}

Script<bool> SecondChezReferee::told(std::string verb, int seat, Words cards) {
  constexpr std::size_t most = 16;
  for (std::size_t begin = 0; begin < cards.size(); begin += most) {
    const auto end = std::min(begin + most, cards.size());
    const Words part(cards.begin() + static_cast<std::ptrdiff_t>(begin),
                     cards.begin() + static_cast<std::ptrdiff_t>(end));
    co_await exactly(verb + " " + std::to_string(seat) + " " + chez::joined(part, ' '));
  }
  co_return true;
}

Script<int> SecondChezReferee::roll(int seat, chez::DiceKind dice) {
  const auto rolled = co_await line();
  require(rolled.verb == "roll" && rolled.seat == seat && rolled.words.size() == 3, "a roll was due");
  require(rolled.words[0] == std::to_string(dice.dice) && rolled.words[1] == std::to_string(dice.faces),
          "these are not the dice of the dice law");
  const int total = std::stoi(rolled.words[2]);
  require(total >= dice.dice && total <= dice.highest(), "dice do not fall so");
  co_return total;
}

std::vector<int> SecondChezReferee::around(int seat) const {
  const int seats = static_cast<int>(table_.players.size());
  std::vector<int> order;
  for (int steps = 0; steps < seats; ++steps)
    order.push_back((seat + (table_.direction + seats) * steps) % seats);
  return order;
}

std::vector<int> SecondChezReferee::others(int seat) const {
  auto order = around(seat);
  order.erase(order.begin());
  std::erase_if(order, [&](int other) { return !table_.is_in(other); });
  return order;
}

// ---- The game and its turns ----

Script<bool> SecondChezReferee::game() {
  co_await setup();
  try {
    while (true) co_await turn();
  } catch (const GameOver&) {
    table_.count_cards();
  }
  settle_places();
  co_await results();
  co_return true;
}

Script<bool> SecondChezReferee::setup() {
  const int seats = static_cast<int>(table_.players.size());
  co_await exactly("hand " + std::to_string(seats - 1) + " 1");
  for (int seat = 0; seat < seats; ++seat) {
    const auto dealt = co_await line();
    require(dealt.verb == "deal" && dealt.seat == seat, "a deal was due");
    require(static_cast<int>(dealt.words.size()) == hand_size_, "not a full hand");
    for (const auto& card : dealt.words) take_out(table_.draw_pile, card, "the stock");
    table_.player(seat).hand = dealt.words;
  }
  const auto turned = co_await line();
  require(turned.verb == "turn" && turned.seat == seats - 1 && turned.words.size() == 1,
          "a card is turned up");
  take_out(table_.draw_pile, turned.words[0], "the stock");
  table_.primary = turned.words;
  co_return true;
}

Script<bool> SecondChezReferee::turn() {
  const int seat = current_;
  extra_actions_ = 0;
  forced_next_ = -1;
  revolt_begun_ = false;
  count("turn");
  may_extend_ = laid_by_ == seat ? 0 : next_of_run_;
  next_of_run_ = 0;
  bool is_extra = false;
  do {
    if (made_ == guard) {
      table_.share_places();
      throw GameOver{};
    }
    if (is_extra) --extra_actions_;
    auto choices = turn_choices(seat, is_extra);
    if (choices.empty()) {
      ++made_;
      const bool dies = table_.revolt.on;
      count(dies ? "killed by the revolution" : "picks up, unable to play");
      if (dies) {
        co_await kill(seat);
      } else {
        co_await pick_up(seat, 1);
      }
      if (!table_.is_in(seat)) co_await end(seat);
      break;
    }
    const auto decided = co_await decision(seat, std::move(choices));
    may_extend_ = 0;
    ++made_;
    if (decided.verb == "pass") break;
    co_await action(decided);
    co_await end(seat);
    is_extra = true;
  } while (extra_actions_ > 0 && table_.is_in(seat) && !revolt_begun_);
  current_ = forced_next_ >= 0 && table_.is_in(forced_next_) ? forced_next_ : table_.after(seat);
  co_return true;
}

Script<bool> SecondChezReferee::action(Line decided) {
  const int seat = decided.seat;
  const auto& verb = decided.verb;
  if (verb == "play") co_return co_await play(seat, decided.words);
  if (verb == "pair") co_return co_await pair(seat, decided.words);
  if (verb == "castle") co_return co_await castle(seat, decided.words);
  if (verb == "court") co_return co_await court(seat, decided.words);
  if (verb == "revolution") co_return co_await revolution(seat, decided.words);
  if (verb == "extend") co_return co_await extend(seat, decided.words[0]);
  co_return co_await betting_man(seat);
}

Script<bool> SecondChezReferee::end(int seat) {
  const auto seats = around(seat);
  bool disbanded = false;
  for (const int owner : seats) {
    auto& player = table_.player(owner);
    if (!player.has_court || !player.court.empty()) continue;
    player.has_court = false;
    disbanded = true;
    count("court disbanded");
    co_await exactly("disband " + std::to_string(owner));
  }
  if (disbanded && !table_.any_court()) {
    for (const int holder : seats) {
      const auto royals = chez::sorted(table_.conceal(holder));
      if (!royals.empty()) count("royals concealed");
      co_await told("conceal", holder, royals);
    }
  }
  for (const int leaver : seats) {
    const auto& player = table_.player(leaver);
    if (!player.is_in || !player.to_shed().empty()) continue;
    co_await go_out(leaver);
    count("went out");
  }
  if (table_.still_in() <= 1) co_await last_one();
  co_return true;
}

/// Out of cards, or alone: the seat leaves with the best free place.
Script<bool> SecondChezReferee::go_out(int seat) {
  co_await exactly("finish " + std::to_string(seat));
  co_await told("ruin", seat, chez::sorted(table_.player(seat).castle));
  table_.leave_with_best_place(seat);
  co_return true;
}

/// Ends the game; the last seat finishes.
Script<bool> SecondChezReferee::last_one() {
  if (table_.still_in() == 1) co_await go_out(table_.after(0));
  throw GameOver{};
}

/// A broken siege and a won bet have their own places.
void SecondChezReferee::settle_places() {
  const int seats = static_cast<int>(table_.players.size());
  const auto is_in = [](const std::vector<int>& some, int seat) {
    return std::find(some.begin(), some.end(), seat) != some.end();
  };
  if (bet_won_by_ >= 0) {
    const std::vector<int> losers(killed_.begin() + killed_before_bet_, killed_.end());
    for (int seat = 0; seat < seats; ++seat) {
      table_.player(seat).place = is_in(losers, seat) ? seats - static_cast<int>(losers.size()) + 1 : 2;
    }
    table_.player(bet_won_by_).place = 1;
  } else if (is_in(killed_, table_.instigator)) {
    if (!out_before_siege_.empty()) count("siege broken after others had left");
    rank_after_siege();
  }
}

/// From the first to the last: the besieged and those who had finished first; then the others who had left,
/// in their order; the siege's player is last, alone.
void SecondChezReferee::rank_after_siege() {
  std::map<int, std::vector<int>> groups;
  const int seats = static_cast<int>(table_.players.size());
  for (int seat = 0; seat < seats; ++seat) {
    const bool was_out =
        std::find(out_before_siege_.begin(), out_before_siege_.end(), seat) != out_before_siege_.end();
    groups[seat == table_.instigator ? seats + 1 : was_out ? table_.player(seat).place : 1].push_back(seat);
  }
  int place = 1;
  for (const auto& [rank, group] : groups) {
    for (const int seat : group) table_.player(seat).place = place;
    place += static_cast<int>(group.size());
  }
}

Script<bool> SecondChezReferee::results() {
  const int seats = static_cast<int>(table_.players.size());
  for (int seat = 0; seat < seats; ++seat) {
    co_await exactly("place " + std::to_string(seat) + " " + std::to_string(table_.player(seat).place));
  }
  for (int seat = 0; seat < seats; ++seat) {
    const int place = table_.player(seat).place;
    const auto points =
        static_cast<int>(std::count_if(table_.players.begin(), table_.players.end(),
                                       [&](const auto& other) { return other.place > place; }));
    totals_.push_back(points);
    const auto text = std::to_string(points);
    co_await exactly("score " + std::to_string(seat) + " " + text + " " + text);
  }
  co_return true;
}

std::unique_ptr<SecondReferee> second_chez_referee(const Rules& rules) {
  return std::make_unique<SecondChezReferee>(rules);
}

}  // namespace tribunal::testing
