#include "games/layout/family.hpp"

#include "games/core/family.hpp"
#include "games/core/option_values.hpp"

namespace tribunal {
namespace {

TableShape shape(const Rules& rules) {
  const int packs = rules.game() == "mitch" ? number_of(rules.options(), "packs") : 1;
  return {.played = TableShape::Played::in_melds, .stock = 52 * packs, .pile = 0};
}

}  // namespace

Family layout_family() {
  return {.name = "layout",
          .title = "Layout",
          .verbs = layout_verbs,
          .first_verb = first_layout_verb,
          .games = {mitch(), revolution()},
          .shape = shape};
}

}  // namespace tribunal
