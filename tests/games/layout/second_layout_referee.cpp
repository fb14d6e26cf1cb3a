// The second referee of the layout family.
#include <algorithm>
#include <map>
#include <utility>

#include "games/layout/second_session.hpp"
#include "games/second_referee.hpp"

namespace tribunal::testing {
namespace {

bool is_ace(const std::string& card) { return card[0] == 'A'; }

/// The suit with the lowest key; none if two share it.
char only_least(const std::map<char, std::vector<int>>& keys) {
  std::vector<std::pair<std::vector<int>, char>> sorted;
  for (const auto& [suit, key] : keys) sorted.emplace_back(key, suit);
  std::sort(sorted.begin(), sorted.end());
  if (sorted.empty() || (sorted.size() > 1 && sorted[0].first == sorted[1].first)) return '-';
  return sorted[0].second;
}

std::vector<int> upward(std::vector<int> ranks) {
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

std::vector<int> downward(std::vector<int> ranks) {
  std::sort(ranks.rbegin(), ranks.rend());
  return ranks;
}

class SecondLayoutReferee final : public SecondRefereeOfLines {
 public:
  explicit SecondLayoutReferee(const Rules& rules)
      : is_mitch_{rules.game() == "mitch"},
        players_{rules.players()},
        seats_{rules.seats()},
        session_{rules} {
    for (const auto& [name, value] : rules.options()) options_[name] = to_text(value);
    mob_ = !is_mitch_ && option("mob") == "on";
    packs_ = is_mitch_ ? number("packs") : 1;
    hand_size_ = is_mitch_ ? number("hand_size") : 5;
    ace_limit_ = is_mitch_ ? number("ace_limit") : 4;
    totals_.assign(static_cast<std::size_t>(seats_), 0);
    for (int pack = 0; pack < packs_; ++pack) put(pack_, cards_of_ranks("23456789TJQKA"));
  }

  /// Hands and drawn cards are hidden, except for the Mob's cards, which are open. In stud, discards are face
  /// down.
  [[nodiscard]] Sight sight(const std::string& line) const override {
    const auto words = split(line);
    const int seat = std::stoi(words[1]);
    const bool is_drawn = words[0] == "deal" || words[0] == "draw";
    const bool is_hidden = (is_drawn && !is_mob(seat)) || (words[0] == "discard" && is_stud());
    return is_hidden ? Sight{SeatSet::only(static_cast<Seat>(seat))} : Sight{};
  }

  void finish() const override {
    require(hand_over_ && !is_expecting(), "the hand is not over");
    require(session_.is_over(), "there are hands to come");
  }

  /// Places of the players alone if there are chips: the Mob has 0.
  [[nodiscard]] std::vector<int> places() const override {
    if (!mob_ || !session_.has_pot()) return {};
    std::vector<int> places(static_cast<std::size_t>(seats_), 0);
    for (std::size_t seat = 0; seat + 1 < places.size(); ++seat) {
      places[seat] = 1 + static_cast<int>(std::count_if(totals_.begin(), totals_.end() - 1,
                                                        [&](int other) { return other > totals_[seat]; }));
    }
    return places;
  }

 private:
  /// Ranks 2 .. 13, in the order of play.
  using Column = std::vector<int>;

  struct Player {
    Words hand;
    std::map<char, Column> columns;  // by the suit's letter
    bool drew_and_acted = false;
    bool drew_and_played = false;
  };

  void look(const std::string& verb, int seat, const Words& words) override {
    require(seat >= 0 && seat < seats_, "nobody sits there");
    if (verb == "hand") return hand(seat, std::stoi(words.at(0)));
    require(!hand_over_, "the hand is over");
    require(ace_to_show_.empty() || verb == "ace", "an ace is shown at once");
    if (tyrant_asked_) return call(seat, verb);
    if (verb == "deal") return deal(seat, words);
    if (verb == "draw") return draw(seat, words.at(0));
    if (verb == "ace") return ace(seat, words.at(0));
    if (verb == "stock") return stock(seat);
    if (verb == "take") return take(seat, words.at(0));
    if (verb == "play") return play(seat, words.at(0));
    if (verb == "discard") return discard(seat, words.at(0));
    decide(seat, verb, words);
  }

  void hand(int dealer, int number_of_hand) {
    require(hands_begun_ == 0 || hand_over_, "the hand is not over");
    require(number_of_hand == hands_begun_ + 1 && number_of_hand <= number("hands"),
            "not the number of the hand");
    require(dealer == (dealer_ + 1) % players_, "the deal goes round clockwise from seat 0");
    hands_begun_ = number_of_hand;
    dealer_ = dealer;
    table_.assign(static_cast<std::size_t>(seats_), {});
    order_.clear();
    for (int i = 1; i < players_; ++i) order_.push_back((dealer + i) % players_);
    if (mob_) order_.push_back(players_);
    order_.push_back(dealer);
    turn_ = 0;
    rest_ = pack_;
    discards_.clear();
    aces_.clear();
    aces_to_replace_ = 0;
    takes_in_a_row_ = 0;
    dealing_ = true;
    hand_over_ = has_card_ = tyrant_asked_ = choosing_ = false;
    to_choose_.clear();
    plays_any_ = false;
    folded_.clear();
    calls_.clear();
    expect(session_.begin_hand(order_, number_of_hand));
    if (is_stud()) session_.begin_betting();
  }

  void deal(int seat, const Words& cards) {
    require(dealing_ && hand_size_ > 0, "no deal was due");
    require(aces_.empty() && !is_mob(seat) && session_.is_in(seat), "nothing is dealt to it");
    require(!session_.is_asking(), "the folded are asked before the deal");
    auto& player = table_[static_cast<std::size_t>(seat)];
    const int held = static_cast<int>(player.hand.size());
    const bool is_full_line =
        held % 16 == 0 && static_cast<int>(cards.size()) == std::min(16, hand_size_ - held);
    require(is_full_line, "not a full hand, in lines of sixteen cards");
    for (const auto& card : cards) {
      from_stock(card);
      player.hand.push_back(card);
    }
  }

  void draw(int seat, const std::string& card) {
    from_stock(card);
    table_[static_cast<std::size_t>(seat)].hand.push_back(card);
    if (is_ace(card)) ace_to_show_ = card;
    if (aces_to_replace_ > 0) {
      --aces_to_replace_;
      if (!dealing_) take_drawn(seat, card);
      return;
    }
    // Not for an ace, which belongs to the draw that begins a turn.
    dealing_ = false;
    for (const auto& player : table_) {
      require(std::none_of(player.hand.begin(), player.hand.end(),
                           [&](const auto& held) { return is_ace(held) && held != ace_to_show_; }),
              "an ace is still in a hand");
    }
    require(seat == order_[turn_] && !has_card_ && !choosing_, "no draw was due");
    require(static_cast<int>(aces_.size()) < ace_limit_, "the drawing is over");
    session_.begin_draw(seat);
    takes_in_a_row_ = 0;
    taken_.clear();
    take_drawn(seat, card);
  }

  void ace(int seat, const std::string& card) {
    require(is_ace(card), "that is no ace");
    require(ace_to_show_.empty() || ace_to_show_ == card, "another ace was drawn");
    from_hand(seat, card);
    ace_to_show_.clear();
    aces_.push_back(card);
    const bool is_last = static_cast<int>(aces_.size()) == ace_limit_;
    if (is_last && !is_mitch_) return score_hand();
    if (dealing_ || !is_last) {
      ++aces_to_replace_;
    } else if (hand_size_ == 0) {
      score_hand();
    }
  }

  void stock(int seat) {
    require(option("draw") != "stock" && !discards_.empty(), "there is no choice");
    require(seat == order_[turn_] && !has_card_, "no draw was due");
  }

  void take(int seat, const std::string& card) {
    stock(seat);
    require(static_cast<int>(aces_.size()) < ace_limit_, "the drawing is over");
    require(discards_.back() == card, "that is not the top of the pile");
    require(option("draw") != "either" || takes_in_a_row_ < players_,
            "after a round one must draw from the stock");
    ++takes_in_a_row_;
    discards_.pop_back();
    table_[static_cast<std::size_t>(seat)].hand.push_back(card);
    taken_ = card;
    has_card_ = true;
  }

  void play(int seat, const std::string& card) {
    begin_action(seat, card);
    auto& player = table_[static_cast<std::size_t>(seat)];
    auto& column = player.columns[suit_of(card)];
    require(is_mob(seat) || follows(column, rank_of(card)), "the Golden Rule of Play");
    require(taken_.empty() || option("draw") != "either-must-play" || card == taken_,
            "the card taken is to be played");
    column.push_back(rank_of(card));
    if (static_cast<int>(aces_.size()) < ace_limit_) player.drew_and_played = true;
    plays_any_ = true;
    after_card();
  }

  void discard(int seat, const std::string& card) {
    begin_action(seat, card);
    require(!is_mob(seat), "the Mob plays every card");
    require(taken_.empty() || option("draw") != "either-must-play", "the card taken is to be played");
    const auto& hand = table_[static_cast<std::size_t>(seat)].hand;
    require(taken_ != card || std::find(hand.begin(), hand.end(), card) != hand.end(),
            "the card taken is not discarded");
    discards_.push_back(card);
    after_card();
  }

  void call(int seat, const std::string& verb) {
    require(verb == "call" || verb == "pass", "the tyrant's question is open");
    const auto& asked = session_.seats_in();
    require(seat == asked.at(calls_.size()), "the players are heard in their order");
    calls_.push_back(verb == "call");
    if (calls_.size() < asked.size()) return;
    tyrant_asked_ = false;
    if (std::find(calls_.begin(), calls_.end(), true) != calls_.end()) return score_hand();
    calls_.clear();
    if (option("tyrant") == "on") end_turn();
  }

  /// About chips, or about the cube.
  void decide(int seat, const std::string& verb, const Words& arguments) {
    if (session_.is_asking()) {
      session_.rejoin(seat, verb);
      while (!session_.is_asking() && !session_.is_in(order_[turn_])) ++turn_;
      return;
    }
    require(aces_to_replace_ == 0, "an ace is to be replaced first");
    if (!session_.is_betting()) {
      const bool before_draw = session_.is("gambling") || session_.is("cube");
      require(has_card_ != before_draw, "not at this moment of a turn");
    }
    expect(session_.decide(seat, verb, arguments.empty() ? "" : arguments[0], order_[turn_]));
    dealing_ = false;
    if (verb == "fold") {
      auto& player = table_[static_cast<std::size_t>(seat)];
      put(folded_, player.hand);
      for (const auto& [suit, column] : player.columns) {
        for (const int rank : column) folded_.push_back(std::to_string(rank) + suit);
      }
      player = {};
    }
    if (session_.is_hand_given_up()) {
      for (const auto& [dropper, points] : session_.drop_points()) score(dropper, points);
      return end_hand();
    }
    if (is_stud() && !session_.is_betting()) {
      choosing_ = true;
      to_choose_ = session_.seats_in();
    } else if (verb == "fold" && !is_stud()) {
      end_turn();
    }
    if (verb != "double") ask_at_any_point();
  }

  void from_stock(const std::string& card) { take_out(rest_, card, "the stock"); }
  void from_hand(int seat, const std::string& card) {
    take_out(table_[static_cast<std::size_t>(seat)].hand, card, "the hand");
  }

  void begin_action(int seat, const std::string& card) {
    dealing_ = false;
    require(aces_to_replace_ == 0, "an ace is to be replaced first");
    require(!tyrant_asked_, "the tyrant's question is open");
    if (is_stud() && !is_mob(seat)) {
      require(!to_choose_.empty() && seat == to_choose_.front(),
              "all choose together, and are heard in order");
      to_choose_.erase(to_choose_.begin());
      return from_hand(seat, card);
    }
    require(seat == order_[turn_] && !choosing_, "it is another seat's turn");
    const bool draws = static_cast<int>(aces_.size()) < ace_limit_;
    require(has_card_ || !draws, "a turn begins with a draw");
    from_hand(seat, card);
    if (draws) table_[static_cast<std::size_t>(seat)].drew_and_acted = true;
  }

  void end_turn() {
    has_card_ = false;
    taken_.clear();
    if (choosing_) turn_ = order_.size() - 1;  // the next is the first
    const bool has_chosen = std::exchange(choosing_, false);
    for (bool goes_on = true; goes_on; goes_on = !session_.is_in(order_[turn_])) {
      turn_ = (turn_ + 1) % order_.size();
      if (is_stud() && turn_ == 0 && !has_chosen) return session_.begin_betting();
    }
    const bool draws = static_cast<int>(aces_.size()) < ace_limit_;
    if (!draws &&
        std::all_of(table_.begin(), table_.end(), [](const Player& player) { return player.hand.empty(); })) {
      score_hand();
    }
  }

  /// In stud the card is for the next choice, which all seats make together.
  void take_drawn(int seat, const std::string& card) {
    has_card_ = !is_ace(card);
    if (has_card_ && is_stud() && !is_mob(seat)) end_turn();
    if (!is_ace(card)) ask_at_any_point();
  }

  void after_card() {
    if (!to_choose_.empty()) return;
    tyrant_asked_ = option("tyrant") == "on" && plays_any_ && someone_has_all_suits();
    plays_any_ = false;
    if (tyrant_asked_) return;
    end_turn();
    ask_at_any_point();
  }

  /// "At any point": after each decision, and after each draw.
  void ask_at_any_point() {
    if (option("tyrant") == "any" && !hand_over_ && someone_has_all_suits()) tyrant_asked_ = true;
  }

  void score_hand() {
    std::map<char, int> winner;
    std::map<char, Column> winners;
    for (const char suit : std::string{"cdhs"}) {
      winner[suit] = winner_of(suit);
      if (winner[suit] >= 0) winners[suit] = table_[static_cast<std::size_t>(winner[suit])].columns.at(suit);
    }
    const auto worth = worths(winners);
    const std::map<char, std::string> names{
        {'c', "clubs"}, {'d', "diamonds"}, {'h', "hearts"}, {'s', "spades"}};
    for (const auto& [suit, points] : worth) {
      expect(
          {"conquer " + std::to_string(winner[suit]) + " " + names.at(suit) + " " + std::to_string(points)});
    }
    const bool reversed = std::find(calls_.begin(), calls_.end(), true) != calls_.end();
    std::map<int, int> scores;
    for (int seat = 0; seat < seats_; ++seat) {
      const auto& player = table_[static_cast<std::size_t>(seat)];
      if (!session_.is_in(seat)) continue;
      int points = 0;
      for (const auto& [suit, column] : player.columns) {
        points += winner[suit] == seat ? worth.at(suit) : -static_cast<int>(column.size());
      }
      if (is_mitch_ && player.drew_and_acted && !player.drew_and_played) points -= number("penalty");
      if (reversed) points = -points;
      scores[seat] = points * session_.cube();
      score(seat, scores[seat]);
    }
    expect(session_.settle(scores, someone_has_all_suits() ? winner['c'] : -1));
    end_hand();
  }

  void score(int seat, int points) {
    auto& total = totals_[static_cast<std::size_t>(seat)];
    total += points;
    expect({"score " + std::to_string(seat) + " " + std::to_string(points) + " " + std::to_string(total)});
  }

  void end_hand() {
    count_cards();
    hand_over_ = true;
    expect(session_.end_hand());
    if (session_.is_over() && session_.has_pot()) totals_ = session_.final_chips();
  }

  [[nodiscard]] bool is_stud() const { return session_.is("stud"); }
  void count_cards() const {
    auto cards = rest_.size() + discards_.size() + aces_.size() + folded_.size();
    for (const auto& player : table_) {
      cards += player.hand.size();
      for (const auto& [suit, column] : player.columns) cards += column.size();
    }
    require(cards / 52 == static_cast<std::size_t>(packs_) && cards % 52 == 0, "the pack is not whole");
  }

  [[nodiscard]] bool is_mob(int seat) const { return mob_ && seat == players_; }
  [[nodiscard]] bool follows(const Column& column, int rank) const {
    if (column.empty()) return true;
    if (option("high_low") != "on") return rank < column.back();
    if (column.size() == 1) return rank != column[0];
    return column[1] < column[0] ? rank < column.back() : rank > column.back();
  }

  [[nodiscard]] bool someone_has_all_suits() const {
    const int first = winner_of('c');
    return first >= 0 && winner_of('d') == first && winner_of('h') == first && winner_of('s') == first;
  }

  /// The strength of a column. The longer of two columns of a suit wins; if they are equally long, the one
  /// with the greater strength.
  [[nodiscard]] std::vector<int> strength(Column column) const {
    const bool ascends = column.size() > 1 && column[1] > column[0];
    if (option("high_low") != "on") {
      column = upward(column);
      if (option("suit_tie") == "low") {
        for (auto& rank : column) rank = -rank;
      }
      return column;
    }
    std::vector<int> distances;
    for (const int rank : column) distances.push_back(ascends ? 13 - rank : rank - 2);
    distances = upward(distances);
    distances.insert(distances.begin() + 1, ascends ? 0 : 1);
    return distances;
  }

  [[nodiscard]] int winner_of(char suit) const {
    std::vector<std::pair<std::pair<std::size_t, std::vector<int>>, int>> columns;
    for (int seat = 0; seat < seats_; ++seat) {
      const auto& played = table_[static_cast<std::size_t>(seat)].columns;
      const auto found = played.find(suit);
      if (found != played.end()) columns.push_back({{found->second.size(), strength(found->second)}, seat});
    }
    std::sort(columns.rbegin(), columns.rend());
    if (columns.empty() || (columns.size() > 1 && columns[0].first == columns[1].first)) return -1;
    return columns[0].second;
  }

  [[nodiscard]] std::map<char, int> worths(const std::map<char, Column>& winners) const {
    const auto& scoring = option("scoring");
    const bool by_unique_cards = scoring == "advanced" || scoring == "preferred";
    std::map<char, int> worth;
    std::map<char, std::vector<int>> shortest;
    std::map<char, std::vector<int>> high;
    std::map<char, std::vector<int>> low;
    for (const auto& [suit, column] : winners) {
      worth[suit] = scoring == "banilower" ? 4 : 1 + seats_;
      if (by_unique_cards) {
        worth[suit] = 1;
        for (const int rank : column) {
          int times = 0;
          for (const auto& [other_suit, other] : winners)
            times += static_cast<int>(std::count(other.begin(), other.end(), rank));
          if (times == 1) ++worth[suit];
        }
      }
      low[suit] = upward(column);
      high[suit] = downward(column);
      shortest[suit] = upward(column);
      shortest[suit].insert(shortest[suit].begin(), static_cast<int>(column.size()));
    }
    // If one list of ranks is the beginning of another, the shorter one is lower: a missing card counts as
    // lower than any card.
    if (scoring != "banilower" || option("shortest_suit_doubles") == "on") worth[only_least(shortest)] *= 2;
    if (by_unique_cards) worth[only_least(high)] *= 2;
    if (scoring == "preferred") worth[only_least(low)] *= 2;
    worth.erase('-');
    return worth;
  }

  [[nodiscard]] const std::string& option(std::string_view name) const {
    static const std::string none;
    const auto found = options_.find(name);
    return found == options_.end() ? none : found->second;
  }

  [[nodiscard]] int number(std::string_view name) const { return std::stoi(option(name)); }

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
};

}  // namespace

std::unique_ptr<SecondReferee> second_layout_referee(const Rules& rules) {
  return std::make_unique<SecondLayoutReferee>(rules);
}

}  // namespace tribunal::testing
