"""A bot whose starts fail for a while, as on a busy machine, does not lose a game by it. A bot that no longer starts is
withdrawn; this is reported prominently, and its games can be played once it is repaired."""
import json
import unittest
from typing import List

from cup import Cup
from cup import plan as cup_plan
from program import SAMPLES, text_of, tribunal

DOES_NOT_START = 4
ALWAYS_AT_FAULT = 5
GREEDY = f"{SAMPLES}/greedy"
# Counts its starts. Starts number `first` to `last` do what `fails` says, the others play.
SHAKY = """#!/bin/sh
printf x >> starts
n=$(wc -c < starts)
if [ $n -ge {first} ] && [ $n -le {last} ]; then {fails}; fi
exec {greedy}
"""
SILENT = "exec sleep 60"
ENDS = "echo out of memory >&2; exit 1"


def plan(head: str, limits: str = "startup_ms = 1000", bots: str = "shaky greedy", deals: int = 6, command: str = GREEDY) -> str:
    return cup_plan(bots, f'sandbox = "none"\n{head}\n[limits]\nmove_ms = 30000\n{limits}\n', deals, players=2, seed="1",
                    command=lambda bot: "sh shaky.sh" if bot == "shaky" else command)


def shaky(cup: Cup, first: int, last: int, fails: str) -> None:
    cup.write("shaky.sh", SHAKY.format(first=first, last=last, fails=fails, greedy=GREEDY))


def faults(cup: Cup) -> int:
    return int(cup.query("SELECT count(*) FROM notes WHERE kind = 'fault'")[0][0])


def start_events(path: str) -> List[str]:
    return [line["state"] for line in map(json.loads, text_of(path).splitlines()) if line["event"] == "start"]


class StartsThatFail(unittest.TestCase):
    def test_an_outage_costs_no_game_at_any_number_of_tables(self) -> None:
        for restart, fails, tables in (("never", SILENT, "1"), ("game", SILENT, "2"), ("match", ENDS, "12"), ("game", ENDS, "1")):
            with self.subTest(restart=restart, fails=fails, tables=tables), Cup(plan(f'restart = "{restart}"')) as cup:
                shaky(cup, 2, 5, fails)  # after the first, which is the test before the first game
                events = cup.path("events")
                ended = cup.run("--workers", tables, "--events", events).expect()
                self.assertEqual((cup.games(), faults(cup)), (12, 0))
                self.assertIn("it is tried again, and its games wait\n", ended.err)
                self.assertRegex(ended.err, r"start: shaky is ready, after \d+ failed starts\n")
                states = start_events(events)
                # The script miscounts starts that begin at the same moment. A start may also fail while another copy is
                # ready; that copy then plays the remaining games.
                self.assertGreaterEqual(states.count("failed"), 4 if tables == "1" else 2, states)
                self.assertEqual((states if tables == "1" else sorted(states))[-1], "ready")
                self.assertIn("start: shaky is ready", cup.read("out/run.log"))
                self.assertEqual(tribunal("verify", cup.out).code, 0)

    def test_other_games_are_played_while_those_of_a_bot_wait(self) -> None:
        with Cup(plan("", bots="shaky greedy other")) as cup:
            shaky(cup, 2, 5, SILENT)
            events = cup.path("events")
            self.assertEqual(cup.run("--workers", "1", "--events", events).code, 0)
            lines = [json.loads(line) for line in cup.read(events).splitlines()]
            ready = [line.get("state") == "ready" for line in lines].index(True)
            before = [line for line in lines[:ready] if line["event"] == "game"]
            self.assertGreaterEqual(len(before), 12)  # all of the others
            self.assertTrue(all("shaky" not in line["bots"] for line in before))
            self.assertEqual((cup.games(), faults(cup)), (36, 0))

    def test_a_bot_that_fails_at_every_second_start_plays_all_its_games(self) -> None:
        with Cup(plan('restart = "game"', deals=3)) as cup:
            cup.write("shaky.sh", SHAKY.format(first=1, last="$((n % 2 == 0 ? n : 0))", fails=ENDS, greedy=GREEDY))
            ended = cup.run("--workers", "2")
            self.assertEqual((ended.code, cup.games(), faults(cup)), (0, 6, 0), ended)

    def test_a_bot_that_does_not_start_any_more_is_told_loudly_and_plays_on_when_it_is_repaired(self) -> None:
        with Cup(plan('restart = "game"', bots="shaky greedy other", deals=2)) as cup:
            shaky(cup, 3, 10**6, ENDS)  # it has played once
            events = cup.path("events")
            cup.run("--workers", "1", "--events", events).expect(DOES_NOT_START,
                "tribunal: 7 games were not played, because a bot does not start: shaky; repair it",
                "start: shaky is withdrawn, since it does not start: ")
            self.assertEqual((cup.games(), faults(cup)), (5, 0))
            self.assertEqual(start_events(events)[-1], "withdrawn")
            self.assertRegex(cup.read("out/run.log"), "error +start: shaky is withdrawn")
            self.assertIn("!!! shaky failed to start in the last run", tribunal("standings", cup.out).out)
            said = tribunal("standings", cup.out, "--json").json()
            self.assertEqual([bot["bot"] for bot in said["not_starting"]], ["shaky"])
            self.assertIn("exited with 1 before it was ready", said["not_starting"][0]["message"])

            refused = cup.run()
            self.assertEqual((refused.code, cup.games()), (DOES_NOT_START, 5), refused)
            shaky(cup, 0, 0, ENDS)
            resumed = cup.run("--accept-changes")
            self.assertEqual((resumed.code, cup.games(), faults(cup)), (0, 12, 0), resumed)
            self.assertNotIn("!!!", tribunal("standings", cup.out).out)
            self.assertNotIn("not_starting", tribunal("standings", cup.out, "--json").json())
            self.assertEqual(tribunal("verify", cup.out).code, 0)

    def test_a_bot_that_never_starts_forfeits_if_the_organiser_plays_with_it(self) -> None:
        with Cup(plan("", bots="shaky greedy other", deals=4)) as cup:
            shaky(cup, 0, 10**6, ENDS)
            cup.run("--workers", "2", "--with-failing-bots").expect(
                ALWAYS_AT_FAULT, "start: shaky is withdrawn", "!!! shaky failed to start in the last run")
            self.assertEqual((cup.games(), faults(cup)), (24, 16))
            self.assertLess(len(cup.read("starts")), 12)

    def test_the_start_is_measured_by_the_clock_of_the_moves(self) -> None:
        """Ten concurrent starts on a few cores exceed the limit, a single one does not."""
        slow = "import sys, time\nwhile time.process_time() < 0.1: pass\nimport os; os.execv(sys.argv[1], [sys.argv[1]])\n"
        text = plan('restart = "game"', 'startup_ms = 300\nclock = "cpu"', "one two three", 1, f"python3 slow.py {GREEDY}")
        with Cup(text) as cup:
            cup.write("slow.py", slow)
            cup.run("--workers", "12").expect(lacks="start:")
            self.assertEqual((cup.games(), faults(cup)), (6, 0))

    def test_a_game_by_itself_starts_a_bot_once_more(self) -> None:
        for last, code in ((1, 0), (2, 1)):
            with self.subTest(last), Cup(plan("")) as cup:
                shaky(cup, 1, last, ENDS)
                tribunal("play", "revolution", "--sandbox", "none", "--", "sh shaky.sh", GREEDY, cwd=cup.folder).expect(code,
                    "exited with 1 before it was ready; its standard error ends with 'out of memory'; it is started once more\n")

    def test_a_check_warns_of_a_start_that_failed_once(self) -> None:
        with Cup(plan("")) as cup:
            shaky(cup, 1, 1, ENDS)
            tribunal("check", "--sandbox", "none", "--only", "handshake", "--move-ms", "30000", "--", "sh shaky.sh",
                     cwd=cup.folder).expect(shows="but only when it was started again")

    def test_a_start_that_failed_decides_no_comparison(self) -> None:
        with Cup(plan("")) as cup:
            shaky(cup, 2, 4, ENDS)
            tribunal("compare", "--candidate", "sh shaky.sh", "--baseline", GREEDY, "--field", f"{SAMPLES}/random", "--m1",
                     "0.001", "--range", "60", "--deals", "4", "--seed", "1", "--move-ms", "20000", "--sandbox", "none",
                     "--workers", "2", cwd=cup.folder).expect((0, 1, 3), "it is tried again, and its games wait", lacks="fault")
