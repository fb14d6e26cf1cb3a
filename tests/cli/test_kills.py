"""The referee is killed, or interrupted, at random moments, with any number of workers, in every format. Nothing may be
lost or counted twice, no bot is left behind by an interruption, and the content is that of an undisturbed tournament.

Each format gets twenty kills and five interruptions; `./dev soak` makes it two hundred and a hundred. Each format is a
test. Only the round robin has a sandbox, because trying it out at every start would attract many of the kills.
"""
import os
import random
import signal
import subprocess
import time
import unittest
from typing import List

from cup import Cup, demo, outcome
from program import SANITIZED, SLOWNESS, tribunal

PERCENT = int(os.environ.get("TRIBUNAL_TEST_PERCENT", "2" if SANITIZED else "10"))
KILLS = max(1, 200 * PERCENT // 100)
INTERRUPTIONS = max(1, KILLS // 4) if PERCENT < 100 else 100
# Seconds from a signal to the end of the run. One second is promised, but other tests may keep the machine busy.
ANSWERED_WITHIN = SLOWNESS * (1 if PERCENT >= 100 else 10)


def in_format(keys: str, deals: int, candidates: str = "") -> str:
    """tournaments/demo.toml in a format other than the round robin, with two games."""
    text = demo(deals).replace('game = "revolution"\n', "", 1)
    keys += '\n[[games]]\ngame = "revolution"\n[[games]]\ngame = "mitch"\n'
    if "sandbox = " not in text:
        text = text.replace("\n[[bots]]", '\nsandbox = "none"\n[[bots]]', 1)
    text = text.replace("[[bots]]", keys + "[[bots]]", 1)
    for name in candidates.split():
        text = text.replace(f'name = "{name}"\n', f'name = "{name}"\ncandidate = true\n')
    return text


class Kills(unittest.TestCase):
    def is_stopped(self, cup: Cup, dice: random.Random, how: signal.Signals, within: float) -> bool:
        """Starts the tournament and sends it this signal after at most this number of seconds; False if it had ended
        before."""
        running = cup.start("--quiet", "--workers", str(dice.randint(1, 3)))
        try:
            running.communicate(timeout=SLOWNESS * dice.uniform(0.01, within))
            return False
        except subprocess.TimeoutExpired:
            running.send_signal(how)
            running.communicate(timeout=ANSWERED_WITHIN)
        # It may have ended just before, or been interrupted before its first line.
        self.assertIn(running.returncode, (-how, 0, 75) if how == signal.SIGINT else (-how, 0))
        if running.returncode == 75:
            until = time.monotonic() + 2 * SLOWNESS  # a bot that was just being started ends a moment later
            while cup.left_over() and time.monotonic() < until:
                time.sleep(0.01)
            self.assertEqual(cup.left_over(), [])
        return True

    def check(self, plan: str, within: float = 0.15) -> None:
        dice = random.Random(20)
        with Cup(plan).played("--quiet", "--workers", "8") as cup:
            expected = outcome(cup)
        games = expected["played_games"]
        self.assertGreater(games, 0)
        signals: List[signal.Signals] = [signal.SIGKILL] * KILLS + [signal.SIGINT] * INTERRUPTIONS
        dice.shuffle(signals)
        while signals:
            with Cup(plan) as cup:
                kept = 0
                while signals and self.is_stopped(cup, dice, signals[-1], within):
                    signals.pop()
                    self.assertGreaterEqual(cup.games(), kept)
                    kept = cup.games()
                if kept > 0:
                    tribunal("standings", cup.out).expect()
                cup.run("--quiet", "--workers", "1").expect()
                self.assertEqual(outcome(cup), expected)
                self.assertEqual(cup.query("SELECT count(*), count(DISTINCT game) FROM games"), [(games, games)])
                tribunal("verify", cup.out).expect()

    def test_round_robin(self) -> None:
        self.check(demo(deals=30), within=0.3)

    def test_several_games(self) -> None:
        self.check(in_format("", deals=15))

    def test_gauntlet(self) -> None:
        self.check(in_format('format = "gauntlet"', deals=30, candidates="careful random"))

    def test_sampled(self) -> None:
        self.check(in_format('format = "sampled"', deals=120))

    def test_swiss(self) -> None:
        self.check(in_format('format = "swiss"\nrounds = 8', deals=20))

    def test_knockout(self) -> None:
        self.check(in_format('format = "knockout"', deals=75))

    def test_final(self) -> None:
        self.check(in_format('format = "final"\nrounds = 30', deals=2))

    def test_ladder(self) -> None:
        self.check(in_format('format = "ladder"\ntarget_error = 40', deals=60, candidates="careful random"))
