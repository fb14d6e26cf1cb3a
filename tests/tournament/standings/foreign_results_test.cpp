#include "tournament/standings/foreign_results.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/standings/standings.hpp"

using namespace tribunal;

namespace {

std::vector<ForeignGame> games_in(std::string_view text) { return read_foreign_results(text).value().games; }

std::string error_in(std::string_view text) {
  const auto results = read_foreign_results(text);
  return results ? "" : results.error();
}

}  // namespace

TEST_CASE("rank lists name the bots of a game from the best on") {
  const ForeignGame tie{{{"ada", 1}, {"bob", 2}, {"cyd", 2}, {"dan", 4}}, ""};
  for (const auto* line : {"ada > bob = cyd > dan", "ada,bob=cyd,dan", "ada bob = cyd dan # a comment",
                           "\n# nothing\nada bob=cyd dan\r\n"}) {
    CAPTURE(line);
    CHECK(games_in(line) == std::vector{tie});
  }
  CHECK(games_in("a b\nb a\n").size() == 2);
}

TEST_CASE("tables have a line a seat, in any order of their columns") {
  CHECK(games_in("place,extra,bot,game\n2,x,ada,7\n1,\"y,\n\"\"z\"\"\",bob,7\n1,,ada,8\n1,,'=cyd,8\n") ==
        std::vector<ForeignGame>{{{{"ada", 2}, {"bob", 1}}, ""}, {{{"ada", 1}, {"=cyd", 1}}, ""}});
  CHECK(games_in("game,deal,bot,place\r\n1,9,ada,1\r\n1,9,bob,2\r\n").front().deal == "9");
}

TEST_CASE("of games in PGN the tags of players and result count") {
  const auto results = read_foreign_results(
      "[Event \"x\"]\n[White \"Deep \\\"Blue\\\"\"]\n[Black \"Crafty 25.6\"]\n[Result \"1/2-1/2\"]\n\n1. e4 "
      "{ [%clk 1] "
      "} 1/2-1/2\n\n[White \"ada\"]\n[Black \"bob\"]\n[Result \"*\"]\n\n*\n\n[White \"ada\"]\n[Black "
      "\"bob\"]\n"
      "[Result \"0-1\"]\n\n0-1\n");
  REQUIRE(results);
  CHECK(results->unfinished == 1);
  CHECK(results->games == std::vector<ForeignGame>{{{{"Deep_\"Blue\"", 1}, {"Crafty_25.6", 1}}, ""},
                                                   {{{"ada", 2}, {"bob", 1}}, ""}});
}

TEST_CASE("what cannot be read is named with its line") {
  const auto [text, problem] = GENERATE(table<std::string, std::string>({
      {"a b\nlonely\n", "line 2: this game has one bot; expected two or more"},
      {"a > b =\n", "line 1: this is no ranking; expected one such as greedy > careful = random"},
      {"game,bot,place\n1,a,0\n", "line 2: a place is a whole number from 1 to 64"},
      {"game,bot,place\n1,a,1\n1,b\n", "line 3: 2 fields; expected 3, as in the line of headings"},
      {"game,bot,place\n1,a,1\n1,\"b,2\n", "line 3: a quotation mark is not closed"},
      {"game,bot,place\n1,a,1\n", "line 2: this game has one bot; expected two or more"},
      {"game,bot,place\n1,a b,1\n1,c,1\n", "line 2: a bot's name is one word of at most 40 bytes"},
      {"[White \"a\"]\n[Black \"b\"]\n[Result \"2-0\"]\n",
       "line 3: a result is \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\""},
      {"[White \"a\"]\n[Result \"1-0\"]\n", "line 2: the tags White and Black before it: a bot's name is"},
      {"", "there is no game in it; expected rank lists, CSV with the columns game, bot and place, or PGN"},
      {std::string{"a b\0", 4}, "this is no text"},
      {"a=b=c=d=e=f=g=h=i=j=k=l=m", "line 1: more than 12 bots share a place, which cannot be rated"},
  }));
  CAPTURE(text);
  CHECK_THAT(error_in(text), Catch::StartsWith(problem));
}

TEST_CASE("any bytes are read or refused") {
  CHECK(rc::check("bytes", [] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "game,bot,place\n", "1,a,1\n", "[White \"", "\"]\n", "[Result \"1-0\"]\n", "\"", ",", "\n", "=", ">",
        "a", "1", "\xff", "\r\n", "'=", "#"));
    std::string text;
    for (const auto& piece : pieces) text += piece;
    (void)read_foreign_results(text);
  }));
}

TEST_CASE("places of sixty-four seats are rated") {
  std::vector<std::string> bots;
  std::vector<Placed> placed;
  for (std::uint32_t bot = 0; bot < most_foreign_seats; ++bot) {
    bots.push_back("bot" + std::to_string(bot));
    placed.push_back({bot, static_cast<std::int32_t>(bot) + 1});
  }
  StandingsTally tally{bots, DealOrder::come_back};
  for (std::uint64_t deal = 0; deal < 3; ++deal) tally.add_places(deal, placed);
  const auto standings = tally.standings({.points = false}).value();
  CHECK(standings.games == 3);
  CHECK(standings.deals == 3);
  CHECK(standings.rows.front().bot == "bot0");
  CHECK(standings.rows.back().bot == "bot63");
  CHECK(standings.rows.front().score_percent().value() == 100);
}
