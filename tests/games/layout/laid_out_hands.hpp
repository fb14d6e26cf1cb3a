#pragma once

#include <string>
#include <vector>

#include "support/scripted_game.hpp"

namespace tribunal::testing {

/// Hands of Revolution for two, dealt in turns: seat 1 has the clubs, seat 0 the diamonds.
inline const std::string two_hands = "Kc Kd Qc Qd Jc Jd 9c 9d 8c 8d";

/// The hands of three players: seat 1 has the clubs, seat 2 the diamonds, seat 0 the hearts.
inline const std::string three_hands = "Kc Kd Kh Qc Qd Qh Jc Jd Jh 9c 9d 9h 8c 8d 8h";

/// The aces, which end a hand.
inline const std::string four_aces = " Ac Ad Ah As";

/// A session of Revolution, as many hands as `tops` has.
[[nodiscard]] inline ScriptedGame session_of(const std::string& session, int players,
                                             const std::vector<std::string>& tops, OptionTexts options) {
  options["session"] = session;
  options["hands"] = std::to_string(tops.size());
  return {"revolution", players, options, tops};
}

}  // namespace tribunal::testing
