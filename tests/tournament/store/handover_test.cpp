#include "tournament/store/handover.hpp"

#include <future>
#include <stdexcept>
#include <string>

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

using Words = Handover<std::string>;

/// Gives "0", "1", ... until there are `count`, or no more are wanted; returns how many were made.
int give(Words& words, int count) {
  Words::Giver giver{words};
  int made = 0;
  for (auto* place = giver.place(); made < count && place != nullptr; place = giver.place()) {
    *place = std::to_string(made++);
    giver.give();
  }
  return made;
}

}  // namespace

TEST_CASE("values come in the order in which they were made, all of them") {
  for (const int count : {0, 1, 511, 512, 513, 10'000}) {
    CAPTURE(count);
    Words words;
    auto giving = std::async(std::launch::async, [&] { return give(words, count); });
    Words::Taker taker{words};
    int seen = 0;
    for (auto batch = taker.take(); !batch.empty(); batch = taker.take())
      for (const auto& word : batch) REQUIRE(word == std::to_string(seen++));
    CHECK(seen == count);
    CHECK(giving.get() == count);
    CHECK(taker.take().empty());
  }
}

TEST_CASE("the maker runs ahead only so far, and stops when the taker is gone") {
  constexpr int endless = 1'000'000'000;
  Words words;
  auto giving = std::async(std::launch::async, [&] { return give(words, endless); });
  {
    Words::Taker taker{words};
    CHECK(taker.take().front() == "0");
  }
  const int made = giving.get();
  CHECK(made > 0);
  CHECK(made < 10'000);
}

TEST_CASE("a value that was begun and not given is not handed over") {
  Words words;
  const auto begin_two = [&] {
    Words::Giver giver{words};
    *giver.place() = "whole";
    giver.give();
    *giver.place() = "half";
    throw std::runtime_error{"the disk fails"};
  };
  CHECK_THROWS(begin_two());
  Words::Taker taker{words};
  const auto batch = taker.take();
  REQUIRE(batch.size() == 1);
  CHECK(batch.front() == "whole");
  CHECK(taker.take().empty());
}
