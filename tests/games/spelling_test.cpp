#include "base/spelling.hpp"

#include <array>
#include <string>

#include <catch2/catch.hpp>

using namespace tribunal;

TEST_CASE("a word is suggested only if few of its letters differ, else all are listed") {
  const std::array<std::string, 4> options{"mob", "tyrant", "hands", "all"};
  const std::string list = "; expected mob, tyrant, hands or all";
  const auto suggested = [&](std::string_view given) { return suggestion(given, options); };
  for (const auto* const far : {"foo", "bob2", "m", "", "ten", "band", "grant"}) {
    CAPTURE(far);
    CHECK(suggested(far) == list);
  }
  CHECK(suggested("mobs") == "; did you mean 'mob'?");
  CHECK(suggested("mb") == "; did you mean 'mob'?");
  CHECK(suggested("omb") == "; did you mean 'mob'?");  // neighbours exchanged are one error
  CHECK(suggested("tyrantt") == "; did you mean 'tyrant'?");
  CHECK(suggested("tyarnt") == "; did you mean 'tyrant'?");
  CHECK(suggested("teirant") == "; did you mean 'tyrant'?");
  CHECK(suggested("hnads") == "; did you mean 'hands'?");
}
