#pragma once

#include <string>

namespace tribunal::testing {

/// Hands of Revolution for two, dealt in turns: seat 1 has the clubs, seat 0 the diamonds.
inline const std::string two_hands = "Kc Kd Qc Qd Jc Jd 9c 9d 8c 8d";

/// The aces, which end a hand.
inline const std::string four_aces = " Ac Ad Ah As";

}  // namespace tribunal::testing
