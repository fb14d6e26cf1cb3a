#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "games/chez/second_chez_script.hpp"
#include "games/chez/second_chez_table.hpp"
#include "games/second_referee.hpp"

namespace tribunal::testing {

/// The parts that many plays of Chez share: lines, decisions and rolls; picking up, dying, noping, giving,
/// the roll for a set.
class SecondChezEffects : public SecondReferee {
 public:
  /// Cards dealt, drawn, offered or seized are seen by their seat alone; a card that is handed over is the
  /// two seats', unless it lay open. A pass where nobody else knows that the seat was asked stays unknown.
  [[nodiscard]] Sight sight(const std::string& line) const override {
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

  [[nodiscard]] std::optional<Question> question() const override { return Question{asked_, choices_, due_}; }
  [[nodiscard]] const Tally& tally() const override { return tally_; }

 protected:
  using Choices = std::set<std::string>;
  /// The game ends here, whatever the action was about to do.
  struct GameOver {};
  /// A line: verb, seat and the words after it.
  struct Line {
    std::string verb;
    int seat = 0;
    Words words;
  };
  /// A card set aside for another seat: it comes back to its pile if it is not delivered.
  struct Offer {
    std::string card;
    Words* pile;
  };

  SecondChezEffects(int seats, int packs) : table_{seats, packs} {}

  void count(const std::string& what) { ++tally_[what]; }

  // ---- Lines, decisions, rolls ----

  Script<Line> line() {
    const auto text = co_await lines_.next();
    auto words = split(text);
    require(words.size() >= 2, "a line is a verb, a seat and what they need");
    Line line{.verb = words[0], .seat = std::stoi(words[1]), .words = {}};
    line.words.assign(words.begin() + 2, words.end());
    co_return line;
  }

  /// Asks a seat; `secretly`: nobody else learns of the question if it passes.
  Script<Line> decision(int seat, Choices choices, bool secretly = false) {
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

  Script<bool> exactly(std::string expected) {
    due_ = expected;
    const auto text = co_await lines_.next();
    require(text == expected, "here '" + expected + "' was due");
    due_.clear();
    co_return true;
  }

  /// Cards, at most 16 a line; no line if there are none.
  Script<bool> told(std::string verb, int seat, Words cards) {
    constexpr std::size_t most = 16;
    for (std::size_t begin = 0; begin < cards.size(); begin += most) {
      const auto end = std::min(begin + most, cards.size());
      const Words part(cards.begin() + static_cast<std::ptrdiff_t>(begin),
                       cards.begin() + static_cast<std::ptrdiff_t>(end));
      co_await exactly(verb + " " + std::to_string(seat) + " " + chez::joined(part, ' '));
    }
    co_return true;
  }

  Script<int> roll(int seat, chez::DiceKind dice) {
    const auto rolled = co_await line();
    require(rolled.verb == "roll" && rolled.seat == seat && rolled.words.size() == 3, "a roll was due");
    require(rolled.words[0] == std::to_string(dice.dice) && rolled.words[1] == std::to_string(dice.faces),
            "these are not the dice of the dice law");
    const int total = std::stoi(rolled.words[2]);
    require(total >= dice.dice && total <= dice.highest(), "dice do not fall so");
    co_return total;
  }

  /// All seats in play order, `seat` first.
  [[nodiscard]] std::vector<int> around(int seat) const {
    const int seats = static_cast<int>(table_.players.size());
    std::vector<int> order;
    for (int steps = 0; steps < seats; ++steps)
      order.push_back((seat + (table_.direction + seats) * steps) % seats);
    return order;
  }

  /// Those still in, in play order after `seat`.
  [[nodiscard]] std::vector<int> others(int seat) const {
    auto order = around(seat);
    order.erase(order.begin());
    std::erase_if(order, [&](int other) { return !table_.is_in(other); });
    return order;
  }

  [[nodiscard]] Choices name_other(const std::string& verb, int seat) const {
    Choices choices;
    for (const int other : others(seat)) choices.insert(verb + ":" + std::to_string(other));
    return choices;
  }

  static void add_faces(Choices& choices, const std::string& verb, const Words& cards) {
    for (const auto& card : chez::faces(cards)) choices.insert(verb + ":" + card);
  }

  // ---- Effects ----

  /// True if it lives. In a siege nobody can pick up and live; else the stock is renewed until nothing is
  /// left to renew it.
  Script<bool> pick_up(int seat, int cards) {
    for (; cards > 0; --cards) {
      const bool is_siege = table_.instigator >= 0;
      if (is_siege || (table_.draw_pile.empty() && table_.discards() == 0)) {
        count(is_siege ? "killed by the siege" : "starved");
        co_await kill(seat);
        co_return false;
      }
      if (table_.draw_pile.empty()) {
        co_await exactly("reshuffle " + std::to_string(seat) + " " + std::to_string(table_.discards()));
        table_.reshuffle();
        count("reshuffle");
      }
      const auto drawn = co_await line();
      require(drawn.verb == "draw" && drawn.seat == seat && drawn.words.size() == 1,
              "a card was to be picked up");
      take_out(table_.draw_pile, drawn.words[0], "the stock");
      table_.player(seat).hand.push_back(drawn.words[0]);
    }
    co_return true;
  }

  Script<bool> kill(int seat) {
    const auto whom = std::to_string(seat);
    co_await exactly("killed " + whom);
    co_await told("ruin", seat, chez::sorted(table_.player(seat).castle));
    table_.leave_with_worst_place(seat);
    killed_.push_back(seat);
    auto& revolt = table_.revolt;
    if (revolt.on && !revolt.permanent) {
      --revolt.heads;
      if (revolt.heads == 0) revolt = {};
      count(revolt.on ? "a head rolled" : "peace");
      const auto state = revolt.on ? "revolt " + whom + " " + std::to_string(revolt.heads) : "peace " + whom;
      co_await exactly(state);
    }
    if (betting_) co_return true;
    if (seat == table_.instigator) {
      count("siege broken");
      throw GameOver{};
    }
    if (table_.still_in() == 1) co_await last_one();
    co_return true;
  }

  /// True if the effect stands.
  Script<bool> window(int seat) {
    auto to_ask = others(seat);
    to_ask.push_back(seat);
    bool stands = true;
    for (std::size_t i = 0; i < to_ask.size(); ++i) {
      const int asked = to_ask[i];
      Choices choices;
      add_faces(choices, "nope", chez::with_value(table_.player(asked).to_shed(), 1));
      if (choices.empty()) continue;
      choices.insert("pass");
      const auto decided = co_await decision(asked, std::move(choices), true);
      if (decided.verb == "pass") continue;
      table_.take(asked, decided.words);
      table_.secondary.push_back(decided.words[0]);
      count(stands ? "nope" : "counter-nope");
      stands = !stands;
      to_ask = others(asked);
      i = static_cast<std::size_t>(-1);
    }
    co_return stands;
  }

  Script<bool> offer(int seat) {
    Choices choices;
    add_faces(choices, "offer", table_.player(seat).to_shed());
    const auto decided = co_await decision(seat, std::move(choices));
    const auto& card = decided.words[0];
    auto& pile = table_.pile_with(seat, card);
    take_out(pile, card, "the hand");
    offers_.push_back({card, &pile});
    co_return true;
  }

  void take_offers_back() {
    for (const auto& offer : offers_) offer.pile->push_back(offer.card);
    offers_.clear();
  }

  Script<bool> deliver(int seat, int other, std::string card, bool openly) {
    co_await exactly("deliver " + std::to_string(seat) + " " + std::to_string(other) + " " + card);
    delivered_openly_ = openly;
    table_.player(other).hand.push_back(card);
    co_return true;
  }

  Script<Words> deliver_offers(int seat, int other) {
    Words cards;
    const auto offers = std::exchange(offers_, {});
    for (const auto& [card, pile] : offers) {
      cards.push_back(card);
      co_await deliver(seat, other, card, pile != &table_.player(seat).hand);
    }
    co_return cards;
  }

  Script<bool> set_roll(int seat, int size) {
    if (size < 2 || !table_.is_in(seat)) co_return false;
    const auto dice = chez::dice_of_set(size);
    const int total = co_await roll(seat, dice);
    const auto outcome = chez::set_outcome(dice, total);
    if (outcome.pick_up > 0) {
      const bool stands = co_await window(seat);
      count(stands ? "set roll picked up" : "set roll noped");
      if (stands) co_await pick_up(seat, outcome.pick_up);
    } else if (outcome.gives && !table_.player(seat).to_shed().empty()) {
      const auto named = co_await decision(seat, name_other("favour", seat));
      co_await offer(seat);
      const bool stands = co_await window(seat);
      count(stands ? "favour" : "favour noped");
      if (stands) co_await deliver_offers(seat, std::stoi(named.words[0]));
      take_offers_back();
    }
    co_return true;
  }

  Script<bool> extra(int seat, int more) {
    extra_actions_ += more;
    co_await exactly("extra " + std::to_string(seat) + " " + std::to_string(extra_actions_));
    co_return true;
  }

  /// Out of cards, or alone: the seat leaves with the best place that is free.
  Script<bool> go_out(int seat) {
    co_await exactly("finish " + std::to_string(seat));
    co_await told("ruin", seat, chez::sorted(table_.player(seat).castle));
    table_.leave_with_best_place(seat);
    co_return true;
  }

  /// Ends the game; who is left alone finishes.
  Script<bool> last_one() {
    if (table_.still_in() == 1) co_await go_out(table_.after(0));
    throw GameOver{};
  }

  /// The end of an action: courts without royals are disbanded, and seats without cards go out.
  Script<bool> end(int seat) {
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

  chez::Table table_;
  LineFeed lines_;
  int extra_actions_ = 0;
  std::vector<Offer> offers_;
  /// The card of the last `deliver` lay on its owner's table, for all to see.
  bool delivered_openly_ = false;
  std::vector<int> killed_;
  bool betting_ = false;

 private:
  int asked_ = -1;
  bool passed_secretly_ = false;  ///< the last decision
  Choices choices_;
  std::string due_;
  Tally tally_;
};

}  // namespace tribunal::testing
