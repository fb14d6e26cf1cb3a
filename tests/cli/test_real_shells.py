"""Completion in shells that run in a terminal: the program receives what Tab inserts."""
import os
import pty
import select
import shutil
import signal
import unittest
from typing import List

from cup import Cup, plan
from program import SLOWNESS, TRIBUNAL, Files, tribunal

# Replaces the program: completes like it, and records the words of any other command line, one per line.
RECORDER = """#!/bin/sh
[ "$1" = complete ] && exec {tribunal} "$@"
for word; do printf '%s\\n' "$word"; done > "$HOME/words.new"
mv "$HOME/words.new" "$HOME/words"
"""
INTERACTIVE = {"bash": ["bash", "--norc", "-i"], "zsh": ["zsh", "-f", "-i"], "fish": ["fish", "--no-config", "-i"]}
PREPARES = {"bash": "source {script}", "zsh": "autoload -U compinit; compinit -u -D; source {script}", "fish": "source {script}"}


class RealShell(Files):
    """A shell in a terminal, in `folder`, with the completion of the program."""

    def __init__(self, shell: str, folder: str, prepare: str = "") -> None:
        self.folder = folder
        self.write("bin/tribunal", RECORDER.format(tribunal=TRIBUNAL), 0o755)
        script = self.write("bin/_tribunal", tribunal("completion", shell).out)
        environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": folder, "TERM": "dumb"}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(INTERACTIVE[shell][0], INTERACTIVE[shell], environment)
        self.shown = b""
        self.type((prepare or PREPARES[shell]).format(script=script, folder=folder) + "\n")
        self.words_of("tribunal ready\n")

    def type(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def words_of(self, keys: str) -> List[str]:
        """Types keys that end with a command line, and returns its words after `tribunal`."""
        words = os.path.join(self.folder, "words")
        self.type(keys)
        for _ in range(2400 * SLOWNESS):
            ready, _, _ = select.select([self.terminal], [], [], 0.05)
            if ready:
                self.shown += os.read(self.terminal, 65536)
            if os.path.exists(words):
                found = self.read("words").splitlines()
                os.remove(words)
                return found
        raise AssertionError(self.shown.decode(errors="replace"))

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


class RealShells(unittest.TestCase):
    """A word that Tab inserts reaches the program as intended."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Cup(plan("one.x two+y three", deals=1, head='sandbox = "none"')).played()
        os.rename(cls.cup.out, cls.cup.path("old results"))
        os.mkdir(cls.cup.path("plans"))
        for name in ("cut.toml", "cut.txt", "plans/inner.toml"):
            cls.cup.write(name, "")

    def shell(self, name: str, prepare: str = "") -> RealShell:
        if not shutil.which(name):
            self.skipTest(f"SKIPPED: there is no {name} here (apt-get install {name})")
        shell = RealShell(name, self.cup.folder, prepare)
        self.addCleanup(shell.end)
        return shell

    def assert_inserted(self, name: str) -> None:
        shell = self.shell(name)
        for typed, words in (("tribunal subm\tsl\t--ta\t3 cup\t\n", ["submit", "slurm", "--tasks", "3", "cup.toml"]),
                             ("tribunal stan\t'old results'\n", ["standings", "old results"]),
                             ("tribunal tournament dem\t\n", ["tournament", "demo"]),
                             ("tribunal tournament cut\t\n", ["tournament", "cut.toml"]),
                             ("tribunal tournament pla\tin\t\n", ["tournament", "plans/inner.toml"]),
                             ("tribunal check --plan cut\t\n", ["check", "--plan", "cut.toml"]),
                             ("tribunal verify cut.tx\t\n", ["verify", "cut.txt"]),
                             ("tribunal play revolution --rule scoring=ba\t\n", ["play", "revolution", "--rule", "scoring=basic"]),
                             ("tribunal standings old\t\n", ["standings", "old results/"]),
                             ("tribunal export 'old results' --bot tw\t\n", ["export", "old results", "--bot", "two+y"]),
                             ("tribunal faults old\\ results --bot on\t\n", ["faults", "old results", "--bot", "one.x"]),
                             ("tribunal replay old\\ results --bot thr\t\n", ["replay", "old results", "--bot", "three"])):
            with self.subTest(shell=name, typed=typed):
                found = shell.words_of(typed)
                self.assertEqual([word.rstrip("/") for word in found], [word.rstrip("/") for word in words], shell.shown.decode(errors="replace"))

    def test_bash(self) -> None:
        self.assert_inserted("bash")

    def test_zsh(self) -> None:
        self.assert_inserted("zsh")

    def test_fish(self) -> None:
        self.assert_inserted("fish")

    def test_the_first_tab_in_a_zsh_that_loads_the_script_by_itself(self) -> None:
        shell = self.shell("zsh", "fpath=({folder}/bin $fpath); autoload -U compinit; compinit -u -D")
        self.assertEqual(shell.words_of("tribunal stan\t\n"), ["standings"])
