#pragma once

#include <map>
#include <string>
#include <vector>

#include "games/layout/second_session.hpp"
#include "games/second_referee.hpp"

namespace tribunal::testing {

/// The second referee of the layout family. It shares no code with the engine: cards are words, piles are
/// vectors.
class SecondLayoutReferee final : public SecondReferee {
 public:
  explicit SecondLayoutReferee(const Rules& rules);

  void read(const std::string& line) override;
  [[nodiscard]] Sight sight(const std::string& line) const override;
  void finish() const override;
  [[nodiscard]] const std::vector<int>& totals() const override { return totals_; }
  /// Places of the players alone if there are chips: the Mob has 0.
  [[nodiscard]] std::vector<int> places() const override;

 private:
  using Words = std::vector<std::string>;
  /// Ranks 2 .. 13, in the order of play.
  using Column = std::vector<int>;

  struct Player {
    Words hand;
    std::map<char, Column> columns;  // by the suit's letter
    bool drew_and_acted = false;
    bool drew_and_played = false;
  };

  void hand(int dealer, int number);
  void deal(int seat, const Words& cards);
  void draw(int seat, const std::string& card);
  void ace(int seat, const std::string& card);
  void stock(int seat);
  void take(int seat, const std::string& card);
  void play(int seat, const std::string& card);
  void discard(int seat, const std::string& card);
  void call(int seat, const std::string& verb);
  void decide(int seat, const std::string& verb, const Words& arguments);

  void from_stock(const std::string& card);
  void from_hand(int seat, const std::string& card);
  void begin_action(int seat, const std::string& card);
  void end_turn();
  void take_drawn(int seat, const std::string& card);
  void after_card();
  void ask_at_any_point();
  void score_hand();
  void score(int seat, int points);
  void end_hand();
  void expect(const Words& lines);
  [[nodiscard]] bool is_stud() const { return session_.is("stud"); }
  void count_cards() const;
  [[nodiscard]] bool is_mob(int seat) const { return mob_ && seat == players_; }
  [[nodiscard]] bool follows(const Column& column, int rank) const;
  [[nodiscard]] bool someone_has_all_suits() const;
  [[nodiscard]] std::vector<int> strength(Column column) const;
  [[nodiscard]] int winner_of(char suit) const;
  [[nodiscard]] std::map<char, int> worths(const std::map<char, Column>& winners) const;
  [[nodiscard]] const std::string& option(std::string_view name) const;
  [[nodiscard]] int number(std::string_view name) const;

  std::map<std::string, std::string, std::less<>> options_;
  Words pack_;
  bool is_mitch_;
  int players_;
  bool mob_;
  int seats_;
  int packs_;
  int hand_size_;
  int ace_limit_;

  int hands_begun_ = 0;
  int dealer_ = -1;
  std::vector<Player> table_;
  std::vector<int> order_;  // order of play
  std::size_t turn_ = 0;    // in order_
  Words rest_;              // cards left in the stock, in no order
  Words discards_;
  Words folded_;  // cards on the table and in the hands of seats that folded
  Words aces_;
  std::size_t aces_to_replace_ = 0;
  std::string ace_to_show_;
  bool dealing_ = false;
  bool has_card_ = false;  // the seat in turn drew or took
  bool tyrant_asked_ = false;
  std::vector<bool> calls_;
  SecondSession session_;
  bool choosing_ = false;       // in stud, all seats decide at the same time
  std::vector<int> to_choose_;  // seats that have not answered yet
  bool plays_any_ = false;
  int takes_in_a_row_ = 0;
  std::string taken_;
  bool hand_over_ = false;
  std::vector<std::string> expected_;  // the lines that must follow now
  std::vector<int> totals_;
};

}  // namespace tribunal::testing
