#include "base/utc.hpp"

#include <catch2/catch.hpp>

namespace tribunal {

TEST_CASE("a time is told in UTC to the second") {
  using namespace std::chrono;
  CHECK(utc_text(system_clock::time_point{}) == "1970-01-01T00:00:00");
  CHECK(utc_text(sys_days{2028y / February / 29} + 23h + 59min + 59s + 999ms) == "2028-02-29T23:59:59");
}

}  // namespace tribunal
