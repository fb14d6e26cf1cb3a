#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "analysis/decision_analysis.hpp"
#include "games/anarchy/family.hpp"
#include "games/catalogue.hpp"
#include "games/chez/family.hpp"
#include "games/core/named_row.hpp"
#include "games/layout/banilower_and_basic_scoring.hpp"
#include "games/layout/family.hpp"
#include "games/tennis/family.hpp"

namespace tribunal {
namespace {

/// The values of facts by their clauses.
template <const auto& facts>
using Values = NamedRow<double, facts, &Fact::clause>;

// Facts about the Anarchy games: the points of the bid and the bonuses, and in Snark the cards in hand at the
// end.

constexpr std::array<Fact, 6> anarchy_facts{{
    {"your bid brings {} points in the hand on average", "{}", false},
    {"you have a bonus for a missing suit in {} of the games"},
    {"you have a bonus for a quartet in {} of the games"},
    {"you take cards in this trick in {} of the games"},
    {"you take {} more cards in the hand on average", "{}", false},
    {"you take cards in {} tricks on average", "in {}", false},
}};

void read_anarchy(const Rules& /*rules*/, const Position& /*before*/, Seat seat,
                  std::span<const Event> events, std::span<double> numbers) {
  const Values<anarchy_facts> values{numbers};
  double bonus = 0;
  bool trick_is_over = false;
  bool captured = false;
  for (const auto& event : events) {
    trick_is_over = trick_is_over || (captured && event.verb != verbs::capture);
    captured = captured || event.verb == verbs::capture;
    if (event.seat != seat) continue;
    if (event.verb == verbs::capture) {
      values["you take {} more cards in the hand on average"] += event.size;
      ++values["you take cards in {} tricks on average"];
      if (!trick_is_over) values["you take cards in this trick in {} of the games"] = 1;
    } else if (event.verb == verbs::bonus) {
      bonus += event.arguments[0] + event.arguments[1];
      if (event.arguments[0] > 0) values["you have a bonus for a missing suit in {} of the games"] = 1;
      if (event.arguments[1] > 0) values["you have a bonus for a quartet in {} of the games"] = 1;
    } else if (event.verb == verbs::score) {
      values["your bid brings {} points in the hand on average"] = event.arguments[0] - bonus;
    }
  }
}

constexpr std::array<Fact, 2> snark_facts{{
    {"you run out of cards in {} of the games"},
    {"you hold {} cards at the end of the hand on average", "{}", false},
}};

void read_snark(const Rules& /*rules*/, const Position& before, Seat seat, std::span<const Event> events,
                std::span<double> numbers) {
  const Values<snark_facts> values{numbers};
  auto held = static_cast<double>(before.seats.at(index_of(seat)).hand.size());
  for (const auto& event : events) {
    if (event.seat != seat) continue;
    if (event.verb == verbs::play) --held;
    if (event.verb == verbs::gather) held += event.size;
  }
  values["you run out of cards in {} of the games"] = held == 0 ? 1 : 0;
  values["you hold {} cards at the end of the hand on average"] = held;
}

// Facts about Chez: who is killed, who leaves the game, and how many cards must be picked up.

constexpr std::array<Fact, 7> chez_facts{{
    {"you are killed in {} of the games"},
    {"{} other players are killed on average", "{}", false},
    {"you are the next to leave the game in {} of the games"},
    {"another player leaves the game before your next decision in {} of the games"},
    {"you pick up {} cards on average", "{}", false},
    {"you lose with the betting man in {} of the games"},
    {"you come first in {} of the games", "in {}", true, true},
}};

void read_chez(const Rules& /*rules*/, const Position& /*before*/, Seat seat, std::span<const Event> events,
               std::span<double> numbers) {
  const Values<chez_facts> values{numbers};
  int own_decisions = 0;
  bool has_left = false;
  for (const auto& event : events) {
    const bool is_own = event.seat == seat;
    own_decisions += event.is_decision && is_own ? 1 : 0;
    if (event.verb == verbs::draw && is_own) ++values["you pick up {} cards on average"];
    if (event.verb == verbs::killed && is_own) ++values["you are killed in {} of the games"];
    if (event.verb == verbs::killed && !is_own) ++values["{} other players are killed on average"];
    if (event.verb == verbs::lose && is_own) values["you lose with the betting man in {} of the games"] = 1;
    if (event.verb == verbs::place && is_own && event.arguments[0] == 1)
      values["you come first in {} of the games"] = 1;
    if (event.verb != verbs::finish) continue;
    if (is_own && !has_left) values["you are the next to leave the game in {} of the games"] = 1;
    // The seat's first decision is the one that is analysed.
    if (!is_own && !has_left && own_decisions <= 1)
      values["another player leaves the game before your next decision in {} of the games"] = 1;
    has_left = true;
  }
}

// Facts about the layout games: suits won, their bonuses, cards in suits of others, chips.

constexpr std::array<Fact, 13> layout_facts{{
    {"you win clubs in {} of the games"},
    {"you win diamonds in {} of the games"},
    {"you win hearts in {} of the games"},
    {"you win spades in {} of the games"},
    {"you have the bonus for the shortest suit in {} of the games"},
    {"you have the bonus for the lowest high card in {} of the games"},
    {"you have the bonus for the lowest low card in {} of the games"},
    {"you lose {} points on average for cards in suits that you do not win", "{}", false},
    {"a tyrant is called in {} of the games"},
    {"you take chips out of the pot in {} of the games"},
    {"you fold in {} of the games"},
    {"the other player drops in {} of the games"},
    {"the suits that you win are worth {} points on average", "{}", false},
}};

/// The text of an option. Empty if the rules have no option of this name.
std::string option_of(const Rules& rules, std::string_view name) {
  const auto found = std::ranges::find(rules.options(), name, &std::pair<std::string, OptionValue>::first);
  return found == rules.options().end() ? std::string{} : to_text(found->second);
}

/// The melds of all seats, as ranks by suit, until the hand is scored.
class Melds {
 public:
  explicit Melds(const Position& before) {
    for (std::size_t seat = 0; seat < before.seats.size() && seat < melds_.size(); ++seat)
      for (const auto& meld : before.seats[seat].melds)
        for (const auto card : meld) add(static_cast<Seat>(seat), card);
  }
  void add(Seat seat, Card card) {
    if (card.is_hidden() || card.is_joker() || card.is_ace()) return;
    const auto bit = 1U << (static_cast<unsigned>(card.rank()) - 2U);
    auto& ranks = melds_[index_of(seat)][static_cast<std::size_t>(card.suit())];
    ranks = static_cast<RankSet>(ranks | bit);
  }
  [[nodiscard]] RankSet ranks(Seat seat, std::size_t suit) const { return melds_[index_of(seat)][suit]; }

 private:
  std::array<BySuit<RankSet>, max_seats> melds_{};
};

/// Reads the suits that the seat won, and the bonuses that these rules have.
void read_suits(const Rules& rules, const Melds& melds, const BySuit<Seat>& winners, Seat seat,
                std::span<double> numbers) {
  const Values<layout_facts> values{numbers};
  const BySuit<double*> wins{
      &values["you win clubs in {} of the games"], &values["you win diamonds in {} of the games"],
      &values["you win hearts in {} of the games"], &values["you win spades in {} of the games"]};
  BySuit<RankSet> winning{};
  for (std::size_t suit = 0; suit < winners.size(); ++suit) {
    if (winners[suit] != no_seat) winning[suit] = melds.ranks(winners[suit], suit);
    if (winners[suit] == seat) {
      *wins[suit] = 1;
    } else {
      values["you lose {} points on average for cards in suits that you do not win"] +=
          std::popcount(melds.ranks(seat, suit));
    }
  }
  const auto has = [&](int suit) {
    return suit >= 0 && winners[static_cast<std::size_t>(suit)] == seat ? 1.0 : 0.0;
  };
  const auto scoring = option_of(rules, "scoring");
  if (scoring != "banilower" || option_of(rules, "shortest_suit_doubles") == "on")
    values["you have the bonus for the shortest suit in {} of the games"] = has(shortest_suit(winning));
  if (scoring == "advanced" || scoring == "preferred")
    values["you have the bonus for the lowest high card in {} of the games"] = has(lowest_high_card(winning));
  if (scoring == "preferred")
    values["you have the bonus for the lowest low card in {} of the games"] = has(lowest_low_card(winning));
}

void read_layout(const Rules& rules, const Position& before, Seat seat, std::span<const Event> events,
                 std::span<double> numbers) {
  const Values<layout_facts> values{numbers};
  const bool bets = option_of(rules, "session") == "stud";  // `call` may meet a bet instead of calling a
                                                            // tyrant
  Melds melds{before};
  BySuit<Seat> winners{no_seat, no_seat, no_seat, no_seat};
  bool is_scored = false;
  for (const auto& event : events) {
    const bool is_own = event.seat == seat;
    if (event.verb == verbs::play)
      melds.add(event.seat, Card::from_index(static_cast<std::uint8_t>(event.arguments[0])));
    if (event.verb == verbs::conquer) {
      winners[static_cast<std::size_t>(event.arguments[0])] = event.seat;
      if (is_own) values["the suits that you win are worth {} points on average"] += event.arguments[1];
    }
    is_scored = is_scored || event.verb == verbs::score;
    if (event.verb == verbs::win && is_own) values["you take chips out of the pot in {} of the games"] = 1;
    if (event.verb == verbs::fold && is_own) values["you fold in {} of the games"] = 1;
    if (event.verb == verbs::drop && !is_own) values["the other player drops in {} of the games"] = 1;
    if (event.verb == verbs::call && !bets) values["a tyrant is called in {} of the games"] = 1;
  }
  if (is_scored && values["you fold in {} of the games"] == 0)
    read_suits(rules, melds, winners, seat, numbers);
}

// Facts about Tennis: the trick, the cards of the round, and the players who are out.

constexpr std::array<Fact, 6> tennis_facts{{
    {"you win this trick in {} of the games"},
    {"nobody wins this trick in {} of the games"},
    {"you win {} cards in the rest of the round on average", "{}", false},
    {"you are out after this round in {} of the games"},
    {"another player is out after this round in {} of the games"},
    {"you come first in {} of the games", "in {}", true, true},
}};

void read_tennis(const Rules& /*rules*/, const Position& /*before*/, Seat seat, std::span<const Event> events,
                 std::span<double> numbers) {
  const Values<tennis_facts> values{numbers};
  auto& is_out = values["you are out after this round in {} of the games"];
  auto& comes_first = values["you come first in {} of the games"];
  bool is_first_trick = true;
  bool is_this_round = true;
  for (const auto& event : events) {
    const bool is_own = event.seat == seat;
    is_this_round = is_this_round && event.verb != verbs::round;
    if (event.verb == verbs::place) {
      if (is_this_round)
        (is_own ? is_out : values["another player is out after this round in {} of the games"]) = 1;
      if (is_own && event.arguments[0] == 1) comes_first = 1;
    }
    if (!is_this_round || (event.verb != verbs::trick && event.verb != verbs::aside)) continue;
    const bool is_won = event.verb == verbs::trick && is_own;
    if (is_won) values["you win {} cards in the rest of the round on average"] += event.arguments[0];
    if (is_first_trick && is_won) values["you win this trick in {} of the games"] = 1;
    if (is_first_trick && event.verb == verbs::aside) values["nobody wins this trick in {} of the games"] = 1;
    is_first_trick = false;
  }
  // At the end of the game the first players receive their places too, but they are not out.
  if (comes_first > 0) is_out = 0;
}

}  // namespace

FactReader fact_reader_of(const Rules& rules) {
  const auto* const game = find_game(rules.game());
  const auto family = game == nullptr ? std::string_view{} : std::string_view{game->family};
  if (rules.game() == "snark") return {snark_facts, read_snark};
  if (family == "anarchy") return {anarchy_facts, read_anarchy};
  if (family == "chez") return {chez_facts, read_chez};
  if (family == "layout") return {layout_facts, read_layout};
  if (family == "tennis") return {tennis_facts, read_tennis};
  return {};
}

}  // namespace tribunal
