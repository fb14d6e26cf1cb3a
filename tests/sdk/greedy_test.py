"""The sample bot greedy in the language that KITS names decides as greedy.cpp does at every question of games of many kinds."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import List

import languages

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRIBUNAL = os.environ["TRIBUNAL"]
GREEDY = str(pathlib.Path(os.environ["BOTS"]) / "greedy")
SCRIPTS = {"Python": [sys.executable, "greedy.py"], "JavaScript": ["node", "greedy.mjs"]}
# Games and presets, and numbers of players.
GAMES = (("revolution", 3), ("mitch", 4), ("mitch-two-packs", 6), ("mitch-high-low", 3), ("tyrant-any", 3), ("gambling", 3), ("hustler", 2),
         ("stud", 3), ("mob", 2), ("tennis", 3), ("anarchist-bomb", 5), ("chez", 3))


def command_of(language: str, folder: pathlib.Path) -> List[str]:
    bots = ROOT / "sample-bots"
    if language not in SCRIPTS:
        return languages.build(language, bots / languages.SAMPLE_BOTS[language], folder)
    interpreter, script = SCRIPTS[language]
    return [interpreter, str(bots / script)]


class Greedy(unittest.TestCase):
    def test_it_decides_as_greedy_does(self) -> None:
        for language in os.environ.get("KITS", "Python JavaScript").split():
            with self.subTest(language), tempfile.TemporaryDirectory() as folder:
                command = command_of(language, pathlib.Path(folder))
                for game, players in GAMES:
                    self.check(command, game, players, f"{folder}/game.jsonl")

    def check(self, command: List[str], game: str, players: int, log: str) -> None:
        calm = ["--sandbox", "none", "--move-ms", "20000"]
        play = [TRIBUNAL, "play", game, "--seed", "six", *calm, "--startup-ms", "60000", "--log", log, "--", *[GREEDY] * players]
        subprocess.run(play, stdout=subprocess.DEVNULL, check=True)
        again = [TRIBUNAL, "replay", log, "--seat", "0", *calm, "--", " ".join(command)]
        ended = subprocess.run(again, capture_output=True, text=True, check=False)
        with self.subTest(game):
            self.assertRegex(ended.stdout, r"\n[1-9]\d* answers, 0 differ from the record\n$", ended.stdout + ended.stderr)


if __name__ == "__main__":
    unittest.main()
