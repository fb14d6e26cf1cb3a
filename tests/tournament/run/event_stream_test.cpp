// Events reach a reader in order, and one that is slow holds nobody up.
#include "tournament/run/event_stream.hpp"

#include <array>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace tribunal;

namespace {

struct Pipe {
  Descriptor reader;
  Descriptor writer;

  Pipe() {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    reader = Descriptor{ends[0]};
    writer = Descriptor{ends[1]};
  }

  /// Lines until all writers are gone.
  [[nodiscard]] std::vector<std::string> lines() const {
    std::string text;
    std::array<char, 65536> buffer{};
    while (const auto count = ::read(reader.get(), buffer.data(), buffer.size())) {
      REQUIRE(count > 0);
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
      lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
    return lines;
  }
};

constexpr std::size_t written = 6000;  // lines of 1,000 bytes: 2 MB more than may wait

void write_all(EventStream& stream) {
  for (std::size_t line = 0; line < written; ++line) stream.write(std::string(1000, 'x'));
  stream.write_last("last");
}

}  // namespace

TEST_CASE("lines without a reader are left out in part, and a line says how many and when") {
  Pipe pipe;
  std::vector<std::string> read;
  std::jthread reader;
  {
    EventStream stream{"pipe", std::move(pipe.writer), [](const std::string&) {}};
    write_all(stream);
    reader = std::jthread{[&] { read = pipe.lines(); }};
  }
  reader.join();
  REQUIRE(read.size() > 2);
  CHECK(read.back() == "last");
  std::size_t left_out = 0;  // told in several lines if some were taken in between
  std::size_t told = 0;
  for (const auto& line : read) {
    if (!line.starts_with('{')) continue;
    const auto event = nlohmann::json::parse(line);
    CHECK(event.at("event") == "left_out");
    CHECK(event.at("time").get<std::string>().ends_with('Z'));
    left_out += event.at("lines").get<std::size_t>();
    ++told;
  }
  CHECK(left_out > 0);
  CHECK(left_out + read.size() - told - 1 == written);
}

TEST_CASE("at the end a reader that takes little at a time is not waited for until it has all") {
  Pipe pipe;
  std::string trouble;
  {
    std::jthread reader;  // 4 MiB would take it a minute
    EventStream stream{"pipe", std::move(pipe.writer), [&](const std::string& said) { trouble = said; }};
    write_all(stream);
    reader = std::jthread{[&](const std::stop_token& stop) {
      std::array<char, 4096> some{};
      while (!stop.stop_requested() && ::read(pipe.reader.get(), some.data(), some.size()) > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    }};
  }
  CHECK(trouble == "pipe: events cannot be written any more; the run continues: its reader is too slow");
}
