#include "games/anarchy/family.hpp"

#include "games/core/family.hpp"

namespace tribunal {
Family anarchy_family() {
  return {.name = "anarchy",
          .title = "Anarchy",
          .verbs = anarchy_verbs,
          .first_verb = first_anarchy_verb,
          .games = {anarchy(), anarchist_bomb(), organised_chaos(), snark()},
          .table = "dealt=0 play:hand>trick"};
}

}  // namespace tribunal
