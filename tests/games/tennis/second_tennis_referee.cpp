// The second referee of Tennis.
#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "games/second_referee.hpp"

namespace tribunal::testing {
namespace {

/// All cards of a rank beat all cards of the two ranks before it in this list, read as a circle.
const std::string circle = "23456789TJQK";

char rank_before(char rank, std::size_t steps) {
  return circle[(circle.find(rank) + circle.size() - steps) % circle.size()];
}

bool beats(const std::string& card, const std::string& other) {
  return rank_before(card[0], 1) == other[0] || rank_before(card[0], 2) == other[0];
}

int wins_less_losses(const std::string& card, const std::vector<std::string>& trick) {
  int record = 0;
  for (const auto& other : trick) {
    if (beats(card, other)) ++record;
    if (beats(other, card)) --record;
  }
  return record;
}

/// It does not know cards of a pile that nobody has seen.
class SecondTennisReferee final : public SecondRefereeOfLines {
 public:
  explicit SecondTennisReferee(const Rules& rules) : table_(static_cast<std::size_t>(rules.players())) {
    for (const auto& [name, value] : rules.options()) {
      if (name == "round_lead") round_lead_ = to_text(value);
    }
    for (auto& player : table_) player.pile.assign(48 / table_.size(), "??");
    totals_.assign(table_.size(), 0);
    begin_round(0);
  }

  /// Only the seat sees its own hand; everything that leaves it is on the table.
  [[nodiscard]] Sight sight(const std::string& line) const override {
    const auto words = split(line);
    return words[0] == "deal" ? Sight{SeatSet::only(static_cast<Seat>(std::stoi(words[1])))} : Sight{};
  }

  void finish() const override {
    require(over_ && !is_expecting(), "the game is not over");
    auto cards = removed_.size();
    std::set<std::string> known{removed_.begin(), removed_.end()};
    for (const auto& player : table_) {
      cards += player.pile.size();
      known.insert(player.pile.begin(), player.pile.end());
    }
    known.erase("??");
    require(cards == 48, "the pack is not whole");
    require(known.size() == seen_.size(), "a card occurs twice, or gone");
  }

 private:
  struct Player {
    std::deque<std::string> pile;  // its top first; `??` for a card not seen so far
    Words hand;
    int out_since = 0;  // the round; 0 for a seat that is in
    int place = 0;      // 0 while the game continues for it
  };

  void look(const std::string& verb, int seat, const Words& words) override {
    require(!words.empty(), "a line is a verb, a seat and what they need");
    require(!over_, "the game is over");
    if (verb == "deal") return deal(seat, words);
    require(verb == "play" && words.size() == 1, "a card was to be played");
    play(seat, words[0]);
  }

  void begin_round(int leader) {
    expect_line("round", leader, ++round_);
    leader_ = first_leader_ = turn_ = leader;
    to_deal_ = static_cast<int>(still_in().size());
    tricks_left_ = 6;
  }

  void deal(int seat, const Words& cards) {
    require(to_deal_ > 0 && seat == turn_, "no hand was due there");
    auto& [pile, hand, out_since, place] = player(seat);
    require(cards.size() == std::min<std::size_t>(6, pile.size()), "six cards, or all that there are");
    for (const auto& card : cards) {
      if (pile.front() == "??")
        see(card);
      else
        require(pile.front() == card, "another card lay there");
      pile.pop_front();
    }
    hand = cards;
    tricks_left_ = std::min(tricks_left_, static_cast<int>(cards.size()));
    turn_ = next_in(turn_);
    --to_deal_;
  }

  void play(int seat, const std::string& card) {
    require(to_deal_ == 0, "the hands are not taken yet");
    require(seat == turn_, "it is another seat's turn");
    auto& hand = player(seat).hand;
    const auto held = std::find(hand.begin(), hand.end(), card);
    require(held != hand.end(), "it does not hold that card");
    hand.erase(held);
    trick_.push_back(card);
    turn_ = next_in(turn_);
    if (turn_ == leader_) end_trick();
  }

  void end_trick() {
    std::multimap<int, int, std::greater<>> by_record;  // record, seat
    int seat = leader_;
    for (const auto& card : trick_) {
      by_record.emplace(wins_less_losses(card, trick_), seat);
      seat = next_in(seat);
    }
    put(aside_, trick_);
    trick_.clear();
    if (by_record.count(by_record.begin()->first) == 1) {
      const int winner = by_record.begin()->second;
      auto& pile = player(winner).pile;
      pile.insert(pile.end(), aside_.begin(), aside_.end());
      expect_line("trick", winner, static_cast<int>(aside_.size()));
      aside_.clear();
    } else {
      expect_line("aside", leader_, static_cast<int>(aside_.size()));
    }
    if (--tricks_left_ == 0) return end_round();
    leader_ = turn_ = next_in(leader_);
  }

  void end_round() {
    if (!aside_.empty()) expect_line("remove", leader_, static_cast<int>(aside_.size()));
    put(removed_, aside_);
    aside_.clear();
    std::vector<int> out;
    for (const int seat : still_in()) {
      auto& [pile, hand, out_since, place] = player(seat);
      pile.insert(pile.end(), hand.begin(), hand.end());
      hand.clear();
      if (pile.empty()) out.push_back(seat);
    }
    for (const int seat : out) player(seat).out_since = round_;
    const auto left = still_in();
    set_places(out, static_cast<int>(left.size()) + 1);
    over_ = left.size() < 2 || round_ == 500;
    if (over_) {
      end_game();
    } else {
      for (const int seat : out) expect_line("place", seat, player(seat).place);
      begin_round(leads_next_round());
    }
  }

  void end_game() {
    std::map<std::size_t, std::vector<int>, std::greater<>> by_cards;
    for (const int seat : still_in()) by_cards[player(seat).pile.size()].push_back(seat);
    int place = 1;
    for (const auto& [cards, seats] : by_cards) {
      set_places(seats, place);
      place += static_cast<int>(seats.size());
    }
    for (int seat = 0; seat < static_cast<int>(table_.size()); ++seat) {
      const auto& [pile, hand, out_since, its_place] = player(seat);
      if (out_since == 0 || out_since == round_) expect_line("place", seat, its_place);
    }
    count_points();
  }

  void see(const std::string& card) {
    require(card.size() == 2 && circle.find(card[0]) != std::string::npos &&
                std::string{"cdhs"}.find(card[1]) != std::string::npos,
            "not a card of this pack");
    require(std::find(seen_.begin(), seen_.end(), card) == seen_.end(), "that card was seen elsewhere");
    seen_.push_back(card);
  }

  void set_places(const std::vector<int>& seats, int place) {
    for (const int seat : seats) player(seat).place = place;
  }

  /// Place 1 of four is worth 6, place 2 is worth 4, ...; seats that share places share their worth.
  void count_points() {
    std::map<int, std::vector<std::size_t>> by_place;
    for (std::size_t seat = 0; seat < table_.size(); ++seat) by_place[table_[seat].place].push_back(seat);
    int worth = 2 * static_cast<int>(table_.size()) - 2;
    for (const auto& [place, seats] : by_place) {
      int sum = 0;
      for (std::size_t i = 0; i < seats.size(); ++i, worth -= 2) sum += worth;
      for (const auto seat : seats) totals_[seat] = sum / static_cast<int>(seats.size());
    }
  }

  [[nodiscard]] Player& player(int seat) { return table_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] std::vector<int> still_in() const {
    std::vector<int> seats;
    for (std::size_t seat = 0; seat < table_.size(); ++seat) {
      if (table_[seat].out_since == 0) seats.push_back(static_cast<int>(seat));
    }
    return seats;
  }

  [[nodiscard]] int next_in(int seat) const {
    const auto seats = table_.size();
    auto next = static_cast<std::size_t>(seat);
    for (std::size_t i = 0; i < seats; ++i) {
      next = (next + 1) % seats;
      if (table_[next].out_since == 0) break;
    }
    return static_cast<int>(next);
  }

  [[nodiscard]] int leads_next_round() const {
    if (round_lead_ == "next-player") return next_in(first_leader_);
    if (round_lead_ == "passes-on") return next_in(leader_);
    return table_[0].out_since == 0 ? 0 : next_in(0);
  }

  void expect_line(const std::string& verb, int seat, int number) {
    expect({verb + " " + std::to_string(seat) + " " + std::to_string(number)});
  }

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
};

}  // namespace

std::unique_ptr<SecondReferee> second_tennis_referee(const Rules& rules) {
  return std::make_unique<SecondTennisReferee>(rules);
}

}  // namespace tribunal::testing
