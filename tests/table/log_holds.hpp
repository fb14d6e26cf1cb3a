#pragma once

#include <sstream>

#include <catch2/catch.hpp>

#include "record/replay_log.hpp"
#include "record/verify/verify.hpp"

namespace tribunal {

/// Checks that the log of a game follows from its deal and decisions.
inline void check_log_holds(const Record& record) {
  std::istringstream log{write_log(record).value()};
  const auto verified = verify_log(log);
  INFO(verified.text());
  CHECK(verified.verdict == Verdict::holds);
}

}  // namespace tribunal
