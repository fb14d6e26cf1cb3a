"""Two referees that share nothing except the tree of control groups, as in two containers. Neither sees the other's
processes, so neither may take the other's groups for those of a dead program. Only root can create such places."""
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from typing import Any, Dict, List

from arena import SLOWNESS, TRIBUNAL, skip, text_of, until

LEVEL = "bwrap+cgroup"
PATIENCE = 120  # seconds
CONTAINER = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
STARTS = itertools.count(1)
# Answers when the file `go` is in its folder. It starts no other process, because the test counts them.
WAITER = """#!/usr/bin/python3
import os, time
while True:
    word, *rest = input().split()
    if word == "tribunal":
        print("ready waiter 1", flush=True)
    elif word == "ask":
        while not os.path.exists("go"):
            time.sleep(0.02)
        print("move", rest[0], rest[2], flush=True)
    elif word == "quit":
        break
"""


def start(*words: str, cwd: str = "/") -> "subprocess.Popen[str]":
    """The program in a container, with a process number that is unknown in the other. It is in its own session: errors
    with groups of processes must not hit this test."""
    number_it = f'echo {1000 * next(STARTS)} > /proc/sys/kernel/ns_last_pid; "$@"; exit $?'
    return subprocess.Popen([*CONTAINER, "sh", "-c", number_it, "sh", TRIBUNAL, *words], cwd=cwd,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            start_new_session=True)


def doctor() -> "subprocess.Popen[str]":
    return start("doctor", "--json")


def diagnosis(running: "subprocess.Popen[str]") -> Dict[str, Any]:
    out, err = running.communicate(timeout=PATIENCE * SLOWNESS)
    if running.returncode != 0:
        raise AssertionError(f"{running.returncode}: {err}{out}")
    found: Dict[str, Any] = json.loads(out)
    return found


def groups_of(pid: int) -> List[str]:
    """The folders of the control groups that hold a process and were made by a referee."""
    found = []
    for line in text_of(f"/proc/{pid}/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if os.path.basename(path).startswith("tribunal-"):
            found.append("/sys/fs/cgroup/" + controllers + path)
    return found


class Game:
    """A game in a separate container, whose bots wait."""

    def __enter__(self) -> "Game":
        self.folder = tempfile.mkdtemp(prefix="tribunal-two-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.bot = os.path.join(self.folder, "waiter")
        with open(self.bot, "w", encoding="utf-8") as file:
            file.write(WAITER)
        os.chmod(self.bot, 0o755)
        # One in fifty random deals ends before a bot is asked.
        limits = ("--seed", "42", "--move-ms", "100000", "--startup-ms", "100000")
        self.playing = start("play", "revolution", "--sandbox", LEVEL, *limits, "--log", "-", "--", self.bot, self.bot,
                             cwd=self.folder)
        return self

    def __exit__(self, *_: Any) -> None:
        self.playing.kill()
        self.playing.wait()
        shutil.rmtree(self.folder)

    def bots(self) -> List[int]:
        return [int(pid) for pid in filter(str.isdigit, os.listdir("/proc"))
                if text_of(f"/proc/{pid}/cmdline").endswith(f"python3\0{self.bot}\0")]

    def groups(self) -> List[str]:
        return sorted({group for pid in self.bots() for group in groups_of(pid)})

    def wait_for_bots(self) -> None:
        if not until(lambda: len(self.bots()) == 2 and self.groups(), PATIENCE):
            found = f"its bots are {self.bots()}, in the groups {self.groups()}"
            raise AssertionError(f"after {PATIENCE} s {found}: {self.ended()}")

    def ended(self) -> str:
        """Ends the game. Returns its exit code, and all of its output."""
        code = self.playing.poll()
        self.playing.kill()
        return f"{code}: {self.playing.communicate()}"

    def go(self) -> List[Any]:
        """The lines of its log."""
        with open(os.path.join(self.folder, "go"), "w", encoding="utf-8"):
            pass
        out, err = self.playing.communicate(timeout=PATIENCE * SLOWNESS)
        if self.playing.returncode != 0:
            raise AssertionError(f"{self.playing.returncode}: {err}{out}")
        return [json.loads(line) for line in out.splitlines() if line.startswith("{")]


class TwoContainers(unittest.TestCase):
    def test_a_referee_leaves_alone_the_groups_of_one_that_it_cannot_see(self) -> None:
        with Game() as game:
            game.wait_for_bots()
            groups, bots = game.groups(), game.bots()
            self.assertEqual(diagnosis(doctor())["in_force"], LEVEL)
            if game.bots() != bots or not all(map(os.path.isdir, groups)):
                self.fail(f"the bots {bots} in {groups} are now {game.bots()} in {game.groups()}: {game.ended()}")
            self.assertEqual([line for line in game.go() if "fault" in line], [])
            self.assertEqual([group for group in groups if os.path.isdir(group)], [])

    def test_a_referee_removes_the_groups_of_one_that_was_killed_in_another_container(self) -> None:
        with Game() as game:
            game.wait_for_bots()
            groups = game.groups()
            game.playing.kill()
            game.playing.wait()
            self.assertTrue(until(lambda: not game.bots(), PATIENCE))
            self.assertEqual([group for group in groups if not os.path.isdir(group)], [], "there is nothing to test")
            diagnosis(doctor())
            self.assertEqual([group for group in groups if os.path.isdir(group)], [])

    def test_referees_that_start_at_the_same_time_all_get_their_groups(self) -> None:
        for _ in range(5):
            for found in [diagnosis(running) for running in [doctor(), doctor(), doctor()]]:
                self.assertEqual(found["in_force"], LEVEL, found)


def main() -> None:
    if os.geteuid() != 0:
        skip("these tests were not started by root")
    if subprocess.run([*CONTAINER, "true"], stdin=subprocess.DEVNULL, check=False).returncode != 0:
        skip("no process namespace can be made here")
    found = subprocess.run([TRIBUNAL, "doctor", "--require", LEVEL], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        skip(found.stderr.strip())
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
