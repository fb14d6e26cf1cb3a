#include "tournament/plan/bot_names.hpp"

#include <expected>
#include <string>

#include <catch2/catch.hpp>

#include "support/plan_text.hpp"
#include "support/words.hpp"
#include "tournament/plan/plan.hpp"

using namespace tribunal;

namespace {

/// The plan of ann, bob and cyd, without a seed.
const auto of_three = testing::plan_text({.seed = ""});

}  // namespace

TEST_CASE("names of bots need no quotes anywhere") {
  const auto plan_with = [](const std::string& name) {
    return parse_plan(of_three + "[[bots]]\nname = '''" + name + "'''\ncommand = \"x\"\n", "some/cup.toml");
  };
  for (const std::string name : {"a", "Amy.2_x+y-z", "_", ".x", "+", "\u5c0f\u660e", "\u0627\u0645",
                                 "e\u0301t\u00e9", "\u0928\u0940\u0932", "\u0663"})
    CHECK(plan_with(name));
  for (const auto& name : testing::words_of(
           "mallory;touch${IFS}PWNED; -a a$b a`b a'b a\"b a\\b a* a? a[b] a{b ~a a&b a|b a<b a>b "
           "a(b a#b a! a=b a:b a,b a/b a@b a%b a^b \u0301a a\u200bb a\u200d a\u00a0b a\u3000b "
           "a\u202eb \u3164 a\u034fb \u2764 a\u2013b")) {
    INFO(name);
    const auto plan = plan_with(name);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().text().contains("a bot's name is one word of at most 40 bytes, of letters"));
  }
}

TEST_CASE("names of bots that look alike are refused in one plan") {
  const auto plan_with = [](const std::string& name) {
    const auto text =
        testing::plan_text({.bots = {{"\u00e9t\u00e9", "x"}, {"Stra\u00dfe", "x"}, {name, "x"}}});
    return parse_plan(text, "some/cup.toml");
  };
  for (const std::string name : {"e\u0301te\u0301", "\u00c9T\u00c9", "strasse", "STRASSE"}) {
    INFO(name);
    const auto plan = plan_with(name);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().text().contains("look alike"));
  }
  CHECK(plan_with("ete"));
}

TEST_CASE("plans of stored results keep names of earlier versions") {
  const auto text =
      of_three + "[[bots]]\nname = \"Ann\"\ncommand = \"x\"\n[[bots]]\nname = \"a;b\"\ncommand = \"x\"\n";
  CHECK_FALSE(parse_plan(text, "some/cup.toml"));
  CHECK(parse_plan(text, "some/cup.toml", PlanUse::read));
}
