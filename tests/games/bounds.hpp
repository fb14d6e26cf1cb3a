#pragma once

#include <string>

#include "games/catalogue.hpp"

namespace tribunal::testing {

/// The bounds of a seat's score in a game of the catalogue with valid options.
inline ScoreBounds bounds(const std::string& game, int players, const OptionTexts& options = {}) {
  return make_rules(game, players, options).value().score_bounds();
}

}  // namespace tribunal::testing
