#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "games/chez/second_chez_effects.hpp"

namespace tribunal::testing {
namespace {

constexpr int guard = 10'000;

int number_option(const Rules& rules, const std::string& wanted) {
  for (const auto& [name, value] : rules.options()) {
    if (name == wanted) return std::stoi(to_text(value));
  }
  throw std::logic_error{"no option " + wanted};
}

/// The second opinion on Chez: reads the lines of docs/rules/chez.md, `At the table`, in the order in which
/// that section has them.
class SecondChezReferee final : public SecondChezEffects {
 public:
  explicit SecondChezReferee(const Rules& rules)
      : SecondChezEffects{rules.players(), number_option(rules, "packs")},
        packs_{number_option(rules, "packs")},
        hand_size_{number_option(rules, "hand_size")},
        game_{game()} {
    game_.start();
  }

  void read(const std::string& line) override {
    if (game_.is_done()) {
      (void)game_.result();  // throws again if it failed before
      require(false, "the game is over");
    }
    lines_.give(line);
    if (game_.is_done()) (void)game_.result();
  }

  void finish() const override { require(game_.is_done(), "the game is not over"); }
  [[nodiscard]] const std::vector<int>& totals() const override { return totals_; }
  [[nodiscard]] std::vector<int> places() const override {
    std::vector<int> places;
    for (const auto& player : table_.players) places.push_back(player.place);
    return places;
  }

 private:
  /// More heads than any table has.
  static constexpr int endless = 1'000;
  /// The terms of a king's swap.
  struct Swap {
    int cards = 1;
    int retries = 0;
  };

  // ---- The game and its turns ----

  Script<bool> game() {
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

  Script<bool> setup() {
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

  Script<bool> turn() {
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

  [[nodiscard]] Choices turn_choices(int seat, bool is_extra) const {
    const auto& mine = table_.player(seat);
    const auto held = chez::sorted(mine.to_shed());
    Choices choices;
    const auto add = [&](const char* verb, const Words& cards) {
      choices.insert(verb + (":" + chez::joined(cards, ',')));
    };
    const auto is_valid = [&](const Words& cards) { return chez::is_valid_on(cards[0], table_.top()); };
    const auto add_ways = [&](const char* verb, const std::vector<int>& values, bool is_checked) {
      for (const auto& cards : chez::ways(held, values)) {
        if (!is_checked || is_valid(cards)) add(verb, cards);
      }
    };

    for (int value = 0; value <= 13; ++value) {
      for (const auto& set : chez::selections(chez::with_value(held, value))) {
        if (!is_valid(set)) continue;
        for (const auto& order : chez::orders(set)) add("play", order);
      }
    }
    if (mine.castle.empty()) add_ways("castle", {7, 8, 9, 10}, false);
    if (!table_.revolt.on) {
      add_ways("pair", {12, 13}, true);
      add_ways("pair", {13, 12}, true);
      if (!mine.has_court) add_ways("court", {11, 12, 13}, false);
      add_ways("revolution", {2, 3, 4, 5}, true);
      add_ways("revolution", {1, 2, 3, 4, 5}, true);
    }
    if (may_extend_ > 0) add_ways("extend", {may_extend_}, false);
    if (static_cast<int>(chez::with_value(held, 0).size()) == 3 * packs_) choices.insert("betting-man");
    if (is_extra) choices.insert("pass");
    return choices;
  }

  Script<bool> action(Line decided) {
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

  Script<bool> results() {
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

  /// A siege that is broken and a bet that is won give places of their own.
  void settle_places() {
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

  /// From the first to the last: the besieged and who had finished first; the others who had left, as they
  /// stood; then nobody but the siege's player.
  void rank_after_siege() {
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

  // ---- One card, or several of a rank at once ----

  Script<bool> play(int seat, Words cards) {
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

  void win_with_red_sixes(int seat) {
    for (auto& player : table_.players) player.place = 2;
    table_.player(seat).place = 1;
    throw GameOver{};
  }

  Script<bool> effect_of(int seat, int value, int cards, bool of_court) {
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

  Script<bool> six(int seat, int cards) {
    const int total = co_await roll(seat, chez::dice_of_six(cards));
    const bool stands = co_await window(seat);
    count(stands ? "six" : "six noped");
    if (stands) co_await pick_up(seat, total);
    co_return true;
  }

  Script<bool> queen(int seat, int upgrades) {
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

  Script<bool> joker(int seat, int cards) {
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

  Script<bool> raze(int seat, int owner) {
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

  // ---- Kings swap cards, alone or with queens ----

  Script<bool> swap(int seat, Swap kind) {
    const int cards = std::min(kind.cards, static_cast<int>(table_.player(seat).to_shed().size()));
    if (cards == 0) co_return false;
    auto choices = name_other("swap", seat);
    choices.insert("pass");
    const auto chosen = co_await decision(seat, std::move(choices));
    if (chosen.verb == "pass") co_return false;
    const int other = std::stoi(chosen.words[0]);
    for (int i = 0; i < cards; ++i) co_await offer(seat);
    bool goes_on = co_await window(seat);
    if (cards > 1) count("swap of several");
    const int lacking = cards - static_cast<int>(table_.player(other).to_shed().size());
    if (goes_on && lacking > 0) {
      count("draws to swap");
      goes_on = co_await pick_up(other, lacking);
    }
    count(goes_on ? "swap" : "swap stopped");
    if (!goes_on) {
      take_offers_back();
      co_return false;
    }
    auto obtained = co_await obtain(seat, other, cards);
    const auto offered = co_await deliver_offers(seat, other);
    const Choices retry_or_not{"pass", "retry"};
    for (int retries = kind.retries; retries > 0; --retries) {
      const auto decided = co_await decision(seat, retry_or_not);
      if (decided.verb == "pass") break;
      count("retry");
      co_await give_back(seat, other, obtained);
      co_await give_back(other, seat, offered);
      auto& hand = table_.player(seat).hand;  // the hand that they returned to
      for (const auto& card : offered) {
        take_out(hand, card, "the hand");
        offers_.push_back({card, &hand});
      }
      obtained = co_await obtain(seat, other, cards);
      co_await deliver_offers(seat, other);
    }
    co_return true;
  }

  /// Cards drawn blind from all that the other seat has to shed.
  Script<Words> obtain(int seat, int other, int cards) {
    Words obtained;
    for (; cards > 0; --cards) {
      const auto drawn = co_await line();
      require(drawn.verb == "deliver" && drawn.seat == other && drawn.words.size() == 2 &&
                  drawn.words[0] == std::to_string(seat),
              "a card of the other hand was due");
      const auto& card = drawn.words[1];
      auto& pile = table_.pile_with(other, card);
      delivered_openly_ = &pile != &table_.player(other).hand;
      take_out(pile, card, "the hand");
      obtained.push_back(card);
    }
    // The drawn cards join the hand only now, so that no card is drawn twice.
    put(table_.player(seat).hand, obtained);
    co_return obtained;
  }

  /// Cards that came in a swap go the way they came. Each came into the hand, and is not mistaken for one of
  /// its face that lies on the table.
  Script<bool> give_back(int from, int to, Words cards) {
    for (const auto& card : cards) {
      const bool is_twice = &table_.pile_with(from, card) != &table_.player(from).hand;
      if (is_twice) count("given back beside an equal card that lies open");
      take_out(table_.player(from).hand, card, "the hand");
      co_await deliver(from, to, card, false);
    }
    co_return true;
  }

  Script<bool> pair(int seat, Words cards) {
    Swap kind{.cards = 1, .retries = 0};
    for (int pairs = 1;; ++pairs) {
      for (const auto& card : table_.take(seat, cards))
        ++(chez::value_of(card) == 13 ? kind.cards : kind.retries);
      ++kind.retries;
      put(table_.primary, cards);
      const auto all = turn_choices(seat, true);
      Choices more;
      std::copy_if(all.begin(), all.end(), std::inserter(more, more.end()),
                   [](const auto& word) { return word.rfind("pair:", 0) == 0; });
      if (!more.empty()) {
        more.insert("pass");
        const auto decided = co_await decision(seat, std::move(more), true);
        if (decided.verb == "pair") {
          cards = decided.words;
          continue;
        }
      }
      count(pairs > 1 ? "pairs at once" : "pair");
      co_await swap(seat, kind);
      co_return co_await set_roll(seat, pairs);
    }
  }

  // ---- Castles, courts, revolutions, sieges, the betting man ----

  Script<bool> castle(int seat, Words cards) {
    table_.take(seat, cards);
    table_.player(seat).castle = cards;
    count("castle");
    co_return true;
  }

  Script<bool> court(int seat, Words cards) {
    table_.lay_court(seat, cards);
    count("court");
    for (const int holder : around(seat)) {
      if (table_.is_in(holder)) co_await told("reveal", holder, chez::sorted(table_.reveal(holder)));
    }
    co_return true;
  }

  Script<Words> continue_run(int seat, Words run) {
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

  Script<bool> revolution(int seat, Words cards) {
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

  /// The run lies on top; the next seat may add to it, unless it is its own.
  void may_be_extended(int laid_by) {
    const int value = chez::value_of(table_.top());
    next_of_run_ = value < 13 ? value + 1 : 0;
    laid_by_ = laid_by;
  }

  Script<bool> begin_revolt(int seat, int heads) {
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

  Script<bool> extend(int seat, std::string card) {
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

  Script<bool> siege(int seat, Words run) {
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

  Script<bool> betting_man(int seat) {
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

  int packs_;
  int hand_size_;
  int current_ = 0;
  int forced_next_ = -1;
  bool revolt_begun_ = false;
  int next_of_run_ = 0;  ///< the value that extends the revolution just laid; 0 if there is none
  int laid_by_ = -1;
  int may_extend_ = 0;  ///< likewise, for the seat in turn
  int bet_won_by_ = -1;
  int killed_before_bet_ = 0;
  std::vector<int> out_before_siege_;
  int made_ = 0;  ///< actions and pick-ups
  std::vector<int> totals_;
  Script<bool> game_;
};

}  // namespace

std::unique_ptr<SecondReferee> second_chez_referee(const Rules& rules) {
  return std::make_unique<SecondChezReferee>(rules);
}

}  // namespace tribunal::testing
