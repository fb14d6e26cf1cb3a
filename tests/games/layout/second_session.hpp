#pragma once

#include <map>
#include <string>
#include <vector>

#include "games/catalogue.hpp"

namespace tribunal::testing {

/// The chips, the betting and the cube of a session, kept with pencil and paper. The second layout referee
/// asks it which answers are allowed and which lines must follow.
class SecondSession {
 public:
  using Lines = std::vector<std::string>;

  explicit SecondSession(const Rules& rules);

  [[nodiscard]] bool is(const std::string& session) const { return session_ == session; }
  [[nodiscard]] bool has_pot() const { return is("gambling") || is("hustler") || is("stud"); }
  [[nodiscard]] bool is_in(int seat) const;
  [[nodiscard]] const std::vector<int>& seats_in() const { return in_; }
  [[nodiscard]] int cube() const { return cube_; }
  /// No other hand follows.
  [[nodiscard]] bool is_over() const { return over_; }
  /// The total gain of each seat. Checks that the pot is empty and that no chips were lost.
  [[nodiscard]] std::vector<int> final_chips() const;

  /// `order`: the seats in the order of play. Returns the antes that are due.
  Lines begin_hand(const std::vector<int>& order, int number);
  /// Players who folded must say whether they are dealt in; the others wait.
  [[nodiscard]] bool is_asking() const { return !to_rejoin_.empty(); }
  void rejoin(int seat, const std::string& verb);
  /// Before `seat` draws: throws if it must decide something first.
  void begin_draw(int seat);
  /// A decision about chips or the cube; throws if it is not due. Returns the lines that must follow.
  Lines decide(int seat, const std::string& verb, const std::string& argument, int seat_in_turn);
  /// Whether all seats but one have given up the hand, or a double was dropped.
  [[nodiscard]] bool is_hand_given_up() const { return given_up_; }
  /// The gains and losses of the seats by a dropped double, if that ended the hand.
  [[nodiscard]] const std::map<int, int>& drop_points() const { return dropped_; }

  void begin_betting();
  [[nodiscard]] bool is_betting() const { return !to_act_.empty(); }

  /// The payments after a hand with these points; `owner_of_all` is the seat that won all suits, or -1.
  Lines settle(const std::map<int, int>& points, int owner_of_all);
  /// The pot is shared after the last hand, and the chips are counted after each.
  Lines end_hand();

 private:
  Lines fold(int seat);
  Lines bet(int seat, const std::string& verb);
  Lines decide_cube(int seat, const std::string& verb, const std::string& argument, int seat_in_turn);
  Lines share_out(const std::string& verb, const std::vector<int>& sharers, int chips);
  Lines put(const std::string& verb, int seat, int chips);
  [[nodiscard]] std::vector<int> with_points(const std::map<int, int>& points, int wanted) const;

  std::string session_;
  bool asks_;
  int players_;
  int ante_;
  int drop_;
  int hands_;

  int number_ = 0;
  bool over_ = false;
  int pot_ = 0;
  std::vector<int> purse_;
  std::vector<int> purse_before_;

  // State of the hand.
  std::vector<int> order_;  // players only
  std::vector<int> in_;     // ascending
  std::vector<int> to_rejoin_;
  bool given_up_ = false;
  std::map<int, int> dropped_;
  bool may_draw_ = false;  // whether the seat in turn has decided everything that comes before
  int cube_ = 1;
  int cube_owner_ = -1;
  bool offered_ = false;
  std::vector<int> to_act_;  // seats in this round of betting, the next one first
  std::map<int, int> stakes_;
};

}  // namespace tribunal::testing
