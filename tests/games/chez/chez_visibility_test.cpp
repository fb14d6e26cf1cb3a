// The visibility of cards at Chez.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include <catch2/catch.hpp>

#include "games/chez/chez_random_play.hpp"
#include "games/chez/family.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// The royals that lie face-up, read from open lines.
class FaceUp {
 public:
  void read(const Event& event, bool is_concealed) {
    if (is_concealed) return;
    auto& mine = royals_[event.seat];
    const auto first = event.verb == verbs::deliver ? 1U : 0U;
    for (std::size_t i = first; i < event.size; ++i) {
      const auto card = Card::from_index(static_cast<std::uint8_t>(event.arguments[i]));
      if (is_laid(event.verb)) {
        if (const auto found = mine.find(card); found != mine.end()) mine.erase(found);
      }
      if (event.verb == verbs::court || event.verb == verbs::reveal) mine.insert(card);
    }
  }
  [[nodiscard]] bool has(Seat seat, Card card) { return royals_[seat].contains(card); }

 private:
  static bool is_laid(Verb verb) {
    constexpr std::array laid{verbs::court, verbs::play,    verbs::pair,    verbs::extend,
                              verbs::lay,   verbs::deliver, verbs::conceal, verbs::execute};
    return std::ranges::count(laid, verb) == 1;
  }

  std::map<Seat, std::multiset<Card>> royals_;
};

/// The deliveries after a retry of cards that had come before: back, and those offered once more. They are in
/// hand, whatever lies open beside them.
std::set<std::size_t> deliveries_of_what_came(std::span<const Event> events) {
  std::set<std::size_t> found;
  for (std::size_t at = 0; at < events.size(); ++at) {
    if (events[at].verb != verbs::retry) continue;
    const auto first = at + 1;
    auto last = first;
    while (last < events.size() && events[last].verb == verbs::deliver) ++last;
    const auto swapped = (last - first) / 4;
    for (auto i = first; i < last; ++i) {
      const bool is_draw = i >= first + 2 * swapped && i < first + 3 * swapped;
      if (!is_draw) found.insert(i);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("chez: face-down cards are visible only to those through whose hands they go") {
  Dice dice{12};
  for (int i = 0; i < testing::repetitions(2'000); ++i) {
    const auto rules = testing::random_rules_of("chez", dice);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    EventLog events;
    ActionList actions;
    game->begin(events);
    while (!game->wanted().empty()) {
      const auto seat = *game->wanted().begin();
      game->legal_actions(seat, actions);
      Choices choices;
      choices[seat] = testing::combos_first(actions, dice);
      game->apply(choices, events);
    }
    FaceUp face_up;
    const auto of_what_came = deliveries_of_what_came(events.events());
    for (std::size_t at = 0; at < events.events().size(); ++at) {
      const auto& event = events.events()[at];
      const bool is_concealed = of_what_came.contains(at);
      CAPTURE(testing::describe(rules), i, event.text());
      auto sees = SeatSet::all();
      const bool is_private = event.verb == verbs::deal || event.verb == verbs::draw ||
                              event.verb == verbs::offer || event.verb == verbs::seize;
      if (is_private || event.unnoticed) sees = SeatSet::only(event.seat);
      if (event.verb == verbs::deliver) {
        const auto card = Card::from_index(static_cast<std::uint8_t>(event.arguments[1]));
        sees = SeatSet::only(event.seat);
        sees.add(static_cast<Seat>(event.arguments[0]));
        if (!is_concealed && face_up.has(event.seat, card)) sees = SeatSet::all();
      }
      REQUIRE(event.sees == sees);
      face_up.read(event, is_concealed);
    }
  }
}
