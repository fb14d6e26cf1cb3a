"""Programs of several languages under the filter of system calls and the other limits of every sandbox,
`test_languages.py root|user`: each bot uses threads, children, sockets, files and clocks in the way of its runtime, and
then plays a game without a fault. A language that is not installed here is skipped by name; Python never is."""
import json
import os
import shutil
import subprocess
import sys
import unittest
from typing import Dict, List, NamedTuple, Optional

from arena import LEVELS, MOVE_MS, NO_SANDBOX, TEST_BOTS, Arena, user_of

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "languages")
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"  # folders that everybody can enter
STARTUP_MS = "60000"
USER: Optional[int] = None


class Language(NamedTuple):
    source: str
    command: str  # command of the bot
    compiler: str = ""  # the words before the source
    needs: str = ""  # Python code that the program of the command must be able to run


LANGUAGES: Dict[str, Language] = {
    "Python": Language("bot.py", "python3 bot.py"),
    "NumPy": Language("bot_numpy.py", "python3 bot_numpy.py", needs="import numpy"),
    "Node": Language("bot.js", "node bot.js"),
    # The command names the file, because a sandbox shows a bot the files that its command names. A source file would be
    # compiled anew at each start.
    "Java": Language("Bot.java", "java Bot Bot.class", "javac -J-XX:TieredStopAtLevel=1"),
    "Go": Language("bot.go", "./go-bot", "go build -o go-bot"),
    "Rust": Language("bot.rs", "./rust-bot", "rustc -o rust-bot"),
}


class Languages(unittest.TestCase):
    arena: Arena
    honest: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.arena = Arena(USER)
        cls.honest = shutil.copy(os.path.join(TEST_BOTS, "honest-bot"), os.path.join(cls.arena.bots, "honest"))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.arena.__exit__()

    def make(self, name: str) -> Language:
        """Its bot, in the folder of bots."""
        language = LANGUAGES[name]
        compiler, program = language.compiler.split(), language.command.split()[0]
        for tool, path in ((compiler[:1], None), ([program] if "/" not in program else [], SYSTEM_PATH)):
            if tool and shutil.which(tool[0], path=path) is None:
                self.assertNotEqual(name, "Python", "the tests themselves need it")
                self.skipTest(f"{name} ({tool[0]}) is not installed on this machine")
        if language.needs and subprocess.run([program, "-c", language.needs], env={"PATH": SYSTEM_PATH}, capture_output=True, check=False).returncode != 0:
            self.skipTest(f"{name}: '{language.needs}' fails for {program} on this machine")
        shutil.copy(os.path.join(HERE, language.source), self.arena.bots)
        if compiler:
            made = subprocess.run([*compiler, language.source], cwd=self.arena.bots, capture_output=True, text=True, check=False)
            self.assertEqual(made.returncode, 0, made.stderr)
        return language

    def play(self, command: str, level: str) -> "subprocess.CompletedProcess[str]":
        words: List[str] = [self.arena.tribunal, "play", "revolution", "--seed", "tongues", "--sandbox", level, "--log", "-",
                            "--move-ms", str(MOVE_MS), "--startup-ms", STARTUP_MS, "--", command, "./honest"]
        return subprocess.run(self.arena.as_user(words), cwd=self.arena.bots, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False, timeout=300,
                              env={"PATH": SYSTEM_PATH, "HOME": "/", "TMPDIR": self.arena.temporary})

    def check(self, name: str) -> None:
        language = self.make(name)
        for level in LEVELS[1:]:
            with self.subTest(language=name, level=level):
                played = self.play(language.command, level)
                if played.returncode == NO_SANDBOX:
                    self.skipTest(f"{level}: {played.stderr.strip()}")
                self.assertEqual(played.returncode, 0, played.stderr)
                self.assertNotIn('"fault"', played.stdout)
                said = [json.loads(line).get("comment") for line in played.stdout.splitlines() if '"comment"' in line]
                self.assertEqual(["".join(comment.split()) for comment in said], ["#Seccomp:2"])

    def test_python(self) -> None:
        self.check("Python")

    def test_numpy(self) -> None:
        self.check("NumPy")

    def test_node(self) -> None:
        self.check("Node")

    def test_java(self) -> None:
        self.check("Java")

    def test_go(self) -> None:
        self.check("Go")

    def test_rust(self) -> None:
        self.check("Rust")


def main() -> None:
    global USER
    USER = user_of(sys.argv[1])
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)


if __name__ == "__main__":
    main()
