#pragma once

#include <set>
#include <string>
#include <vector>

#include "games/second_referee.hpp"

namespace tribunal::testing {

/// The second referee of the Anarchy family. It shares no code with the engines: cards are words, piles are
/// vectors.
class SecondAnarchyReferee final : public SecondReferee {
 public:
  /// The kind of line that must come next.
  enum class Due { hand, deal, odd_card, exchange, gifts, dummys_gift, bid, turn_up, play, nothing };

  explicit SecondAnarchyReferee(const Rules& rules);

  void read(const std::string& line) override;
  [[nodiscard]] Sight sight(const std::string& line) const override;
  void finish() const override;
  [[nodiscard]] const std::vector<int>& totals() const override { return totals_; }

 private:
  using Words = std::vector<std::string>;
  /// A card on the table, who played it, and the card that it stands for (the odd card for the joker).
  struct Shown {
    int by;
    std::string card;
  };

  void hand(int dealer, int number);
  void deal(int seat, const Words& cards);
  void odd_card(int seat, const std::string& card);
  void exchange(int seat, const std::string& card);
  void give(int seat, Words cards);
  void pass_gifts();
  void bid_card(int seat, const std::string& card);
  void bid(int seat, const std::string& bid);
  void turn_up(int seat, const std::string& card);
  void play(int seat, const std::string& card);
  void begin_trick();
  void end_trick();
  void end_hand();
  void throw_bomb();
  void capture_suits();
  void capture_singletons(const std::vector<Shown>& singletons);
  void count_cards() const;
  [[nodiscard]] int score(int seat, std::string& bonus) const;
  [[nodiscard]] int score_as(const Words& cards, const std::string& bid, std::string& bonus) const;
  [[nodiscard]] int height(const std::string& card) const;

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
  Words pack_;  // sorted

  Due due_ = Due::hand;
  int next_ = 0;  // the seat that is due
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
  std::vector<std::string> expected_;                  // the lines that must follow now
  std::vector<int> totals_;
};

}  // namespace tribunal::testing
