#include "games/second_referee.hpp"

namespace tribunal::testing {

std::unique_ptr<SecondReferee> second_referee(const Rules& rules) {
  static const std::map<std::string, std::unique_ptr<SecondReferee> (*)(const Rules&)> by_family{
      {"layout", second_layout_referee},
      {"tennis", second_tennis_referee},
      {"anarchy", second_anarchy_referee},
      {"chez", second_chez_referee}};
  return by_family.at(find_game(rules.game())->family)(rules);
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
