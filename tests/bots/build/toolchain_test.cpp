#include <string>

#include <catch2/catch.hpp>

#include "bots/build/build_bot.hpp"

namespace tribunal {
namespace {

const std::string first =
    "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel name\t: EPYC\ncpu MHz\t\t: 2596.130\n"
    "core id\t\t: 0\nflags\t\t: fpu sse avx2\n\nprocessor\t: 1\nflags\t\t: fpu\n";

std::string with(std::string text, const std::string& old, const std::string& now) {
  return text.replace(text.find(old), old.size(), now);
}

TEST_CASE("bots: a processor is known by what it can do, not by its speed or the number of its cores") {
  CHECK(processor_of(with(first, "2596.130", "800.0")) == processor_of(first));
  CHECK(processor_of(with(first, "core id\t\t: 0", "core id\t\t: 7")) == processor_of(first));
  CHECK(processor_of(with(first, " avx2", "")) != processor_of(first));
  CHECK(processor_of(with(first, "EPYC", "EPYC 2")) != processor_of(first));
  CHECK(processor_of("Features\t: fp asimd\n") != processor_of("Features\t: fp sve\n"));
}

}  // namespace
}  // namespace tribunal
