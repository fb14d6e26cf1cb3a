"""Every attack at every level: `test_attacks.py LEVEL root|user`. The table below is that of docs/attacks.md: from which
level on an attack is contained when the referee was started by root, and by an ordinary user. At level `none` it is seen
that the attack, where nothing prevents it, does reach what it is after: a test that cannot fail proves nothing."""
import glob
import os
import re
import socket
import subprocess
import sys
import unittest
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from arena import LAUNCHER, LEVELS, NO_SANDBOX, SLOWNESS, TRIBUNAL, Arena, Played, comments, log_of, plan, skip, until, user_of

NONE, LIMITS, BWRAP, CGROUP, NEVER = range(5)  # indices of LEVELS, and beyond
SANITIZED = os.environ.get("TRIBUNAL_SANITIZED", "") == "1"
PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "attacks.md")
CHOSEN = os.environ.get("TRIBUNAL_TEST_ATTACKS", "")  # only those whose name this regular expression finds
LEVEL = 0
USER: Optional[int] = None


class Attack(NamedTuple):
    name: str
    root: int  # contained from this level on if the referee was started by root
    user: int  # ... by an ordinary user
    words: str = ""  # targets; {folder} and the like stand for what is in the arena
    harmless: Optional[str] = None  # targets with which it may run where nothing contains it
    shown: str = "root user"  # by whom it is shown to reach something at level none
    table: str = "of all"  # those that may share one do; the others play "alone", and at a "terminal" or "twice": the second game counts
    fault: str = ""  # that it may come to

    def contained_from(self) -> int:
        return self.root if USER is None else self.user

    def targets(self) -> Optional[str]:
        """The attacks to try at this level; none if it contains none of them."""
        if self.contained_from() <= LEVEL:
            return self.words
        return self.harmless if self.contained_from() == NEVER or LEVEL == NONE else None

    def seats(self) -> int:
        return 2 if self.name.startswith("twins-") else 1


def has_vsock() -> bool:
    try:
        with socket.socket(socket.AF_VSOCK) as tried:
            tried.bind((socket.VMADDR_CID_ANY, socket.VMADDR_PORT_ANY))
        return True
    except (AttributeError, OSError):
        return False


VICTIMS = "{victim} {referee}"
TWINS = "{word}"
# The other bots of a table are not shown files in their folder that a command names. Attacks "of files" name such a
# file, and look at no folder.
ATTACKS = (
    Attack("fork-bomb", LIMITS, LIMITS, shown="", table="alone"),
    Attack("many-processes", LIMITS, LIMITS, "300", harmless="300"),
    Attack("memory", LIMITS, LIMITS, "256", harmless="64 200", table="of memory", fault="crash"),
    Attack("memory-of-children", LIMITS, LIMITS, "256", harmless="64 200", table="of memory", fault="crash"),
    Attack("memory-of-nobody", CGROUP, CGROUP, "256", harmless="64 200", table="of memory", fault="crash"),
    Attack("memory-in-files", CGROUP, CGROUP, "256", harmless="64 200", table="of memory", fault="crash"),
    Attack("fill-folder", BWRAP, BWRAP, "40 /tmp", harmless="40 /tmp"),
    Attack("fill-folder", BWRAP, BWRAP, "40 /dev/shm", harmless="40 /dev/shm"),
    Attack("huge-file", LIMITS, LIMITS, "64", harmless="64"),
    Attack("open-files", LIMITS, LIMITS, "4096", harmless="4096"),
    Attack("core-dump", LIMITS, LIMITS, harmless=""),
    Attack("namespaces", LIMITS, LIMITS, harmless=""),
    Attack("namespaces-by-clone", LIMITS, LIMITS, harmless=""),
    Attack("mounts", LIMITS, NONE, harmless="", shown="root"),
    Attack("other-users", LIMITS, LIMITS, "{setuid}", harmless="{setuid}", table="of files"),
    Attack("own-limits", LIMITS, LIMITS, harmless=""),
    Attack("priority", LIMITS, NONE, harmless="", shown="root"),
    Attack("terminal", LIMITS, LIMITS, harmless="", table="terminal"),
    Attack("command-lines", BWRAP, BWRAP, VICTIMS, harmless=VICTIMS),
    Attack("environments", LIMITS, BWRAP, VICTIMS, harmless=VICTIMS),
    Attack("memories", LIMITS, BWRAP, VICTIMS, harmless=VICTIMS),
    Attack("pipes", LIMITS, BWRAP, VICTIMS, harmless=VICTIMS),
    Attack("debugging", LIMITS, LIMITS, "{victim}", harmless="{victim}"),
    Attack("debugs-its-child", LIMITS, LIMITS, harmless=""),
    Attack("kernel-interfaces", LIMITS, LIMITS, harmless=""),
    Attack("foreign-numbers", LIMITS, LIMITS, harmless="", shown="root user" if os.uname().machine == "x86_64" else ""),
    Attack("address-families", LIMITS, LIMITS, harmless=""),
    Attack("signals", LIMITS, BWRAP, VICTIMS, harmless=VICTIMS),
    Attack("kills", LIMITS, BWRAP, shown="", table="alone"),
    Attack("joins-group", LIMITS, LIMITS, harmless=""),
    Attack("stays-in-group", LIMITS, LIMITS, harmless=""),
    Attack("daemon", NONE, NONE, harmless="", shown=""),
    Attack("signals-itself", NONE, NONE, harmless="", shown=""),
    Attack("files", LIMITS, BWRAP, "secret", harmless="secret", table="of files"),
    Attack("files", BWRAP, BWRAP, "secrets", harmless="secrets", table="of files"),
    Attack("links", BWRAP, BWRAP, harmless=""),
    Attack("changes", BWRAP, BWRAP, harmless=""),
    Attack("descriptors", NONE, NONE, harmless="", shown=""),
    Attack("loopback", BWRAP, BWRAP, "{port}", harmless="{port}"),
    Attack("outside", BWRAP, BWRAP, harmless="", shown=""),
    Attack("local-sockets", BWRAP, BWRAP, "{word} {socket}", harmless="{word} {socket}"),
    Attack("twins-by-folder", BWRAP, BWRAP, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-tmp", BWRAP, BWRAP, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-shared-memory", BWRAP, BWRAP, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-queue", BWRAP, BWRAP, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-posix-queue", BWRAP, BWRAP, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-session-keyring", LIMITS, LIMITS, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-user-keyring", LIMITS, LIMITS, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-socket", BWRAP, BWRAP, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-vsock", LIMITS, LIMITS, TWINS, harmless=TWINS, table="of twins", shown="root user" if has_vsock() else ""),
    Attack("predecessor", LIMITS, BWRAP, "{word} deep", harmless="{word}", table="twice"),
    # No level prevents these attacks. This is documented, and tested here.
    Attack("twins-by-flock", NEVER, NEVER, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-range-lock", NEVER, NEVER, TWINS, harmless=TWINS, table="of twins"),
    Attack("twins-by-inotify", NEVER, NEVER, TWINS, harmless=TWINS, table="alone"),  # other twins open the file that it watches
    Attack("never-rests", NEVER, NEVER, "8", harmless="8", table="alone"),
    Attack("many-files", NEVER, NEVER, "200", harmless="200"),
)


def tables(attacks: Sequence[Attack]) -> List[List[Attack]]:
    """Up to eight attackers play together. Neighbours in the list, some of which are alike, play in different games."""
    found = []
    for table in ("of all", "of twins", "of memory", "of files"):
        here = [attack for attack in attacks if attack.table == table]
        count = -(-sum(attack.seats() for attack in here) // 8)
        found += [here[number::count] for number in range(count)]
    return found + [[attack] for attack in attacks if not attack.table.startswith("of ")]


def cup(level: str, directory: str, victim: str) -> str:
    head = f'secret_file = "key"\nsandbox = "{level}"\nlimits = {{ move_ms = 20000, startup_ms = 20000 }}'
    return plan({"attacker": ("./attacker files list", directory), "other": (f"../honest/{victim}", 'files = ["weights"]')}, head, 5, players=2, seed="")


def groups_of(referee: int) -> List[str]:
    """The control groups of its bots, in every hierarchy."""
    return glob.glob(f"/sys/fs/cgroup/**/tribunal-{referee}-*", recursive=True)


class Attacks(unittest.TestCase):
    arena: Arena
    quiet: Dict[Tuple[str, int], List[str]] = {}  # games in which nobody attacks

    @classmethod
    def setUpClass(cls) -> None:
        cls.arena = Arena(USER)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.arena.__exit__()

    def words_of(self, attack: Attack) -> str:
        word = self.arena.word + ("" if attack.name == "local-sockets" else str(ATTACKS.index(attack)) + LEVELS[LEVEL])
        targets = (attack.targets() or "").format(word=word, port=self.arena.port, socket=self.arena.socket, victim=self.arena.victim,
                                                  referee=os.path.basename(self.arena.tribunal), setuid=self.arena.setuid_copy)
        return f"{attack.name} {targets}"

    def test_attacks(self) -> None:
        chosen = [attack for attack in ATTACKS if re.search(CHOSEN, attack.name)]
        self.assertTrue(chosen, CHOSEN)
        for table in tables([attack for attack in chosen if attack.targets() is not None]):
            with self.subTest(table=[f"{attack.name} {attack.words}" for attack in table]):
                self.play(table)

    def play(self, table: Sequence[Attack]) -> None:
        by_seat = [attack for attack in table for _ in range(attack.seats())]
        recorded = self.arena.with_little_memory(len(by_seat) + 1) if table[0].table == "of memory" else ""
        words = [self.words_of(attack) for attack in by_seat]
        if table[0].table == "twice":
            self.arena.start(LEVELS[LEVEL], words).communicate(timeout=120 * SLOWNESS)
        played = self.arena.play(LEVELS[LEVEL], *words, terminal=table[0].table == "terminal", recorded=recorded)
        for attack in table:
            with self.subTest(attack=attack.name, words=attack.words):
                self.check(attack, played, [seat for seat, other in enumerate(by_seat) if other is attack])
        self.check_that_nobody_else_is_touched(by_seat, played, recorded)

    def check(self, attack: Attack, played: Played, seats: Sequence[int]) -> None:
        reached, refused = (played.said(kind, seats) for kind in ("reached", "refused"))
        if attack.contained_from() <= LEVEL:
            self.assertEqual(reached, [])
            self.assertTrue(refused, "the attack did not run")
        elif ("root" if USER is None and os.geteuid() == 0 else "user") in attack.shown.split():
            self.assertTrue(reached, f"it is no attack: {refused}")

    def check_that_nobody_else_is_touched(self, by_seat: Sequence[Attack], played: Played, recorded: str) -> None:
        self.assertIn(played.code, (0, 1), played.err)
        self.assertEqual(played.level(), LEVELS[LEVEL])
        self.assertEqual(played.left_over, [])
        if not SANITIZED:
            self.assertLess(played.peak_mb, 50)
        for seat, fault in played.faults().items():
            self.assertLess(seat, len(by_seat), played.err)
            self.assertEqual(fault, by_seat[seat].fault, played.err)
        if not played.faults():
            game = (recorded, len(by_seat))
            if game not in self.quiet:
                self.quiet[game] = self.arena.play("none", *["quiet"] * len(by_seat), recorded=recorded).lines()
            self.assertEqual(played.lines(), self.quiet[game], "the game was another one")

    def test_the_page_of_attacks_says_the_same(self) -> None:
        with open(PAGE, encoding="utf-8") as page:
            rows = re.findall(r"^\| `([\w-]+)` \|.*\| \W+([\w+]+)\W+ \| \W+([\w+]+)\W+ \|$", page.read(), re.MULTILINE)
        names = (*LEVELS, "never")
        said: Dict[str, Tuple[str, str]] = {}
        for attack in ATTACKS:  # the first of several with one name counts
            said.setdefault(attack.name, (names[attack.root], names[attack.user]))
        self.assertEqual({name: (root, user) for name, root, user in rows}, said)

    def test_what_lies_beside_a_bot_in_the_folder_of_its_plan(self) -> None:
        if LEVEL == LIMITS:
            return
        for directory in ("", 'directory = "."'):
            with self.subTest(directory=directory), Arena(USER) as arena:
                self.look_beside(arena, directory)

    def look_beside(self, arena: Arena, directory: str) -> None:
        beside = [os.path.join(arena.bots, name)
                  for name in ("cup.toml", "key", "weights", "out/results.db", "out/secret")]
        arena.write_list("list", beside)
        with open(beside[2], "w", encoding="utf-8") as weights:
            weights.write("of another bot\n")
        with open(beside[0], "w", encoding="utf-8") as file:
            file.write(cup(LEVELS[LEVEL], directory, arena.victim))
        arena.give_to_user()
        out = os.path.join(arena.bots, "out")
        for words in (("commit", "--new", beside[1]), ("tournament", beside[0], "--out", out)):
            ended = arena.run(*words)
            self.assertEqual(ended.returncode, 0, ended.stderr)
        log = log_of(arena.run("export", out, "--logs", "-").stdout)
        read = {what.split()[-1] for what in comments(log, "reached") if "to read" in what} & set(beside)
        self.assertEqual(read, set(beside) if LEVEL == NONE else set())
        self.assertTrue(comments(log, "refused") or LEVEL == NONE, f"the attack did not run: {log}")

    def test_a_descriptor_that_is_handed_on_would_be_found(self) -> None:
        reading, writing = os.pipe()
        found = subprocess.run([os.path.join(self.arena.bots, "attacker"), "--alone", "descriptors"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, pass_fds=(writing,),
                               check=True)
        self.assertEqual(os.read(reading, 10), b"x")
        self.assertIn(f"# reached: to write to descriptor {writing}\n", found.stdout)
        os.close(reading)
        os.close(writing)

    def test_what_becomes_of_bots_whose_referee_is_killed(self) -> None:
        with Arena(USER) as arena:
            referee = arena.start(LEVELS[LEVEL], ["daemon and-wait"])

            def daemons() -> List[int]:
                return [pid for pid, command in arena.running().items() if command.startswith("./attacker")]

            self.assertTrue(until(lambda: len(daemons()) == 2))
            referee.kill()
            referee.communicate()
            if LEVEL == CGROUP:
                self.assertTrue(groups_of(referee.pid), "its groups go without it: there is nothing to test")
            if LEVEL >= BWRAP:
                self.assertTrue(until(lambda: not arena.running()), arena.processes())
                self.assertEqual(arena.play(LEVELS[LEVEL], "quiet").code, 0)
                if not LAUNCHER:  # which gives the next one another place; the old one's is for its maker to tidy
                    self.assertEqual(groups_of(referee.pid), [], "the next referee has removed them")
            else:
                self.assertTrue(until(lambda: not arena.running()), arena.processes())


def main() -> None:
    global LEVEL, USER
    level, who = sys.argv[1:3]
    LEVEL = LEVELS.index(level)
    USER = user_of(who)
    with Arena(USER) as arena:
        tried = arena.play(level, "quiet")
    if tried.code == NO_SANDBOX:
        skip(f"{level}, as {who}: {tried.err.strip()}")
    unittest.main(argv=[TRIBUNAL, *sys.argv[3:]], verbosity=2)


if __name__ == "__main__":
    main()
