#include "tournament/run/journal.hpp"

#include <filesystem>
#include <fstream>
#include <regex>
#include <thread>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"
#include "support/words.hpp"

using namespace tribunal;
using testing::content_of;
using tribunal::testing::ScratchFolder;

namespace {

Journal opened(const std::filesystem::path& file, const std::string& level = "info") {
  return Journal::open(file, level, [](const std::string& sentence) { FAIL(sentence); }).value();
}

}  // namespace

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
  CHECK(told.front().starts_with("/dev/full: the journal cannot be written any more"));
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
