"""The referee killed, or interrupted, at random moments, in every format: nothing may be lost or counted twice.

Twenty kills a format and five interruptions; `./dev soak` makes it two hundred and a hundred. Each format is a test. Kills are without
a sandbox but in a round robin: it is tried out at every start, where many kills would fall.
"""
import os
import random
import signal
import subprocess
import unittest
from typing import Iterator

from cup import Cup, demo, outcome
from program import SANITIZED, SLOWNESS, tribunal

PERCENT = int(os.environ.get("TRIBUNAL_TEST_PERCENT", "2" if SANITIZED else "10"))
KILLS = max(1, 200 * PERCENT // 100)
# Seconds from a signal to the end of the run. The promise is one; other tests may keep the machine busy.
ANSWERED_WITHIN = SLOWNESS * (1 if PERCENT >= 100 else 10)


def killed_again_and_again(cup: Cup, dice: random.Random, how: signal.Signals, within: float) -> Iterator[int]:
    """Starts the tournament and kills it after at most so many seconds, until it comes to its end; yields the exit status after each kill."""
    while True:
        running = cup.start("--quiet")
        try:
            running.communicate(timeout=SLOWNESS * dice.uniform(0.01, within))
            return
        except subprocess.TimeoutExpired:
            running.send_signal(how)
            running.communicate(timeout=ANSWERED_WITHIN)
        yield running.returncode


class Kills(unittest.TestCase):
    how = signal.SIGKILL
    times = KILLS
    within = 0.25
    sandboxed = False

    def in_format(self, keys: str, deals: int, candidates: str = "") -> str:
        """tournaments/demo.toml in another format than the round robin."""
        text = demo(deals)
        if not self.sandboxed and "sandbox = " not in text:
            text = text.replace("\n[[bots]]", '\nsandbox = "none"\n[[bots]]', 1)
        text = text.replace("[[bots]]", keys + "\n[[bots]]", 1)
        for name in candidates.split():
            text = text.replace(f'name = "{name}"\n', f'name = "{name}"\ncandidate = true\n')
        return text

    def check_status(self, cup: Cup, status: int) -> None:
        """Checks the exit status of a run that was killed, or came to its end just before."""
        self.assertIn(status, (-signal.SIGKILL, 0))

    def check(self, plan: str) -> None:
        dice = random.Random(20)
        with Cup(plan).played("--quiet") as cup:
            expected = outcome(cup)
        games = expected["played_games"]
        self.assertGreater(games, 0)
        kills = 0
        while kills < self.times:
            with Cup(plan) as cup:
                kept = 0
                for status in killed_again_and_again(cup, dice, self.how, self.within):
                    self.check_status(cup, status)
                    self.assertGreaterEqual(cup.games(), kept)
                    kept = cup.games()
                    kills += 1
                    if kills == self.times:
                        break
                cup.run("--quiet").expect()
                self.assertEqual(outcome(cup), expected)
                self.assertEqual(cup.query("SELECT count(*), count(DISTINCT game) FROM results"),
                                 [(games, games)])
                tribunal("verify", cup.out).expect()

    def test_round_robin(self) -> None:
        self.check(demo(deals=40))

    def test_several_games(self) -> None:
        self.check(self.in_format('[[games]]\ngame = "revolution"\n[[games]]\ngame = "mitch"', deals=15).replace('game = "revolution"\n', "", 1))

    def test_gauntlet(self) -> None:
        self.check(self.in_format('format = "gauntlet"', deals=60, candidates="careful random"))

    def test_sampled(self) -> None:
        self.check(self.in_format('format = "sampled"', deals=240))

    def test_swiss(self) -> None:
        self.check(self.in_format('format = "swiss"\nrounds = 8', deals=40))

    def test_knockout(self) -> None:
        self.check(self.in_format('format = "knockout"', deals=150))

    def test_ladder(self) -> None:
        self.check(self.in_format('format = "ladder"\ntarget_error = 40', deals=120, candidates="careful random"))


class Interruptions(Kills):
    """Interruptions by Ctrl-C, after which no bot is left behind."""
    how = signal.SIGINT
    within = 0.5
    sandboxed = True
    times = max(1, KILLS // 4) if PERCENT < 100 else 100

    def check_status(self, cup: Cup, status: int) -> None:
        # The program may not have come to its first line, or have stored its last game before.
        self.assertIn(status, (75, -signal.SIGINT, 0))
        if status == 75:
            self.assertEqual(cup.left_over(), [])
