"""The rules as a library: CMake finds it where it is installed, and the example of docs/library.md builds and runs."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def example(language: str) -> str:
    page = (ROOT / "docs" / "library.md").read_text()
    (found,) = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    return found


class Library(unittest.TestCase):
    prefix: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.prefix = pathlib.Path(holder.name)
        subprocess.run(["cmake", "--install", os.environ["BUILD"], "--prefix", holder.name], check=True, stdout=subprocess.DEVNULL)

    def run_there(self, *command: str) -> str:
        ended = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(ended.returncode, 0, ended.stdout)
        return ended.stdout

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.found_there = f"-DCMAKE_PREFIX_PATH={self.prefix}"

    def write(self, cmake: str) -> None:
        """The example, with this CMakeLists.txt."""
        (self.folder / "CMakeLists.txt").write_text(cmake)
        (self.folder / "mybot.cpp").write_text(example("cpp"))

    def test_the_example_builds_outside_the_tree_and_plays(self) -> None:
        self.write(example("cmake"))
        strict = f"{os.environ['FLAGS']} -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
        self.run_there("cmake", "-B", "build", "-G", "Ninja", self.found_there, f"-DCMAKE_CXX_COMPILER={os.environ['COMPILER']}", f"-DCMAKE_CXX_FLAGS={strict}")
        self.run_there("cmake", "--build", "build")
        once = self.run_there("build/mybot").splitlines()
        self.assertEqual(once[0], "round 0 1")
        self.assertEqual(once[-3], "seat 0 has place 1")  # a seat that searches, and sees all cards, wins
        self.assertEqual(self.run_there("build/mybot").splitlines(), once)

    @unittest.skipIf("-fsanitize" in os.environ["FLAGS"], "it is built without the sanitizer, as in the release preset's tests")
    def test_the_example_builds_with_what_it_fetches(self) -> None:
        """From this clone, instead of the repository that the page names. Compiled files stay for the next time, when
        only changed files are compiled."""
        self.folder = pathlib.Path(os.environ["FETCHED"])
        self.folder.mkdir(exist_ok=True)
        self.write(example("cmake-fetch"))
        self.run_there("cmake", "--fresh", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                       # All of the games are compiled, with as many files together as in our own release.
                       "-DCMAKE_CXX_FLAGS_RELEASE=-O0", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=40",
                       f"-DFETCHCONTENT_SOURCE_DIR_TRIBUNAL={ROOT}")
        cache = (self.folder / "build" / "CMakeCache.txt").read_text()
        for other in ("Boost", "Catch2", "CLI11", "spdlog", "SQLite"):
            self.assertNotIn(other, cache)
        self.run_there("cmake", "--build", "build")
        self.assertIn("seat 0 has place 1", self.run_there("build/mybot"))

    def test_the_program_prints_the_words_for_a_compiler(self) -> None:
        program = str(self.prefix / "bin/tribunal")
        self.write("")
        flags, libraries = (self.run_there(program, "library", option).split() for option in ("--cflags", "--libs"))
        self.assertEqual(self.run_there(program, "library").split(), flags + libraries)
        self.run_there(os.environ["COMPILER"], *os.environ["FLAGS"].split(), *flags, "mybot.cpp", *libraries, "-o", "mybot")
        self.assertIn("seat 0 has place 1", self.run_there("./mybot"))
        self.assertTrue((pathlib.Path(flags[-1][2:]) / "tribunal_bot.hpp").exists())
        ended = subprocess.run([program, "library", "--libs"], env={"PATH": "/nowhere"}, capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout.split()), (0, libraries))
        self.assertRegex(ended.stderr, r"^tribunal: this machine lacks a C\+\+ compiler \(.*apt-get install g\+\+\)\n$")
        (self.prefix / "include/tribunal").rename(self.prefix / "away")
        self.addCleanup((self.prefix / "away").rename, self.prefix / "include/tribunal")
        ended = subprocess.run([program, "library"], capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr.count("\n")), (1, "", 1))
        self.assertIn("the library is not installed there; expected the Debian package", ended.stderr)

    def test_the_bot_that_searches_builds_and_answers(self) -> None:
        (self.folder / "CMakeLists.txt").write_text(example("cmake"))
        (self.folder / "mybot.cpp").write_text(example("cpp-bot"))
        self.run_there("cmake", "-B", "build", "-G", "Ninja", self.found_there, f"-DCMAKE_CXX_COMPILER={os.environ['COMPILER']}",
                       f"-DCMAKE_CXX_FLAGS={os.environ['FLAGS']} -I{ROOT}/sdk/cpp -Wall -Wextra -Wpedantic -Werror")
        self.run_there("cmake", "--build", "build")
        referee = ["tribunal 1", "game tennis players=2 seats=2 you=0 move_ms=1000 game_ms=0 increment_ms=0", "round 0 1",
                   "deal 0 2c 3c 4c 5c 6c 7c", "deal 1 ?? ?? ?? ?? ?? ??",
                   "ask 1 1000 play:2c play:3c play:4c play:5c play:6c play:7c", "quit"]
        ended = subprocess.run([self.folder / "build" / "mybot"], input="\n".join(referee) + "\n", stdout=subprocess.PIPE, text=True,
                               check=True, timeout=60)
        self.assertRegex(ended.stdout, r"^ready mybot 1.0\nmove 1 play:[2-7]c\n$")

    def test_it_holds_the_cards_the_games_and_their_base_and_nothing_else(self) -> None:
        headers = self.prefix / "include" / "tribunal"
        self.assertEqual(sorted(room.name for room in headers.iterdir()), ["base", "cards", "games"])
        installed = {str(path.relative_to(headers)) for path in headers.rglob("*.hpp")}
        ours = {str(path.relative_to(ROOT / "referee")) for room in ("base", "cards", "games")
                for path in (ROOT / "referee" / room).rglob("*.hpp")}
        ours = {name for name in ours if not name.startswith("base/text/")}  # it needs libraries that games do not need
        ours.remove("base/try.hpp")  # a macro, which has no namespace
        self.assertEqual(installed, ours)

    def test_another_minor_version_is_not_found(self) -> None:
        self.write(example("cmake").replace("tribunal 1.0", "tribunal 1.99"))
        ended = subprocess.run(["cmake", "-B", "build", "-G", "Ninja", self.found_there], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("1.99", ended.stdout)


if __name__ == "__main__":
    unittest.main()
