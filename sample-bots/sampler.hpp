// The sampler's search: possible deals of the hidden cards, played out at random under the referee's own
// rules of tricks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "games/anarchy/rules.hpp"
#include "games/anarchy/scoring.hpp"
#include "tribunal_bot.hpp"

namespace sampler {

using tribunal::AnarchyRules;
using tribunal::Card;
using tribunal::Takings;
using Cards = std::vector<Card>;

/// Xorshift (Marsaglia, 2003), seeded with a text: equal texts, equal numbers.
class Chance {
 public:
  explicit Chance(std::string_view text);
  /// 0 .. n-1; n from 1.
  [[nodiscard]] std::size_t below(std::size_t n);
  void shuffle(Cards& cards);

 private:
  std::uint64_t word_ = 14695981039346656037U;
};

/// The referee's card for the SDK's.
[[nodiscard]] Card card_of(tribunal::bot::Card card);
[[nodiscard]] Cards cards_of(const tribunal::bot::Cards& cards);

/// The rules of the game with bids that is being played.
[[nodiscard]] AnarchyRules rules_of(const tribunal::bot::View& view);

/// The cards of a hand as far as I know them; the dummy, if there is one, has the last place.
struct Table {
  explicit Table(const tribunal::bot::View& view);
  /// A hand of which nothing is known yet.
  explicit Table(const AnarchyRules& rules);

  std::size_t me = 0;
  std::vector<Cards> known;          ///< cards of each place that are known to be there
  std::vector<std::size_t> unknown;  ///< number of its other cards
  Cards unseen;                      ///< the cards that may be those, or undealt
  Card odd;                          ///< the joker's place; hidden if there is none
  Card turned;                       ///< waits for its suit; hidden if there is none
  Takings taken;                     ///< mine
};

/// One way in which the cards may lie: each hand in the order in which it will be played, then what is
/// undealt.
struct World {
  World(const Table& table, Chance& chance);
  std::vector<Cards> hands;
  Cards undealt;
};

/// Plays tricks `from` .. `to`-1 of the world; what I capture comes to `takings`.
void play_out(const AnarchyRules& rules, const Table& table, const World& world, std::size_t from,
              std::size_t to, Takings& takings);

/// Plays a world of Snark for `tricks` or until a hand is empty: `hands` as they are then. My first
/// card is played first, all else at random.
void play_snark(World& world, int tricks, Chance& chance);

}  // namespace sampler
