#include "tournament/plan/versions.hpp"

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

SeatResult seat_of(int bot, int version) {
  SeatResult seat;
  seat.bot = bot;
  seat.version = version;
  return seat;
}

}  // namespace

TEST_CASE("a bot whose files change is another entrant from then on") {
  Versions versions{std::vector<std::string>{"ann", "bob"}};
  CHECK(versions.number(0, "0c1f66a2ffff") == 0);
  CHECK(versions.number(0, "0c1f66a2ffff") == 0);
  CHECK_FALSE(versions.several());
  CHECK(versions.entrants() == std::vector<std::string>{"ann", "bob"});
  CHECK(versions.first_of("ann") == "ann");

  CHECK(versions.number(0, "77aa11bbffff") == 1);
  CHECK(versions.several());
  CHECK(versions.count(0) == 2);
  CHECK(versions.count(1) == 1);  // although it has not played yet
  CHECK(versions.entrants() == std::vector<std::string>{"ann@0c1f66a2", "ann@77aa11bb", "bob"});
  CHECK(versions.entrant(seat_of(0, 0)) == 0);
  CHECK(versions.entrant(seat_of(0, 1)) == 1);
  CHECK(versions.entrant(seat_of(1, 0)) == 2);
  CHECK(versions.first_of("ann") == "ann@0c1f66a2");
  CHECK(versions.first_of("nobody") == "nobody");
}

TEST_CASE("files that come back are the version that they were") {
  Versions versions{std::vector<std::string>{"ann"}};
  CHECK(versions.number(0, "aaaaaaaaaaaa") == 0);
  CHECK(versions.number(0, "bbbbbbbbbbbb") == 1);
  CHECK(versions.number(0, "aaaaaaaaaaaa") == 0);
  CHECK(versions.hashes(0) == std::vector<std::string>{"aaaaaaaaaaaa", "bbbbbbbbbbbb"});
}
