// Replaces referee/table/pace.cpp and referee/check/many_games.cpp in the program that tests run. The program
// waits for failing bots as many times, but not as long, and a check plays fewer games.
#include "check/many_games.hpp"
#include "table/pace.hpp"

namespace tribunal {

using namespace std::chrono_literals;

constinit const Pace pace{.failing_start = 6s,
                          .silent_start = 24s,
                          .known_failure = 600ms,
                          .between_starts = {0s, 100ms, 200ms, 400ms, 800ms, 1600ms},
                          .reaction = 250ms,
                          .rehearsed_answer = 2s};

constinit const std::size_t most_in_turn = 24;

}  // namespace tribunal
