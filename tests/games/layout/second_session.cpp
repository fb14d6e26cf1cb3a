#include "games/layout/second_session.hpp"

#include <algorithm>

#include "games/second_referee.hpp"

namespace tribunal::testing {
namespace {

int number_in(const Rules& rules, const std::string& name) {
  for (const auto& [option, value] : rules.options()) {
    if (option == name) return std::stoi(to_text(value));
  }
  return 0;
}

std::string word_in(const Rules& rules, const std::string& name, const std::string& otherwise) {
  for (const auto& [option, value] : rules.options()) {
    if (option == name) return to_text(value);
  }
  return otherwise;
}

void append(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

}  // namespace

SecondSession::SecondSession(const Rules& rules)
    : session_{word_in(rules, "session", "plain")},
      asks_{word_in(rules, "rejoin", "always") == "ask"},
      players_{rules.players()},
      ante_{number_in(rules, "ante")},
      drop_{number_in(rules, "drop_points")},
      hands_{number_in(rules, "hands")},
      purse_(static_cast<std::size_t>(rules.seats()), 0),
      purse_before_(purse_) {}

bool SecondSession::is_in(int seat) const {
  return seat >= players_ || std::count(in_.begin(), in_.end(), seat) > 0;
}

std::vector<int> SecondSession::final_chips() const {
  int sum = pot_;
  for (const int chips : purse_) sum += chips;
  require(pot_ == 0 && sum == 0, "chips are missing");
  return purse_;
}

SecondSession::Lines SecondSession::put(const std::string& verb, int seat, int chips) {
  if (chips == 0) return {};
  const int into_pot = verb == "win" ? -chips : chips;
  pot_ += into_pot;
  purse_.at(static_cast<std::size_t>(seat)) -= into_pot;
  return {verb + " " + std::to_string(seat) + " " + std::to_string(chips)};
}

/// One chip after another, round the table, until all are dealt out.
SecondSession::Lines SecondSession::share_out(const std::string& verb, const std::vector<int>& sharers,
                                              int chips) {
  std::vector<int> round;
  for (const int seat : order_) {
    if (std::count(sharers.begin(), sharers.end(), seat) > 0) round.push_back(seat);
  }
  std::map<int, int> shares;
  for (int chip = 0; chip < chips; ++chip) ++shares[round[static_cast<std::size_t>(chip) % round.size()]];
  Lines lines;
  for (const int seat : round) append(lines, put(verb, seat, shares[seat]));
  return lines;
}

SecondSession::Lines SecondSession::begin_hand(const std::vector<int>& order, int number) {
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
    for (const int seat : order_) append(lines, put("ante", seat, ante_));
  }
  return lines;
}

void SecondSession::rejoin(int seat, const std::string& verb) {
  require(seat == to_rejoin_.front(), "the folded are heard in their order");
  to_rejoin_.erase(to_rejoin_.begin());
  require(verb == "check" || verb == "fold", "one is dealt in, or stays out");
  if (verb == "fold") in_.erase(std::find(in_.begin(), in_.end(), seat));
}

void SecondSession::begin_draw(int seat) {
  require(is_in(seat), "it has folded");
  const bool may_double = is("cube") && cube_ < 64 && (cube_owner_ < 0 || cube_owner_ == seat);
  const bool has_to_decide = seat < players_ && (is("gambling") || may_double);
  require(may_draw_ || !has_to_decide, "something is to be decided before the draw");
  require(!offered_ && !is_betting(), "others have to answer first");
  may_draw_ = false;
}

SecondSession::Lines SecondSession::decide(int seat, const std::string& verb, const std::string& argument,
                                           int seat_in_turn) {
  require(!given_up_ && is_in(seat) && seat < players_, "it has nothing to say in this hand");
  if (is_betting()) return bet(seat, verb);
  if (is("cube")) return decide_cube(seat, verb, argument, seat_in_turn);
  require(seat == seat_in_turn, "it is another seat's turn");
  if (verb == "fold" && (is("gambling") ? !may_draw_ : is("hustler"))) return fold(seat);
  require(is("gambling") && verb == "pay" && argument == "1" && !may_draw_, "nothing of the kind was due");
  may_draw_ = true;
  (void)put("pay", seat, 1);
  return {};
}

SecondSession::Lines SecondSession::fold(int seat) {
  in_.erase(std::find(in_.begin(), in_.end(), seat));
  may_draw_ = false;
  if (in_.size() > 1) return {};
  given_up_ = true;
  return put("win", in_[0], pot_);
}

SecondSession::Lines SecondSession::decide_cube(int seat, const std::string& verb,
                                                const std::string& argument, int seat_in_turn) {
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

void SecondSession::begin_betting() {
  stakes_.clear();
  to_act_.clear();
  for (const int seat : order_) {
    if (is_in(seat)) to_act_.push_back(seat);
  }
}

SecondSession::Lines SecondSession::bet(int seat, const std::string& verb) {
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
    to_act_.erase(std::remove_if(to_act_.begin(), to_act_.end(), [this](int other) { return !is_in(other); }),
                  to_act_.end());
  }
  const int owed = stake - stakes_[seat];
  stakes_[seat] = stake;
  return put("pay", seat, owed);
}

std::vector<int> SecondSession::with_points(const std::map<int, int>& points, int wanted) const {
  std::vector<int> seats;
  for (const int seat : in_) {
    if (points.at(seat) == wanted) seats.push_back(seat);
  }
  return seats;
}

SecondSession::Lines SecondSession::settle(const std::map<int, int>& points, int owner_of_all) {
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
    append(lines, share_out("pay", with_points(points, lowest), chips));
    append(lines, share_out("win", with_points(points, highest), chips));
    return lines;
  }
  if (owner_of_all == 0 || owner_of_all == 1) return put("win", 1 - owner_of_all, pot_);
  for (const int seat : order_) {
    if (points.at(seat) < 0) append(lines, put("pay", seat, -points.at(seat)));
  }
  for (const int seat : order_) {
    if (points.at(seat) > 0) append(lines, put("win", seat, std::min(pot_, points.at(seat))));
  }
  return lines;
}

SecondSession::Lines SecondSession::end_hand() {
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

}  // namespace tribunal::testing
