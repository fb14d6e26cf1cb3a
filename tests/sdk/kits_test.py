"""The kits of all languages see the same: views.py, views.mjs and views.cpp say of the same lines the same, byte for byte."""

import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import unittest
from typing import Dict, List, NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
TRIBUNAL = os.environ["TRIBUNAL"]
BOTS = pathlib.Path(os.environ["BOTS"])


class Kit(NamedTuple):
    toolchain: str  # the program that must be there
    command: List[str]


KITS: Dict[str, Kit] = {
    "C++": Kit(os.environ["VIEWS"], [os.environ["VIEWS"]]),
    "Python": Kit(sys.executable, [sys.executable, str(HERE / "views.py")]),
    "JavaScript": Kit("node", ["node", str(HERE / "views.mjs")]),
}


def views(kit: str, lines: str) -> str:
    ended = subprocess.run(KITS[kit].command, input=lines.encode(), stdout=subprocess.PIPE, timeout=60, check=True)
    return ended.stdout.decode()


def last_heard(view: List[str]) -> str:
    """The last line heard before the end of these lines of views."""
    return next((line for line in reversed(view) if re.match("(game|asked|event|result) ", line)), "")


class Game(NamedTuple):
    name: str
    players: int
    seat: int  # whose lines are shown
    seed: str

    @property
    def command(self) -> List[str]:
        play = ["play", self.name, "--sandbox", "none", "--seed", self.seed, "--move-ms", "60000", "--startup-ms", "60000", "--trace", "--"]
        return [TRIBUNAL, *play, *[str(BOTS / "random")] * self.players]


def players_of(name: str, fewest: int, most: int) -> List[int]:
    """The numbers of players that a game or preset takes."""
    deal = [TRIBUNAL, "deal", name, "--seed", "1", "--players"]
    return [number for number in range(fewest, most + 1)
            if subprocess.run([*deal, str(number)], capture_output=True, check=False).returncode == 0]


def fresh_games() -> List[Game]:
    """One of every game in the catalogue: by itself or a preset of it, with some number of players, as some seat sees it."""
    dice = random.Random()
    listed = subprocess.run([TRIBUNAL, "games", "--json"], stdout=subprocess.PIPE, check=True)
    games = []
    for game in json.loads(listed.stdout):
        name = dice.choice([game["name"], *(preset["name"] for preset in game["presets"])])
        players = dice.choice(players_of(name, game["fewest_players"], game["most_players"]))
        games.append(Game(name, players, dice.randrange(players), str(dice.getrandbits(32))))
    return games


def lines_of(game: Game) -> str:
    """The lines of the referee to the seat."""
    played = subprocess.run(game.command, capture_output=True, text=True, timeout=100, check=True)
    said = re.findall(rf"^ *[\d.]+ +{game.seat} \S+ +> (.*\n)", played.stderr, re.MULTILINE)
    return "".join(said)


class Kits(unittest.TestCase):
    def agree(self, lines: str) -> None:
        """Names the first line that differs, and what was heard when it did."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            of_kits = dict(zip(KITS, pool.map(lambda kit: views(kit, lines).split("\n"), KITS)))
        first, *others = KITS
        self.assertIn("legal", of_kits[first])
        for kit in others:
            for number, (wanted, line) in enumerate(itertools.zip_longest(of_kits[first], of_kits[kit])):
                if wanted != line:
                    heard = last_heard(of_kits[first][: number + 1])
                    self.fail(f"line {number + 1} of the views, after '{heard}':\n{first}: {wanted}\n{kit}: {line}")

    def test_every_toolchain_is_there(self) -> None:
        for kit, (toolchain, _) in KITS.items():
            self.assertTrue(shutil.which(toolchain), f"{toolchain} is missing; expected it, to try the kit for {kit}")

    def test_of_every_transcript(self) -> None:
        transcripts = sorted((HERE / "transcripts").glob("*.txt"))
        self.assertGreaterEqual(len(transcripts), 6)
        for transcript in transcripts:
            with self.subTest(transcript.stem):
                self.agree(transcript.read_bytes().decode())

    def test_of_a_fresh_game_of_every_kind(self) -> None:
        for game in fresh_games():
            with self.subTest(f"seat {game.seat} of {' '.join(game.command)}"):
                self.agree(lines_of(game))


if __name__ == "__main__":
    unittest.main()
