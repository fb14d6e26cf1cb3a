"""The sample bots answer every question of the transcripts legally, the same way each time, and exit when told to."""

import json
import os
import pathlib
import re
import subprocess
import unittest
from typing import Dict, Iterator, List, Sequence, Tuple

HERE = pathlib.Path(__file__).resolve().parent
TRIBUNAL = os.environ["TRIBUNAL"]
BOTS = pathlib.Path(os.environ["BOTS"])
NAMES = ("random", "hoarder", "greedy", "counter", "careful", "planner", "searcher", "sampler", "shedder", "thinker")


# Options that let a bot do the same work in less time.
LESS = {"thinker": ["--steps", "500"]}


def command_of(bot: str) -> List[str]:
    return [str(BOTS / bot), *LESS.get(bot, [])]


def play(bot: str, lines: str) -> List[str]:
    """The answers of a bot to `lines`. It must exit by itself, with status 0."""
    ended = subprocess.run(command_of(bot), input=lines.encode(), stdout=subprocess.PIPE, timeout=20, check=True)
    return ended.stdout.decode().splitlines()


def moves(bot: str, lines: str) -> List[str]:
    return [line for line in play(bot, lines) if line.startswith("move ")]


def first_of(name: str, numbers: Sequence[int]) -> int:
    """The first of these numbers of players that the game or preset takes."""
    deal = [TRIBUNAL, "deal", name, "--seed", "1", "--players"]
    return next(number for number in numbers if subprocess.run([*deal, str(number)], capture_output=True, check=False).returncode == 0)


def tables() -> Iterator[Tuple[str, int]]:
    """Every game and preset, with the fewest and the most players that it takes."""
    listed = subprocess.run([TRIBUNAL, "games", "--json"], stdout=subprocess.PIPE, check=True)
    for game in json.loads(listed.stdout):
        for name in [game["name"]] + [preset["name"] for preset in game["presets"]]:
            numbers = range(game["fewest_players"], game["most_players"] + 1)
            yield from ((name, players) for players in {first_of(name, numbers), first_of(name, numbers[::-1])})


def numbered_from(first: int, lines: List[str]) -> List[str]:
    """Questions and answers with numbers that continue, as they do from game to game."""
    return [re.sub(r"^(ask|move) (\d+)", lambda word: f"{word[1]} {int(word[2]) + first}", line) for line in lines]


class SampleBots(unittest.TestCase):
    transcripts: Dict[str, str]
    alone: Dict[Tuple[str, str], List[str]]  # the moves of a bot in a transcript that is all that it hears

    @classmethod
    def setUpClass(cls) -> None:
        everything = sorted((HERE / "transcripts").glob("*.txt"))
        cls.transcripts = {transcript.stem: transcript.read_bytes().decode() for transcript in everything if transcript.stem != "strange-lines"}
        cls.alone = {(bot, name): moves(bot, lines) for bot in NAMES for name, lines in cls.transcripts.items()}

    def test_every_answer_is_one_of_the_actions_asked_for(self) -> None:
        for (bot, name), answered in self.alone.items():
            asked = [line.split() for line in self.transcripts[name].splitlines() if line.startswith("ask ")]
            with self.subTest(f"{bot} {name}"):
                answers = [line.split() for line in answered]
                self.assertEqual([answer[1] for answer in answers], [words[1] for words in asked])
                for words, answer in zip(asked, answers):
                    self.assertIn(answer[2], words[3:])

    def test_equal_games_are_played_equally_whatever_came_before(self) -> None:
        """One process receives every transcript twice, and all others before."""
        for bot in NAMES:
            heard, expected = ["tribunal 1"], []
            for name, text in self.transcripts.items():
                game = [line for line in text.splitlines() if not line.startswith(("tribunal", "quit"))]
                for time in ("once", "twice"):
                    heard += numbered_from(len(expected), game)
                    expected += [(f"{name} {time}", move) for move in numbered_from(len(expected), self.alone[bot, name])]
            answers = moves(bot, "\n".join(heard) + "\n")
            with self.subTest(bot):
                self.assertEqual([(name, answer) for (name, _), answer in zip(expected, answers)], expected)
                self.assertEqual(len(answers), len(expected))

    def test_no_game_brings_them_to_a_fault(self) -> None:
        for table, (name, players) in enumerate(tables()):
            seats = [NAMES[(table + seat) % len(NAMES)] for seat in range(players)]
            with self.subTest(f"{name} {players}"):
                play = [TRIBUNAL, "play", name, "--sandbox", "none", "--seed", "42", "--move-ms", "20000", "--startup-ms", "60000", "--"]
                ended = subprocess.run([*play, *(" ".join(command_of(bot)) for bot in seats)], stdout=subprocess.PIPE, timeout=100)
                self.assertEqual(ended.returncode, 0, ended.stdout.decode())

    def test_they_greet_with_name_and_version(self) -> None:
        for bot in NAMES:
            with self.subTest(bot):
                self.assertRegex("\n".join(play(bot, "tribunal 1\nquit\n")), rf"^ready {bot} \d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
