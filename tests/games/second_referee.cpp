#include "games/second_referee.hpp"

#include <stdexcept>

#include "games/anarchy/second_anarchy_referee.hpp"
#include "games/chez/second_chez_referee.hpp"
#include "games/layout/second_layout_referee.hpp"
#include "games/tennis/second_tennis_referee.hpp"

namespace tribunal::testing {

std::unique_ptr<SecondReferee> second_referee(const Rules& rules) {
  const auto& family = find_game(rules.game())->family;
  if (family == "layout") return std::make_unique<SecondLayoutReferee>(rules);
  if (family == "tennis") return std::make_unique<SecondTennisReferee>(rules);
  if (family == "anarchy") return std::make_unique<SecondAnarchyReferee>(rules);
  if (family == "chez") return std::make_unique<SecondChezReferee>(rules);
  throw std::logic_error{"no second referee for " + family};
}

void read_and_compare(SecondReferee& referee, const Event& event) {
  const auto line = event.text();
  referee.read(line);
  const auto expected = referee.sight(line);
  require(event.unnoticed == expected.unnoticed, "others learn of it, or do not, against the rules");
  for (const auto seat : SeatSet::first(max_seats)) {
    if (event.sees.has(seat) == expected.sees.has(seat)) continue;
    throw std::runtime_error{"seat " + std::to_string(seat) +
                             (event.sees.has(seat) ? " sees" : " does not see") +
                             " its cards, against the rules"};
  }
}

}  // namespace tribunal::testing
