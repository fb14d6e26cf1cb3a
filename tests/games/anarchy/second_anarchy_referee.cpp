// The second referee of the Anarchy family.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "games/second_referee.hpp"

namespace tribunal::testing {
namespace {

const Words suit_bids{"spades", "clubs", "hearts", "diamonds"};

std::size_t place(int seat) { return static_cast<std::size_t>(seat); }

/// The index of a card in a sorted pack.
int order_of(const std::string& card) {
  return static_cast<int>(std::string_view{"cdhs"}.find(suit_of(card))) * 13 + rank_of(card);
}

int count_suits(const Words& cards, const std::string& suits) {
  return static_cast<int>(std::count_if(cards.begin(), cards.end(), [&](const auto& card) {
    return suits.find(suit_of(card)) != std::string::npos;
  }));
}

std::string joined_by_space(const Words& words) {
  std::string text;
  for (const auto& word : words) text += " " + word;
  return text;
}

class SecondAnarchyReferee final : public SecondRefereeOfLines {
 public:
  explicit SecondAnarchyReferee(const Rules& rules)
      : is_snark_{rules.game() == "snark"},
        is_original_{rules.game() == "anarchy"},
        is_bomb_{rules.game() == "anarchist-bomb"},
        is_organised_{rules.game() == "organised-chaos"},
        players_{rules.players()},
        places_{players_} {
    for (const auto& [name, value] : rules.options()) {
      const auto text = to_text(value);
      if (name == "bidding") in_turn_ = text == "in-turn";
      if (name == "bidding") by_card_ = text == "bid-card";
      if (name == "joker") joker_stays_ = text == "attached";
      if (name == "dummy_passes") dummy_passes_ = text == "on";
      if (name == "count_from" && text == "13") cards_due_ = 13;
      if (name == "hands") hands_in_game_ = std::stoi(text);
      if (name == "target") target_ = std::stoi(text);
    }
    if (is_snark_) {
      hand_size_ = 7;
    } else if (is_original_) {
      if (players_ == 5) hand_size_ = 10;
    } else {
      if (players_ == 3) ++places_;
      if (players_ == 5) put(pack_, cards_of_ranks("678"));
      if (players_ == 5 && is_organised_) hand_size_ = 12;
      if (is_bomb_) pack_.emplace_back("Jo");
    }
    if (cards_due_ == 0) cards_due_ = hand_size_;
    std::sort(pack_.begin(), pack_.end());
    totals_.assign(place(players_), 0);
    bids_made_.resize(place(players_));
  }

  /// Only the seat sees its own hand; nobody sees the dummy's. Gifts are seen by the seats that pass them and
  /// that take them.
  [[nodiscard]] Sight sight(const std::string& line) const override {
    const auto words = split(line);
    const bool is_gift = words[0] == "give";
    if (words[0] != "deal" && !is_gift) return {};
    Sight sight{SeatSet{}};
    const auto add = [&](const std::string& seat) {
      if (std::stoi(seat) < players_) sight.sees.add(static_cast<Seat>(std::stoi(seat)));
    };
    add(words[1]);
    if (is_gift) add(words[2]);
    return sight;
  }

  void finish() const override { require(due_ == nullptr && !is_expecting(), "the game is not over"); }

 private:
  /// A card on the table, who played it, and the card that it stands for (the odd card for the joker).
  struct Shown {
    int by;
    std::string card;
  };

  /// A line that can be due: its verb, and what reads its seat and the words after it.
  struct Due {
    std::string_view verb;
    void (SecondAnarchyReferee::*read)(int seat, const Words& words);
  };

  void look(const std::string& verb, int seat, const Words& words) override {
    require(seat >= 0 && seat < places_, "nobody sits there");
    if (verb == "bid-card" && due_ == &bid_due) return bid_card(seat, words.at(0));
    const std::string_view due = due_ == nullptr ? "nothing" : due_->verb;
    if (verb != due) throw std::runtime_error{"here '" + std::string{due} + "' was due"};
    (this->*due_->read)(seat, words);
  }

  void hand(int dealer, const Words& words) {
    const int number = std::stoi(words.at(0));
    require(number == hands_begun_ + 1, "not the number of the hand");
    require(dealer == (dealer_ + 1) % players_, "the deal goes round clockwise from seat 0");
    hands_begun_ = number;
    dealer_ = dealer;
    rest_ = pack_;
    for (auto* piles : {&hands_, &takings_, &gifts_}) piles->assign(place(places_), {});
    bids_.assign(place(players_), "");
    odd_.clear();
    turned_.clear();
    turned_up_ = tricks_ = 0;
    joker_gone_ = false;
    due_ = &deal_due;
    next_ = (dealer + 1) % players_;
  }

  void deal(int seat, const Words& cards) {
    require(seat == next_, "the deal begins at the dealer's left, and the dummy is last");
    require(static_cast<int>(cards.size()) == hand_size_, "not a full hand");
    for (const auto& card : cards) take_out(rest_, card, "the stock");
    hands_[place(seat)] = cards;
    if (seat != dealer_ && seat < players_) {
      next_ = (seat + 1) % players_;
      return;
    }
    if (seat == dealer_ && places_ > players_) {
      next_ = players_;
      return;
    }
    next_ = 0;
    if (is_snark_) {
      begin_trick();
    } else if (is_organised_) {
      due_ = &gifts_due;
    } else if (is_bomb_ && players_ < 5) {
      due_ = &odd_card_due;
    } else {
      due_ = &bid_due;
    }
    if (due_ == &bid_due && in_turn_) next_ = (dealer_ + 1) % players_;
  }

  void odd_card(int seat, const Words& words) {
    const auto& card = words.at(0);
    require(seat == dealer_, "the dealer turns up");
    take_out(rest_, card, "the stock");
    odd_ = card;
    due_ = card == "Jo" ? &exchange_due : &bid_due;
    next_ = in_turn_ ? (dealer_ + 1) % players_ : 0;
  }

  void exchange(int seat, const Words& words) {
    const auto& card = words.at(0);
    auto& dealers = hands_[place(dealer_)];
    require(seat == dealer_ && dealers.back() == card, "the joker is for the dealer's last card");
    dealers.back() = "Jo";
    odd_ = card;
    due_ = &bid_due;
  }

  void give(int seat, const Words& words) {
    auto cards = words;
    require(seat == next_ && cards.size() == 4, "each passes three cards");
    const int ring = dummy_passes_ ? places_ : players_;
    require(cards.front() == std::to_string((seat + 1) % ring), "cards are passed to the left");
    cards.erase(cards.begin());
    auto& from = hands_[place(seat)];
    if (due_ == &dummys_gift_due) {
      require(std::equal(cards.begin(), cards.end(), from.begin()), "the dummy passes its top cards");
    } else {
      require(std::is_sorted(cards.begin(), cards.end(),
                             [](const auto& a, const auto& b) { return order_of(a) < order_of(b); }),
              "the cards are named in their order");
    }
    for (const auto& card : cards) take_out(from, card, "the hand");
    gifts_[place(seat)] = cards;
    if (++next_ < players_) return;
    if (dummy_passes_ && due_ == &gifts_due) {
      due_ = &dummys_gift_due;
    } else {
      pass_gifts();
    }
  }

  void pass_gifts() {
    const int ring = dummy_passes_ ? places_ : players_;
    for (int seat = 0; seat < ring; ++seat) {
      auto& to = hands_[place((seat + 1) % ring)];
      put(to, gifts_[place(seat)]);
    }
    due_ = &bid_due;
    next_ = in_turn_ ? (dealer_ + 1) % players_ : 0;
  }

  void bid_card(int seat, const std::string& card) {
    require(by_card_, "bids are said");
    const auto& hand = hands_[place(seat)];
    require(std::find(hand.begin(), hand.end(), card) != hand.end(),
            "it does not hold the card that it shows");
    for (const auto& suit : suit_bids) {
      if (suit[0] == suit_of(card)) return take_bid(seat, suit);
    }
  }

  void bid(int seat, const Words& words) {
    require(!by_card_ || std::count(suit_bids.begin(), suit_bids.end(), words.at(0)) == 0,
            "a suit is bid with a card");
    take_bid(seat, words.at(0));
  }

  void take_bid(int seat, const std::string& bid) {
    require(seat == next_ && bids_[place(seat)].empty(), "another was to bid");
    const Words others =
        is_original_ ? Words{"no-suit", "misere"} : Words{"cards", "black", "red", "best", "overs", "unders"};
    require(std::count(suit_bids.begin(), suit_bids.end(), bid) == 1 ||
                std::count(others.begin(), others.end(), bid) == 1,
            "there is no such bid");
    const bool is_new = bids_made_[place(seat)].insert(bid).second;
    require(is_new || !is_organised_, "each bid is made once");
    bids_[place(seat)] = bid;
    next_ = (next_ + 1) % players_;
    if (std::count(bids_.begin(), bids_.end(), "") > 0) return;
    begin_trick();
  }

  void turn_up(int seat, const Words& words) {
    const auto& card = words.at(0);
    require(seat == dealer_, "the dealer turns up");
    take_out(rest_, card, "the undealt cards");
    turned_ = card;
    ++turned_up_;
    due_ = &play_due;
  }

  void play(int seat, const Words& words) {
    const auto& card = words.at(0);
    require(seat == next_, "all play, and are told in the order of seats");
    auto& from = hands_[place(seat)];
    require(seat < players_ || from.front() == card, "the dummy's top card is played");
    take_out(from, card, "the hand");
    trick_.push_back({seat, card});
    if (++next_ == places_) end_trick();
  }

  void begin_trick() {
    trick_.clear();
    next_ = 0;
    const bool turns = is_original_ && players_ == 5 && turned_.empty() && turned_up_ < 2;
    due_ = turns ? &turn_up_due : &play_due;
  }

  void end_trick() {
    throw_bomb();
    captured_.clear();
    capture_suits();
    if (!turned_.empty()) {
      const auto same = std::find_if(captured_.begin(), captured_.end(), [&](const auto& entry) {
        return suit_of(entry.second) == suit_of(turned_);
      });
      if (same != captured_.end()) {
        captured_.emplace_back(same->first, turned_);
        turned_.clear();
      }
    }
    if (reversed_ && joker_stays_) {
      for (const auto& [by, card] : captured_) {
        if (card == odd_) {
          captured_.emplace_back(by, "Jo");
          break;
        }
      }
    }
    for (int seat = 0; seat < places_; ++seat) {
      Words cards;
      for (const auto& [by, card] : captured_) {
        if (by == seat) cards.push_back(card);
      }
      if (cards.empty()) continue;
      expect({(is_snark_ ? "gather " : "capture ") + std::to_string(seat) + joined_by_space(cards)});
      put(is_snark_ ? hands_[place(seat)] : takings_[place(seat)], cards);
    }
    ++tricks_;
    const bool is_over = is_snark_
                             ? tricks_ == 1000 || std::any_of(hands_.begin(), hands_.end(),
                                                              [](const auto& hand) { return hand.empty(); })
                             : tricks_ == hand_size_;
    if (is_over) {
      end_hand();
    } else {
      begin_trick();
    }
  }

  void end_hand() {
    count_cards();
    for (int seat = 0; seat < players_; ++seat) {
      std::string bonus;
      const int points = score(seat, bonus);
      totals_[place(seat)] += points;
      if (!bonus.empty()) expect({"bonus " + std::to_string(seat) + bonus});
      expect({"score " + std::to_string(seat) + " " + std::to_string(points) + " " +
              std::to_string(totals_[place(seat)])});
    }
    const bool goes_on = is_snark_ ? *std::max_element(totals_.begin(), totals_.end()) < target_
                                   : hands_begun_ < hands_in_game_;
    due_ = goes_on ? &hand_due : nullptr;
  }

  void throw_bomb() {
    reversed_ = false;
    const auto joker =
        std::find_if(trick_.begin(), trick_.end(), [](const Shown& shown) { return shown.card == "Jo"; });
    if (joker == trick_.end()) return;
    reversed_ = joker_gone_ = true;
    expect({"bomb " + std::to_string(joker->by) + (odd_.empty() ? "" : " " + odd_)});
    joker->card = odd_;
    if (odd_.empty()) trick_.erase(joker);
  }

  void capture_suits() {
    std::vector<Shown> singletons;
    for (const auto& shown : trick_) {
      int cards = 0;
      int highest = -100;
      int sharers = 0;
      int winner = -1;
      for (const auto& other : trick_) {
        if (suit_of(other.card) != suit_of(shown.card)) continue;
        ++cards;
        if (height(other.card) > highest) {
          highest = height(other.card);
          winner = other.by;
          sharers = 0;
        }
        if (height(other.card) == highest) ++sharers;
      }
      if (cards == 1) singletons.push_back(shown);
      captured_.emplace_back(sharers > 1 ? shown.by : winner, shown.card);
    }
    if (!is_original_) capture_singletons(singletons);
  }

  void capture_singletons(const std::vector<Shown>& singletons) {
    // In Snark the lowest card wins if its rank is unique, otherwise the highest, if its rank is unique.
    const bool low_wins = is_snark_;
    const auto alone = [&](const Shown& one) {
      return std::count_if(singletons.begin(), singletons.end(),
                           [&](const Shown& other) { return rank_of(other.card) == rank_of(one.card); }) == 1;
    };
    const Shown* winner = nullptr;
    for (const auto& one : singletons) {
      if (low_wins && !alone(one)) continue;
      const int better = winner == nullptr ? 1 : height(one.card) - height(winner->card);
      if (winner == nullptr || (low_wins ? better < 0 : better > 0)) winner = &one;
    }
    if (winner != nullptr && !alone(*winner)) winner = nullptr;
    for (std::size_t i = 0; i < singletons.size(); ++i) {
      auto captured = std::find_if(captured_.begin(), captured_.end(), [&](const auto& entry) {
        return entry.second == singletons[i].card && entry.first == singletons[i].by;
      });
      if (winner != nullptr) {
        captured->first = winner->by;
      } else if (low_wins) {
        // Tied: it goes to the seat before it, round the table, with a card of the same rank.
        auto before = i;
        do {
          before = (before + singletons.size() - 1) % singletons.size();
        } while (rank_of(singletons[before].card) != rank_of(singletons[i].card));
        captured->first = -1 - singletons[before].by;  // marked, so that it is not found again
      }
    }
    for (auto& [by, card] : captured_) by = by < 0 ? -1 - by : by;
  }

  void count_cards() const {
    Words elsewhere;
    for (const auto* piles : {&hands_, &takings_}) {
      for (const auto& pile : *piles) put(elsewhere, pile);
    }
    put(elsewhere, rest_);
    if (!turned_.empty()) elsewhere.push_back(turned_);
    if (joker_gone_ && !joker_stays_) elsewhere.emplace_back("Jo");
    std::sort(elsewhere.begin(), elsewhere.end());
    require(elsewhere == pack_, "cards are missing");
  }

  [[nodiscard]] int score(int seat, std::string& bonus) const {
    if (is_snark_) return hands_[place(seat)].empty() ? 10 : static_cast<int>(hands_[place(seat)].size());
    auto cards = takings_[place(seat)];
    const auto joker = std::find(cards.begin(), cards.end(), "Jo");
    if (joker == cards.end()) return score_as(cards, bids_[place(seat)], bonus);
    int best = -1;
    for (const char suit : std::string{"cdhs"}) {
      *joker = std::string{"?"} + suit;
      std::string its_bonus;
      const int points = score_as(cards, bids_[place(seat)], its_bonus);
      if (points <= best) continue;
      best = points;
      bonus = its_bonus;
    }
    return best;
  }

  [[nodiscard]] int score_as(const Words& cards, const std::string& bid, std::string& bonus) const {
    const int taken = static_cast<int>(cards.size());
    std::map<std::string, int> worth{{"no-suit", taken},
                                     {"cards", taken},
                                     {"misere", std::max(0, hand_size_ - taken)},
                                     {"black", 2 * count_suits(cards, "cs")},
                                     {"red", 2 * count_suits(cards, "dh")},
                                     {"overs", std::max(0, 5 * (taken - cards_due_))},
                                     {"unders", std::max(0, 5 * (cards_due_ - taken))}};
    int voids = 0;
    for (const auto& suit : suit_bids) {
      const int of_suit = count_suits(cards, suit.substr(0, 1));
      worth[suit] = (is_original_ ? 2 : 4) * of_suit;
      worth["best"] = std::max(worth["best"], 3 * of_suit);
      if (of_suit == 0) voids += 10;
    }
    if (is_original_) return worth.at(bid);
    int quartets = 0;
    for (const char rank : std::string{"23456789TJQKA"}) {
      const auto of_rank =
          std::count_if(cards.begin(), cards.end(), [&](const auto& card) { return card[0] == rank; });
      quartets += static_cast<int>(of_rank / 4) * 20;
    }
    if (voids + quartets > 0) bonus = " " + std::to_string(voids) + " " + std::to_string(quartets);
    return worth.at(bid) + voids + quartets;
  }

  [[nodiscard]] int height(const std::string& card) const {
    return reversed_ ? -rank_of(card) : rank_of(card);
  }

  bool is_snark_;
  bool is_original_;
  bool is_bomb_;
  bool is_organised_;
  bool in_turn_ = false;
  bool by_card_ = false;
  bool joker_stays_ = false;
  bool dummy_passes_ = false;
  int target_ = 0;
  int players_;
  int places_;  // the dummy is one of them
  int hand_size_ = 13;
  int cards_due_ = 0;  // more cards are over, fewer are under; 0: those of a hand
  int hands_in_game_ = 10;
  Words pack_ = cards_of_ranks("23456789TJQKA");  // sorted

  static constexpr Due hand_due{"hand", &SecondAnarchyReferee::hand};
  static constexpr Due deal_due{"deal", &SecondAnarchyReferee::deal};
  static constexpr Due odd_card_due{"turn", &SecondAnarchyReferee::odd_card};
  static constexpr Due exchange_due{"exchange", &SecondAnarchyReferee::exchange};
  static constexpr Due gifts_due{"give", &SecondAnarchyReferee::give};
  static constexpr Due dummys_gift_due{"give", &SecondAnarchyReferee::give};
  static constexpr Due bid_due{"bid", &SecondAnarchyReferee::bid};
  static constexpr Due turn_up_due{"turn", &SecondAnarchyReferee::turn_up};
  static constexpr Due play_due{"play", &SecondAnarchyReferee::play};
  const Due* due_ = &hand_due;  // nothing once the game is over
  int next_ = 0;                // the seat that is due
  int hands_begun_ = 0;
  int dealer_ = -1;
  Words rest_;  // cards not dealt
  std::vector<Words> hands_;
  std::vector<Words> takings_;
  std::vector<Words> gifts_;
  std::vector<std::string> bids_;
  std::vector<std::set<std::string>> bids_made_;
  std::string odd_;
  std::string turned_;
  int turned_up_ = 0;
  bool joker_gone_ = false;
  int tricks_ = 0;
  std::vector<Shown> trick_;
  bool reversed_ = false;
  std::vector<std::pair<int, std::string>> captured_;  // seat and card, in the order of the trick
};

}  // namespace

std::unique_ptr<SecondReferee> second_anarchy_referee(const Rules& rules) {
  return std::make_unique<SecondAnarchyReferee>(rules);
}

}  // namespace tribunal::testing
