#include "games/layout/family.hpp"

#include "games/core/family.hpp"

namespace tribunal {
Family layout_family() {
  return {.name = "layout",
          .title = "Layout",
          .verbs = layout_verbs,
          .first_verb = first_layout_verb,
          .games = {mitch(), revolution()}};
}

}  // namespace tribunal
