#include <functional>
#include <sstream>
#include <string>
#include <vector>
#include <zlib.h>
#include <zstd.h>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/imports/imported_results.hpp"
#include "tournament/imports/text_lines.hpp"
#include "tournament/standings/standings.hpp"

using namespace tribunal;

namespace {

struct Import {
  ImportedResults results;
  std::string error;

  explicit Import(const std::string& text, const ImportOptions& options = {}) {
    std::istringstream in{text};
    if (auto read = read_results(in, "file", options, results); !read) error = read.error().text();
  }
  [[nodiscard]] const ImportedFile& file() const { return results.files().back(); }
};

/// Each game as `ann 1 bob 2`, best first. `forfeit` stands for a place behind all that played. ` | `
/// separates games of two deals, ` + ` games of one.
std::string games_of(const ImportedResults& results) {
  std::string text;
  const auto& rankings = results.rankings();
  rankings.for_each_run([&](const Rankings::Run& run) {
    for (auto game = run.begin; game < run.end; ++game) {
      if (!text.empty()) text += game == run.begin ? " | " : " + ";
      const auto pattern = rankings.patterns()[rankings.pattern_of(game)];
      std::string seats;
      for (std::size_t seat = 0; seat < pattern.size(); ++seat) {
        seats += results.names().at(Rankings::bot_of(pattern[seat]));
        if (seat >= Rankings::forfeited_from(pattern)) seats += " forfeit";
        if (seat + 1 == pattern.size()) break;
        seats += seat < Rankings::forfeited_from(pattern) && Rankings::ties_with_next(pattern[seat]) ? " = "
                                                                                                     : " > ";
      }
      text += seats;
    }
  });
  return text;
}

std::string games_in(const std::string& text, const ImportOptions& options = {}) {
  const Import import{text, options};
  CHECK(import.error.empty());
  return games_of(import.results);
}

std::string pgn_game(const std::string& white, const std::string& black, const std::string& result) {
  return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n1. e4 " +
         result + "\n\n";
}

ImportOptions with(const std::function<void(ImportOptions&)>& change) {
  ImportOptions options;
  change(options);
  return options;
}

}  // namespace

TEST_CASE("a ranking names the bots of a game from the best on") {
  for (const auto* line :
       {"ada > bob = cyd > dan", "ada>bob=cyd>dan # a comment", "\n# nothing #1\nada > bob = cyd>dan\r\n"}) {
    CAPTURE(line);
    CHECK(games_in(line) == "ada > bob = cyd > dan");
  }
  CHECK(games_in("a = b") == "a = b");
}

TEST_CASE("commas and blanks rank only where the form is named") {
  const auto ranks = with([](auto& options) { options.format = ImportFormat::ranks; });
  CHECK(games_in("ada,bob=cyd, dan\nada  bob\n", ranks) == "ada > bob = cyd > dan | ada > bob");
  for (const auto* text :
       {"ada, bob, cyd\n", "ada bob\n", "a > b c\n", "a < b\n", "a > b >\n", "1. a > 2. b\n"}) {
    CAPTURE(text);
    CHECK_FALSE(Import{text}.error.empty());
  }
}

TEST_CASE("headings of a table are found whatever their case, blanks, order and delimiter") {
  for (const auto* text :
       {"game,bot,place\n1,a,1\n1,b,2\n", "Game,Bot,Place\n1,a,1\n1,b,2\n",
        "game, bot, place\r\n1, a, 1\r\n1, b, 2", "\xef\xbb\xbfplace;extra;bot;game\n2;x;b;1\n1;;a;1\n",
        "game\tbot\tplace\n1\ta\t1.0\n1\tb\t2.0\n", "White,Black,Result\na,b,1-0\n", "winner,loser\na,b\n",
        "player1,player2,winner\nb,a,a\n", "player1,player2,winner\n\"a \",b,\" a\"\n"}) {
    CAPTURE(text);
    CHECK(games_in(text) == "a > b");
  }
}

TEST_CASE("a draw has its own words in each form of a table") {
  CHECK(games_in("white,black,result\na,b,1/2-1/2\n") == "a = b");
  CHECK(games_in("player1,player2,winner\na,b,Draw\n") == "a = b");
  CHECK(games_in("player1,player2,winner\ndraw,b,draw\n") == "draw > b");
}

TEST_CASE("names of several words become one word, and quoted fields may hold anything") {
  CHECK(games_in("game,bot,place\n1,My Bot,1\n1,\"lee, ann\",2\n1,\"ray \"\"x\"\"\",3\n1,'=cyd,4\n") ==
        "My_Bot > lee,_ann > ray_\"x\" > =cyd");
}

TEST_CASE("games of a table share a deal by its column alone") {
  CHECK(games_in("game,deal,bot,place\n1,9,a,1\n1,9,b,2\n2,9,b,1\n2,9,a,2\n3,8,a,1\n3,8,b,2\n") ==
        "a > b + b > a | a > b");
}

TEST_CASE("forfeits of an exported table keep their meaning") {
  const std::string heading = "game,bot,place,faults,forfeited\n";
  CHECK(games_in(heading + "0,a,1,start 1,true\n0,b,1,start 1,true\n0,c,1,,false\n") ==
        "c > a forfeit > b forfeit");
  CHECK(games_in(heading + "0,a,1,timeout 2,false\n0,b,2,,false\n") == "a > b");
  CHECK(games_in("game,bot,place,Forfeited\n0,a,1,True\n0,b,2,\n") == "b > a");
}

TEST_CASE("an odd game is left out, told with its line, and costs no other game") {
  const auto [text, games, line,
              reason] = GENERATE(table<std::string, std::string, std::uint64_t, std::string>({
      {pgn_game("a", "b", "?") + pgn_game("a", "b", "1-0"), "a > b", 1, "Result \"?\""},
      {pgn_game("a", "b", "0-0") + pgn_game("a", "b", "1-0"), "a > b", 1, "Result \"0-0\": both lost"},
      {pgn_game("", "b", "1-0") + pgn_game("a", "b", "1-0"), "a > b", 1, "a bot without a name"},
      {pgn_game("a", "b", "1-0") + pgn_game("a", "a", "1-0"), "a > b", 7, "White and Black are both 'a'"},
      {"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 0-1\n\n" + pgn_game("b", "a", "1-0"), "b > a",
       1, "Result \"1-0\" contradicts the result"},
      {"[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 0-1\n\n" + pgn_game("b", "a", "1-0"), "b > a",
       1, "Result \"*\" contradicts the result"},
      {"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 *\n\n" + pgn_game("b", "a", "1-0"), "b > a",
       1, "Result \"1-0\" contradicts the result"},
      {pgn_game("a", "b", "1-0") + "[White \"a\"]\n[Result \"1-0\"]\n\n1-0\n", "a > b", 7, "no tag Black"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4\n\n" + pgn_game("a", "b", "1-0"), "a > b", 1, "no Result"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4 (1. d4 0-1)\n\n" + pgn_game("a", "b", "1-0"), "a > b", 1,
       "no Result"},
      {"1. e4 1-0\n\n" + pgn_game("a", "b", "1-0"), "a > b", 1, "no tag White"},
      {"game,bot,place\n1,a,\n1,b,\n2,a,1\n2,b,2\n", "a > b", 2, "no place"},
      {"game,bot,place,forfeited\n1,a,1,no\n1,b,2,\n2,a,1,\n2,b,2,\n", "a > b", 2, "forfeited 'no'"},
      {"game,bot,place\n1,a,1\n1,b,first\n2,a,1\n2,b,2\n", "a > b", 2, "place 'first'"},
      {"game,bot,place\n1,a,1\n2,a,1\n2,b,2\n", "a > b", 2, "a game of one bot"},
      {"white,black,result\na,b,won\nb,a,0-1\n", "a > b", 2, "result 'won'"},
      {"player1,player2,winner\na,b,c\nb,a,a\n", "a > b", 2, "winner 'c'"},
      {"[White \"a\"]\n[White \"c\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n" + pgn_game("a", "b", "1-0"),
       "a > b", 1, "the tag White occurs twice"},
      {"winner,loser,games\na,b,1.5\na,b,1\n", "a > b", 2, "'1.5' games"},
      {"winner,loser,games,draw\na,b,9,3\na,b,1,no\n", "a > b", 2, "draw '3'"},  // of nine games, or of all?
      {"player1,player2,winner\n1,b,2\n1,b,1\n", "1 > b", 2, "winner '2'"},
      {"player1,player2,winner,score1,score2\na,b,a,1,2\na,b,a,2,1\n", "a > b", 2, "the scores '1' and '2'"},
      {"home,away,score1,score2\na,b,1,x\na,b,1,0\n", "a > b", 2, "the scores '1' and 'x'"},
      {"home,away,score1,score2\na,b,9007199254740993,9007199254740994\na,b,1,0\n", "a > b", 2,
       "the scores '9007199254740993' and '9007199254740994'; expected two numbers of at most 2^53"},
      {"lonely\na > b\n", "a > b", 1, "a game of one bot"},
      {"home;away;score1;score2\na;b;1.200;950\na;b;1.5;0.5\n", "a > b", 2, "the scores '1.200' and '950'"},
      {"player1,player2,winner\na,b,0\na,b,a\n", "a > b", 2, "winner '0'"},
  }));
  CAPTURE(text);
  const bool is_pgn = text.contains("[White");
  const auto options = with([&](auto& set) {
    set.format = is_pgn           ? std::optional{ImportFormat::pgn}
                 : text[0] == 'l' ? std::optional{ImportFormat::ranks}
                                  : std::nullopt;
  });
  const Import import{text, options};
  CHECK(import.error.empty());
  CHECK(games_of(import.results) == games);
  CHECK(import.file().left_out == 1);
  CHECK(import.file().examples.at(0).line == line);
  CHECK_THAT(import.file().examples.at(0).reason, Catch::StartsWith(reason));
  auto strict = options;
  strict.strict = true;
  CHECK_THAT(Import(text, strict).error, Catch::Contains(reason) && Catch::Contains("--strict"));
}

TEST_CASE("games without a result are counted apart") {
  const Import import{pgn_game("a", "b", "*") + pgn_game("a", "b", "1-0"),
                      with([](auto& options) { options.strict = true; })};
  CHECK(games_of(import.results) == "a > b");
  CHECK(import.file().unfinished == 1);
}

TEST_CASE("tags of PGN are found in every way that files write them") {
  const auto [text, games] = GENERATE(table<std::string, std::string>({
      {"[White \"a\"] [Black \"b\"] [Result \"1-0\"]\n1. e4 1-0\n", "a > b"},
      {"[Result \"1-0\"]\n[Black \"b\"]\n[White \"a\"]\n\n1-0\n", "a > b"},
      {"  [White\t\"a\"]\n[ Black  \"b\" ]\n[Result \"1-0\"]\n\n1-0\n", "a > b"},
      {"% escaped\n[White \"a\"]\r\n[Black \"b\"]\r\n\r\n1. e4 1-0\r\n", "a > b"},
      {"[White \"a\"]\n[Black \"b\"]\n[Result \"?\"]\n\n1. e4 {late} 1-0\n", "a > b"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4 {a } 1-0 ; not { a comment\n" + pgn_game("b", "a", "1-0"),
       "a > b | b > a"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4 {quotes\n[White \"x\"]\n1. d4} e5 {and { here} 1-0\n", "a > b"},
      {"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 {a comment\n\n[White \"x\"]\n1-0 [Result "
       "\"0-1\"]} 1-0\n",
       "a > b"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4 (1. d4 0-1) 1-0 ; 0-1\n", "a > b"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4 (1. d4\n0-1) e5\n1-0 {0-1}\n", "a > b"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4\n\ne5 2. d4 1-0\n", "a > b"},
      {"[White \"Deep \\\"Blue\\\"\"]\n[Black \"say \"x\" twice\"]\n[Result \"0-1\"]\n",
       "say_\"x\"_twice > Deep_\"Blue\""},
      {"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n[White \"b\"]\n\n[Black \"a\"]\n[Result \"1-0\"]\n",
       "a > b | b > a"},
      {"[White \"M\xf8ller\"]\n[Black \"b\"]\n[Result \"1-0\"]\n", "M\xc3\xb8ller > b"},
      {pgn_game(std::string(255, 'x'), "b", "1-0"), std::string(255, 'x') + " > b"},
  }));
  CAPTURE(text);
  CHECK(games_in(text, with([](auto& options) { options.format = ImportFormat::pgn; })) == games);
  CHECK(Import{text}.error.empty());
}

TEST_CASE("games of a pair from one opening are one deal where that is asked for") {
  const auto round = [](const std::string& number) { return "[Round \"" + number + "\"]\n"; };
  const auto text = round("1") + pgn_game("a", "b", "1-0") + round("1") + pgn_game("b", "a", "1-0") +
                    round("2") + pgn_game("a", "b", "1-0");
  CHECK(games_in(text) == "a > b | b > a | a > b");
  CHECK(games_in(text, with([](auto& options) { options.pairs = true; })) == "a > b + b > a | a > b");
}

TEST_CASE("a Round in which two bots played more than twice names no opening if it is the only one") {
  const auto pairs = with([](auto& options) { options.pairs = true; });
  const auto round = [](const std::string& number) { return "[Round \"" + number + "\"]\n"; };
  const auto one = round("1") + pgn_game("a", "b", "1-0");
  const auto back = round("1") + pgn_game("b", "a", "1-0");
  const auto next = round("2") + pgn_game("a", "b", "1-0");
  const auto [text, games, told] = GENERATE_COPY(table<std::string, std::string, std::string>({
      {one + back + one, "a > b | b > a | a > b", "1"},
      {one + back, "a > b + b > a", ""},                               // the first round of a longer file
      {one + back + one + next, "a > b + b > a + a > b | a > b", ""},  // openings of three games
      {"[FEN \"x\"]\n" + pgn_game("a", "b", "1-0") + one, "a > b | a > b", ""},
  }));
  CAPTURE(text);
  const Import import{text, pairs};
  CHECK(games_of(import.results) == games);
  CHECK(import.file().only_round == told);
}

TEST_CASE("a line of a table may stand for several games, and say the result in other ways") {
  CHECK(games_in("winner,loser,games\na,b,2\nb,a,1\n") == "a > b | a > b | b > a");
  CHECK(games_in("white,black,result,Count\na,b,1/2-1/2,2\na,b,*,3\na,b,1-0,0\n") == "a = b | a = b");
  CHECK(games_in("winner,loser,deal,games\na,b,7,2\n") == "a > b + a > b");
  CHECK(games_in("white;black;result\na;b;1 - 0\na;b;0,5-0,5\na;b;0\u20131\na;b;\u00bd - \u00bd\n") ==
        "a > b | a = b | b > a | a = b");
  CHECK(games_in(pgn_game("a", "b", "\u00bd-\u00bd")) == "a = b");
  CHECK(games_in("winner,loser,draw\na,b,0\na,b,1\na,b,\na,b,TRUE\n") == "a > b | a = b | a > b | a = b");
  CHECK(games_in("player1,player2,winner\na,b,1\na,b,2\na,b,Player 2\n") == "a > b | b > a | b > a");
  CHECK(games_in("player1,player2,winner\n2,1,1\n3,4,3\n") == "1 > 2 | 3 > 4");  // 3 is no position
  CHECK(games_in("player1,player2,winner\n3,4,1\n1,2,1\n") == "3 > 4 | 1 > 2");
  CHECK(games_in("Home,Away,Home Score,Away Score\na,b,2,1\na,b,0,0\na,b,9,10\n") == "a > b | a = b | b > a");
  CHECK(games_in("winner,loser,winner_score,loser_score\na,b,2,1\n") == "a > b");
  CHECK(
      games_in("home,away,score1,score2,games\na,b,1,0,2\na,b,.5,0.5,2\na,b,3,1,1\nb,a,0,0,1\nb,a,9,8,2\n") ==
      "a > b | a > b | a = b | a = b | a > b | a = b | b > a | b > a");
}

TEST_CASE("a column that says something about results is refused by its name if it is not read") {
  const auto [headings, column] = GENERATE(table<std::string, std::string>({
      {"winner,loser,n", "n"},
      {"winner,loser,draws", "draws"},
      {"winner,loser,winner_games", "winner_games"},
      {"winner,loser,games_won,games_lost", "games_won"},
      {"winner,loser,weight", "weight"},
      {"player1,player2,winner,walkover", "walkover"},
      {"winner,loser,result", "result"},
      {"winner,loser,Home Score,away_score", "Home Score"},
      {"white,black,result,draw", "draw"},
      {"white,black,result,rank_1", "rank_1"},
      {"player1,player2,winner,player3", "player3"},
      {"player1,player2,winner,score1", "score1"},
      {"home,away,score1,score2,excluded", "excluded"},
      {"home,away,white,black,white_score,black_score", "white"},  // whose are the scores?
      {"game,bot,place,games", "games"},
      {"game,bot,place,rank_1,rank_2", "rank_1"},
      {"game,bot,place,wins", "wins"},
      {"game,bot,place,faults", "faults"},
  }));
  CAPTURE(headings);
  CHECK_THAT(Import{headings + "\n"}.error,
             Catch::StartsWith("line 1: the column '" + column + "' is not read in a table of "));
}

TEST_CASE("a contradiction or an unknown form is refused with its line") {
  const auto [text, problem] = GENERATE(table<std::string, std::string>({
      {"game,bot,place\n0,a,1\n0,b,2\n1,a,1\n1,b,2\n0,c,1\n0,d,2\n",
       "line 6: game 0 occurs again after other games"},
      {"game,deal,bot,place\n0,1,a,1\n0,2,b,2\n", "line 3: game 0 has deal '2' here and '1' in line 2"},
      {"game,seat,bot,place\n0,0,a,1\n0,0,b,2\n", "line 3: seat 0 occurs twice in game 0"},
      {"game,bot,place\n0,a,1\n0,a,2\n", "line 2: the bot 'a' occurs twice in this game"},
      {"a > b > a\n", "line 1: the bot 'a' occurs twice in this game"},
      {"game,bot,place,Place\n0,a,1,1\n", "line 1: the column 'place' occurs twice"},
      {"game,bot,place\n0,a,1\n0,b,2\ngame,bot,place\n", "line 4: the headings occur again"},
      {"game,bot,place\n1,a,1\n1,b\n", "line 3: 2 fields; expected 3"},
      {"game,bot,place\n1,a,1\n1,\"b,2\n", "line 3: a quotation mark is not closed"},
      {"game,bot,place\n1,a,1\n1,b\"x\"y,2\n", "line 3: a quotation mark that"},
      {"white,black,result,game\na,b,1-0,7\nb,a,1-0,7\n", "line 3: game 7 comes twice"},
      {"rank,bot,elo\n1,a,1500\n", "line 1: found the columns 'rank', 'bot', 'elo'; expected a table with"},
      {"winner,loser,games\na,b,10000001\n", "line 2: more than 10000000 games"},
      {"player1,player2,winner\na,b,1\na,b,a\na,b,0\n", "line 4: winner '0', but other numbers in line 2"},
      {"player1,player2,winner\na,b,-1\na,b,1\n", "line 3: winner '1', but other numbers in line 2"},
      {pgn_game("a", "b", "1-0") + "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 {cut\n\n" +
           pgn_game("b", "a", "1-0"),
       "line 11: the comment is not closed before the tags in line 13; expected '}'"},
      {"[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 {cut[White \"c\"]\n[Black \"d\"]\n\n1. e4 {x} "
       "1-0\n",
       "line 5: the comment is not closed before the tags in line 6"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4 {one\n} e5 {two 1-0\n",
       "line 5: the comment is not closed; expected"},
      {"home,away,score1,score2,games\na,b,1,0,9\na,b,6,4,10\n",
       "line 3: the scores '6' and '4' of 10 games may be those of a match"},
      {"white,black,result,games,white_score,black_score\na,b,1-0,10,7.5,1.5\n",
       "line 2: the scores '7.5' and '1.5' of 10"},
      {"home,away,score1,score2,games\na,b,7,2,10\n", "line 2: the scores '7' and '2' of 10 games"},
      {"winner,loser,games,winner_score,loser_score\na,b,3,2,1\n",
       "line 2: the scores '2' and '1' of 3 games"},
      {"player1,player2,winner\n3,4,1\n4,3,2\n2,1,1\n",
       "line 4: the winner is the name of one player and the position of the other, so it is unclear which "
       "of them won (line 3 has a player's position)"},
      {"player1,player2,winner\n1,2,1\n2,1,1\n",
       "line 3: the winner is the name of one player and the position of the other, so it is unclear which "
       "of them won; expected"},
      {"home,away,winner\n3,4,3\nb,home,home\n3,4,1\n", "line 3: the winner is the name"},
      {"bot#1 > bot\n", "line 1: 'bot#1' has a '#'"},
      {"a > b > c# fine\n", "line 1: 'c# fine' has a '#'"},
      {"{\"event\":\"x\"}\n", "line 1: found '{\"event\":\"x\"}'; expected"},
      {pgn_game("Foo Bar", "x", "1-0") + pgn_game("Foo_Bar", "x", "1-0"),
       "line 7: the names 'Foo Bar' and 'Foo_Bar'"},
      {pgn_game("caf\xc3\xa9", "x", "1-0") + pgn_game("cafe\xcc\x81", "x", "1-0"), "line 7: the names"},
      {pgn_game("bot", "x", "1-0") + pgn_game("b\xe2\x80\x8bot", "x", "1-0"), "line 7: the names"},
      {pgn_game("bot", "x", "1-0") + pgn_game("bot\xc2\xa0", "x", "1-0"), "line 7: the names"},
      {"", "is empty"},
      {std::string{"a > b\0", 6}, "line 1: a NUL byte"},
      {"a=b=c=d=e=f=g=h=i=j=k=l=m", "no game counts; line 1: more than 12 bots share a place"},
  }));
  CAPTURE(text);
  CHECK_THAT(Import{text}.error, Catch::StartsWith(problem));
}

TEST_CASE("a game that comes again by its content hash counts once, and a file that comes again is refused") {
  const std::string hash(64, '7');
  const auto rows = [&](const std::string& number, const std::string& content) {
    return number + ",a,1," + content + '\n' + number + ",b,2," + content + '\n';
  };
  ImportedResults results;
  const auto read = [&](const std::string& text) {
    std::istringstream in{text};
    return read_results(in, "file", with([](auto& options) { options.one_of_several = true; }), results);
  };
  const std::string heading = "game,bot,place,content_sha256\n";
  REQUIRE(read(heading + rows("0", hash)));
  REQUIRE(read(heading + rows("5", hash) + rows("6", std::string(64, '8'))));
  CHECK(results.files().back().games == 1);
  CHECK(results.files().back().left_out == 1);
  CHECK_THAT(read(heading + rows("0", hash)).error().text(), Catch::StartsWith("has the same text as file"));
}

namespace {

std::string gzipped(std::string text, int level) {
  std::string out(text.size() + 1000, '\0');
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

TEST_CASE("one other letter in a compressed text is found by its checksum") {
  auto packed = gzipped("ann > bob\n", Z_NO_COMPRESSION);
  packed.at(packed.find("ann")) = 'i';  // still a deflate stream, under another name
  CHECK_THAT(Import{packed}.error, Catch::Contains("cannot be decompressed"));
}

TEST_CASE("text is decompressed, and damage to it is found") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += i % 3 == 0 ? "a > b\n" : "b > c > a\n";
  const auto zstd = [&] {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
  }();
  const auto gzip = gzipped(text, Z_DEFAULT_COMPRESSION);
  for (const auto& packed : {gzip, zstd}) {
    CHECK(Import{packed}.file().games == 20'000);
    CHECK(Import{packed + packed}.file().games == 40'000);
    CHECK_THAT(Import{packed.substr(0, packed.size() - 9)}.error, Catch::Contains("cannot be decompressed"));
    auto damaged = packed;
    for (std::size_t at = 20; at < damaged.size(); at += 7) damaged[at] = static_cast<char>(~damaged[at]);
    CHECK_FALSE(Import{damaged}.error.empty());
  }
}

TEST_CASE("a line without end is refused before it fills the memory") {
  CHECK_THAT(Import{std::string(longest_imported_line + 70'000, 'x')}.error,
             Catch::Contains("is longer than"));
  CHECK_THAT(Import{"game,bot,place\n1,\"" + std::string(3, '\n') +
                    std::string(longest_imported_line - 9, 'x') + "\n\n\n\n\n\n\n\n"}
                 .error,
             Catch::Contains("not closed within"));
}

TEST_CASE("lines may end with CR alone") {
  const std::string rows = "a,b,1-0\rb,c,1-0\r";
  CHECK(games_in("white,black,result\r" + rows) == "a > b | b > c");
  std::string many;
  while (many.size() < longest_imported_line) many += rows;
  CHECK(Import{"white,black,result\r" + many}.file().games == 2 * many.size() / rows.size());
  CHECK(games_in("[White \"a\"]\r[Black \"b\"]\r\r1. e4 {[White \"c\"]\r} 1-0\r") == "a > b");
  CHECK(games_in("a > b\r") == "a > b");
  CHECK_THAT(Import{"white,black,result\na,b,1-0\rb,c,1-0\n"}.error, Catch::StartsWith("line 2: 6 fields"));
}

TEST_CASE("a file of which fewer games count than could not be read is refused") {
  const std::string head = "white,black,result\na,b,1-0\n";
  CHECK(Import{head + "a,b,won\n"}.error.empty());
  CHECK_THAT(Import{head + "a,b,won\na,b,lost\n"}.error,
             Catch::StartsWith("only 1 of 3 games can be read") && Catch::Contains("line 4: result 'lost'"));
  const std::string seats = "game,bot,place,void_by_ruling\n0,a,1,\n0,b,2,\n";
  CHECK(Import{seats + "1,a,1,1\n1,b,2,1\n2,a,1,1\n2,b,2,1\n"}.error.empty());  // it is known who won
}

TEST_CASE("any bytes are read or refused") {
  CHECK(rc::check("bytes", [] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "game,bot,place\n", "1,a,1\n", "1,b,2\n", "[White \"", "\"]\n", "[Black \"b\"]\n",
        "[Result \"1-0\"]\n", "\"", ",", "\n", "=", ">", "a", "1", "\xff", "\r\n", "'=", "#", "{", "}", "(",
        "1-0", "\\", "\x1f\x8b"));
    std::string text;
    for (const auto& piece : pieces) text += piece;
    const Import import{text};
    const bool refused_or_counted = !import.error.empty() || import.file().games > 0;
    RC_ASSERT(refused_or_counted);
  }));
}

TEST_CASE("places of sixty-four seats are rated") {
  std::vector<std::string> bots;
  std::vector<Placed> placed;
  for (std::uint32_t bot = 0; bot < max_ranked_seats; ++bot) {
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
