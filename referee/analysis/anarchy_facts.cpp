// Facts of the Anarchy games: the points of the bid and the bonuses; in Snark the cards in hand at the end.
#include <array>
#include <cstddef>

#include "analysis/facts.hpp"
#include "games/anarchy/family.hpp"

namespace tribunal {
namespace {

enum AnarchyFact : std::size_t {
  bid_points_made,
  missing_suit,
  quartet,
  next_trick,
  cards_taken,
  tricks_taken_from,
  anarchy_fact_count
};

constexpr std::array<Fact, anarchy_fact_count> anarchy_fact_list{{
    {"your bid brings {} points in the hand on average", "{}", false},
    {"you have a bonus for a missing suit in {} of the games", "in {}"},
    {"you have a bonus for a quartet in {} of the games", "in {}"},
    {"you take cards in this trick in {} of the games", "in {}"},
    {"you take {} more cards in the hand on average", "{}", false},
    {"you take cards in {} tricks on average", "in {}", false},
}};

class AnarchyFacts final : public FactReader {
 public:
  [[nodiscard]] std::span<const Fact> facts() const override { return anarchy_fact_list; }

  void read(const Position& /*before*/, Seat seat, std::span<const Event> events,
            std::span<double> values) const override {
    double bonus = 0;
    bool trick_is_over = false;
    bool captured = false;
    for (const auto& event : events) {
      trick_is_over = trick_is_over || (captured && event.verb != verbs::capture);
      captured = captured || event.verb == verbs::capture;
      if (event.seat != seat) continue;
      if (event.verb == verbs::capture) {
        values[cards_taken] += event.size;
        ++values[tricks_taken_from];
        if (!trick_is_over) values[next_trick] = 1;
      } else if (event.verb == verbs::bonus) {
        bonus += event.arguments[0] + event.arguments[1];
        if (event.arguments[0] > 0) values[missing_suit] = 1;
        if (event.arguments[1] > 0) values[quartet] = 1;
      } else if (event.verb == verbs::score) {
        values[bid_points_made] = event.arguments[0] - bonus;
      }
    }
  }
};

enum SnarkFact : std::size_t { runs_out, cards_at_end, snark_fact_count };

constexpr std::array<Fact, snark_fact_count> snark_fact_list{{
    {"you run out of cards in {} of the games", "in {}"},
    {"you hold {} cards at the end of the hand on average", "{}", false},
}};

class SnarkFacts final : public FactReader {
 public:
  [[nodiscard]] std::span<const Fact> facts() const override { return snark_fact_list; }

  void read(const Position& before, Seat seat, std::span<const Event> events,
            std::span<double> values) const override {
    auto held = static_cast<double>(before.seats.at(index_of(seat)).hand.size());
    for (const auto& event : events) {
      if (event.seat != seat) continue;
      if (event.verb == verbs::play) --held;
      if (event.verb == verbs::gather) held += event.size;
    }
    values[runs_out] = held == 0 ? 1 : 0;
    values[cards_at_end] = held;
  }
};

}  // namespace

std::unique_ptr<const FactReader> anarchy_facts(const Rules& rules) {
  if (rules.game() == "snark") return std::make_unique<SnarkFacts>();
  return std::make_unique<AnarchyFacts>();
}

}  // namespace tribunal
