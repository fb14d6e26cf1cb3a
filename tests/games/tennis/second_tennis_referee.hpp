#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "games/second_referee.hpp"

namespace tribunal::testing {

/// The second referee of Tennis. It does not know cards of a pile that nobody has seen.
class SecondTennisReferee final : public SecondReferee {
 public:
  explicit SecondTennisReferee(const Rules& rules);

  void read(const std::string& line) override;
  [[nodiscard]] Sight sight(const std::string& line) const override;
  void finish() const override;
  [[nodiscard]] const std::vector<int>& totals() const override { return totals_; }

 private:
  using Words = std::vector<std::string>;

  struct Player {
    std::deque<std::string> pile;  // its top first; `??` for a card not seen so far
    Words hand;
    int out_since = 0;  // the round; 0 for a seat that is in
    int place = 0;      // 0 while the game continues for it
  };

  void round(int leader);
  void deal(int seat, const Words& cards);
  void play(int seat, const std::string& card);
  void end_trick();
  void end_round();
  void end_game();
  void see(const std::string& card);
  void set_places(const std::vector<int>& seats, int place);
  void count_points();
  [[nodiscard]] Player& player(int seat) { return table_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] std::vector<int> still_in() const;
  [[nodiscard]] int next_in(int seat) const;
  [[nodiscard]] int leads_next_round() const;
  void expect(const std::string& verb, int seat, int number);

  std::string round_lead_ = "passes-on";
  std::vector<Player> table_;
  Words seen_;     // every card that was ever in a hand
  Words removed_;  // from the game
  Words aside_;
  Words trick_;
  int round_ = 0;
  int leader_ = 0;
  int first_leader_ = 0;  // first leader of the round
  int turn_ = 0;
  int to_deal_ = 0;
  int tricks_left_ = 0;
  bool over_ = false;
  Words expected_;  // the lines that must follow now; a deal only by its verb and seat
  std::vector<int> totals_;
};

}  // namespace tribunal::testing
