"""Limits for one bot, for handicaps and slow languages, and the bank of overtime."""
import json
import re
import unittest
from typing import Any, Dict, List

from bots import scripted
from cup import Cup
from cup import unconfined as plan
from program import PROGRAM, Ended, InFolder, run, tribunal
from test_event import Published

# A bot that takes long over one question of each game, and reports in a comment what it was told.
PONDERER = scripted("ponderer", "word[3]", start="import time",
                    game="asked = 0; print('# ' + line.strip(), flush=True)",
                    ask="print('# ms ' + word[2], flush=True); time.sleep(float(sys.argv[1]) if asked in (2, 3) else 0)")


def bots(seconds: float = 0, limits: str = "move_ms = 20000") -> Dict[str, Any]:
    return {"quick": "python3 ponderer.py 0", "slow": (f"python3 ponderer.py {seconds}", f"[bots.limits]\n{limits}\n")}


def cup_of(head: str = "", deals: int = 1, **of_slow: Any) -> Cup:
    """A tournament of a quick bot and a slow one with its own limits."""
    cup = Cup(plan(bots(**of_slow), "\n[limits]\nmove_ms = 10000\n" + head, deals, players=2, game="mitch"))
    cup.write("ponderer.py", PONDERER)
    return cup


def said(cup: Cup) -> List[str]:
    """The comments of all bots."""
    return [line["comment"].removeprefix("# ") for line in logs(cup) if "comment" in line]


def logs(cup: Cup) -> List[Dict[str, Any]]:
    return [json.loads(line) for line in tribunal("export", cup.out, "--logs", "-").expect().out.splitlines()]


class LimitsByBot(unittest.TestCase):
    def test_each_bot_is_told_its_own_limits_and_the_log_has_them(self) -> None:
        with cup_of().played("--quiet") as cup:
            for header in (line for line in logs(cup) if "tribunal" in line):
                own = {seat["bot"]: seat.get("limits") for seat in header["seats"]}
                self.assertEqual((own["quick"], own["slow"]["move_ms"], header["limits"]["move_ms"]), (None, 20000, 10000))
            told = said(cup)
            games = {re.search(r"you=(\d) move_ms=(\d+)", text)[2] for text in told if text.startswith("game")}  # type: ignore[index]
            self.assertEqual(games, {"10000", "20000"})
            self.assertEqual({text for text in told if text.startswith("ms")}, {"ms 10000", "ms 20000"})
            tribunal("verify", cup.out).expect(shows="2 games hold")

    def test_a_slow_bot_is_late_by_the_limits_of_others_and_not_by_its_own(self) -> None:
        head = 'startup_ms = 20000\n'
        late = plan(bots(0.6), "\n[limits]\nmove_ms = 300\n" + head, 1, players=2, game="mitch")
        for text, faults in ((late, 0), (late.replace("[bots.limits]\nmove_ms = 20000\n", ""), 2)):
            with self.subTest(faults=faults), Cup(text) as cup:
                cup.write("ponderer.py", PONDERER)
                cup.run("--quiet").expect((0, 5))
                found = tribunal("faults", cup.out, "--json").json()
                self.assertEqual([(fault["bot"], fault["kind"]) for fault in found], [("slow", "timeout")] * faults)
                tribunal("verify", cup.out).expect()

    def test_people_are_told_of_handicaps(self) -> None:
        sentence = "Not all bots have the same limits (slow: 20000 ms a move, wall time): ratings compare them with these handicaps."
        with cup_of() as cup:
            cup.run().expect(shows=sentence)
            self.assertIn(sentence, " ".join(tribunal("standings", cup.out).out.split()))
            shown = tribunal("standings", cup.out, "--json").json()
            self.assertEqual(shown["limits_by_bot"], {"slow": {"move_ms": 20000, "game_ms": 0, "increment_ms": 0, "startup_ms": 10000, "bank_ms": 0}})
        with Cup(plan("one two", deals=1, players=2)).played("--quiet") as cup:
            self.assertNotIn("limits", tribunal("standings", cup.out, "--json").out + tribunal("standings", cup.out).out)
            self.assertNotIn("bank_ms", tribunal("export", cup.out, "--logs", "-").out)

    def test_changed_limits_of_a_bot_are_changed_conditions(self) -> None:
        with cup_of().played("--quiet") as cup:
            text = cup.read("cup.toml").replace("deals = 1", "deals = 2").replace("move_ms = 20000", "move_ms = 15000")
            cup.write("cup.toml", text.replace("deals = 2", "deals = 1"))
            cup.run().refused(78, "bot_limits slow move_ms: 20000 there, 15000 in the plan")
            cup.write("cup.toml", text)
            cup.run("--quiet", "--accept-changes").expect()
            tribunal("verify", cup.out).expect(shows="4 games hold")
            told = [seat["limits"]["move_ms"] for line in logs(cup) if "tribunal" in line for seat in line["seats"] if "limits" in seat]
            self.assertEqual(told, [20000, 20000, 15000, 15000])

    def test_a_stranger_verifies_games_by_the_limits_of_each_bot(self) -> None:
        with cup_of().played("--quiet") as cup:
            cup.write("secret.txt", "")
            with Published(cup) as published:
                check = ["verify", published.path("games.jsonl"), "--plan", published.path("cup.toml"), "--standings", published.path("standings.json")]
                tribunal(*check).expect(shows="the standings follow")
                published.change("cup.toml", "[bots.limits]\nmove_ms = 20000", "[bots.limits]\nmove_ms = 20001")
                tribunal(*check).expect(1, "is not played within the limits of the plan")

    def test_check_uses_the_limits_of_the_bot_in_its_plan(self) -> None:
        with cup_of() as cup:
            tribunal("check", "--plan", cup.path("cup.toml"), "slow").expect(None, shows="of the 20000 ms that a decision may take")


class Bank(unittest.TestCase):
    def test_what_a_move_takes_beyond_its_limit_comes_out_of_the_bank(self) -> None:
        with cup_of(seconds=0.5, limits="move_ms = 100\nbank_ms = 30000").played("--quiet") as cup:
            told = said(cup)
            self.assertTrue(any("move_ms=100 game_ms=0 increment_ms=0 bank_ms=30000" in text for text in told), told)
            asked = sorted({int(text[3:]) for text in told if text.startswith("ms ") and text != "ms 10000"})
            self.assertEqual(asked[-1], 30100)
            self.assertTrue(28000 < asked[0] < 29400, asked)  # two decisions of half a second and more
            tribunal("verify", cup.out).expect(shows="2 games hold")

    def test_an_empty_bank_leaves_a_hard_limit(self) -> None:
        with cup_of('startup_ms = 20000\non_fault = "strikes"\n', seconds=0.9, limits="move_ms = 300\nbank_ms = 800") as cup:
            cup.run("--quiet").expect((0, 5))
            found = tribunal("faults", cup.out, "--json").json()
            self.assertEqual({(fault["bot"], fault["kind"]) for fault in found}, {("slow", "timeout")})
            for game in (0, 1):  # 0.9 s of 0.3 + 0.8, then of 0.3 + the rest, then nothing is left
                first, *later = [int(re.findall(r"within (\d+) ms", fault["message"])[0]) for fault in found if fault["game"] == game]
                self.assertTrue(300 < first <= 500, found)
                self.assertEqual(set(later) | {300}, {300})
            tribunal("verify", cup.out).expect(shows="2 games hold")

    def test_changed_times_beyond_the_bank_are_found(self) -> None:
        with cup_of(seconds=0.2, limits="move_ms = 100\nbank_ms = 60000").played("--quiet") as cup:
            lines = tribunal("export", cup.out, "--logs", "-", "--game", "0").out
            for us, code in ((50_000_000, 0), (60_200_000, 1)):
                log = cup.write("game.jsonl", re.sub(r'"us":2\d{5}\b', f'"us":{us}', lines, count=1))
                tribunal("verify", log).expect(code, *(["made within"] if code else []))

    def test_a_bank_counts_by_the_cpu_clock(self) -> None:
        with cup_of('clock = "cpu"\n', seconds=0.3, limits="move_ms = 100\nbank_ms = 5000").played("--quiet") as cup:
            told = said(cup)
            self.assertIn("ms 5100", told)  # sleep is no time of this clock
            tribunal("verify", cup.out).expect()


class Mistakes(InFolder):
    def refused(self, limits: str, of_bot: str, *said: str) -> Ended:
        path = self.write("cup.toml", plan(bots(limits=of_bot), f"\n[limits]\n{limits}\n", 1, players=2))
        return tribunal("tournament", path, "--out", self.path("out")).refused(78, *said)

    def test_limits_that_do_not_go_together_are_refused(self) -> None:
        self.refused("bank_ms = 5\ngame_ms = 5", "", "exclude each other")
        self.refused("game_ms = 5", "bank_ms = 5", "exclude each other")
        self.refused("bank_ms = 5\nmove_ms = 0\ngame_ms = 0", "", "without a limit")
        self.refused("game_ms = 5\nmove_ms = 0", "bank_ms = 5\ngame_ms = 0", "without a limit")
        self.refused("bank_ms = -1", "", "bank_ms")
        self.refused("", "move_ms = 0", "without a limit")

    def test_what_is_of_the_game_is_not_of_a_bot(self) -> None:
        self.refused("", 'clock = "cpu"', "clock", "[limits]")
        self.refused("", 'on_fault = "strikes"', "on_fault", "[limits]")
        self.refused("", "memory_mb = 5", "memory_mb", "[resources]")

    def test_options_of_a_bank_are_checked(self) -> None:
        words = ["play", "mitch", "--bank-ms", "1000"]
        tribunal(*words, "--game-ms", "5", "--", "greedy", "greedy").refused(2, "--bank-ms is time for decisions that take longer than --move-ms")
        tribunal(*words, "--move-ms", "0", "--", "greedy", "greedy").refused(2, "--bank-ms")
        log = self.path("game.jsonl")
        tribunal(*words, "--seed", "1", "--log", log, "--", "greedy", "greedy").expect()
        self.assertIn('"bank_ms":1000,"on_fault"', self.read("game.jsonl"))
        tribunal("verify", log).expect()
        run([*PROGRAM, "play", "--from", log, "--log", self.path("again.jsonl"), "--", "greedy", "greedy"]).expect()
        self.assertIn('"bank_ms":1000', self.read("again.jsonl"))
