"""The sample bots answer every question of the transcripts legally, the same way each time, and leave when told to."""

import os
import pathlib
import subprocess
import unittest
from typing import List

HERE = pathlib.Path(__file__).resolve().parent
BIN = pathlib.Path(os.environ["SAMPLE_BOTS"])
BOTS = ("random", "hoarder", "greedy", "counter", "careful", "searcher")


def play(bot: str, lines: str) -> List[str]:
    """What a bot says to `lines`; it must end by itself, well."""
    ended = subprocess.run([BIN / bot], input=lines.encode(), stdout=subprocess.PIPE, timeout=20, check=True)
    return ended.stdout.decode().splitlines()


def moves(bot: str, lines: str) -> List[str]:
    return [line for line in play(bot, lines) if line.startswith("move ")]


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

    def test_they_greet_with_name_and_version(self) -> None:
        for bot in BOTS:
            with self.subTest(bot):
                self.assertRegex("\n".join(play(bot, "tribunal 1\nquit\n")), rf"^ready {bot} \d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
