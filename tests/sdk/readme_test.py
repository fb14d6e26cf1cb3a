"""The bots of docs/bots.md and docs/kits.md are complete: each is built as printed there and plays a game, if this
machine has the compiler."""

import itertools
import pathlib
import subprocess
import tempfile
import unittest

import languages

HERE = pathlib.Path(__file__).resolve().parent
# The file of a bot in each language, and the least number of examples.
EXAMPLES = {"Python": ("bot.py", 3), "JavaScript": ("bot.mjs", 1), "C++": ("bot.cpp", 1), "Rust": ("mybot.rs", 1), "Go": ("mybot.go", 1),
            "Java": ("MyBot.java", 1)}
FLAGS = {"C++": ["-std=c++17", "-std=c++20", "-std=c++23"]}


class Examples(unittest.TestCase):
    def plays(self, *command: str) -> None:
        """Allows `command` one legal answer per question."""
        lines = (HERE / "transcripts" / "revolution.txt").read_text()
        ended = subprocess.run(command, input=lines.encode(), stdout=subprocess.PIPE, timeout=20, check=True)
        ready, *moves = ended.stdout.decode().splitlines()
        self.assertRegex(ready, r"^ready \w+ 1\.0$")
        asked = [line.split() for line in lines.splitlines() if line.startswith("ask ")]
        self.assertEqual(len(moves), len(asked))
        for words, move in zip(asked, moves):
            self.assertRegex(move, f"^move {words[1]} ")
            self.assertIn(move.split()[2], words[3:])

    def test_with_a_kit(self) -> None:
        for language, (file, least) in EXAMPLES.items():
            found = languages.examples(language, "bots.md", "kits.md")
            self.assertGreaterEqual(len(found), least)
            for example, flag in itertools.product(found, FLAGS.get(language, [""])):
                with self.subTest(example, flag=flag), tempfile.TemporaryDirectory() as sources, tempfile.TemporaryDirectory() as built:
                    source = pathlib.Path(sources) / file
                    source.write_text(example)
                    self.plays(*languages.build(language, source, pathlib.Path(built), *flag.split()))

    def test_in_csharp(self) -> None:
        languages.require("mcs", "mono")
        (example,) = languages.examples("csharp", "bots.md")
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "mybot.cs").write_text(example)
            languages.run(pathlib.Path(folder), "mcs", "-warn:4", "-warnaserror", "mybot.cs")
            self.plays("mono", f"{folder}/mybot.exe")


if __name__ == "__main__":
    unittest.main()
