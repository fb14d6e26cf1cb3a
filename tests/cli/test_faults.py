"""Faults are reported as they happen, counted by kind, listed with a command that shows them again, and never omitted
silently."""
import json
import os
import unittest
from typing import Any, Dict, List

from bots import scripted
from cup import Cup, player
from cup import unconfined as plan
from program import run, tribunal

ALWAYS_AT_FAULT = 5

# Fails in some of its games, or in all, each time in the way that its name says.
FRAIL = scripted("frail", ask="""if sys.argv[2] == "always" or games % 2 == 0:
    if sys.argv[1] == "crash": print("\\x1b[31moh no", file=sys.stderr); sys.exit(3)
    if sys.argv[1] == "illegal": word[3] = "play:nothing\"""")


def frail_plan(crash: str = "always", illegal: str = "sometimes", **how: Any) -> str:
    return plan({"one": player("one"), "crash": f"python3 frail.py crash {crash}", "illegal": f"python3 frail.py illegal {illegal}"}, **how)


def frail(**how: Any) -> Cup:
    cup = Cup(frail_plan(**how))
    cup.write("frail.py", FRAIL)
    return cup


def faults_of(cup: Cup, *more: str) -> List[Dict[str, Any]]:
    return tribunal("faults", cup.out, "--json", *more).expect().json()


def faults_of_any(cup: Cup) -> List[Dict[str, Any]]:
    """Also for results that were changed."""
    return tribunal("faults", cup.out, "--json").json()


# Crashes at the first question of every second game of a process, or exits after every game.
RESTARTED = scripted("odd", ask='if sys.argv[1] == "second" and games % 2 == 0: sys.exit("assert failed: node count at ply 50")',
                     end='if sys.argv[1] == "leaves": sys.exit("bye")')


def restarted() -> Cup:
    cup = Cup(plan({"one": player("one"), "second": "python3 restarted.py second", "leaves": "python3 restarted.py leaves"}, deals=4))
    cup.write("restarted.py", RESTARTED)
    return cup


class Restarts(unittest.TestCase):
    def test_a_crash_at_a_question_is_a_fault_and_other_restarts_are_counted_and_told(self) -> None:
        with restarted() as cup:
            ended = cup.run("--workers", "1").expect()
            said = tribunal("standings", cup.out, "--json").json()
            second = {row["bot"]: row for row in said["standings"]["rows"]}["second"]["faults"]
            # If it read a question together with the end of the previous game, one restart is reported.
            unsure = said["restarts"].get("second", 0)
            self.assertLessEqual(unsure, 1)
            self.assertGreaterEqual(second["crash"], 4)
            self.assertEqual(said["restarts"]["leaves"], 11)
            for text in (ended.out, tribunal("standings", cup.out).out):
                self.assertIn("leaves had to be started again in 11 games, because its process had ended between two games; ", text)
            found = faults_of(cup)
            self.assertEqual([fault["stderr"] for fault in found if fault["kind"] == "crash"],
                             second["crash"] * ["assert failed: node count at ply 50\n"])
            self.assertEqual(len(faults_of(cup, "--kind", "restart")), 11 + unsure)
            listed = tribunal("faults", cup.out, "--bot", "leaves").out
            self.assertRegex(listed, r"leaves: restart \(game \d+, deal \d+, seat \d\): exited with 1 between two games\n  it wrote to stderr:\n    bye\n")
            self.assertEqual(cup.read("out/run.log").count("restarted: leaves, before game "), 11)
            self.assertEqual(tribunal("verify", cup.out).code, 0)


class Telling(unittest.TestCase):
    def test_the_first_of_each_kind_and_bot_has_a_line_and_all_are_counted(self) -> None:
        with frail(deals=4) as cup:
            ended = cup.run("--workers", "1")
            lines = [line for line in ended.err.splitlines() if line.startswith("fault: ")]
            self.assertEqual(len(lines), 2, ended.err)
            self.assertTrue(any(line.startswith("fault: crash: crash (game 0, deal 0, seat 1): exited with 3") for line in lines), lines)
            self.assertTrue(any(line.startswith("fault: illegal: illegal (game 1, deal 0, seat ") for line in lines), lines)
            self.assertIn(f"; 'tribunal faults {cup.out}' lists all", lines[0])
            self.assertNotIn("fault: ", cup.run("--quiet").err)

    def test_standings_count_them_by_kind(self) -> None:
        with frail(deals=4) as cup:
            cup.run("--workers", "1")
            text = tribunal("standings", cup.out).out
            self.assertIn("Faults of crash: 12 crash, in 12 of 12 games.\n", text)
            self.assertIn("Faults of illegal: 6 illegal, in 6 of 12 games.\n", text)
            rows = {row["bot"]: row for row in tribunal("standings", cup.out, "--csv").rows()}
            self.assertEqual({bot: row["faults_by_kind"] for bot, row in rows.items()},
                             {"one": "", "crash": "crash 12", "illegal": "illegal 6"})
            found = tribunal("standings", cup.out, "--json").json()["standings"]["rows"]
            self.assertEqual({row["bot"]: row["faults"] for row in found},
                             {"one": {}, "crash": {"crash": 12}, "illegal": {"illegal": 6}})

    def test_a_bot_that_was_at_fault_in_every_game_is_not_passed_over(self) -> None:
        loud = "!!! crash was at fault in each of its 12 games: its results say nothing about how it plays.\n"
        with frail(deals=4) as cup:
            for _ in range(2):  # also when nothing is left to be played
                cup.run().expect(ALWAYS_AT_FAULT, f"tribunal: at fault in every game: crash; 'tribunal faults {cup.out}' shows how\n",
                                 shows=loud)
            tribunal("standings", cup.out).expect(shows=loud)
            for form in ("--json", "--csv"):
                self.assertNotIn("!!!", tribunal("standings", cup.out, form).expect(None, loud).out)
        with frail(crash="sometimes", deals=4) as cup:
            self.assertNotIn("!!!", cup.run().expect().out)

    def test_a_version_that_is_replaced_is_not_held_against_its_successor(self) -> None:
        with frail(illegal="sometimes", deals=1) as cup:
            self.assertEqual(cup.run().code, ALWAYS_AT_FAULT)
            cup.write("frail.py", FRAIL.replace("always", "never"))
            cup.write("cup.toml", frail_plan(deals=6))
            cup.run("--accept-changes").expect()


class Listing(unittest.TestCase):
    def test_they_are_listed_by_bot_and_kind(self) -> None:
        with frail(deals=4) as cup:
            cup.run("--workers", "1")
            everything = faults_of(cup)
            self.assertEqual(len(everything), 18)
            self.assertEqual([fault["game"] for fault in everything], sorted(fault["game"] for fault in everything))
            contents = dict(cup.query("SELECT game, lower(hex(content)) FROM games"))
            self.assertEqual({fault["game"]: fault["content_sha256"] for fault in everything},
                             {fault["game"]: contents[fault["game"]] for fault in everything})
            self.assertEqual(everything[0] | {"again": ""},
                             {"schema": 2, "game": 0, "deal": 0, "game_name": "revolution", "seat": 1, "bot": "crash", "kind": "crash",
                              "decision": everything[0]["decision"], "message": everything[0]["message"],
                              "stderr": "\x1b[31moh no\n", "again": "", "content_sha256": contents[0], "after_ruling": 0, "measured": None})
            self.assertIn("exited with 3", everything[0]["message"])
            self.assertEqual({fault["bot"] for fault in faults_of(cup, "--bot", "illegal")}, {"illegal"})
            self.assertEqual(len(faults_of(cup, "--kind", "illegal")), 6)
            self.assertEqual(faults_of(cup, "--bot", "one"), [])
            text = tribunal("faults", cup.out, "--bot", "crash").out
            self.assertIn("crash: crash (game 0, deal 0, seat 1, decision ", text)
            self.assertIn("  it wrote to stderr:\n    \\x1b[31moh no\n  see again: ", text)
            self.assertTrue(text.startswith("12 faults\n  crash: 12 crash\n\ncrash: crash (game 0, "), text)
            self.assertNotIn("\x1b", text)

    def test_equal_ones_are_shown_once(self) -> None:
        with frail(deals=4) as cup:
            cup.run("--workers", "1")
            text = tribunal("faults", cup.out).out
            self.assertTrue(text.startswith("18 faults\n  crash: 12 crash\n  illegal: 6 illegal\n\n"), text)
            self.assertEqual(text.count("    \\x1b[31moh no\n"), len({fault["message"] for fault in faults_of(cup, "--bot", "crash")}))
            shown = set()
            for bot in ("crash", "illegal"):
                faults = faults_of(cup, "--bot", bot)
                shown |= {(fault["bot"], fault["message"]) for fault in faults}
                for message in {fault["message"] for fault in faults}:
                    games = [fault["game"] for fault in faults if fault["message"] == message]
                    more = len(games) - 1
                    if more:
                        self.assertIn(f"  the same as in game {games[0]} in {more} more game{'s' * (more > 1)}: ", text)
            self.assertEqual(text.count("  see again: "), len(shown))
            self.assertIn("  the same as in game 0 in 11 more games: 1-11\n", tribunal("faults", cup.out, "--bot", "crash").out)
            self.assertEqual(tribunal("faults", cup.out, "--bot", "one").out, "0 faults\n")

    def test_timeouts_say_what_the_machine_did_and_can_be_chosen_by_it(self) -> None:
        waited = "; measured: it had the processor for 3 of the last 26 ms and waited for one for 22 ms; 16 tables on 2 cores, load 14.2"
        with frail(deals=1) as cup:
            cup.write("frail.py", FRAIL.replace("sys.exit(3)", "time.sleep(99)").replace("import sys", "import sys, time", 1))
            cup.write("cup.toml", frail_plan(deals=1, head="[limits]\nmove_ms = 200\nstartup_ms = 60000\n"))
            cup.run("--quiet")
            found = faults_of(cup, "--kind", "timeout")
            self.assertGreaterEqual(len(found), 3)
            for fault in found:
                self.assertEqual(set(fault["measured"]), {"ran_ms", "waited_ms", "span_ms", "tables", "cores", "load"})
                self.assertIn(f"load {fault['measured']['load']:.1f}", fault["message"])
            self.assertEqual([fault["measured"] for fault in faults_of(cup, "--kind", "illegal")], [None] * 1)
            cup.change("UPDATE notes SET message = 'gave no answer' || ifnull((SELECT '" + waited + "' WHERE game = 0), '') WHERE kind = 'fault'")
            changed = tribunal("faults", cup.out, "--json", "--waited", "80").expect(1)  # the texts are sealed
            self.assertIn(f"for {len(found) - 1} timeouts it is unknown how long the bot waited", changed.err)
            self.assertEqual([(fault["game"], fault["measured"]) for fault in changed.json()],
                             [(0, {"ran_ms": 3, "waited_ms": 22, "span_ms": 26, "tables": 16, "cores": 2.0, "load": 14.2})])
            self.assertEqual(tribunal("faults", cup.out, "--json", "--waited", "85").json(), [])
            row = tribunal("faults", cup.out, "--csv", "--waited", "80").rows()[0]
            self.assertEqual([row[name] for name in ("game", "kind", "ran_ms", "waited_ms", "span_ms", "tables", "cores", "load")],
                             ["0", "timeout", "3", "22", "26", "16", "2.0", "14.2"])
            self.assertEqual(row["content_sha256"], changed.json()[0]["content_sha256"])
            self.assertEqual(len(tribunal("faults", cup.out, "--csv").rows()), len(faults_of_any(cup)))

    def test_the_command_to_see_it_again_works(self) -> None:
        with frail(deals=2) as cup:
            cup.run()
            os.rename(cup.out, cup.out + " of it's own")
            cup.out += " of it's own"
            for fault in faults_of(cup):
                run(["sh", "-c", fault["again"]], cwd=cup.folder).expect(shows=fault["kind"])

    def test_several_faults_of_a_seat_keep_their_order(self) -> None:
        with frail(crash="never", deals=1, head='[limits]\non_fault = "strikes"\nmove_ms = 30000\nstartup_ms = 60000\n') as cup:
            cup.write("frail.py", FRAIL.replace('word[3] = "play:nothing"', '''
                if asked % 3: word[3] = "play:nothing"
                if asked % 3 == 2: say("nonsense"); continue'''))
            cup.run("--workers", "1")
            faults = faults_of(cup, "--bot", "illegal")
            self.assertEqual({fault["kind"] for fault in faults}, {"illegal", "garbage"})
            for fault in faults:
                self.assertIn("nonsense" if fault["kind"] == "garbage" else "play:nothing", fault["message"])

    def test_mistakes_have_their_line(self) -> None:
        with frail(deals=1) as cup:
            cup.run()
            for words, said in ((["faults", cup.out, "--bot", "crsh"], "did you mean 'crash'"),
                                (["faults", cup.out, "--kind", "crashes"], "--kind"),
                                (["faults", cup.folder], "there are no results here"),
                                (["export", cup.out, "--logs", "-", "--game", "77"], "there is no game 77 in these results")):
                tribunal(*words).expect(2, said)

    def test_one_game_is_exported_alone(self) -> None:
        with frail(deals=2) as cup:
            cup.run()
            logs = tribunal("export", cup.out, "--logs", "-", "--game", "4").out
            games = [json.loads(line) for line in logs.splitlines() if line.startswith('{"tribunal"')]
            self.assertEqual([game["deal"]["number"] for game in games], [1])
            rows = tribunal("export", cup.out, "--csv", "--game", "4").rows()
            self.assertEqual([row["game"] for row in rows], ["4"] * 3)
