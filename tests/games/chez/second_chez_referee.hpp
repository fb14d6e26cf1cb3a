#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "games/chez/second_chez_script.hpp"
#include "games/chez/second_chez_table.hpp"
#include "games/second_referee.hpp"

namespace tribunal::testing {

/// The second referee of Chez. It reads the lines of docs/rules/chez.md, `At the table`, in the order of that
/// section.
class SecondChezReferee final : public SecondReferee {
 public:
  explicit SecondChezReferee(const Rules& rules);

  void read(const std::string& line) override;
  [[nodiscard]] Sight sight(const std::string& line) const override;
  void finish() const override;
  [[nodiscard]] const std::vector<int>& totals() const override { return totals_; }
  [[nodiscard]] std::vector<int> places() const override;

  [[nodiscard]] std::optional<Question> question() const override { return Question{asked_, choices_, due_}; }
  [[nodiscard]] const Tally& tally() const override { return tally_; }

 private:
  using Choices = std::set<std::string>;
  /// More heads than any table has.
  static constexpr int endless = 1'000;
  /// The game ends here, whatever the action would do next.
  struct GameOver {};
  void count(const std::string& what) { ++tally_[what]; }
  /// A line: verb, seat and the words after it.
  struct Line {
    std::string verb;
    int seat = 0;
    Words words;
  };
  /// A card set aside for another seat. It returns to its pile if it is not delivered.
  struct Offer {
    std::string card;
    Words* pile;
  };
  /// The terms of a king's swap.
  struct Swap {
    int cards = 1;
    int retries = 0;
  };

  // Lines (second_chez_referee.cpp)
  Script<Line> line();
  Script<Line> decision(int seat, Choices choices,
                        bool secretly = false);  ///< nobody else learns of the question if it passes
  Script<bool> exactly(std::string expected);
  Script<bool> told(std::string verb, int seat,
                    Words cards);  ///< at most 16 a line; no line if there are none
  Script<int> roll(int seat, chez::DiceKind dice);

  // The game and its turns (second_chez_referee.cpp)
  Script<bool> game();
  Script<bool> setup();
  Script<bool> turn();
  Script<bool> action(Line decided);
  Script<bool> end(int seat);
  Script<bool> go_out(int seat);
  Script<bool> last_one();
  Script<bool> results();
  void settle_places();
  void rank_after_siege();
  [[nodiscard]] Choices turn_choices(int seat, bool is_extra) const;  // second_chez_choices.cpp

  // Effects shared by many plays (second_chez_effects.cpp)
  Script<bool> pick_up(int seat, int cards);  ///< whether it survives
  Script<bool> kill(int seat);
  Script<bool> window(int seat);  ///< whether the effect stands
  [[nodiscard]] Choices name_other(const std::string& verb, int seat) const;
  static void add_faces(Choices& choices, const std::string& verb, const Words& cards);
  Script<bool> offer(int seat);
  Script<bool> deliver(int seat, int other, std::string card, bool openly);
  Script<Words> deliver_offers(int seat, int other);
  void take_offers_back();
  Script<bool> set_roll(int seat, int size);
  Script<bool> extra(int seat, int more);

  // Sets (second_chez_sets.cpp)
  Script<bool> play(int seat, Words cards);
  Script<bool> effect_of(int seat, int value, int cards, bool of_court);
  Script<bool> six(int seat, int cards);
  Script<bool> queen(int seat, int upgrades);
  Script<bool> joker(int seat, int cards);
  Script<bool> raze(int seat, int owner);
  void win_with_red_sixes(int seat);

  // Kings (second_chez_kings.cpp)
  Script<bool> swap(int seat, Swap kind);
  Script<Words> obtain(int seat, int other, int cards);
  Script<bool> give_back(int from, int to, Words cards);
  Script<bool> pair(int seat, Words cards);

  // Combos (second_chez_combos.cpp)
  Script<bool> castle(int seat, Words cards);
  Script<bool> court(int seat, Words cards);
  Script<bool> revolution(int seat, Words cards);
  Script<Words> continue_run(int seat, Words run);
  Script<bool> siege(int seat, Words run);
  Script<bool> begin_revolt(int seat, int heads);
  void may_be_extended(int laid_by);
  Script<bool> extend(int seat, std::string card);
  Script<bool> betting_man(int seat);

  [[nodiscard]] std::vector<int> around(int seat) const;  ///< all seats in play order, `seat` first
  [[nodiscard]] std::vector<int> others(
      int seat) const;  ///< those still in the game, in play order after `seat`

  int packs_;
  int hand_size_;
  chez::Table table_;
  int current_ = 0;
  int extra_actions_ = 0;
  int forced_next_ = -1;
  std::vector<Offer> offers_;
  bool delivered_openly_ = false;  ///< whether the card of the last `deliver` was open on its owner's table
  bool revolt_begun_ = false;
  int next_of_run_ = 0;  ///< the value that extends the latest revolution; 0 if there is none
  int laid_by_ = -1;
  int may_extend_ = 0;  ///< likewise, for the seat in turn
  bool betting_ = false;
  int bet_won_by_ = -1;
  std::vector<int> killed_;
  int killed_before_bet_ = 0;
  std::vector<int> out_before_siege_;
  int made_ = 0;  ///< actions and pick-ups

  LineFeed lines_;
  int asked_ = -1;
  bool passed_secretly_ = false;  ///< the last decision
  Choices choices_;
  std::string due_;
  std::vector<int> totals_;
  Tally tally_;
  Script<bool> game_;
};

}  // namespace tribunal::testing
