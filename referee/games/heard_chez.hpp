#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "games/chez/table.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// The lines that a seat has received of a game of Chez, and lessons from games that departed from them.
class HeardChez {
 public:
  /// `pack`: all cards of the game, in any order.
  HeardChez(const Rules& rules, std::vector<Card> pack, Seat seat, std::span<const std::string> lines,
            Stream& stream);
  ~HeardChez();
  HeardChez(const HeardChez&) = delete;
  HeardChez& operator=(const HeardChez&) = delete;

  /// A game that produces these lines, or null; another attempt may succeed.
  [[nodiscard]] std::unique_ptr<Game> imagine();
  /// The largest number of these lines that a game has produced so far.
  [[nodiscard]] std::size_t most_told() const { return most_told_; }

 private:
  class Guide;

  struct Line {
    std::vector<std::string> words;
    Seat seat = no_seat;
    std::vector<Card> cards;  ///< with hidden ones among them

    [[nodiscard]] bool is(std::string_view verb) const { return words.front() == verb; }
    [[nodiscard]] bool is(std::string_view verb, Seat of) const { return is(verb) && seat == of; }
  };

  [[nodiscard]] DealPointer deal() const;

  const Rules& rules_;
  std::vector<Card> pack_;
  Seat seat_;
  std::span<const std::string> texts_;
  Stream& stream_;
  std::vector<Line> lines_;  // up to the first invalid one
  std::size_t most_told_ = 0;
  int tries_ = 0;

  // Lessons: cards that should be, or should not be, among those that were buried before a stock:
  std::set<std::pair<int, Card>> buried_;
  std::set<std::pair<int, Card>> not_buried_;
  // Cards that passed unseen from hand to hand, by the line:
  std::map<std::size_t, Card> passed_;
  std::set<std::pair<std::size_t, Card>> not_passed_;
  // Ranks of which a seat that picked up had a card, by the line:
  std::set<std::pair<std::size_t, ChezRank>> not_lacked_;
};

}  // namespace tribunal
