"""The bots of docs/bots.md and docs/kits.md are whole: each is built as it is there and plays a game. Those of Rust, Go, Java and C#
where this machine has the compiler."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from typing import List

import languages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def examples(language: str) -> List[str]:
    pages = [(ROOT / "docs" / name).read_text() for name in ("bots.md", "kits.md")]
    return re.findall(rf"```{language}\n(.*?)```", "".join(pages), re.DOTALL)


class Examples(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def plays(self, *command: str) -> None:
        """Holds `command` to one legal answer a question."""
        lines = (HERE / "transcripts" / "revolution.txt").read_text()
        path = {**os.environ, "PYTHONPATH": str(ROOT / "sdk" / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
        ended = subprocess.run(command, input=lines.encode(), stdout=subprocess.PIPE, env=path, timeout=20, check=True)
        ready, *moves = ended.stdout.decode().splitlines()
        self.assertRegex(ready, r"^ready \w+ 1\.0$")
        asked = [line.split() for line in lines.splitlines() if line.startswith("ask ")]
        self.assertEqual(len(moves), len(asked))
        for words, move in zip(asked, moves):
            self.assertRegex(move, f"^move {words[1]} ")
            self.assertIn(move.split()[2], words[3:])

    def test_in_python(self) -> None:
        found = examples("python")
        self.assertGreaterEqual(len(found), 3)
        for number, example in enumerate(found):
            with self.subTest(example):
                bot = self.folder / f"bot{number}.py"
                bot.write_text(example)
                self.plays(sys.executable, str(bot))

    def test_in_javascript(self) -> None:
        found = examples("js")
        self.assertGreaterEqual(len(found), 1)
        shutil.copy(ROOT / "sdk" / "javascript" / "tribunal_bot.mjs", self.folder)
        for example in found:
            with self.subTest(example):
                (self.folder / "bot.mjs").write_text(example)
                self.plays("node", str(self.folder / "bot.mjs"))

    def test_in_cpp_with_every_standard_from_17_on_and_all_warnings(self) -> None:
        found = examples("cpp")
        self.assertGreaterEqual(len(found), 1)
        for example in found:
            (self.folder / "bot.cpp").write_text(example)
            for standard in ("c++17", "c++20", "c++23"):
                with self.subTest(standard):
                    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
                    build = ["c++", f"-std={standard}", *strict, "-I", str(ROOT / "sdk" / "cpp"), "bot.cpp", "-o", "bot"]
                    subprocess.run(build, cwd=self.folder, check=True)
                    self.plays(str(self.folder / "bot"))

    def built(self, language: str, file: str) -> None:
        found = examples(language.lower())
        self.assertGreaterEqual(len(found), 1)
        for number, example in enumerate(found):
            with self.subTest(example):
                (self.folder / file).write_text(example)
                (self.folder / str(number)).mkdir()
                self.plays(*languages.build(language, self.folder / file, self.folder / str(number)))

    def test_in_rust(self) -> None:
        self.built("Rust", "mybot.rs")

    def test_in_go(self) -> None:
        self.built("Go", "mybot.go")

    def test_in_java(self) -> None:
        self.built("Java", "MyBot.java")

    def test_in_csharp(self) -> None:
        languages.require("mcs", "mono")
        (example,) = examples("csharp")
        (self.folder / "mybot.cs").write_text(example)
        languages.run(self.folder, "mcs", "-warn:4", "-warnaserror", "mybot.cs")
        self.plays("mono", str(self.folder / "mybot.exe"))


if __name__ == "__main__":
    unittest.main()
