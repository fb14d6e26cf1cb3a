#include "analysis/facts.hpp"

#include <array>
#include <utility>

#include "games/catalogue.hpp"

namespace tribunal {

std::unique_ptr<const FactReader> fact_reader_of(const Rules& rules) {
  using Make = std::unique_ptr<const FactReader> (*)(const Rules&);
  static constexpr std::array<std::pair<std::string_view, Make>, 4> readers{
      {{"layout", layout_facts}, {"anarchy", anarchy_facts}, {"tennis", tennis_facts}, {"chez", chez_facts}}};
  const auto* const game = find_game(rules.game());
  if (game == nullptr) return nullptr;
  for (const auto& [family, make] : readers)
    if (game->family == family) return make(rules);
  return nullptr;
}

}  // namespace tribunal
