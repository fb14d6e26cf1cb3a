#include "parallel/background_writer.hpp"

#include <future>
#include <vector>

#include <catch2/catch.hpp>

namespace tribunal {
namespace {

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

TEST_CASE("lines beyond the bound are left out, and a line in their place says how many") {
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
}  // namespace tribunal
