// Facts of Chez: who is killed, who leaves the game, and how many cards must be picked up.
#include <array>
#include <cstddef>

#include "analysis/facts.hpp"
#include "games/chez/family.hpp"

namespace tribunal {
namespace {

enum ChezFact : std::size_t {
  is_killed,
  others_killed,
  leaves_first,
  other_leaves_before_turn,
  picks_up,
  loses_by_betting,
  beats_all,
  chez_fact_count
};

constexpr std::array<Fact, chez_fact_count> chez_fact_list{{
    {"you are killed in {} of the games", "in {}"},
    {"{} other players are killed on average", "{}", false},
    {"you are the first to leave the game in {} of the games", "in {}"},
    {"another player leaves the game before your next decision in {} of the games", "in {}"},
    {"you pick up {} cards on average", "{}", false},
    {"you lose with the betting man in {} of the games", "in {}"},
    {"you come first in {} of the games", "in {}", true, true},
}};

class ChezFacts final : public FactReader {
 public:
  [[nodiscard]] std::span<const Fact> facts() const override { return chez_fact_list; }

  void read(const Position& /*before*/, Seat seat, std::span<const Event> events,
            std::span<double> values) const override {
    int own_decisions = 0;
    bool has_left = false;
    for (const auto& event : events) {
      const bool is_own = event.seat == seat;
      own_decisions += event.is_decision && is_own ? 1 : 0;
      if (event.verb == verbs::draw && is_own) ++values[picks_up];
      if (event.verb == verbs::killed) values[is_killed] = values[is_killed] + (is_own ? 1 : 0);
      if (event.verb == verbs::killed && !is_own) ++values[others_killed];
      if (event.verb == verbs::lose && is_own) values[loses_by_betting] = 1;
      if (event.verb == verbs::place && is_own && event.arguments[0] == 1) values[beats_all] = 1;
      if (event.verb != verbs::finish) continue;
      if (is_own && !has_left) values[leaves_first] = 1;
      // The first own decision is the one that is analysed.
      if (!is_own && !has_left && own_decisions <= 1) values[other_leaves_before_turn] = 1;
      has_left = true;
    }
  }
};

}  // namespace

std::unique_ptr<const FactReader> chez_facts(const Rules& /*rules*/) { return std::make_unique<ChezFacts>(); }

}  // namespace tribunal
