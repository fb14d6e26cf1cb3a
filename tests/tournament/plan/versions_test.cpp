#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tournament/plan/tournament.hpp"

using namespace tribunal;

TEST_CASE("the newest version is the last one, unless a bot has gone back to an earlier one") {
  Versions versions{std::vector<std::string>{"a", "b"}};
  CHECK(versions.newest(1) == 0);
  CHECK(versions.number(0, "1111111100") == 0);
  CHECK(versions.number(0, "2222222200") == 1);
  CHECK(versions.newest(0) == 1);
  versions.set_newest(0, versions.number(0, "1111111100"));
  CHECK(versions.newest(0) == 0);
  CHECK(versions.entrants() == std::vector<std::string>{"a@11111111", "a@22222222", "b"});
}
