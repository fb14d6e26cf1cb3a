"""The sample bots answer every question of the transcripts legally, the same way each time, and leave when told to."""

import json
import pathlib
import subprocess
import unittest
from typing import Iterator, List, Tuple

from kits_test import BIN, HERE, players_of

BOTS = ("random", "hoarder", "greedy", "counter", "careful", "planner", "searcher", "sampler", "shedder", "thinker")


def play(bot: str, lines: str) -> List[str]:
    """The answers of a bot to `lines`. It must exit by itself, with status 0."""
    ended = subprocess.run([BIN / bot], input=lines.encode(), stdout=subprocess.PIPE, timeout=20, check=True)
    return ended.stdout.decode().splitlines()


def moves(bot: str, lines: str) -> List[str]:
    return [line for line in play(bot, lines) if line.startswith("move ")]


def tables() -> Iterator[Tuple[str, int]]:
    """Every game and preset, with the fewest and the most players that it takes."""
    listed = subprocess.run([BIN / "tribunal", "games", "--json"], stdout=subprocess.PIPE, check=True)
    for game in json.loads(listed.stdout):
        for name in [game["name"]] + [preset["name"] for preset in game["presets"]]:
            numbers = players_of(name, game["fewest_players"], game["most_players"])
            yield from ((name, players) for players in {numbers[0], numbers[-1]})


class SampleBots(unittest.TestCase):
    def transcripts(self) -> List[pathlib.Path]:
        everything = (HERE / "transcripts").glob("*.txt")
        return sorted(transcript for transcript in everything if transcript.stem != "strange-lines")

    def test_every_answer_is_one_of_the_actions_asked_for(self) -> None:
        for bot in BOTS:
            for transcript in self.transcripts():
                lines = transcript.read_bytes().decode()
                asked = [line.split() for line in lines.splitlines() if line.startswith("ask ")]
                with self.subTest(f"{bot} {transcript.stem}"):
                    answers = [line.split() for line in moves(bot, lines)]
                    self.assertEqual([answer[1] for answer in answers], [words[1] for words in asked])
                    for words, answer in zip(asked, answers):
                        self.assertIn(answer[2], words[3:])

    def test_equal_games_are_played_equally_whatever_came_before(self) -> None:
        for bot in BOTS:
            for transcript in self.transcripts():
                game = [line for line in transcript.read_text().splitlines() if not line.startswith(("tribunal", "quit"))]
                again = [line.replace("ask ", "ask 9") for line in game]  # numbers count on from game to game
                once = moves(bot, "tribunal 1\n" + "\n".join(game) + "\n")
                twice = moves(bot, "tribunal 1\n" + "\n".join(game + again) + "\n")
                with self.subTest(f"{bot} {transcript.stem}"):
                    self.assertEqual(twice, once + [line.replace("move ", "move 9") for line in once])

    def test_no_game_brings_them_to_a_fault(self) -> None:
        for table, (name, players) in enumerate(tables()):
            seats = [BOTS[(table + seat) % len(BOTS)] for seat in range(players)]
            with self.subTest(f"{name} {players}"):
                play = [BIN / "tribunal", "play", name, "--sandbox", "none", "--seed", "42", "--move-ms", "20000", "--startup-ms", "60000", "--"]
                ended = subprocess.run([*play, *(BIN / bot for bot in seats)], stdout=subprocess.PIPE, timeout=100)
                self.assertEqual(ended.returncode, 0, ended.stdout.decode())

    def test_they_greet_with_name_and_version(self) -> None:
        for bot in BOTS:
            with self.subTest(bot):
                self.assertRegex("\n".join(play(bot, "tribunal 1\nquit\n")), rf"^ready {bot} \d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
