#include "check/many_games.hpp"

namespace tribunal {

constinit const std::size_t most_in_turn = 100;

}  // namespace tribunal
