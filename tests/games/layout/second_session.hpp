#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "games/catalogue.hpp"
#include "games/second_referee.hpp"

namespace tribunal::testing {

inline int number_in(const Rules& rules, const std::string& name) {
  for (const auto& [option, value] : rules.options()) {
    if (option == name) return std::stoi(to_text(value));
  }
  return 0;
}

inline std::string word_in(const Rules& rules, const std::string& name, const std::string& otherwise) {
  for (const auto& [option, value] : rules.options()) {
    if (option == name) return to_text(value);
  }
  return otherwise;
}

/// The chips, the betting and the cube of a session, kept with pencil and paper. The second layout referee
/// asks it which answers are allowed and which lines must follow.
class SecondSession {
 public:
  using Lines = Words;

  explicit SecondSession(const Rules& rules)
      : session_{word_in(rules, "session", "plain")},
        asks_{word_in(rules, "rejoin", "always") == "ask"},
        players_{rules.players()},
        ante_{number_in(rules, "ante")},
        drop_{number_in(rules, "drop_points")},
        hands_{number_in(rules, "hands")},
        purse_(static_cast<std::size_t>(rules.seats()), 0),
        purse_before_(purse_) {}

  [[nodiscard]] bool is(const std::string& session) const { return session_ == session; }
  [[nodiscard]] bool has_pot() const { return is("gambling") || is("hustler") || is("stud"); }
  [[nodiscard]] bool is_in(int seat) const {
    return seat >= players_ || std::count(in_.begin(), in_.end(), seat) > 0;
  }

  [[nodiscard]] const std::vector<int>& seats_in() const { return in_; }
  [[nodiscard]] int cube() const { return cube_; }
  /// No other hand follows.
  [[nodiscard]] bool is_over() const { return over_; }
  /// The total gain of each seat. Checks that the pot is empty and that no chips were lost.
  [[nodiscard]] std::vector<int> final_chips() const {
    int sum = pot_;
    for (const int chips : purse_) sum += chips;
    require(pot_ == 0 && sum == 0, "chips are missing");
    return purse_;
  }

  /// `order`: the seats in the order of play. Returns the antes that are due.
  Lines begin_hand(const std::vector<int>& order, int number) {
    require(!over_, "the session is over");
    number_ = number;
    order_.clear();
    for (const int seat : order) {
      if (seat < players_) order_.push_back(seat);
    }
    to_rejoin_.clear();
    for (int seat = 0; asks_ && pot_ > 0 && seat < players_; ++seat) {
      if (!is_in(seat)) to_rejoin_.push_back(seat);
    }
    in_ = order_;
    std::sort(in_.begin(), in_.end());
    given_up_ = may_draw_ = offered_ = false;
    dropped_.clear();
    cube_ = 1;
    cube_owner_ = -1;
    to_act_.clear();
    Lines lines;
    if (has_pot() && pot_ == 0) {
      for (const int seat : order_) put(lines, move_chips("ante", seat, ante_));
    }
    return lines;
  }

  /// Players who folded must say whether they are dealt in; the others wait.
  [[nodiscard]] bool is_asking() const { return !to_rejoin_.empty(); }
  void rejoin(int seat, const std::string& verb) {
    require(seat == to_rejoin_.front(), "the folded are heard in their order");
    to_rejoin_.erase(to_rejoin_.begin());
    require(verb == "check" || verb == "fold", "one is dealt in, or stays out");
    if (verb == "fold") in_.erase(std::find(in_.begin(), in_.end(), seat));
  }

  /// Before `seat` draws: throws if it must decide something first.
  void begin_draw(int seat) {
    require(is_in(seat), "it has folded");
    const bool may_double = is("cube") && cube_ < 64 && (cube_owner_ < 0 || cube_owner_ == seat);
    const bool has_to_decide = seat < players_ && (is("gambling") || may_double);
    require(may_draw_ || !has_to_decide, "something is to be decided before the draw");
    require(!offered_ && !is_betting(), "others have to answer first");
    may_draw_ = false;
  }

  /// A decision about chips or the cube; throws if it is not due. Returns the lines that must follow.
  Lines decide(int seat, const std::string& verb, const std::string& argument, int seat_in_turn) {
    require(!given_up_ && is_in(seat) && seat < players_, "it has nothing to say in this hand");
    if (is_betting()) return bet(seat, verb);
    if (is("cube")) return decide_cube(seat, verb, argument, seat_in_turn);
    require(seat == seat_in_turn, "it is another seat's turn");
    if (verb == "fold" && (is("gambling") ? !may_draw_ : is("hustler"))) return fold(seat);
    require(is("gambling") && verb == "pay" && argument == "1" && !may_draw_, "nothing of the kind was due");
    may_draw_ = true;
    (void)move_chips("pay", seat, 1);
    return {};
  }

  /// Whether all seats but one have given up the hand, or a double was dropped.
  [[nodiscard]] bool is_hand_given_up() const { return given_up_; }
  /// The gains and losses of the seats by a dropped double, if that ended the hand.
  [[nodiscard]] const std::map<int, int>& drop_points() const { return dropped_; }

  void begin_betting() {
    stakes_.clear();
    to_act_.clear();
    for (const int seat : order_) {
      if (is_in(seat)) to_act_.push_back(seat);
    }
  }

  [[nodiscard]] bool is_betting() const { return !to_act_.empty(); }

  /// The payments after a hand with these points; `owner_of_all` is the seat that won all suits, or -1.
  Lines settle(const std::map<int, int>& points, int owner_of_all) {
    if (!has_pot()) return {};
    int highest = points.at(in_[0]);
    int lowest = highest;
    for (const int seat : in_) {
      highest = std::max(highest, points.at(seat));
      lowest = std::min(lowest, points.at(seat));
    }
    if (is("stud")) return share_out("win", with_points(points, highest), pot_);
    Lines lines;
    if (is("gambling")) {
      if (highest == lowest) return {};
      const int chips = pot_;
      put(lines, share_out("pay", with_points(points, lowest), chips));
      put(lines, share_out("win", with_points(points, highest), chips));
      return lines;
    }
    if (owner_of_all == 0 || owner_of_all == 1) return move_chips("win", 1 - owner_of_all, pot_);
    for (const int seat : order_) {
      if (points.at(seat) < 0) put(lines, move_chips("pay", seat, -points.at(seat)));
    }
    for (const int seat : order_) {
      if (points.at(seat) > 0) put(lines, move_chips("win", seat, std::min(pot_, points.at(seat))));
    }
    return lines;
  }

  /// The pot is shared after the last hand, and the chips are counted after each.
  Lines end_hand() {
    over_ = number_ == hands_ || (is("hustler") && pot_ == 0);
    Lines lines;
    if (!has_pot()) return lines;
    if (over_) lines = share_out("win", order_, pot_);
    for (int seat = 0; seat < players_; ++seat) {
      const auto index = static_cast<std::size_t>(seat);
      lines.push_back("chips " + std::to_string(seat) + " " +
                      std::to_string(purse_[index] - purse_before_[index]) + " " +
                      std::to_string(purse_[index]));
    }
    purse_before_ = purse_;
    return lines;
  }

 private:
  Lines fold(int seat) {
    in_.erase(std::find(in_.begin(), in_.end(), seat));
    may_draw_ = false;
    if (in_.size() > 1) return {};
    given_up_ = true;
    return move_chips("win", in_[0], pot_);
  }

  Lines bet(int seat, const std::string& verb) {
    require(seat == to_act_.front(), "another seat is to bet");
    to_act_.erase(to_act_.begin());
    int highest = 0;
    for (const auto& [other, stake] : stakes_) highest = std::max(highest, stake);
    if (verb == "fold") {
      require(highest > 0, "nobody has bet");
      if (in_.size() == 2) to_act_.clear();
      return fold(seat);
    }
    if (verb == "check" || verb == "bet") {
      require(highest == 0, "there is a bet");
    } else {
      require(highest > 0, "there is no bet");
      require(verb == "call" || (verb == "raise" && highest < 4), "at most three raises");
    }
    const int stake = highest + (verb == "bet" || verb == "raise" ? 1 : 0);
    if (stake > highest) {  // everyone after it, round the table, must answer
      to_act_.clear();
      const auto self = std::find(order_.begin(), order_.end(), seat);
      for (auto after = self + 1; after != order_.end(); ++after) to_act_.push_back(*after);
      for (auto before = order_.begin(); before != self; ++before) to_act_.push_back(*before);
      to_act_.erase(
          std::remove_if(to_act_.begin(), to_act_.end(), [this](int other) { return !is_in(other); }),
          to_act_.end());
    }
    const int owed = stake - stakes_[seat];
    stakes_[seat] = stake;
    return move_chips("pay", seat, owed);
  }

  Lines decide_cube(int seat, const std::string& verb, const std::string& argument, int seat_in_turn) {
    if (offered_) {
      require(seat == 1 - seat_in_turn, "the other one answers");
      offered_ = false;
      may_draw_ = true;
      if (verb == "accept") {
        cube_ += cube_;
        cube_owner_ = seat;
        return {};
      }
      require(verb == "drop", "a double is accepted or dropped");
      given_up_ = true;
      dropped_[seat] = -drop_ * cube_;
      dropped_[1 - seat] = drop_ * cube_;
      return {};
    }
    require(seat == seat_in_turn && !may_draw_, "it is not the time to double");
    require(cube_owner_ != 1 - seat && cube_ < 64, "it has no access to the cube");
    if (verb == "pass") {
      may_draw_ = true;
      return {};
    }
    require(verb == "double" && argument == std::to_string(cube_ + cube_), "that is no double");
    offered_ = true;
    return {};
  }

  /// One chip after another, round the table, until all are dealt out.
  Lines share_out(const std::string& verb, const std::vector<int>& sharers, int chips) {
    std::vector<int> round;
    for (const int seat : order_) {
      if (std::count(sharers.begin(), sharers.end(), seat) > 0) round.push_back(seat);
    }
    std::map<int, int> shares;
    for (int chip = 0; chip < chips; ++chip) ++shares[round[static_cast<std::size_t>(chip) % round.size()]];
    Lines lines;
    for (const int seat : round) put(lines, move_chips(verb, seat, shares[seat]));
    return lines;
  }

  Lines move_chips(const std::string& verb, int seat, int chips) {
    if (chips == 0) return {};
    const int into_pot = verb == "win" ? -chips : chips;
    pot_ += into_pot;
    purse_.at(static_cast<std::size_t>(seat)) -= into_pot;
    return {verb + " " + std::to_string(seat) + " " + std::to_string(chips)};
  }

  [[nodiscard]] std::vector<int> with_points(const std::map<int, int>& points, int wanted) const {
    std::vector<int> seats;
    for (const int seat : in_) {
      if (points.at(seat) == wanted) seats.push_back(seat);
    }
    return seats;
  }

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
