"""Decisions of an organiser: games that are made void and played again, and bots that are excluded and reinstated."""
import fcntl
import json
import os
import re
import sqlite3
import unittest
from typing import Any, List

from cup import Cup, copy_of_recorded, outcome, player
from cup import unconfined as plan
from program import Ended, blocks_of, put, text_of, tribunal
from shards import Shards
from shards import plan as shard_plan
from test_compare import NEVER_DECIDED, Workshop
from test_event import Published, committed_plan
from test_formats import plan as plan_of_format
from test_watch import Watch

FOUR = "one two three four"


def rule(cup: Cup, *words: str, reason: str = "a power cut") -> Ended:
    return tribunal("ruling", cup.out, *words, "--reason", reason)


def verify(cup: Cup) -> Ended:
    return tribunal("verify", cup.out)


def four(deals: int = 4) -> Cup:
    """A tournament of four bots at tables of three, of 12 games a deal."""
    return copy_of_recorded(plan(FOUR, deals=deals))


def dump(cup: Cup) -> List[str]:
    """Everything that the database holds."""
    database = sqlite3.connect(f"file:{cup.out}/results.db?mode=ro", uri=True)
    try:
        return list(database.iterdump())
    finally:
        database.close()


class VoidGames(unittest.TestCase):
    def test_void_games_are_played_again_and_the_originals_stay(self) -> None:
        with four() as cup:
            before = outcome(cup)
            rule(cup, "--void", "20-22,3,21").expect(shows="ruling 1  ", shows_like=r"games 3,20-22 are void, to be played again: a power cut")
            self.assertEqual(cup.games(), 44)
            for words in (["replay", cup.out], ["play", "--from", cup.out]):
                tribunal(*words, "--game", "20").refused(2, "game 20 does not count: it is void by ruling 1; '", f"replay {cup.out} --game 20 --ruling 1' shows it")
            tribunal("replay", cup.out, "--game", "20", "--ruling", "1").expect(0)
            tribunal("replay", cup.out, "--game", "99").refused(2, "expected one of the 44 numbers from 0 to 47 that 'tribunal replay' lists without --game")
            tribunal("standings", cup.out).expect(
                shows=["44 of 48 games played", "The organiser has made 1 ruling: 4 games void; 'tribunal ruling FOLDER' shows them"])
            verify(cup).expect(1, "44 of 48 games are stored", "game 3 is missing")
            cup.run("--quiet").expect(shows="The organiser has made 1 ruling: 4 games void and played again;")
            verify(cup).expect(shows="48 games hold: every deal in every seating, and the standings follow, by 1 ruling of the organiser; "
                                     "4 originals of games that were made void hold, too")
            after = outcome(cup)
            rulings = after.pop("rulings")
            self.assertEqual(after, before)  # these bots play by what they hear alone
            self.assertEqual([(one["number"], one["kind"], one["games"], one["reason"]) for one in rulings],
                             [(1, "void", "3,20-22", "a power cut")])

    def test_originals_can_be_seen_beside_the_replays(self) -> None:
        with four(2) as cup:
            original = tribunal("export", cup.out, "--logs", "-", "--game", "5").out
            rule(cup, "--void", "5").expect(shows="game 5 is void, to be played again")
            cup.run("--quiet").expect()
            listed = tribunal("replay", cup.out, "--list").expect().out.splitlines()
            self.assertEqual([line.split()[0] for line in listed if line.split()[0] == "5"], ["5", "5"])
            self.assertEqual(["does not count: void by ruling 1" in line for line in listed if line.split()[0] == "5"], [False, True])
            self.assertEqual(len(tribunal("replay", cup.out, "--list", "--ruling", "1").out.splitlines()), 2)
            tribunal("replay", cup.out, "--ruling", "1", "--game", "5").expect(shows="deal")
            self.assertEqual(tribunal("export", cup.out, "--ruling", "1", "--logs", "-").expect().out, original)
            rows = tribunal("export", cup.out, "--ruling", "1", "--csv").expect().rows()
            self.assertEqual({(row["game"], row["void_by_ruling"]) for row in rows}, {("5", "1")})
            self.assertNotIn("void_by_ruling", tribunal("export", cup.out, "--csv").out)
            tribunal("replay", cup.out, "--ruling", "2").refused(2, "there is no ruling 2")
            tribunal("replay", cup.out, "--ruling", "1", "--game", "6").expect(2)

    def test_a_game_can_be_made_void_again_once_it_was_played_again(self) -> None:
        with four(2) as cup:
            rule(cup, "--void", "0").expect()
            rule(cup, "--void", "0,7").refused(78, "game 0 is void already, by ruling 1, and has not been played again yet")
            cup.run("--quiet").expect()
            rule(cup, "--void", "0", reason="another one").expect(shows="ruling 2")
            cup.run("--quiet").expect()
            verify(cup).expect(shows="by 2 rulings of the organiser; 2 originals of games")

    def test_faults_go_with_their_games(self) -> None:
        with Cup(plan("one brittle", deals=12, players=2)).played("--quiet") as cup:
            faults = tribunal("faults", cup.out, "--json").json()
            self.assertTrue(faults)
            game = faults[0]["game"]
            rule(cup, "--void", str(game)).expect()
            self.assertNotIn(game, [fault["game"] for fault in tribunal("faults", cup.out, "--json").json()])
            cup.run("--quiet").expect()
            self.assertEqual(len(tribunal("faults", cup.out, "--json").json()), len(faults))
            verify(cup).expect(shows="1 original of games that was made void holds, too")
            cup.write("faults.json", tribunal("faults", cup.out, "--json").out)
            rule(cup, "--void", cup.path("faults.json")).expect(shows="void, to be played again")
            self.assertEqual(tribunal("faults", cup.out, "--json").json(), [])

    def test_games_that_cannot_be_made_void_are_refused_and_nothing_changes(self) -> None:
        with Cup(plan(FOUR, deals=3)) as cup:
            cup.interrupted(3, "--workers", "1", "--quiet")
            played = cup.games()
            before = dump(cup)
            rule(cup, "--void", "35").refused(78, "game 35 has not been played yet") if played < 36 else None
            rule(cup, "--void", "0,36").refused(78, "game 36 is not in the plan, whose last game is 35")
            for wrong in ("x", "3-", "-3", "5-3", "1,,2", "1;2", "99999999999999999999", "0x1", " 1", "1,"):
                tribunal("ruling", cup.out, f"--void={wrong}", "--reason", "x").refused(2, "--void: expected games as in 17,20-25")
            self.assertEqual(dump(cup), before)

    def test_only_games_of_the_last_round_can_be_made_void(self) -> None:
        for form in ("swiss", "knockout", "ladder"):
            with self.subTest(format=form), Cup(plan_of_format(form)).played("--quiet") as cup:
                before = outcome(cup)
                last = before["scheduled_games"] - 1
                rule(cup, "--void", f"0,{last}").refused(78, "was paired by its result: here only games of the last round")
                rule(cup, "--void", str(last)).expect()
                cup.run("--quiet").expect()
                verify(cup).expect(shows="1 original of games that was made void holds, too")
                after = outcome(cup)
                after.pop("rulings")
                self.assertEqual(after, before)

    def test_a_page_has_the_reasons(self) -> None:
        with four() as cup:
            rule(cup, "--exclude", "two", reason="<b>copied</b> from one").expect()
            tribunal("report", cup.out, "-o", cup.path("page.html")).expect()
            page = cup.read("page.html")
            self.assertIn("bot two is excluded: none of its games counts: <b>copied</b> from one", "".join(blocks_of(page).values()))
            self.assertNotIn("<b>copied", page)


class Conditions(unittest.TestCase):
    def test_void_games_are_not_played_silently_under_other_conditions(self) -> None:
        with Cup(plan("one two three", deals=2, command=player)).played("--quiet") as cup:
            stored = cup.games()
            put(cup.path("player.py"), "# another version\n", "a")
            more = plan("one two three", deals=3, command=player)
            cup.write("cup.toml", more)
            cup.run("--quiet", "--accept-changes").expect()
            rule(cup, "--void", "0-1").expect()
            changed = ("game 0, which ruling 1 made void, would be played again under conditions that differ from the original (bot one has changed), "
                       "and so 1 more void game", "--accept-changes")
            cup.run("--quiet").refused(78, *changed)
            cup.run("--dry-run").expect(78, *changed)
            self.assertEqual(cup.games(), stored // 2 * 3 - 2)
            ended = cup.run("--quiet", "--accept-changes").expect(shows="2 games that rulings made void were played again under conditions that differ")
            self.assertIn("game 0, which ruling 1 made void, is played again under conditions that differ from the original (bot one has changed)", ended.err)
            tribunal("ruling", cup.out).expect(shows="2 games that rulings made void were played again under conditions that differ")
            rule(cup, "--void", f"{stored}").expect()  # of the last conditions
            cup.run("--quiet").expect(shows="2 games that rulings made void were played again under conditions that differ")
            verify(cup).expect()

    def test_void_games_of_other_limits_are_named(self) -> None:
        def with_limit(deals: int, move_ms: int) -> str:
            return plan("one two three", deals=deals, head=f"[limits]\nmove_ms = {move_ms}\n")
        with Cup(with_limit(1, 20000)).played("--quiet") as cup:
            cup.write("cup.toml", with_limit(2, 30000))
            cup.run("--quiet", "--accept-changes").expect()
            rule(cup, "--void", "0").expect()
            cup.run("--quiet").refused(78, "(limits move_ms: 20000 there, 30000 now)")
            cup.write("cup.toml", with_limit(2, 20000))
            cup.run("--quiet", "--accept-changes").expect(lacks="made void, is played again")
            verify(cup).expect()


    def test_games_come_from_a_list_of_faults(self) -> None:
        with four() as cup:
            contents = dict(cup.query("SELECT game, lower(hex(content)) FROM games"))

            def entry(game: int, content: str = "", **more: Any) -> str:
                return json.dumps({"game": game, "content_sha256": content or contents.get(game, "0" * 64), **more})
            printed = f"[\n{entry(7, kind='timeout')},\n{entry(3)}\n]\n"
            listed = f"{entry(7, kind='timeout')},\n\n{entry(3)}\n{entry(8)},\n{entry(7)}\n"
            for wrong in ("{}\n", entry(-1), entry(3, after_ruling=1), entry(3, after_ruling=-1), entry(3, after_ruling="0"), '{"game": "3"}\n', "[3]\n", "\n", entry(3) + "\n3\n", entry(99), "[\n]\n", "[null]",
                          printed + printed, printed[:-2]):
                cup.write("wrong.jsonl", wrong)
                ended = rule(cup, "--void", cup.path("wrong.jsonl")).expect((2, 78))
                self.assertEqual(ended.err.count("\n"), 1, ended)
            rule(cup, "--void", cup.folder).refused(2, "cannot be read")
            rule(cup, "--void", "nofile.json").refused(2, "--void nofile.json: no such file; expected numbers of games, such as 17,20-25, or a file")
            cup.write("faults.jsonl", listed)
            rule(cup, "--void", cup.path("faults.jsonl")).expect(shows="games 3,7-8 are void, to be played again")
            self.assertEqual(cup.games(), 45)
            cup.run("--quiet").expect()
            cup.write("faults.json", printed)  # a list from before ruling 1; the bots repeated these games
            rule(cup, "--void", cup.path("faults.json")).refused(78, "game 3 was played after ruling 1 here, but after ruling 0 by the list")
            tribunal("standings", cup.out).expect(shows="1 ruling: 3 games void and played again;")
            cup.write("faults.json", f"[{entry(7, after_ruling=1)},{entry(3, after_ruling=1)}]")
            rule(cup, "--void", cup.path("faults.json")).expect(shows="games 3,7 are void, to be played again")
            tribunal("standings", cup.out).expect(shows="2 rulings: 2 games void; 1 game void and played again;")
            tribunal("ruling", cup.out).expect(shows="2 games void now; 1 void and played again\n")

    def test_a_list_of_another_tournament_voids_nothing(self) -> None:
        with four(2) as cup, Cup(plan("one brittle", deals=12, players=2)).played("--quiet") as other:
            faults = tribunal("faults", other.out, "--json").json()
            cup.write("faults.json", json.dumps(faults[:1]))
            rule(cup, "--void", cup.path("faults.json")).refused(78, f"game {faults[0]['game']} here is not the one of the list", "another tournament")
            cup.write("faults.json", json.dumps([{"game": 3}]))
            rule(cup, "--void", cup.path("faults.json")).refused(2, "entry 1 has no 'content_sha256'")
            cup.write("faults.json", json.dumps([{"game": 3, "content_sha256": letter * 64} for letter in "ab"]))
            rule(cup, "--void", cup.path("faults.json")).refused(2, "it lists game 3 twice, with different content")
            self.assertEqual(cup.games(), 24)
            self.assertEqual(tribunal("ruling", cup.out, "--json").json(), [])


class Exclusions(unittest.TestCase):
    def test_no_game_of_an_excluded_bot_counts_for_anybody(self) -> None:
        with four() as cup, Cup(plan("one two four", deals=4)).played("--quiet") as without:
            rule(cup, "--exclude", "three", reason="plays by the code of one").expect(
                shows="bot three is excluded: none of its games counts: plays by the code of one")
            table = tribunal("standings", cup.out).expect(shows=["three (excluded)", "1 ruling: excluded: three"], lacks="left out").out
            self.assertIn("12 games of 4 deals", table)
            shown, expected = outcome(cup), outcome(without)
            rows = {row["bot"]: row for row in shown["standings"]["rows"]}
            self.assertEqual((rows["three"]["games"], rows["three"]["elo"], rows["three"]["excluded"]), (0, None, True))
            self.assertEqual((shown["played_games"], shown["excluded_games"], shown["left_out_games"]), (12, 36, 0))
            tables = [shown, *(tribunal("ratings", cup.out, *more, "--json").json() for more in ((), ("--exclude", "one", "--reason", "x")))]
            self.assertEqual([table["standings"]["widening"] for table in tables], [1, 1, 1])
            for row in expected["standings"]["rows"]:  # the same deals, as their number and the seed decide
                for member in ("games", "elo", "places", "points"):
                    self.assertEqual(rows[row["bot"]][member], row[member], member)
            verify(cup).expect(shows="48 games hold: every deal in every seating, and the standings follow, by 1 ruling of the organiser; three is excluded")
            self.assertEqual(outcome(cup)["content_sha256"], shown["content_sha256"])
            ratings = tribunal("ratings", cup.out, "--json").json()["standings"]["rows"]
            self.assertEqual({row["bot"]: row["games"] for row in ratings}, {"one": 12, "two": 12, "four": 12, "three": 0})
            listed = tribunal("replay", cup.out, "--list").out.splitlines()
            self.assertEqual(sum("does not count: a bot is excluded" in line for line in listed), 36)

    def test_stored_games_of_an_excluded_bot_do_not_stand_for_missing_games(self) -> None:
        def told(cup: Cup) -> List[str]:
            """The progress as each command shows it to those who read only that."""
            pages = [cup.path("page.html"), cup.path("www")]
            tribunal("report", cup.out, "-o", pages[0]).expect()
            ended = tribunal("site", cup.out, "-o", pages[1]).expect()
            with Watch(cup.out) as watch:
                event = next(watch.events())
            self.assertEqual(event["stored"], outcome(cup)["played_games"])
            progress = [ended.err, tribunal("ratings", cup.out).err] + [
                "".join(blocks_of(cup.read(page)).values()) for page in ("www/index.html", "page.html")]
            return ["unfinished" if re.search("unfinished: |Not finished|how_far\":\"[^\"]", text) else "" for text in progress] + \
                ["" if event["complete"] else "unfinished"]
        with four() as cup:
            rule(cup, "--void", "0-20").expect()
            rule(cup, "--exclude", "two").expect()
            found = outcome(cup)
            counted, excluded, left_out = found["played_games"], found["excluded_games"], found["left_out_games"]
            self.assertGreater(counted + excluded, 12)
            beside = f"{excluded} more of excluded bots do not count, and {left_out} of withdrawn or excluded bots are left out"
            how_far = f"{counted} of 12 games played, {beside}"
            tribunal("standings", cup.out).expect(shows=how_far)
            cup.run("--dry-run").expect(shows=f"\n{how_far}; this run plays {12 - counted} games\n",
                                        shows_like=rf"\none +{12 - counted}\ntwo +excluded +0\n")
            tribunal("ratings", cup.out).expect(0, f"unfinished: {how_far}")
            verify(cup).expect(1, f"the tournament is not finished: {counted} of 12 games are stored and hold, {beside}, game ")
            self.assertEqual(set(told(cup)), {"unfinished"})
            cup.run("--quiet", "--events", cup.path("events")).expect(shows=f"12 of 12 games played, {beside}")
            begin, resumed, *_, last = [json.loads(line) for line in cup.read("events").splitlines()]
            self.assertEqual((begin["games"], resumed["stored"], last["stored"]), (12, counted, 12))
            self.assertEqual(set(told(cup)), {""})
            verify(cup).expect()

    def test_an_excluded_bot_plays_no_more_until_it_is_reinstated(self) -> None:
        with four(2) as cup:
            before = outcome(cup)
            rule(cup, "--exclude", "two").expect()
            cup.write("cup.toml", plan(FOUR, deals=4))
            cup.run("--quiet", "--accept-changes").expect(shows=["two (excluded)", "12 of 12 games played, 18 more of excluded bots do not count, and 18 of withdrawn or excluded bots are left out"])
            verify(cup).expect(shows=["30 games hold, and 18 of withdrawn or excluded bots are left out", "two is excluded"])
            rule(cup, "--reinstate", "two", reason="it was not its code").expect(shows="bot two is reinstated: it was not its code")
            tribunal("standings", cup.out).expect(shows=["30 of 48 games played", "2 rulings; 'tribunal ruling"], lacks="excluded")
            cup.run("--quiet").expect()
            verify(cup).expect(shows="48 games hold")
            with four(4) as never:
                after, expected = outcome(cup), outcome(never)
                after.pop("rulings")
                self.assertEqual(after, expected)
            self.assertNotEqual(after, before)

    def test_void_games_of_an_excluded_bot_are_not_played_again(self) -> None:
        with four(2) as cup:
            game = cup.query("SELECT min(game) FROM seats WHERE bot = 'two'")[0][0]
            rule(cup, "--exclude", "two").expect()
            rule(cup, "--void", str(game)).expect(shows=f"game {game} is void, omitted while a bot in it is excluded: a power cut")
            cup.run("--quiet").expect(shows="and 1 of withdrawn or excluded bots is left out")
            other = cup.query("SELECT min(game) FROM games WHERE ruling = 0 AND game NOT IN (SELECT game FROM seats WHERE bot = 'two')")[0][0]
            rule(cup, "--void", f"{other},{game + 1}").expect(shows="are void, to be played again, except 1 that is omitted while a bot in it is excluded")
            tribunal("ruling", cup.out).expect(shows=f"game {game} is void, omitted while")
            rule(cup, "--void", str(game)).refused(78, "and has not been played again yet, because a bot in it is excluded")
            cup.run("--quiet").expect()
            verify(cup).expect()

    def test_rulings_that_make_no_sense_are_refused(self) -> None:
        with four(2) as cup:
            rule(cup, "--reinstate", "two").refused(78, "bot two is neither excluded nor withdrawn")
            rule(cup, "--exclude", "tow").refused(2, "did you mean 'two'?")
            rule(cup, "--exclude", "two").expect()
            rule(cup, "--exclude", "two").refused(78, "bot two is excluded already, by ruling 1")
            rule(cup, "--exclude", "one").refused(78, "there would be fewer bots than the 3 seats of a table")
            rule(cup, "--void", "1", "--exclude", "one").expect(2)
            tribunal("ruling", cup.out, "--reason", "x").refused(2, "--reason needs --void, --exclude or --reinstate")
            self.assertEqual([one["schema"] for one in tribunal("ruling", cup.out, "--json").json()], [2])

    def test_the_last_bot_whose_games_count_is_not_excluded(self) -> None:
        with Cup(plan("one two three four*", deals=2, head='format = "gauntlet"')).played("--quiet") as cup:
            before = dump(cup)
            rule(cup, "--exclude", "four").refused(78, "bot four sits in every game that counts, so none would be left")
            self.assertEqual(dump(cup), before)

    def test_an_excluded_anchor_fixes_nothing(self) -> None:
        with Cup(plan(FOUR, deals=2, head='anchor = "three=1600"')).played("--quiet") as cup:
            tribunal("standings", cup.out).expect(shows="three = 1600", lacks="no game that counts")
            self.assertNotIn("anchors_without_games", outcome(cup)["standings"])
            rule(cup, "--exclude", "three").expect()
            tribunal("standings", cup.out).expect(
                shows=["strength by places, mean 1500", "The anchor three has no game that counts, so it fixes no Elo: the Elos have a mean of 1500"],
                lacks="three = 1600")
            standings = outcome(cup)["standings"]
            self.assertEqual((standings["anchor"], standings["anchors"], standings["anchors_without_games"]), (None, [], ["three"]))
            elos = [row["elo"] for row in standings["rows"] if not row.get("excluded")]
            self.assertAlmostEqual(sum(elos) / len(elos), 1500, places=0)

    def test_an_exported_table_marks_the_games_that_do_not_count(self) -> None:
        with four(2) as cup:
            plain = tribunal("export", cup.out, "--csv").out
            self.assertNotIn("excluded", plain)
            rule(cup, "--exclude", "two").expect()
            seats = {row[0] for row in cup.query("SELECT game FROM seats WHERE bot = 'two'")}
            table = tribunal("export", cup.out, f"--csv={cup.path('g.csv')}").expect() and tribunal("export", cup.out, "--csv")
            self.assertEqual({(int(row["game"]), row["excluded"]) for row in table.rows()},
                             {(game, "true" if game in seats else "false") for game in range(cup.games())})
            rated = tribunal("ratings", cup.path("g.csv"), "--json").expect()
            self.assertIn(f"{len(seats)} games not counted, because the organiser has excluded a bot in them", rated.err)
            self.assertEqual({row["bot"]: row["games"] for row in rated.json()["standings"]["rows"]}, {"one": 6, "three": 6, "four": 6})
            self.assertEqual(rated.json()["imports"][0]["excluded"], len(seats))
            cup.write("odd.csv", table.out.replace(",true", ",maybe"))
            self.assertIn("excluded 'maybe'; expected true or false", tribunal("ratings", cup.path("odd.csv")).err)
            rule(cup, "--reinstate", "two").expect()
            self.assertEqual(tribunal("export", cup.out, "--csv").out, plain)

    def test_the_page_shows_each_ruling_with_its_reason(self) -> None:
        with four(1) as cup:
            rule(cup, "--exclude", "two", reason="<script>alert(1)</script> by one").expect()
            page = cup.path("page.html")
            tribunal("report", cup.out, "-o", page).expect()
            text = text_of(page)
            self.assertRegex(text, r"Ruling 1 of 20\d\d-\S+Z: bot two is excluded: none of its games counts: &lt;script&gt;alert\(1\)&lt;/script&gt; by one")
            self.assertNotIn("<script>alert(1)", text)

    def test_a_withdrawal_is_lifted_in_the_plan_while_nobody_has_played_on(self) -> None:
        with four(2) as cup:
            gone = plan(FOUR, deals=4).replace('name = "two"\n', 'name = "two"\nwithdrawn_after = 2\n')
            cup.write("cup.toml", gone.replace("deals = 4", "deals = 2"))
            cup.run("--quiet", "--accept-changes").expect()
            rule(cup, "--reinstate", "two").refused(78, "no game has been played since: remove withdrawn_after = 2 from the plan")
            cup.write("cup.toml", gone)
            cup.run("--quiet", "--accept-changes").expect()
            rule(cup, "--reinstate", "two").refused(78, "withdrawn by the plan after 2 deals, and 4 have started", "joins_after")

    def test_bots_of_tournaments_in_rounds_are_not_excluded(self) -> None:
        for form in ("swiss", "knockout", "ladder"):
            with self.subTest(format=form), Cup(plan_of_format(form)).played("--quiet") as cup:
                rule(cup, "--exclude", "two").refused(78, "later rounds", "withdrawn_after", "'tribunal ratings FOLDER ... --exclude two --reason TEXT'")
                tribunal("ratings", cup.out, "--exclude", "two", "--reason", "its code is that of one").expect(shows="two (excluded)")


class Records(unittest.TestCase):
    def test_a_ruling_needs_a_reason_of_one_printable_line(self) -> None:
        with four(1) as cup:
            tribunal("ruling", cup.out, "--void", "1").refused(2, "--reason: expected a reason")
            for reason, said in (("", "--reason"), ("   ", "expected a reason"), ("x" * 501, "at most 500 bytes"), ("a\nb", r"a\x0ab"),
                                 ("\x1b[31mred", r"\x1b[31mred"), ("\u202egnirts", r"\u202egnirts"), ("a\tb", r"a\x09b")):
                rule(cup, "--void", "1", reason=reason).refused(2, said).expect(None, lacks="\x1b")
            rule(cup, "--void", "1", reason="Stromausfall – 停电, \"quoted\" <b>").expect(shows='Stromausfall – 停电, "quoted" <b>')

    def test_hostile_reasons_of_others_are_escaped_everywhere(self) -> None:
        with four(2) as cup:
            rule(cup, "--void", "1").expect()
            rule(cup, "--exclude", "two").expect()
            cup.run("--quiet").expect()
            cup.change("UPDATE rulings SET reason = char(27) || '[2J<script>alert(1)</script>' || char(10) || 'x', made = char(27) || 'y'")
            for words in (["ruling"], ["ruling", "--json"], ["standings"], ["standings", "--json"], ["standings", "--markdown"], ["verify"],
                          ["replay", "--list"]):
                ended = tribunal(words[0], cup.out, *words[1:]).expect()
                self.assertNotIn("\x1b", ended.out + ended.err, words)
            tribunal("ruling", cup.out).expect(shows=r"\x1b[2J<script>alert(1)</script>\x0ax")
            tribunal("report", cup.out, "-o", cup.path("page.html")).expect()
            page = cup.read("page.html")
            self.assertNotIn("<script>alert(1)", page)
            data = blocks_of(page)["report"]
            self.assertIn("The organiser has made 2 rulings: 1 game void; excluded: two", data)
            self.assertNotIn("\x1b", data)

    def test_changed_rulings_and_originals_are_found(self) -> None:
        cases = (("UPDATE games SET scores = replace(scores, '1', '2') WHERE ruling = 1", 2), ("DELETE FROM records WHERE ruling = 1", 2), ("UPDATE records SET record = substr(record, 1, 40) WHERE ruling = 1", 2),
                 ("DELETE FROM games WHERE ruling = 1", 1), ("UPDATE rulings SET number = 3 WHERE number = 2", 2), ("UPDATE rulings SET kind = 'pardon'", 2),
                 ("UPDATE rulings SET subject = '1-3' WHERE number = 1", 1), ("UPDATE rulings SET subject = 'nobody' WHERE number = 2", 2),
                 ("INSERT INTO games SELECT id + (2 << 48), deal, conditions, bots, scores, places, faults, times, usage, content, stored FROM games LIMIT 1", 1),
                 ("INSERT INTO records VALUES (5 + (2 << 48), '', x'00')", 1), ("UPDATE rulings SET reason = ''", 2),
                 ("CREATE TABLE voided (a)", 2), ("UPDATE rulings SET subject = '01' WHERE number = 1", 2))
        with four(2) as cup:
            rule(cup, "--void", "1").expect()
            rule(cup, "--exclude", "two").expect()
            cup.run("--quiet").expect()
            verify(cup).expect()
            for change, code in cases:
                with self.subTest(change=change), cup.restored():
                    cup.change(change)
                    ended = verify(cup).expect(code)
                    self.assertEqual(ended.err.count("\n"), 1, ended)
                if change.startswith("UPDATE records") or " scores " in change:  # the code is that of games that count
                    with self.subTest(counts=change), cup.restored():
                        cup.change(change.replace("ruling = 1", "ruling = 0"))
                        verify(cup).expect(code)

    def test_rulings_that_are_removed_or_changed_show_in_a_hash(self) -> None:
        def hashes(cup: Cup) -> List[str]:
            """The hash of all rulings, as each command shows it."""
            return [tribunal("standings", cup.out, "--json").json()["rulings_sha256"],
                    re.findall("rulings of the organiser: ([0-9a-f]{64})\n", verify(cup).expect().out)[0],
                    *re.findall(r"SHA-256 of all rulings: ([0-9a-f]{64})\.", tribunal("standings", cup.out).out),
                    *re.findall("rulings, SHA-256 ([0-9a-f]{64})\n", tribunal("ruling", cup.out).out)]
        changes = ("DELETE FROM rulings", "DELETE FROM rulings WHERE number = 3", "UPDATE rulings SET reason = reason || '.' WHERE number = 1",
                   "UPDATE rulings SET subject = 'two' WHERE number > 1", "UPDATE rulings SET made = '2026-01-31T23:59:59Z' WHERE number = 2",
                   "UPDATE rulings SET kind = 'reinstate', subject = 'one' WHERE number = 2; DELETE FROM rulings WHERE number = 3",
                   "UPDATE rulings SET reason = 'a' WHERE number = 1; UPDATE rulings SET reason = 'b' WHERE number = 2")
        with four(2) as cup:
            seen = {hashes(cup)[0]}
            for words in (("--exclude", "one"), ("--reinstate", "one"), ("--exclude", "two")):
                told = rule(cup, *words).expect(shows="SHA-256 of all rulings now: ").out
                found = hashes(cup) if words[0] == "--exclude" else [tribunal("standings", cup.out, "--json").json()["rulings_sha256"]]
                self.assertIn(found[0], told)
                self.assertNotIn(found[0], seen)
                seen.add(found[0])
                cup.run("--quiet").expect()
            found = hashes(cup)
            self.assertEqual((len(found), len(set(found))), (4, 1), found)
            for change in changes:
                with self.subTest(change=change), cup.restored():
                    for statement in change.split("; "):
                        cup.change(statement)
                    verify(cup).expect(None, lacks=found[0])

    def test_a_folder_without_rulings_has_none(self) -> None:
        with four(1) as cup:
            before = dump(cup)
            tribunal("ruling", cup.out).expect(out="no rulings\n")
            self.assertEqual(tribunal("ruling", cup.out, "--json").json(), [])
            self.assertEqual(dump(cup), before)
            self.assertNotIn('"rulings"', tribunal("standings", cup.out, "--json").out)
            tribunal("ruling", cup.path("nowhere"), "--void", "1", "--reason", "x").expect(2)
            self.assertFalse(os.path.exists(cup.path("nowhere")))

    def test_a_running_tournament_takes_no_rulings(self) -> None:
        with four(1) as cup, open(os.path.join(cup.out, "lock"), encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            rule(cup, "--void", "1").refused(75, "another run is playing this tournament")
            tribunal("ruling", cup.out).expect()

    def test_a_stranger_checks_the_standings_with_the_rulings_in_them(self) -> None:
        def stranger(published: Published, **more: Any) -> Ended:
            return published.verify("--standings", published.path("standings.json"))
        with Cup("") as cup:
            cup.write("cup.toml", committed_plan(cup).replace('[[bots]]\nname = "three"', '[[bots]]\nname = "extra"\ncommand = "python3 player.py extra"\n[[bots]]\nname = "three"'))
            cup.played("--quiet")
            rule(cup, "--void", "4,6").expect()
            rule(cup, "--exclude", "two").expect()
            cup.run("--quiet").expect()
            with Published(cup) as published:
                stranger(published).expect(shows=["games hold", "the standings follow from the logs except for 53 of 71 games, which the standings omit because these bots are excluded: two by ruling 2"])
                published.change("standings.json", '"exclude"', '"reinstate"')
                stranger(published).expect(2, "reinstates a bot that is not excluded")
                published.change("standings.json", '"reinstate"', '"exclude"')
                published.change("standings.json", "a power cut", "a power cup")
                stranger(published).expect(1, '"rulings_sha256" does not follow')
                published.change("standings.json", '"rulings"', '"other"')
                stranger(published).expect((1, 2))

    def test_shards_and_comparisons_take_no_rulings_and_merges_lose_none(self) -> None:
        with Shards(shard_plan()) as cup:
            cup.play_all(2, "--quiet")
            tribunal("ruling", cup.part("1-of-2") if os.path.isdir(cup.part("1-of-2")) else os.path.join(cup.all, sorted(os.listdir(cup.all))[0]),
                     "--void", "1", "--reason", "x").refused(78, "is a part of a tournament; merge the shards")
            cup.merge().expect()
            before = outcome(cup)
            rule(cup, "--void", "1").expect()
            cup.merge().expect(78, "has rulings of the organiser, which a merge would lose")
            cup.run("--quiet").expect()
            after = outcome(cup)
            after.pop("rulings")
            self.assertEqual(after, before)
            verify(cup).expect()
        with Workshop() as workshop:
            workshop.compare(*NEVER_DECIDED, "--deals", "4").expect(None)
            workshop.tribunal("ruling", "out", "--void", "1", "--reason", "x").refused(78, "a comparison")
