#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cards/deal.hpp"
#include "games/core/action.hpp"
#include "games/core/rules.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// A deal as one seat has heard of it, line by line: which card lay in which place of each hand's stock, as
/// far as the seat was told. `imagine` stands on it; it knows the layout games, Tennis and the Anarchy games.
class HeardDeal {
 public:
  /// `pack`: the cards of a hand, in any order.
  HeardDeal(const Rules& rules, std::vector<Card> pack);

  /// Hears the next line; false if it makes no sense after the others.
  [[nodiscard]] bool hear(std::string_view line, Stream& stream);

  /// A deal with what was heard, and all else at random; nothing if there is none.
  [[nodiscard]] std::optional<StackedDeal::Stocks> complete(Stream& stream);
  /// The action whose echo is the line with this number; cards that were hidden are those of the completed
  /// deal.
  [[nodiscard]] std::optional<Action> decision(std::size_t line) const;

 private:
  using Places = std::vector<std::size_t>;

  /// The stock of one hand in its order; cards that are not known are hidden.
  struct Stock {
    std::vector<Card> cards;
    std::vector<bool> dealt;  ///< into a hand, so that it is no hidden ace
    Places to_dummy;          ///< gifts, in the order of the pack
  };
  struct Line {
    std::vector<std::string> words;
    std::size_t stock = 0;
    Places hidden;  ///< the places of the cards in a decision that were not shown
  };

  [[nodiscard]] Stock& stock() { return stocks_.back(); }
  [[nodiscard]] bool is_known(std::size_t place) { return !stock().cards.at(place).is_hidden(); }
  void begin_hand();
  void end_round();
  void finish_gifts();

  [[nodiscard]] bool hear(const Line& line, Stream& stream);
  [[nodiscard]] bool deal(Seat seat, const std::vector<Card>& cards);
  [[nodiscard]] bool take_from_pile(Seat seat, const std::vector<Card>& cards);
  [[nodiscard]] bool show_ace(Seat seat, Card ace);
  [[nodiscard]] bool give(Seat seat, Seat to, const std::vector<Card>& cards, Stream& stream);
  [[nodiscard]] bool put(std::size_t place, Card card);
  [[nodiscard]] std::optional<std::size_t> find(Seat seat, Card card, Stream& stream);
  [[nodiscard]] bool lay(Seat seat, Card card, Places& onto, Stream& stream);
  [[nodiscard]] bool fill(Stock& stock, Stream& stream) const;

  const Rules& rules_;
  std::vector<Card> pack_;
  bool is_tennis_;
  std::vector<Line> lines_;
  std::vector<Stock> stocks_;

  // The hand in play:
  std::map<Seat, Places> held_;
  std::map<Seat, Places> piles_;
  std::map<Seat, Places> gifts_;
  std::vector<Seat> dealt_to_;
  std::size_t dealt_to_last_ = 0;
  std::size_t next_ = 0;  // place to be drawn
  std::size_t turned_ = 0;
  int not_dealt_in_ = 0;  // players who stay out of this hand
  Places table_;          // the trick
  Places discards_;
  Places aside_;
  std::optional<std::size_t> drawn_;  // by the line before
  Card taken_;                        // by the line before
};

}  // namespace tribunal
