// Facts of Tennis: the trick, the cards of the round, the players who are out.
#include <array>
#include <cstddef>

#include "analysis/facts.hpp"
#include "games/tennis/family.hpp"

namespace tribunal {
namespace {

enum TennisFact : std::size_t {
  wins_trick,
  nobody_wins_trick,
  cards_of_round,
  out_after_round,
  other_out_after_round,
  comes_first,
  tennis_fact_count
};

constexpr std::array<Fact, tennis_fact_count> tennis_fact_list{{
    {"you win this trick in {} of the games", "in {}"},
    {"nobody wins this trick in {} of the games", "in {}"},
    {"you win {} cards in the rest of the round on average", "{}", false},
    {"you are out after this round in {} of the games", "in {}"},
    {"another player is out after this round in {} of the games", "in {}"},
    {"you come first in {} of the games", "in {}", true, true},
}};

class TennisFacts final : public FactReader {
 public:
  [[nodiscard]] std::span<const Fact> facts() const override { return tennis_fact_list; }

  void read(const Position& /*before*/, Seat seat, std::span<const Event> events,
            std::span<double> values) const override {
    bool is_first_trick = true;
    bool is_this_round = true;
    for (const auto& event : events) {
      const bool is_own = event.seat == seat;
      is_this_round = is_this_round && event.verb != verbs::round;
      if (event.verb == verbs::place) {
        if (is_this_round) values[is_own ? out_after_round : other_out_after_round] = 1;
        if (is_own && event.arguments[0] == 1) values[comes_first] = 1;
      }
      if (!is_this_round || (event.verb != verbs::trick && event.verb != verbs::aside)) continue;
      if (event.verb == verbs::trick && is_own) values[cards_of_round] += event.arguments[0];
      if (is_first_trick && event.verb == verbs::aside) values[nobody_wins_trick] = 1;
      if (is_first_trick && event.verb == verbs::trick && is_own) values[wins_trick] = 1;
      is_first_trick = false;
    }
    // At the end of the game those who come first are told their place, too; they are not out.
    if (values[comes_first] > 0) values[out_after_round] = 0;
  }
};

}  // namespace

std::unique_ptr<const FactReader> tennis_facts(const Rules& /*rules*/) {
  return std::make_unique<TennisFacts>();
}

}  // namespace tribunal
