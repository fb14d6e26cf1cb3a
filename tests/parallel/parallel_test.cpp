// Several threads process pieces, and one receives the results in their order.
#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

#include "parallel/background_writer.hpp"
#include "parallel/in_order.hpp"

using namespace tribunal;

namespace {

/// The numbers below `end`, one after the other.
auto numbers_below(int end) {
  return [next = 0, end]() mutable { return next < end ? std::optional{next++} : std::nullopt; };
}

/// Computes the square of a number; every seventh takes longer.
int slow_square(int number) {
  if (number % 7 == 0) std::this_thread::sleep_for(std::chrono::milliseconds{2});
  return number * number;
}

auto squares() {
  return [] { return [](int number) { return slow_square(number); }; };
}

TEST_CASE("results are taken in the order of the pieces") {
  for (const unsigned threads : {1U, 2U, 5U}) {
    std::vector<int> taken;
    in_order(threads, numbers_below(200), squares(), [&](int square) {
      taken.push_back(square);
      return true;
    });
    REQUIRE(taken.size() == 200);
    for (int number = 0; number < 200; ++number)
      CHECK(taken.at(static_cast<std::size_t>(number)) == number * number);
  }
}

TEST_CASE("no pieces, nothing taken") {
  in_order(3, numbers_below(0), squares(), [](int) {
    FAIL("there is nothing to take");
    return true;
  });
}

TEST_CASE("workers do not run far ahead of the taker, and stop with it") {
  std::atomic<int> begun = 0;
  int taken = 0;
  in_order(
      2, numbers_below(1'000'000),
      [&] {
        return [&](int number) {
          ++begun;
          return number;
        };
      },
      [&](int) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
        return ++taken < 20;
      });
  CHECK(taken == 20);
  CHECK(begun <= 30);
}

TEST_CASE("an exception of any function is thrown to the caller") {
  const auto fails_at = [](int bad) {
    return [bad] {
      return [bad](int number) { return number == bad ? throw std::runtime_error{"bad"} : number; };
    };
  };
  const auto go_on = [](int) { return true; };
  CHECK_THROWS_WITH(in_order(3, numbers_below(100), fails_at(50), go_on), "bad");
  const auto no_next = []() -> std::optional<int> { throw std::runtime_error{"next"}; };
  CHECK_THROWS_WITH(in_order(2, no_next, squares(), go_on), "next");
  const auto no_taking = [](int) -> bool { throw std::runtime_error{"take"}; };
  CHECK_THROWS_WITH(in_order(2, numbers_below(100), squares(), no_taking), "take");
}

std::string left_out(std::size_t lines) { return "(" + std::to_string(lines) + ")"; }

TEST_CASE("queued lines are written in order before the writer ends") {
  std::vector<std::string> lines;
  {
    BackgroundWriter writer{1000, left_out, [&](std::string_view line, const std::stop_token&) {
                              lines.emplace_back(line);
                              return true;
                            }};
    for (const auto* line : {"a", "b", "c"}) writer.write(line);
  }
  CHECK(lines == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("lines beyond the bound are omitted, and a line in their place states how many") {
  std::vector<std::string> lines;
  {
    std::promise<void> reads;
    auto ready = reads.get_future();
    BackgroundWriter writer{3, left_out, [&](std::string_view line, const std::stop_token&) {
                              if (lines.empty()) ready.wait();
                              lines.emplace_back(line);
                              return true;
                            }};
    writer.write("aa");
    for (int line = 0; line < 9; ++line) writer.write("too long");
    writer.write_always("the end");
    writer.write("last too long");
    reads.set_value();
  }
  CHECK(lines == std::vector<std::string>{"aa", "(9)", "the end", "(1)"});
}

TEST_CASE("no line is written after one that failed") {
  int calls = 0;
  {
    BackgroundWriter writer{1000, left_out, [&](std::string_view, const std::stop_token&) {
                              ++calls;
                              return false;
                            }};
    writer.write("a");
    writer.write("b");
  }
  CHECK(calls == 1);
}

}  // namespace
