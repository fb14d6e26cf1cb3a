#include "tournament/standings/verify_tournament.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include "cards/secret_file.hpp"
#include "tournament/stored_cup.hpp"

using namespace tribunal;
using testing::cup_of;

namespace {

/// A folder with all games of the cup, of which `tampered`, an SQL statement, then changed something.
TournamentVerification verify_after(const std::string& tampered, const Tournament& cup = cup_of()) {
  const testing::ScratchFolder folder;
  {
    auto store = testing::open(folder, cup).value();
    for (std::uint64_t index = 0; index < cup.schedule.size(); ++index)
      REQUIRE(store.add(testing::play_all(cup, store, {index})));
    std::vector<Round> rounds;
    for (const auto& known : cup.schedule.rounds()) rounds.push_back(known.round);
    REQUIRE(store.add_rounds(0, rounds));
  }
  SQLite::Database database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE};
  if (!tampered.empty()) REQUIRE(database.exec(tampered) > 0);
  return verify_tournament(folder / "cup");
}

}  // namespace

TEST_CASE("a tournament played to its end holds") {
  const auto verified = verify_after("");
  CHECK(verified.verdict == Verdict::holds);
  CHECK(verified.games == 60);
  CHECK_THAT(verified.text, Catch::StartsWith("60 games hold"));
}

TEST_CASE("a tournament of several games holds, and a game in the place of another is found") {
  const auto cup =
      cup_of({.game = "",
              .deals = 2,
              .more = "[[games]]\ngame = \"mitch\"\n[[games]]\ngame = \"revolution\"\n[[games]]\nname "
                      "= \"long\"\ngame = \"revolution\"\n"
                      "rules = { hands = 2 }\n"});
  const auto whole = verify_after("", cup);
  CHECK(whole.verdict == Verdict::holds);
  CHECK(whole.games == 18);
  const auto swapped = verify_after(
      "UPDATE records SET record = (SELECT record FROM records AS other WHERE other.id = records.id + 3) "
      "WHERE game = 3",
      cup);
  CHECK(swapped.verdict != Verdict::holds);
  CHECK_THAT(swapped.text, Catch::StartsWith("game 3"));
}

TEST_CASE("a place of the Mob in a game for chips, where it has none, makes results unreadable") {
  const auto cup = cup_of({.game = "hustler", .players = 2, .deals = 2, .more = "rules = { hands = 3 }\n"});
  CHECK(verify_after("", cup).verdict == Verdict::holds);
  const auto ranked = verify_after("UPDATE games SET places = '[1,3,2]' WHERE game = 1", cup);
  CHECK(ranked.verdict != Verdict::holds);
  CHECK_THAT(ranked.text, Catch::Contains("its places are 1 3 2"));
}

TEST_CASE("every change in the results is found") {
  const auto [change, verdict, word] = GENERATE(table<std::string, Verdict, std::string>({
      {"DELETE FROM games WHERE game = 17", Verdict::differs,
       "the tournament is not finished: 59 of 60 games are stored and hold, game 17 is missing; run the "
       "command that started it again to resume it"},
      {"DELETE FROM games WHERE game = 17; UPDATE games SET places = '[1,1,1]' WHERE game "
       "= 20",
       Verdict::differs, "game 20 has different scores"},
      {"DELETE FROM games WHERE game >= 57", Verdict::differs,
       "not finished: 57 of 60 games are stored and hold, game 57 is missing"},
      {"DELETE FROM games WHERE game IN (3, 4, 59)", Verdict::differs,
       "not finished: 57 of 60 games are stored and hold, game 3 is missing"},
      {"DELETE FROM games", Verdict::differs,
       "not finished: 0 of 60 games are stored and hold, game 0 is missing"},
      {"UPDATE games SET id = 60 WHERE id = 59", Verdict::unreadable,
       "game 60 is damaged in the database: its place in the schedule is 60, not 0 .. 59"},
      {"UPDATE games SET deal = 3 WHERE game = 17", Verdict::differs, "game 17 is of deal 3, not 5"},
      {"UPDATE games SET bots = '[0,1,2]' WHERE game = 2", Verdict::differs, "game 2 is not seated"},
      {"UPDATE games SET scores = '[9,9,9]' WHERE game = 2", Verdict::differs, "game 2 has different scores"},
      {"UPDATE games SET places = '[1,1,1]' WHERE game = 2", Verdict::differs, "game 2 has different scores"},
      {"UPDATE games SET times = '[[5,5],[5,5],[5,5]]' WHERE game = 2", Verdict::differs,
       "game 2 has different faults and times"},
      {"UPDATE games SET faults = '[{\"crash\":7},{},{}]' WHERE game = 2", Verdict::differs,
       "game 2 has different faults and times"},
      {"UPDATE games SET content = substr(content, 2) WHERE game = 2", Verdict::unreadable,
       "game 2 is damaged"},
      {"UPDATE games SET content = (SELECT content FROM games WHERE game = 3) WHERE game "
       "= 2",
       Verdict::differs, "game 2 has a different content hash"},
      {"UPDATE records SET record = (SELECT record FROM records WHERE game = 30) WHERE game = 2",
       Verdict::differs, "game 2 "},
      {"UPDATE records SET record = substr(record, 1, 40) WHERE game = 2", Verdict::unreadable, "game 2: "},
      {"UPDATE meta SET value = replace(value, 'deals = 20', 'deals = 21') WHERE key = 'plan'",
       Verdict::differs, "not finished: 60 of 63 games are stored and hold, game 60 is missing"},
      {"UPDATE meta SET value = replace(value, 'name = \"cup\"', 'name = \"mug\"') WHERE key = 'plan'",
       Verdict::differs, "game 0 "},
  }));
  CAPTURE(change);
  const auto verified = verify_after(change);
  CHECK(verified.verdict == verdict);
  CHECK_THAT(verified.text, Catch::Contains(word));
}

TEST_CASE("every change of what the documented queries read beside scores and places is found") {
  const auto [change, word] = GENERATE(table<std::string, std::string>({
      {"UPDATE meta SET value = replace(value, '[\"ann\",\"bob\"', '[\"bob\",\"ann\"') WHERE key = "
       "'identity'",
       "table meta and the stored plan are of different tournaments: identity, bots 0: \"bob\" there, "
       "\"ann\" in "
       "the plan"},
      {"UPDATE meta SET value = '19' WHERE key = 'deals'", "the table meta has 19 deals, its plan 20"},
      {"INSERT INTO meta VALUES ('winner', 'cyd')", "the table meta has the key 'winner'"},
      {"UPDATE notes SET message = 'flood' WHERE id = (SELECT min(id) FROM notes)", "its seal differs"},
      {"UPDATE notes SET error_tail = error_tail || '!' WHERE id = (SELECT max(id) FROM notes)",
       "its seal differs"},
      {"UPDATE notes SET message = CAST(message AS BLOB) WHERE id = (SELECT max(id) FROM notes)",
       "has a row in the table notes in a form that Tribunal does not write"},
      {"UPDATE notes SET number = number + 9 WHERE id = (SELECT max(id) FROM notes)",
       "has a row in the table notes in a form that Tribunal does not write"},
      {"INSERT INTO notes SELECT games.id, seat.key, 'restart', 0, hex(zeroblob(11500000)), '' FROM games "
       "JOIN "
       "json_each(bots) AS seat WHERE games.id = (SELECT min(id) FROM games WHERE faults IS NULL)",
       "has a row in the table notes in a form that Tribunal does not write"},
      {"UPDATE notes SET kind = 'excuse' WHERE id = (SELECT max(id) FROM notes)",
       "has a row in the table notes in a form that Tribunal does not write"},
      {"UPDATE notes SET kind = 'restart' WHERE id = (SELECT max(id) FROM notes)",
       "has different faults in its record and in the table notes"},
      {"UPDATE notes SET seat = (seat + 1) % 3 WHERE id = (SELECT min(id) FROM notes)",
       "has different faults in its record and in the table notes"},
      {"UPDATE notes SET seat = 3 WHERE id = (SELECT min(id) FROM notes)",
       "in the table notes for a seat that does not exist"},
      {"DELETE FROM notes WHERE id = (SELECT max(id) FROM notes)",
       "has different faults in its record and in the table notes"},
      {"INSERT INTO notes SELECT id, number + 1, kind, seat, message, error_tail FROM notes AS last WHERE "
       "number = (SELECT max(number) FROM notes WHERE notes.id = last.id) LIMIT 1",
       "has different faults in its record and in the table notes"},
      {"INSERT INTO notes SELECT id, 0, 'fault', 0, 'crash', '' FROM games WHERE faults IS NULL LIMIT 1",
       "has different faults in its record and in the table notes"},
      {"INSERT INTO notes SELECT id, 0, 'restart', 0, 'exited', '' FROM games WHERE faults IS NULL LIMIT 1",
       "its seal differs"},
      {"UPDATE games SET usage = '[[1,1,1,1],[1,1,1,1],[1,1,1,1]]' WHERE game = 9",
       "game 9 has times, usage, comments, conditions or notes that have changed since it was stored"},
      {"UPDATE games SET usage = NULL WHERE game = 9", "game 9 has times, usage, comments,"},
      {"UPDATE games SET bots = CAST(bots AS BLOB) WHERE game = 9",
       "game 9 has its bots in a form that Tribunal does not write"},
      {"UPDATE games SET places = replace(places, '1', '01') WHERE game = 9", "game 9 "},
      {"UPDATE games SET faults = '[{},{},{}]' WHERE game = (SELECT game FROM games WHERE faults IS "
       "NULL)",
       "has its faults in a form that Tribunal does not write"},
      {"UPDATE games SET faults = replace(faults, '1}', '1,\"flood\":1,\"flood\":1}') WHERE faults IS NOT "
       "NULL",
       "game "},
      {"UPDATE records SET record = replace(record, '}', ',\"comments\":[[0,0,\"lost\"]]}') WHERE game = 9",
       "game 9"},
      {"UPDATE conditions SET text = replace(text, '\"0.1.0\"', '\"0.2.0\"')",
       "game 0 has times, usage, comments,"},
      {"UPDATE records SET seal = zeroblob(32) WHERE game = 30", "game 30 has times, usage, comments,"},
      {"INSERT INTO void_attempts VALUES (3, 2, 'slept')",
       "the attempts at game 3 in the table void_attempts"},
      {"INSERT INTO void_attempts VALUES (60, 1, 'slept')", "game 60 of the table void_attempts"},
      {"INSERT INTO rounds VALUES (0, 1, '[[0,1,2]]')",
       "round 0 of the table rounds belongs to no round of this tournament"},
      {"INSERT INTO conditions SELECT 9, replace(text, '\"c\"]', '\"d\"]') FROM conditions; INSERT INTO "
       "conditions "
       "SELECT 10, text FROM conditions WHERE id = 1",
       "the table conditions has the row 9, under which no game was stored"},
      {"INSERT INTO conditions SELECT 9, replace(text, '\"move_ms\":1000', '\"move_ms\":1001') FROM "
       "conditions",
       "the table conditions has the row 9, under which no game was stored"},
      {"INSERT INTO bot_files VALUES ('d', 'bot.py', 'f', 'd')",
       "the table bot_files has files of d, but no conditions name this hash"},
      {"INSERT INTO bot_files VALUES ('a', 'bot.py', 'f', 'd')",
       "the stored list of files of ann does not match its hash, a"},
      {"INSERT INTO records SELECT 60, record, seal FROM records WHERE game = 1",
       "the table records has game 60, which is not in the table games"},
      {"INSERT INTO notes VALUES (60, 0, 'fault', 0, 'crash', '')",
       "the table notes has game 60, which is not in the table games"},
      {"INSERT INTO games SELECT id + (1 << 48), deal, conditions, bots, scores, places, faults, times, "
       "usage, "
       "content, stored FROM games WHERE id = 3",
       "the table games has void games that no ruling made void"},
      {"UPDATE games SET stored = 'long ago' WHERE id = 3",
       "game 3 has an impossible time of storage; expected seconds since 1970"},
      {"UPDATE games SET stored = -1 WHERE id = 3", "game 3 has an impossible time"},
  }));
  CAPTURE(change);
  const auto verified = verify_after(change);
  CHECK(verified.verdict != Verdict::holds);
  CHECK_THAT(verified.text, Catch::Contains(word));
}

TEST_CASE("a round that no run started, or that is missing, is found") {
  const auto swiss =
      cup_of({.players = 2, .deals = 1, .seed = "42", .more = "format = \"swiss\"\nrounds = 1\n"});
  CHECK(verify_after("", swiss).verdict == Verdict::holds);
  const auto missing = verify_after("DELETE FROM rounds WHERE number = 0", swiss);
  CHECK(missing.verdict == Verdict::differs);
  CHECK_THAT(missing.text, Catch::Contains("the table rounds has no round 0, but games of it are stored"));
  const auto behind = verify_after("INSERT INTO rounds VALUES (1, 1, '[[0,1]]')", swiss);
  CHECK(behind.verdict == Verdict::differs);
  CHECK_THAT(behind.text, Catch::Contains("round 1 of the table rounds is after the last one"));
  const auto more =
      cup_of({.players = 2, .deals = 1, .seed = "42", .more = "format = \"swiss\"\nrounds = 2\n"});
  const auto unplayed = verify_after("INSERT INTO rounds VALUES (1, 1, '[[2,2]]')", more);
  CHECK_THAT(unplayed.text, Catch::Contains("round 1 of the table rounds does not follow from the games"));
}

TEST_CASE("a game without a seal is found") {
  const auto some = verify_after("UPDATE records SET seal = '' WHERE game = 7");
  CHECK(some.verdict == Verdict::differs);
  CHECK_THAT(some.text, Catch::Contains("game 7 has times, usage, comments,"));
}

TEST_CASE("games by other files than those that the plan commits to are found") {
  const auto commit = [](const std::string& bot, const std::string& hash) {
    return "UPDATE meta SET value = replace(value, 'command = \"./" + bot + "\"', 'command = \"./" + bot +
           "\"' || char(10) || 'sha256 = \"" + hash + "\"') WHERE key = 'plan'";
  };
  const auto verified = verify_after(commit("bob", std::string(64, '0')));
  CHECK(verified.verdict == Verdict::differs);
  CHECK_THAT(verified.text,
             Catch::Contains("game 0 has different files of bob than the plan commits to: sha256 b, not 00"));
}

TEST_CASE("a secret that is not the committed one is found") {
  const testing::ScratchFolder folder;
  { REQUIRE(testing::open(folder, cup_of())); }
  std::filesystem::remove(folder / "cup" / "secret");
  CHECK(verify_tournament(folder / "cup").verdict == Verdict::unreadable);
  REQUIRE(write_secret_file(folder / "cup" / "secret", Secret::from_seed("43")));
  const auto verified = verify_tournament(folder / "cup");
  CHECK(verified.verdict == Verdict::differs);
  CHECK_THAT(verified.text, Catch::Contains("does not match the commitment"));
}
