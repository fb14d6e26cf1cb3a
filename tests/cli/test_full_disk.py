"""A disk that is full, at every moment of a tournament: a small tmpfs, mounted in a namespace of the test's own."""
import glob
import os
import random
import signal
import subprocess
import sys
import unittest
from typing import List

from cup import Cup, Results, command_of, outcome, unconfined
from program import PROGRAM, Ended, stopped, tribunal
from shards import Shards
from shards import plan as shards_plan

ENOUGH = 64 << 20
PAGE = 4096
PLAN = unconfined(deals=60)
GAMES = 180


def in_a_namespace() -> bool:
    return os.environ.get("TRIBUNAL_OWN_NAMESPACE") == "1"


def mount(size: int, place: str, more: str = "") -> List[str]:
    """The command that mounts a small disk. It states all mount options. Otherwise mount(8) would add a user who is
    unknown in a user namespace when it mounts the disk again with another size."""
    return ["mount", "-t", "tmpfs", "-o", f"{more}size={size}", "none", place]


def unshare() -> List[str]:
    """The prefix for a command that may mount without others seeing it; empty if that is not available."""
    for words in (["unshare", "-m"], ["unshare", "-rm"]):
        twice = " && ".join(" ".join(mount(size, "/mnt", more)) for size, more in ((PAGE, ""), (ENOUGH, "remount,")))
        try:
            tried = subprocess.run([*words, "sh", "-c", twice], capture_output=True, check=False)
        except OSError:
            return []
        if tried.returncode == 0:
            return words
    return []


class Disk:
    """A file system of `size` bytes at the place of a cup's results."""

    def __init__(self, cup: Cup, size: int) -> None:
        self.place = os.path.join(cup.folder, "disk")
        os.mkdir(self.place)
        cup.out = os.path.join(self.place, "out")
        subprocess.run(mount(size, self.place), check=True)

    def __enter__(self) -> "Disk":
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", self.place], check=True)

    def resize(self, size: int) -> None:
        subprocess.run(mount(size, self.place, "remount,"), check=True)

    def used(self) -> int:
        facts = os.statvfs(self.place)
        return (facts.f_blocks - facts.f_bfree) * facts.f_frsize


class FullDisk(unittest.TestCase):
    def one_line(self, ended: Ended, word: str) -> None:
        """The journal may find the disk full as well, and reports it."""
        self.assertIn(ended.code, (73, 74), ended)
        lines = [line for line in ended.err.splitlines() if "run.log: the journal can no longer be written; the run continues: " not in line]
        self.assertEqual(len(lines), 1, ended.err)
        self.assertIn(word, lines[0])

    def test_a_tournament_resumes_after_a_full_disk(self) -> None:
        with Cup(PLAN) as cup, Disk(cup, ENOUGH) as disk:
            self.assertEqual(cup.run("--quiet").code, 0)
            expected, used = outcome(cup), disk.used()
        dice = random.Random(7)
        few = list(range(PAGE, 25 * PAGE, 3 * PAGE))  # secret, tables, first games
        sizes = few + [dice.randrange(25 * PAGE, used * 3 // 4, PAGE) for _ in range(4)]
        for size in sizes:
            with self.subTest(size=size), Cup(PLAN) as cup, Disk(cup, size) as disk:
                self.one_line(cup.run("--quiet"), cup.out)
                disk.resize(size + 10 * PAGE)
                kept = cup.games()  # that takes some room as well
                if cup.run("--quiet").code == 74:
                    self.assertGreaterEqual(cup.games(), kept)
                disk.resize(ENOUGH)
                cup.run("--quiet").expect()
                self.assertEqual(outcome(cup), expected)
                self.assertEqual(cup.query("SELECT count(*), count(DISTINCT game) FROM games"),
                                 [(GAMES, GAMES)])
                self.assertEqual(tribunal("verify", cup.out).code, 0)

    def test_a_disk_filled_by_others_while_a_tournament_runs_ends_it_and_loses_nothing(self) -> None:
        with Cup(PLAN.replace(command_of("two"), command_of("slow"))) as cup, Disk(cup, 8 << 20) as disk:
            running = cup.start("--quiet")
            cup.wait_for_games(5)
            other = os.path.join(disk.place, "other")
            try:
                with open(other, "wb", buffering=0) as file:
                    while file.write(b"x" * PAGE):
                        pass
            except OSError:
                pass
            out, err = running.communicate(timeout=120)
            self.one_line(Ended(running.returncode, out, err), "run again to resume")
            self.assertEqual(cup.left_over(), [])
            os.remove(other)
            kept = cup.games()
            self.assertTrue(5 <= kept < GAMES, kept)
            cup.run("--quiet").expect()
            self.assertEqual(cup.games(), GAMES)
            self.assertEqual(tribunal("verify", cup.out).code, 0)

    def test_a_merge_that_does_not_fit_merges_nothing_and_says_so(self) -> None:
        with Cup(PLAN) as cup:
            cup.run("--quiet").expect()
            played = cup.out
            with Disk(cup, 16 * PAGE) as disk:
                ended = tribunal("merge", cup.out, played)
                self.one_line(ended, "the disk is full (")
                self.assertIn("; nothing is merged; make room and merge again", ended.err)
                self.assertNotIn("stored", ended.err)
                self.assertEqual(os.listdir(disk.place), [])
                disk.resize(ENOUGH)
                tribunal("merge", cup.out, played).expect()

    def test_saved_games_of_a_shard_stay_until_newer_ones_are_complete(self) -> None:
        with Shards(shards_plan("slow one", deals=60)) as cup, Disk(cup, ENOUGH) as disk:
            cup.all = os.path.join(disk.place, "parts")
            partial = Results(cup.part("1-of-1.partial"))
            for code, games in ((75, 1), (74, 60), (75, 80)):
                if code == 74:
                    disk.resize(disk.used() + PAGE)
                running = subprocess.Popen([*PROGRAM, *cup.shard_words("1/1", "--quiet")], stderr=subprocess.PIPE, text=True)
                scratch = ""
                while not scratch:
                    scratch = next(iter(glob.glob(os.path.join(cup.scratch, "*.0"))), "")
                Results(scratch).wait_for_games(games)
                kept = partial.games()
                stopped(running, signal.SIGTERM).expect(code)
                self.assertEqual(os.listdir(cup.all), ["1-of-1.partial"])
                self.assertEqual(partial.games() > kept, code == 75)
                disk.resize(ENOUGH)

    def test_logs_tables_and_secrets_say_so_too(self) -> None:
        with Cup(PLAN) as cup, Disk(cup, ENOUGH) as disk:
            self.assertEqual(cup.run("--quiet").code, 0)
            disk.resize(disk.used() + 3 * PAGE)
            file = os.path.join(disk.place, "file")
            for words in (["export", cup.out, "--logs", file], ["export", cup.out, "--csv=" + file]):
                self.one_line(tribunal(*words), file)
            with open(file, "wb") as rest, self.assertRaises(OSError):
                rest.write(b"x" * ENOUGH)
            secret = os.path.join(disk.place, "key")
            self.one_line(tribunal("commit", "--new", secret), secret)
            self.assertEqual(sorted(os.listdir(disk.place)), ["file", "out"])
            game = ["play", "revolution", "--log", secret, "--sandbox", "none", "--"]
            bot = f"python3 {cup.folder}/player.py one"
            self.one_line(tribunal(*game, bot, bot), secret)


def main() -> int:
    if in_a_namespace():
        unittest.main()
    before = unshare()
    if not before:
        print("SKIPPED: a small disk cannot be mounted here, neither as root nor in a user namespace")
        return 77
    environment = {**os.environ, "TRIBUNAL_OWN_NAMESPACE": "1"}
    return subprocess.run([*before, sys.executable, *sys.argv], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
