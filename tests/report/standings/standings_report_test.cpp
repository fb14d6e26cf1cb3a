#include "report/standings/standings_report.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/text/text_width.hpp"
#include "report/standings/small_tournament.hpp"
#include "report/standings/standings_notes.hpp"
#include "support/game_result.hpp"
#include "support/words.hpp"

using namespace tribunal;
using namespace tribunal::test;
using testing::game_result;

TEST_CASE("the table of standings") {
  CHECK(standings_table(small_standings()) ==
        R"(36 games of 12 deals.
Elo: strength by places, mean 1500; +/-: 95 %. LOS: chance in % that the bot is stronger than the next.
Points: mean score per deal; +/-: 95 %. Score: place points in % of the possible ones. p50, p99, max: time per move.
1st, 2nd, ...: places that it had to itself, Tied: places shared, in % of games.

Rank  Bot      Elo  +/-    LOS  Points   +/-  Games  Score  1st  2nd  3rd  Tied  Faults    p50    p99    max
   1  greedy  1623   21  >99.9    0.25  0.77     36   74.3   50   14    0    36       0  271us  450us  450us
   2  żółw-3  1488   17  >99.9   -1.75  0.77     36   50.0   33   33   33     0       0  7.4ms   12ms   12ms
   3  random  1389   22      -   -3.75  0.77     36   25.7    0   17   47    36       3  912ms  912ms  912ms
   4  absent     -    -      -       -     -      0      -    -    -    -     -       0      -      -      -

Seat                             0      1     2
points over the table's mean  0.00  -0.25  0.25
+/-                           1.24   1.90  1.27
first places in %               25     44    47

Faults of random: 3 timeout, in 3 of 36 games.
)");
}

TEST_CASE("on a terminal of 80 columns the standings leave out what matters least, and say so") {
  CHECK(standings_table(small_standings(), {.layout = {.columns = 80, .legend = false}}) ==
        R"(36 games of 12 deals.

Rank  Bot      Elo  +/-    LOS  Points   +/-  Games  Score  Faults    p50    p99
   1  greedy  1623   21  >99.9    0.25  0.77     36   74.3       0  271us  450us
   2  żółw-3  1488   17  >99.9   -1.75  0.77     36   50.0       0  7.4ms   12ms
   3  random  1389   22      -   -3.75  0.77     36   25.7       3  912ms  912ms
   4  absent     -    -      -       -     -      0      -       0      -      -

Left out: 1st, 2nd, 3rd, Tied, max (all: --wide or a pipe; meanings: --legend)

Seat                             0      1     2
points over the table's mean  0.00  -0.25  0.25
+/-                           1.24   1.90  1.27
first places in %               25     44    47

Faults of random: 3 timeout, in 3 of 36 games.
)");
}

TEST_CASE("no line of standings is wider than the terminal, whatever its width") {
  const std::size_t width = GENERATE(20U, 40U, 50U, 60U, 80U, 100U, 132U, 200U);
  const bool legend = GENERATE(true, false);
  CAPTURE(width, legend);
  const TextLayout layout{.columns = width, .legend = legend};
  auto text = standings_table(small_standings(), {.usage = true, .drawn = true, .layout = layout}) +
              crosstable_table(small_standings(), layout) + los_table(small_standings(), layout);
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    CAPTURE(line);
    CHECK(columns_of(line) <= width);
    text.erase(0, line.size() + 1);
  }
}

TEST_CASE("Markdown has all columns, whatever the terminal") {
  CHECK(standings_table(small_standings(), {.layout = {.columns = 20, .markdown = true}}) ==
        standings_table(small_standings(), {.layout = {.markdown = true}}));
}

TEST_CASE("the table of several games is followed by one per game, and only these have points") {
  StandingsTally all{{"ada", "bob"}};
  StandingsTally mitch{{"ada", "bob"}};
  all.add(game_result(0, {{0, 7}, {1, 3}}));
  mitch.add(game_result(0, {{0, 7}, {1, 3}}));
  all.add(game_result(0, {{0, -300}, {1, 200}}, {200}));
  const TournamentStandings standings{
      {all.standings({.points = false}).value(), {{"mitch", mitch.standings().value()}}}};
  CHECK(standings_table(standings) ==
        R"(All games together: 2 games of 1 deal.
Elo: strength by places, mean 1500; +/-: 95 %. LOS: chance in % that the bot is stronger than the next.
Score: place points in % of the possible ones. p50, p99, max: time per move.
1st, 2nd, ...: places that it had to itself, Tied: places shared, in % of games.
Points, the mean score per deal, cannot be compared between games; the table of each game has them.

Rank  Bot         Elo  +/-  LOS  Games  Score  1st  2nd  3rd  Tied  Faults  p50  p99  max
   1  (the Mob)  1587    -    -      1   75.0    0    0    0   100       -    -    -    -
   2  bob        1466    -    -      2   50.0    0   50    0    50       0    -    -    -
   3  ada        1447    -    -      2   33.3   50    0   50     0       0    -    -    -

Too few deals for intervals and LOS: 8 or more are needed.

mitch: 1 game of 1 deal, 0.0 % of them drawn.

Rank  Bot    Elo  +/-  LOS  Points  +/-  Games  Score  Won  Drawn  Lost  Faults  p50  p99  max
   1  ada  >1632    -    -    7.00    -      1  100.0    1      0     0       0    -    -    -
   2  bob  <1368    -    -    3.00    -      1    0.0    0      0     1       0    -    -    -

> never lost to another bot or shared a place with one: no game limits its Elo from above.
< never beat another bot or shared a place with one: no game limits its Elo from below.
Too few deals for intervals and LOS: 8 or more are needed.
)");
  CHECK(standings_csv(standings) ==
        "game,rank,bot,by_referee,elo,elo_error,sweep,superiority,points,points_error,deals,games,"
        "place_1,place_2,place_3,faults,move_p50_us,move_p99_us,move_max_us,cpu_us,unasked_cpu_us,peak_kib,"
        "voluntary_switches,involuntary_switches,elo_drawn_low,elo_drawn_high,withdrawn,faults_by_kind,"
        "score_percent,shared_1,shared_2,shared_3,name,sha256,superseded,schema\r\n"
        ",1,(the Mob),true,1586.8620,,,,,,1,1,1,0,0,0,,,,,,,,,,,false,,75.0000,1,0,0,(the Mob),,false,2\r\n"
        ",2,bob,false,1466.4636,,,,,,1,2,1,1,0,0,,,,,,,,,,,false,,50.0000,1,0,0,bob,,false,2\r\n"
        ",3,ada,false,1446.6744,,,,,,1,2,1,0,1,0,,,,,,,,,,,false,,33.3333,0,0,0,ada,,false,2\r\n"
        "mitch,1,ada,false,1632.1479,,perfect,,7.000000,,1,1,1,0,0,0,,,,,,,,,,,false,,100.0000,0,0,0,ada,,"
        "false,2\r\n"
        "mitch,2,bob,false,1367.8521,,hopeless,,3.000000,,1,1,0,1,0,0,,,,,,,,,,,false,,0.0000,0,0,0,bob,,"
        "false,2\r\n");
}

TEST_CASE("the table before the first game") {
  CHECK(standings_table(StandingsTally{{"ada", "bob"}}.standings().value()) ==
        R"(0 games of 0 deals.
Elo: strength by places, mean 1500; +/-: 95 %. LOS: chance in % that the bot is stronger than the next.
Points: mean score per deal; +/-: 95 %. Score: place points in % of the possible ones. p50, p99, max: time per move.

Rank  Bot  Elo  +/-  LOS  Points  +/-  Games  Score  Faults  p50  p99  max
   1  ada    -    -    -       -    -      0      -       0    -    -    -
   1  bob    -    -    -       -    -      0      -       0    -    -    -
)");
}

TEST_CASE("perfect and hopeless scores, groups that never met and an anchor are noted") {
  StandingsTally tally{{"ada", "bob", "cyd", "dan"}};
  for (std::uint64_t deal = 1; deal <= 4; ++deal) {
    for (const int first : {0, 2}) tally.add(game_result(deal, {{first, 2}, {first + 1, 1}}));
  }
  const auto table = standings_table(tally.standings({.anchors = {Anchor{"cyd", 2000}}}).value());
  CAPTURE(table);
  CHECK_THAT(table, Catch::Contains("strength by places, cyd = 2000;"));
  CHECK_THAT(table, Catch::Contains(" cyd  >2000 "));
  CHECK_THAT(table, Catch::Contains(" dan  <"));
  CHECK_THAT(table, Catch::Contains("> never lost to another bot or shared a place"));
  CHECK_THAT(table, Catch::Contains("< never beat another bot or shared a place"));
  CHECK_THAT(table, Catch::Contains("only within each:\n  ada bob\n  cyd dan\n"));
}

TEST_CASE("a field too close for its games is told under the table where results decided who met whom") {
  auto standings = small_standings();
  standings.typical_error = 40;
  standings.spread = 80;
  constexpr auto told = "Few games for so close a field";
  CHECK_FALSE(standings_table(standings).contains(told));
  standings.paired_by_results = true;
  CHECK(standings_table(standings).contains(
      "Few games for so close a field, paired by results or with bots that never met (standard error 40, "
      "spread 80 points of Elo)"));
  CHECK(doubts_text(standings).contains(told));
  CHECK(nlohmann::json(standings_json(standings))["close_field"] == true);
  standings.spread = 120;
  CHECK_FALSE(standings_table(standings).contains(told));
  standings.spread = 80;
  for (auto& row : standings.rows)
    if (row.rating) row.rating->elo_error.reset();
  CHECK_FALSE(standings_table(standings).contains(told));  // no interval exists that could be too wide
}

TEST_CASE("errors beyond any field are told under the table") {
  auto standings = small_standings();
  const std::string told = "Errors above 1000 points of Elo: these games say almost nothing about strength";
  CHECK_FALSE(standings_table(standings).contains(told));
  standings.rows.front().rating->elo_error = 3519;
  CHECK(standings_table(standings).contains(told + ".\n"));
  CHECK(doubts_text(standings).contains(told));
  standings.ranked_by_elo = false;
  CHECK(standings_table(standings).contains(told + "; ranks are by the rounds, not by Elo.\n"));
}

TEST_CASE("seats that the referee plays are listed in the table, without faults or times") {
  StandingsTally tally{{"ada"}};
  tally.add(game_result(1, {{0, 3}}, {7}));
  const auto standings = tally.standings().value();
  CHECK_THAT(standings_table(standings), Catch::Contains("   1  (the Mob)  >"));
  const auto json = nlohmann::json(standings_json(standings));
  CHECK(json["rows"][0]["by_referee"] == true);
  CHECK(json["rows"][0]["move_us"].is_null());
  CHECK(json["rows"][0]["sweep"] == "perfect");
}

TEST_CASE("six seats and names of twenty characters fit the page") {
  StandingsTally tally{{"a-name-of-twenty-chr", "bob-bob-bob-bob-bob-", "cyd", "dan", "eve", "fay"}};
  for (std::uint64_t deal = 1; deal <= 3; ++deal) {
    GameResult result;
    result.deal = deal;
    result.outcome.seats = 6;
    for (int bot = 0; bot < 6; ++bot) {
      MoveTimes times;
      times.add(9'900);
      result.seats.push_back({.bot = bot, .faults = {{FaultKind::timeout, 12345}}, .times = times});
      result.outcome.scores[static_cast<std::size_t>(bot)] = -100 * bot * static_cast<int>(deal);
    }
    place_by_score(result.outcome);
    tally.add(result);
  }
  auto standings = tally.standings().value();
  for (auto& row : standings.rows) row.games = 1'000'000;
  std::string table = standings_table(standings);
  while (!table.empty()) {
    const auto line = table.substr(0, table.find('\n'));
    CAPTURE(line);
    CHECK(columns_of(line) <= 120);
    table.erase(0, line.size() + 1);
  }
}

TEST_CASE("standings as JSON have the same keys in the same order for every bot") {
  const auto json = nlohmann::ordered_json(standings_json(small_standings()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  CHECK(testing::joined(keys) ==
        "games deals anchor anchors spread typical_error close_field dispersion paired_by_results widening "
        "misfit groups variance_ratio seats rows");
  REQUIRE(json["rows"].size() == 4);
  for (const auto& row : json["rows"]) {
    keys.clear();
    for (const auto& [key, value] : row.items()) keys.push_back(key);
    CHECK(testing::joined(keys) ==
          "rank bot name sha256 superseded by_referee withdrawn elo elo_error elo_drawn sweep superiority "
          "deals_to_separate points points_error deals games places shared_places score_percent faults "
          "fault_count move_us usage");
  }
}

TEST_CASE("standings as JSON hold the numbers") {
  const auto json = nlohmann::json(standings_json(small_standings()));
  CHECK(json["games"] == 36);
  CHECK(json["deals"] == 12);
  CHECK(json["anchors"].empty());
  CHECK(json["groups"] == nlohmann::json{{"greedy", "żółw-3", "random"}});
  CHECK(json["rows"][0] == nlohmann::json::parse(R"({
    "rank": 1, "bot": "greedy", "name": "greedy", "sha256": null, "superseded": false, "by_referee": false, "withdrawn": false, "elo": 1622.8082, "elo_error": 20.5751, "elo_drawn": null, "sweep": null,
    "superiority": 0.999999, "deals_to_separate": [0.0, 0.0], "points": 0.25, "points_error": 0.772248, "deals": 12, "games": 36, "places": [24, 12, 0],
    "shared_places": [6, 7, 0], "score_percent": 74.3056,
    "faults": {}, "fault_count": 0, "move_us": {"count": 180, "p50": 271, "p99": 450, "max": 450},
    "usage": null})"));
  CHECK(json["rows"][2]["faults"] == nlohmann::json{{"timeout", 3}});
  CHECK(json["rows"][3]["elo"].is_null());
  CHECK(json["rows"][3]["move_us"].is_null());
}

TEST_CASE("standings as comma-separated values") {
  CHECK(
      standings_csv({{.overall = small_standings()}}) ==
      "rank,bot,by_referee,elo,elo_error,sweep,superiority,points,points_error,deals,games,"
      "place_1,place_2,place_3,faults,move_p50_us,move_p99_us,move_max_us,cpu_us,unasked_cpu_us,peak_kib,"
      "voluntary_switches,involuntary_switches,elo_drawn_low,elo_drawn_high,withdrawn,faults_by_kind,"
      "score_percent,shared_1,shared_2,shared_3,name,sha256,superseded,schema\r\n"
      "1,greedy,false,1622.8082,20.5751,,0.999999,0.250000,0.772248,12,36,24,12,0,0,271,450,450,,,,,,,"
      ",false,,74.3056,6,7,0,greedy,,false,2\r\n"
      "2,żółw-3,false,1488.1733,17.2154,,0.999974,-1.750000,0.772248,12,36,12,12,12,0,7423,12000,12000,,,,,,,"
      ",false,,50.0000,0,0,0,żółw-3,,false,2\r\n"
      "3,random,false,1389.0185,22.3157,,,-3.750000,0.772248,12,36,6,13,17,3,912000,912000,912000,,,,,,,"
      ",false,timeout 3,25.6944,6,7,0,random,,false,2\r\n"
      "4,absent,false,,,,,,,0,0,0,0,0,0,,,,,,,,,,,false,,,0,0,0,absent,,false,2\r\n");
}

TEST_CASE("the usage of bots is in the JSON and the CSV, and in the table on request") {
  StandingsTally tally{{"ada", "bob"}};
  MoveTimes times;
  for (int move = 0; move < 4; ++move) times.add(900);
  GameResult result;
  result.outcome = {.seats = 2, .scores = {7, 3}, .places = {1, 2}};
  result.seats = {
      {.bot = 0,
       .times = times,
       .usage =
           SeatUsage{.cpu_us = 5000, .peak_kib = 10'240, .voluntary_switches = 6, .involuntary_switches = 1},
       .asked_cpu_us = 3600},
      {.bot = 1, .times = times}};
  tally.add(result);
  result.seats[0].usage->peak_kib = 2048;
  tally.add(result);
  const auto standings = tally.standings().value();
  const auto json = nlohmann::json(standings_json(standings));
  CHECK(json["rows"][0]["usage"] == nlohmann::json::parse(R"({
    "games": 2, "moves": 8, "cpu_us": 10000, "unasked_cpu_us": 2800, "peak_kib": 10240,
    "voluntary_switches": 12, "involuntary_switches": 2})"));
  CHECK(json["rows"][1]["usage"].is_null());
  const auto csv = standings_csv({{.overall = standings}});
  CHECK_THAT(csv,
             Catch::Contains("900,900,900,10000,2800,10240,12,2,,,false,,100.0000,0,0,ada,,false,2\r\n"));
  CHECK_THAT(csv, Catch::Contains("900,900,900,,,,,,,,false,,0.0000,0,0,bob,,false,2\r\n"));
  CHECK_THAT(standings_table(standings), !Catch::Contains("CPU"));
  const auto table = standings_table(standings, {.usage = true});
  CHECK_THAT(table, Catch::Contains("max   CPU idle %   MB vol invol\n"));
  CHECK_THAT(table, Catch::Contains("900us 1.2ms     28 10.0 1.5   0.2\n"));
  CHECK_THAT(table, Catch::Contains("900us     -      -    -   -     -\n"));
}

TEST_CASE("the wall clock cannot measure pondering") {
  StandingsTally tally{{"ada", "bob"}};
  auto result = game_result(0, {{0, 7}, {1, 3}});
  result.seats[0].usage = SeatUsage{.cpu_us = 5000};
  tally.add(result);
  const auto json = nlohmann::json(standings_json(tally.standings().value()));
  CHECK(json["rows"][0]["usage"]["unasked_cpu_us"].is_null());
}

TEST_CASE("a bot at fault in every game has a line !!!, unless it is withdrawn") {
  StandingsTally tally{{"ada", "bob"}};
  auto result = game_result(0, {{0, 7}, {1, 3}});
  result.seats[1].faults = {{FaultKind::crash, 1}, {FaultKind::illegal, 2}};
  tally.add(result);
  tally.add(result);
  auto standings = tally.standings().value();
  CHECK_THAT(
      standings_table(standings),
      Catch::EndsWith("\nFaults of bob: 2 crash, 4 illegal, in 2 of 2 games.\n\n"
                      "!!! bob was at fault in each of its 2 games: its results say nothing about how it "
                      "plays.\n"));
  standings.rows.at(1).withdrawn = true;
  CHECK(always_at_fault_text(standings).empty());
  standings.rows.at(1).withdrawn = false;
  standings.rows.at(1).superseded = true;
  CHECK(always_at_fault_text(standings).empty());
  result.seats[1].faults.clear();
  tally.add(result);
  CHECK(always_at_fault_text(tally.standings().value()).empty());
}

TEST_CASE("a name can break neither the table nor the JSON") {
  const auto standings = StandingsTally{{"two\nlines", "\x1b[31mred", "not\xffutf8"}}.standings().value();
  const auto table = standings_table(standings);
  CHECK_THAT(table, Catch::Contains("  two?lines"));
  CHECK_THAT(table, Catch::Contains("  ?[31mred"));
  CHECK_THAT(table, Catch::Contains("  not?utf8"));
  const auto json = nlohmann::json::parse(json_text(standings_json(standings)));
  CHECK(json["rows"][0]["bot"] == "two\nlines");
  CHECK(json["rows"][2]["bot"] == "not\uFFFDutf8");
}
