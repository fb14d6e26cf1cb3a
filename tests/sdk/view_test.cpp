// The C++ kit as a C++ author meets it. Its views are compared with those of the other kits in kits_test.py.
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tribunal_bot.hpp"

using namespace tribunal::bot;

namespace {

std::string joined(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += " " + std::to_string(number);
  return text;
}

std::string said(const Decide& decide) {
  std::istringstream in{"tribunal 1\ngame revolution players=2 seats=2 you=0\nask 1 10 play:Kh pass\n"};
  std::ostringstream out;
  run("b", "1", decide, {}, in, out);
  return out.str();
}

}  // namespace

TEST_CASE("a comment goes out before the move and on one line") {
  const auto decide = [](const View& view) { return Decision{view.legal[1], "two\nlines"}; };
  CHECK(said(decide) == "ready b 1\n# two lines\nmove 1 pass\n");
}

TEST_CASE("an answer may be a plain word") {
  CHECK(said([](const View&) { return "play:Kh"; }) == "ready b 1\nmove 1 play:Kh\n");
}

TEST_CASE("every answer is flushed") {
  struct Buffer : std::stringbuf {
    std::string flushed;
    int sync() override {
      flushed = str();
      return 0;
    }
  } buffer;
  std::ostream out{&buffer};
  std::istringstream in{"tribunal 1\nask 1 10 pass\n"};
  run(
      "b", "1", [](const View& view) { return view.legal.front(); }, {}, in, out);
  CHECK(buffer.flushed == "ready b 1\nmove 1 pass\n");
}

TEST_CASE("hooks receive the game and its events") {
  std::vector<std::string> heard;
  Hooks hooks;
  hooks.game_start = [&heard](const View& view) { heard.push_back("start " + view.game); };
  hooks.event = [&heard](const View& view, const Event& event) {
    heard.push_back(std::string{event.verb} + joined({event.seat, static_cast<int>(event.arguments.size())}) +
                    joined({static_cast<int>(view.hand().size())}));
  };
  hooks.game_end = [&heard](const View&) { heard.emplace_back("end"); };
  std::istringstream in{
      "game mitch players=2 seats=2 you=0\ndeal 0 Kc Qc\nsneeze 1 loudly\nresult 1 2 places 2 1\nend\n"};
  std::ostringstream out;
  run(
      "b", "1", [](const View& view) { return view.legal.front(); }, hooks, in, out);
  CHECK(heard == std::vector<std::string>{"start mitch", "deal 0 2 2", "sneeze 1 1 2", "end"});
}

TEST_CASE("a function that returns no action is told so, and the bot ends") {
  std::istringstream in{
      "tribunal 1\ngame revolution players=2 seats=2 you=0\nask 1 1000 play:Kh discard:Kh\nquit\n"};
  std::ostringstream out;
  std::ostringstream errors;
  auto* const before = std::cerr.rdbuf(errors.rdbuf());
  const int code = run(
      "forgetful", "1", [](const View&) { return Decision{""}; }, {}, in, out);
  std::cerr.rdbuf(before);
  CHECK(code == 1);
  CHECK(out.str() == "ready forgetful 1\n");
  CHECK(
      errors.str() ==
      "forgetful: the function that decides returned an empty text, which is not an action; expected one of "
      "view.legal: play:Kh discard:Kh\n");
}
