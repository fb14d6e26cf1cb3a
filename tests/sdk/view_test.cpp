// The C++ kit sees what the transcripts say: the same files, and the same expectations, as the Python kit's.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "tribunal_bot.hpp"

using namespace tribunal::bot;

namespace {

const std::filesystem::path here{SDK_TESTS};

std::string content(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  REQUIRE(in);
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string joined(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += " " + std::to_string(number);
  return text;
}

struct Talk {
  std::string seen;
  std::string said;
};

/// The views of a bot that always plays its first legal action, and its output.
Talk talk(const std::string& lines) {
  Talk talk;
  const auto decide = [&talk](const View& view) {
    talk.seen += describe(view) + "milliseconds " + std::to_string(view.milliseconds) + "\n\n";
    return view.legal.front();
  };
  Hooks hooks;
  hooks.game_end = [&talk](const View& view) {
    talk.seen += describe(view) + "scores" + joined(view.scores) + " places" + joined(view.places) + "\n\n";
  };
  std::istringstream in{lines};
  std::ostringstream out;
  REQUIRE(run("first", "1", decide, hooks, in, out) == 0);
  talk.said = out.str();
  return talk;
}

/// The view after `lines`.
View view_after(const std::string& lines) {
  View last;
  Hooks hooks;
  hooks.game_start = [&last](const View& view) { last = view; };
  hooks.event = [&last](const View& view, const Event&) { last = view; };
  std::istringstream in{lines};
  std::ostringstream out;
  run(
      "x", "1", [](const View& view) { return view.legal.front(); }, hooks, in, out);
  return last;
}

std::string said(const Decide& decide) {
  std::istringstream in{"tribunal 1\ngame revolution players=2 seats=2 you=0\nask 1 10 play:Kh pass\n"};
  std::ostringstream out;
  run("b", "1", decide, {}, in, out);
  return out.str();
}

std::vector<std::string> split_at(const std::string& line, char separator) {
  std::vector<std::string> parts;
  std::istringstream in{line};
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

/// A game in which the seats have played their melds, one a part.
View table_of(const std::vector<std::string>& parts) {
  const auto seats = parts.size() - 2;
  std::string lines = "game x you=0 seats=" + std::to_string(seats) + " " + parts.front() + "\n";
  for (std::size_t seat = 0; seat < seats; ++seat) {
    for (const auto& card : split_at(parts[seat + 1], ' ')) {
      if (!card.empty() && card != "-") lines += "play " + std::to_string(seat) + " " + card + "\n";
    }
  }
  return view_after(lines);
}

}  // namespace

TEST_CASE("the C++ view is what the transcript says") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator{here / "transcripts"}) {
    auto file = entry.path();
    if (file.extension() != ".views") continue;
    ++count;
    CAPTURE(file);
    const auto seen = content(file);
    const auto talked = talk(content(file.replace_extension(".txt")));
    CHECK(talked.seen == seen);
    CHECK(talked.said == content(file.replace_extension(".said")));
  }
  CHECK(count >= 12);
}

TEST_CASE("a suit is won as the rules say") {
  int count = 0;
  std::istringstream lines{content(here / "winners.txt")};
  for (std::string line; std::getline(lines, line);) {
    if (line.front() == '#') continue;
    ++count;
    CAPTURE(line);
    const auto parts = split_at(line, '|');
    const int winner = parts.back() == " nobody" ? -1 : std::stoi(parts.back());
    CHECK(table_of(parts).winner(Suit::hearts) == winner);
  }
  CHECK(count >= 20);
}

TEST_CASE("a line moves the card that it is about among equal cards") {
  int count = 0;
  std::istringstream cases{content(here / "equal_cards.txt")};
  for (std::string line; std::getline(cases, line);) {
    if (line.front() == '#') continue;
    ++count;
    CAPTURE(line);
    const auto bar = line.find(" | ");
    std::string told = "game chez players=2 seats=2 you=0 packs=2\nhand 1 1\n";
    for (const auto& event : split_at(line.substr(0, bar), ',')) told += event + "\n";
    const auto seen = describe(view_after(told));
    CAPTURE(seen);
    CHECK(seen.find("\n" + line.substr(bar + 3) + "\n") != std::string::npos);
  }
  CHECK(count >= 15);
}

TEST_CASE("every card of the kit reads back and anything else is an unknown card") {
  for (const char rank : std::string{"23456789TJQKA"}) {
    for (const char suit : std::string{"cdhs"})
      CHECK(Card::parse(std::string{rank, suit}).text() == std::string{rank, suit});
  }
  CHECK(Card::parse("Jo").text() == "Jo");
  CHECK(Card::parse("Kh") == Card{king, Suit::hearts});
  for (const auto* text : {"??", "", "K", "kh", "1c", "10c", "Kx", "Khh"}) {
    CAPTURE(text);
    CHECK_FALSE(Card::parse(text).known());
    CHECK(Card::parse(text).text() == "??");
  }
}

TEST_CASE("an action tells its cards, its numbers and its seat") {
  struct Example {
    std::string text;
    std::string cards;
    int first;
    int second;
    int seat;
  };
  for (const auto& [text, cards, first, second, seat] :
       {Example{"give:2,3c,Jo,5c", " 3c Jo 5c", 2, 0, 2}, Example{"next:2,1", "", 2, 1, 2},
        Example{"bid:no-suit", "", 0, 0, -1}, Example{"deliver:3,Kh", " Kh", 3, 0, 3},
        Example{"pass", "", 0, 0, -1}}) {
    const Action action{text};
    CAPTURE(text);
    std::string named;
    for (const auto card : action.cards()) named += " " + card.text();
    CHECK(named == cards);
    CHECK(action.number() == first);
    CHECK(action.number(1) == second);
    CHECK(action.seat() == seat);
  }
  CHECK(Action{"bid:7"}.number(1, -5) == -5);
}

TEST_CASE("an action of the kit keeps its words") {
  const Action give{"give:2,3c,4c"};
  CHECK(give.text() == "give:2,3c,4c");
  CHECK(give.is("give"));
  CHECK(give.arguments() == "2,3c,4c");
  CHECK(give.card().text() == "3c");
  const Action pass{"pass"};
  CHECK(pass.verb() == "pass");
  CHECK(pass.arguments().empty());
  CHECK_FALSE(pass.card().known());
  CHECK_FALSE(Action{"bid:7"}.card().known());
}

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

TEST_CASE("hooks hear the game and its events") {
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

TEST_CASE("the view knows the Golden Rule, and who is free of it") {
  const auto view = view_after("game revolution players=1 seats=2 you=0 mob=on\nplay 0 9c\nplay 1 2c\n");
  CHECK(view.fits(0, Card::parse("8c")));
  CHECK_FALSE(view.fits(0, Card::parse("9c")));
  CHECK_FALSE(view.fits(0, Card::parse("Tc")));
  CHECK(view.fits(0, Card::parse("Kd")));
  CHECK_FALSE(view.fits(0, Card::parse("Ad")));
  CHECK(view.fits(1, Card::parse("Kc")));
  CHECK_FALSE(view.fits(0, Card{}));
  CHECK_FALSE(view.winning(Card{}.suit));
}

TEST_CASE("a game that is unknown is asked anything") {
  const auto* const words = GENERATE("patience-for-two players=2 seats=2 you=0 columns=7", "x",
                                     "x high_low=on mob=on seats=2 packs=no");
  const auto view =
      view_after("game " + std::string{words} + "\nhand 0 1\ndeal 0 Kh 9c 4d\ndeal 1 ?? ?? ??\n");
  CHECK(view.seat(-1).hand.empty());
  CHECK(view.seat(64).meld(Suit::none).empty());
  for (const auto* const text : {"play:Kh", "pass", "bid:no-suit", "give:9,??", "castle", "x:Jo", ""}) {
    const Action action{text};
    const auto card = action.card();
    for (const int number : {action.seat(), -2, 0, 1, 2, 64}) {
      const auto& seat = view.seat(number);
      CHECK(view.fits(number, card) == (text == std::string_view{"play:Kh"}));
      CHECK_FALSE(view.beats(seat.meld(card.suit), view.mine().meld(card.suit)));
    }
    CHECK_FALSE(view.winning(card.suit));
    CHECK_FALSE(describe(view).empty());
  }
}

TEST_CASE("the view follows high_low from the second card on") {
  const auto view = view_after("game x seats=2 you=0 high_low=on\nplay 0 9c\nplay 1 5d\nplay 1 7d\n");
  CHECK(view.fits(0, Card::parse("8c")));
  CHECK_FALSE(view.fits(0, Card::parse("9c")));
  CHECK(view.fits(0, Card::parse("Tc")));
  CHECK_FALSE(view.fits(1, Card::parse("6d")));
  CHECK(view.fits(1, Card::parse("8d")));
}

TEST_CASE("the view reads options by kind") {
  const auto view = view_after("game mitch players=2 seats=2 you=0 high_low=on penalty=10 scoring=basic\n");
  CHECK(view.is_on("high_low"));
  CHECK_FALSE(view.is_on("mob"));
  CHECK(view.number("penalty") == 10);
  CHECK(view.number("scoring", 7) == 7);
  CHECK(view.number("none", -1) == -1);
  CHECK(view.option("scoring") == "basic");
  CHECK(view.option("none", "x") == "x");
  CHECK(view.mob() == -1);
}

TEST_CASE("the view knows where cards are played to") {
  const auto played_to = [](const std::string& game) {
    return view_after("game " + game + " seats=2 you=0\n").played_to;
  };
  CHECK(played_to("mitch") == PlayedTo::melds);
  CHECK(played_to("tennis") == PlayedTo::trick);
  CHECK(played_to("snark") == PlayedTo::trick);
  CHECK(played_to("chez") == PlayedTo::pile);
  CHECK(played_to("other") == PlayedTo::melds);
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
  CHECK(errors.str() ==
        "forgetful: the function that decides returned an empty text, which is no action; expected one of "
        "view.legal: play:Kh discard:Kh\n");
}
