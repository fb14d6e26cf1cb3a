"""verify and export read with all cores, and print the same as with one, for valid and invalid results and logs."""
import os
import subprocess
import unittest
from typing import List, Tuple

from cup import Cup
from cup import unconfined as plan
from program import PROGRAM, SLOWNESS, bytes_of, put

CORES = sorted(os.sched_getaffinity(0))


def said_on(cores: List[int], words: Tuple[str, ...], stdin: str = os.devnull) -> Tuple[int, bytes, bytes]:
    with open(stdin, "rb") as file:
        ended = subprocess.run([*PROGRAM, *words], stdin=file, capture_output=True, timeout=120 * SLOWNESS, check=False,
                               preexec_fn=lambda: os.sched_setaffinity(0, cores))
    return ended.returncode, ended.stdout, ended.stderr


@unittest.skipIf(len(CORES) < 2, "this machine has one core")
class AllCores(unittest.TestCase):
    def same(self, *words: str, stdin: str = os.devnull) -> int:
        alone = said_on(CORES[:1], words, stdin)
        self.assertEqual(said_on(CORES, words, stdin), alone)
        return alone[0]

    def test_of_results(self) -> None:
        for text in (plan("one two brittle", deals=80), plan("one two three four five six", head='format = "swiss"\nrounds = 3', deals=20)):
            with Cup(text).played("--quiet") as cup:
                self.assertEqual(self.same("verify", cup.out), 0)
                for words in (("--logs", "-"), ("--logs", "-", "--bot", "two"), ("--csv",), ("--bot", "one", "--seen", "-"),
                              ("--game", "7", "--logs", "-")):
                    self.assertEqual(self.same("export", cup.out, *words), 0)

    def test_of_results_with_a_damaged_game(self) -> None:
        with Cup(plan("one two three", deals=80)).played("--quiet") as cup:
            for game, change in ((0, "DELETE FROM games WHERE game = {}"), (150, "DELETE FROM games WHERE game = {}"),
                                 (200, "UPDATE records SET record = replace(record, ' ', '  ') WHERE game = {}"),
                                 (199, "UPDATE games SET scores = '[9,9,9]' WHERE game = {}"),
                                 (70, "UPDATE games SET bots = '[0,0,9]' WHERE game = {}"),
                                 (64, "UPDATE games SET id = 99999999 WHERE game = {}"),
                                 (63, "UPDATE games SET id = -5 WHERE game = {}"),
                                 (9, "UPDATE games SET id = 140737488355328 WHERE game = {}"),
                                 (8, "UPDATE games SET id = 9223372036854775807 WHERE game = {}")):
                cup.change(change.format(game))
                with self.subTest(change):
                    self.assertNotEqual(self.same("verify", cup.out), 0)
                    self.same("export", cup.out, "--logs", "-")

    def test_of_logs(self) -> None:
        with Cup(plan("one two three", deals=130)).played("--quiet") as cup:
            self.assertEqual(self.same("export", cup.out, "--logs", cup.path("log")), 0)
            self.assertGreater(os.path.getsize(cup.path("log")), 1_000_000)
            log = bytes_of(cup.path("log"))
            middle = log.index(b'\n{"tribunal"', len(log) // 2) + 1
            for damaged in (log, log[:-1], log[:middle], log[:middle - 1], log[:middle] + b"\n" + log[middle:],
                            log.replace(b'"move_ms"', b'"move_mS"', 300), log[:middle] + log[middle:].replace(b'"us":', b'"us":1', 1),
                            log[middle:] + log[:middle], b"", b"\n", b"no log\n" * 150_000):
                put(cup.path("log"), damaged)
                self.same("verify", cup.path("log"))
                self.same("verify", "-", stdin=cup.path("log"))
                self.same("verify", cup.path("log"), "--plan", cup.path("cup.toml"))
