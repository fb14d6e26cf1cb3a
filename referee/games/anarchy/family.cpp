#include "games/anarchy/family.hpp"

#include "games/core/family.hpp"

namespace tribunal {
namespace {

TableShape shape(const Rules& /*rules*/) {
  return {.played = TableShape::Played::in_tricks, .stock = 0, .pile = 0};
}

}  // namespace

Family anarchy_family() {
  return {.name = "anarchy",
          .title = "Anarchy",
          .verbs = anarchy_verbs,
          .first_verb = first_anarchy_verb,
          .games = {anarchy(), anarchist_bomb(), organised_chaos(), snark()},
          .shape = shape};
}

}  // namespace tribunal
