#include "table/pace.hpp"

namespace tribunal {

using namespace std::chrono_literals;

constinit const Pace pace{.failing_start = 30s,
                          .silent_start = 120s,
                          .known_failure = 3s,
                          .between_starts = {0s, 500ms, 1s, 2s, 4s, 8s},
                          .reaction = 500ms,
                          .rehearsed_answer = 10s};

}  // namespace tribunal
