// Events reach a reader in order, and a slow reader delays nobody.
#include "tournament/run/event_stream.hpp"

#include <array>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/scratch_folder.hpp"
#include "support/words.hpp"
#include "tournament/run/run_journal.hpp"

using namespace tribunal;
using testing::content_of;
using tribunal::testing::ScratchFolder;

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
  std::size_t left_out = 0;  // reported in several lines if some were read in between
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
  CHECK(trouble == "pipe: events can no longer be written; the run continues: its reader is too slow");
}

Journal opened(const std::filesystem::path& file, const std::string& level = "info") {
  return Journal::open(file, level, [](const std::string& sentence) { FAIL(sentence); }).value();
}

TEST_CASE("a journal has a line for each event, with time and level, and nothing in it can harm a terminal") {
  const ScratchFolder folder;
  opened(folder / "run.log").warning("fault: a\x1b[2J\nb\xff: {} %s \xc3\xa9");
  const std::regex line{
      R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z warning fault: a\\x1b\[2J\\x0ab\\xff: \{\} %s )"
      "\xc3\xa9\n"};
  const auto text = content_of(folder / "run.log");
  INFO(text);
  CHECK(std::regex_match(text, line));
}

TEST_CASE("a journal holds the lines from its level on, is appended to, and is no file at level off") {
  const ScratchFolder folder;
  opened(folder / "run.log", "warning").info("too little");
  opened(folder / "run.log", "trace").trace("first");
  opened(folder / "run.log").error("second");
  opened(folder / "none.log", "off").error("never");
  Journal{}.error("nowhere");
  const auto text = content_of(folder / "run.log");
  CHECK(text.find("too little") == std::string::npos);
  CHECK(text.find("trace   first\n") < text.find("error   second\n"));
  CHECK(text.find("second") != std::string::npos);
  CHECK(!std::filesystem::exists(folder / "none.log"));
}

TEST_CASE("a journal that cannot be opened is refused, and a failed write is reported once") {
  const ScratchFolder folder;
  const auto ignore = [](const std::string&) {};
  CHECK(!Journal::open(folder.path(), "info", ignore));
  CHECK(!Journal::open(folder / "no" / "run.log", "info", ignore));
  CHECK(!std::filesystem::exists(folder / "no"));
  std::vector<std::string> told;
  const auto full =
      Journal::open("/dev/full", "info", [&](const auto& sentence) { told.push_back(sentence); });
  REQUIRE(full);
  full->info("one");
  full->info("two");
  REQUIRE(told.size() == 1);
  CHECK(told.front().starts_with("/dev/full: the journal can no longer be written"));
}

TEST_CASE("threads write whole lines to a journal") {
  const ScratchFolder folder;
  const auto journal = opened(folder / "run.log");
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&] {
        for (int i = 0; i < 100; ++i) journal.info("a line of some length, all of it");
      });
  }
  std::ifstream stream{folder / "run.log"};
  int lines = 0;
  for (std::string line; std::getline(stream, line); ++lines)
    REQUIRE(line.ends_with("info    a line of some length, all of it"));
  CHECK(lines == 400);
}

}  // namespace
