// Facts of the layout games: suits won, their bonuses, cards in suits of others, chips.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include "analysis/facts.hpp"
#include "games/layout/banilower_and_basic_scoring.hpp"
#include "games/layout/family.hpp"

namespace tribunal {
namespace {

enum LayoutFact : std::size_t {
  wins_clubs,
  wins_diamonds,
  wins_hearts,
  wins_spades,
  shortest,
  lowest_high,
  lowest_low,
  lost_cards,
  tyrant_call,
  takes_pot,
  folds,
  other_drops,
  points_for_suits,
  layout_fact_count
};

constexpr std::array<Fact, layout_fact_count> layout_fact_list{{
    {"you win clubs in {} of the games", "in {}"},
    {"you win diamonds in {} of the games", "in {}"},
    {"you win hearts in {} of the games", "in {}"},
    {"you win spades in {} of the games", "in {}"},
    {"you have the bonus for the shortest suit in {} of the games", "in {}"},
    {"you have the bonus for the lowest high card in {} of the games", "in {}"},
    {"you have the bonus for the lowest low card in {} of the games", "in {}"},
    {"you lose {} points on average for cards in suits that you do not win", "{}", false},
    {"a tyrant is called in {} of the games", "in {}"},
    {"you take chips out of the pot in {} of the games", "in {}"},
    {"you fold in {} of the games", "in {}"},
    {"the other player drops in {} of the games", "in {}"},
    {"the suits that you win are worth {} points on average", "{}", false},
}};

/// Features of a game with these rules.
struct Features {
  bool shortest = true;
  bool lowest_high = false;
  bool lowest_low = false;
  bool bets = false;  ///< `call` may meet a bet, and need not call a tyrant
};

const OptionValue* option_of(const Rules& rules, std::string_view name) {
  const auto found = std::ranges::find(rules.options(), name, &std::pair<std::string, OptionValue>::first);
  return found == rules.options().end() ? nullptr : &found->second;
}

Features features_of(const Rules& rules) {
  const auto* const scoring = option_of(rules, "scoring");
  const auto* const doubles = option_of(rules, "shortest_suit_doubles");
  const auto* const session = option_of(rules, "session");
  const auto way = scoring == nullptr ? std::string{} : to_text(*scoring);
  return {.shortest = way != "banilower" || (doubles != nullptr && to_text(*doubles) == "on"),
          .lowest_high = way == "advanced" || way == "preferred",
          .lowest_low = way == "preferred",
          .bets = session != nullptr && to_text(*session) == "stud"};
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

class LayoutFacts final : public FactReader {
 public:
  explicit LayoutFacts(const Rules& rules) : has_{features_of(rules)} {}

  [[nodiscard]] std::span<const Fact> facts() const override { return layout_fact_list; }

  void read(const Position& before, Seat seat, std::span<const Event> events,
            std::span<double> values) const override {
    Melds melds{before};
    BySuit<Seat> winners{no_seat, no_seat, no_seat, no_seat};
    bool is_scored = false;
    for (const auto& event : events) {
      if (event.verb == verbs::play) {
        melds.add(event.seat, Card::from_index(static_cast<std::uint8_t>(event.arguments[0])));
      } else if (event.verb == verbs::conquer) {
        winners[static_cast<std::size_t>(event.arguments[0])] = event.seat;
        if (event.seat == seat) values[points_for_suits] += event.arguments[1];
      }
      is_scored = is_scored || event.verb == verbs::score;
      read_stakes(event, seat, values);
    }
    if (!is_scored || values[folds] > 0) return;
    read_suits(melds, winners, seat, values);
  }

 private:
  void read_stakes(const Event& event, Seat seat, std::span<double> values) const {
    const bool is_own = event.seat == seat;
    if (event.verb == verbs::win && is_own) values[takes_pot] = 1;
    if (event.verb == verbs::fold && is_own) values[folds] = 1;
    if (event.verb == verbs::drop && !is_own) values[other_drops] = 1;
    if (event.verb == verbs::call && !has_.bets) values[tyrant_call] = 1;
  }

  void read_suits(const Melds& melds, const BySuit<Seat>& winners, Seat seat,
                  std::span<double> values) const {
    BySuit<RankSet> winning{};
    for (std::size_t suit = 0; suit < winners.size(); ++suit) {
      if (winners[suit] != no_seat) winning[suit] = melds.ranks(winners[suit], suit);
      if (winners[suit] == seat) {
        values[wins_clubs + suit] = 1;
      } else {
        values[lost_cards] += std::popcount(melds.ranks(seat, suit));
      }
    }
    const auto has = [&](int suit) {
      return suit >= 0 && winners[static_cast<std::size_t>(suit)] == seat ? 1.0 : 0.0;
    };
    if (has_.shortest) values[shortest] = has(shortest_suit(winning));
    if (has_.lowest_high) values[lowest_high] = has(lowest_high_card(winning));
    if (has_.lowest_low) values[lowest_low] = has(lowest_low_card(winning));
  }

  Features has_;
};

}  // namespace

std::unique_ptr<const FactReader> layout_facts(const Rules& rules) {
  return std::make_unique<LayoutFacts>(rules);
}

}  // namespace tribunal
