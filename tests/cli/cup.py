"""A tournament in a folder of its own, for tests that run it as a user does."""
import contextlib
import functools
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from typing import Any, Callable, Dict, Iterator, List, Mapping, Tuple, Union

from bots import scripted
from program import PROGRAM, ROOT, SAMPLES, SANITIZED, SLOWNESS, TEST_BOTS, Ended, Folder, bytes_of, put, stopped, text_of, tribunal

# A bot that chooses its moves by a hash of everything that it received in this game: any difference changes its moves.
HASHES = {
    "start": "import signal, zlib\nheard, first = 0, True",
    "game": "heard, first = zlib.crc32((line + sys.argv[1]).encode()), True",
    "ask": """asked_ms, heard = word[2], zlib.crc32(" ".join(word[3:]).encode(), heard)
if sys.argv[1] == "slow": time.sleep(0.01)
if sys.argv[1] == "stopper":  # the referee, which began to measure long ago, until no deadline can be put off any more
    time.sleep(int(asked_ms) / 2000)
    os.kill(os.getppid(), signal.SIGSTOP)
    time.sleep(11 * int(asked_ms) / 1000)
    os.kill(os.getppid(), signal.SIGCONT)
    time.sleep(60)
# Not at the first question of a game: that one is asked again if the bot may have died of the game before.
if sys.argv[1] == "brittle" and heard % 40 == 0 and not first: print("oh no", file=sys.stderr); sys.exit(3)
first = False""",
    "other": "heard = zlib.crc32(line.encode(), heard)",
}
PLAYER = scripted("player", "word[3 + heard % (len(word) - 3)]", **HASHES)
STUBBORN = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + scripted(
    "player", "word[3 + heard % (len(word) - 3)]", quit="time.sleep(60)", **HASHES)


def player(name: str) -> str:
    """The command of PLAYER under that name."""
    return f"python3 player.py {name}"


def command_of(name: str) -> str:
    """The command of a bot that plays differently from others, whatever its name: a program that starts at once, or
    PLAYER under a name that it knows."""
    return player(name) if name in ("slow", "stopper", "brittle") else f"{TEST_BOTS}/attacker quiet {name}"


# Names, or the command of each, alone or with further keys.
Bots = Union[str, Mapping[str, Union[str, Tuple[str, str]]]]


def plan(bots: Bots = "one two three", head: str = "", deals: int = 10, name: str = "cup", *, game: str = "revolution", players: int = 3,
         seed: str = "42", command: Callable[[str], str] = command_of) -> str:
    """The plan of a tournament. A name with a star is a candidate's, and `name:N` joins after N deals. Several games
    get a `[[games]]` each; `head` has further keys, and tables that end with a newline."""
    games = game.split()
    text = f'name = "{name}"\n' + (f'game = "{game}"\n' if len(games) == 1 else "")
    text += f"players = {players}\ndeals = {deals}\n" + (f'seed = "{seed}"\n' if seed else "") + head + "\n"
    for word, of_bot in (bots.items() if isinstance(bots, Mapping) else dict.fromkeys(bots.split()).items()):
        bot, _, after = word.strip("*").partition(":")
        of_bot = command(bot) if of_bot is None else of_bot
        words, keys = (of_bot, "") if isinstance(of_bot, str) else of_bot
        text += f'[[bots]]\nname = "{bot}"\ncommand = "{words}"\n' + (f"joins_after = {after}\n" if after else "")
        text += ("candidate = true\n" if "*" in word else "") + (keys + "\n" if keys else "")
    return text + "".join(f'[[games]]\ngame = "{each}"\n' for each in games if len(games) > 1)


def unconfined(bots: Bots = "one two three", head: str = "", *more: Any, **how: Any) -> str:
    """A plan without a sandbox, for tests that start many tournaments and do not depend on the level: the sandbox is
    tried out at every start."""
    return plan(bots, 'sandbox = "none"\n' + head, *more, **how)


def decathlon(bots: str = "one two three", deals: int = 3, head: str = "", games: str = "revolution mitch") -> str:
    """A plan with several games."""
    return plan(bots, head, deals, game=games)


class Results:
    """The folder of a tournament's results."""

    def __init__(self, out: str) -> None:
        self.out = out

    def query(self, sql: str) -> List[Any]:
        try:
            database = sqlite3.connect(f"file:{self.out}/results.db?mode=ro", uri=True, timeout=10)
            try:
                return database.execute(sql).fetchall()
            finally:
                database.close()
        except sqlite3.OperationalError as error:
            if str(error).startswith(("unable to open", "no such table")):
                return [(0,)]  # not made yet
            if "readonly" in str(error):  # killed while it changed the file itself; readers of ours undo that
                return self.query(sql) if self.undo() else [(0,)]
            raise

    def change(self, sql: str) -> None:
        """Tampers with the results."""
        database = sqlite3.connect(f"{self.out}/results.db")
        try:
            database.execute(sql)
            database.commit()
        finally:
            database.close()

    @contextlib.contextmanager
    def restored(self) -> Iterator[None]:
        """The database as it was, after the block."""
        path = os.path.join(self.out, "results.db")
        whole = bytes_of(path)
        try:
            yield
        finally:
            put(path, whole)

    def undo(self) -> bool:
        """False: it was killed before it wrote anything."""
        shown = tribunal("standings", self.out)
        if shown.code != 0 and "has not started" not in shown.err:
            raise AssertionError(shown.err)
        return shown.code == 0

    def games(self) -> int:
        return int(self.query("SELECT count(*) FROM games WHERE ruling = 0")[0][0])

    def wait_for_games(self, count: int) -> None:
        until = time.monotonic() + 60 * SLOWNESS
        while self.games() < count:
            if time.monotonic() > until:
                raise AssertionError("no games are played")
            time.sleep(0.02)


class Cup(Folder, Results):
    """A folder with a plan and its bots, removed after the test."""

    def __init__(self, text: str) -> None:
        Folder.__init__(self, "cup")
        self.write("player.py", PLAYER)
        self.write("stubborn.py", STUBBORN)
        self.write("cup.toml", text)
        Results.__init__(self, self.path("out"))

    def words(self, *more: str) -> List[str]:
        return ["tournament", self.path("cup.toml"), "--out", self.out, *more]

    def run(self, *more: str) -> Ended:
        return tribunal(*self.words(*more))

    def played(self, *more: str) -> "Cup":
        """Returns itself, once the tournament has been played without a fault."""
        self.run(*more).expect()
        return self

    def start(self, *more: str, **how: Any) -> "subprocess.Popen[str]":
        return subprocess.Popen([*PROGRAM, *self.words(*more)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **how)

    def interrupted(self, games: int, *more: str, by: int = signal.SIGINT) -> Ended:
        """Sends it a signal once this number of games is stored."""
        running = self.start(*more)
        self.wait_for_games(games)
        return stopped(running, by)

    def left_over(self) -> List[str]:
        """Processes that still run a bot of this folder."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{pid}/cwd") == self.folder:
                    found.append(pid)
            except OSError:
                pass
        return found


@functools.lru_cache(maxsize=None)
def recorded(text: str) -> Cup:
    """The tournament of this plan, played once for all tests of a file; they only look at it."""
    return Cup(text).played("--quiet")


def copy_of_recorded(text: str) -> Cup:
    """A copy that a test may change."""
    cup = Cup(text)
    shutil.copytree(recorded(text).out, cup.out)
    return cup


def outcome(cup: Results) -> Dict[str, Any]:
    """Everything in a tournament that must not depend on how it was run: all except times and the usage of bots."""
    ended = tribunal("standings", cup.out, "--json", "--crosstable")
    if ended.code != 0:
        raise AssertionError(ended.err)
    found: Dict[str, Any] = without_times(ended.json())
    return found


NOT_THE_GAMES = ("times", "usage", "void_games", "restarts", "crowding", "rulings_sha256")


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_times(held) for key, held in value.items()
                if not key.endswith("_us") and key not in NOT_THE_GAMES}
    return [without_times(held) for held in value] if isinstance(value, list) else value


def shipped(name: str) -> str:
    """A plan of tournaments/ with the bots of this build."""
    text = text_of(os.path.join(ROOT, "tournaments", name + ".toml"))
    text = text.replace("../build/release/bin", SAMPLES)
    # `./dev languages` builds these bots, which decide like greedy.
    text = re.sub(r"\.\./build/release/lib/tribunal/languages/\w+/bot", os.path.join(SAMPLES, "greedy"), text)
    for folder in ("sample-bots", "sdk"):
        text = text.replace("../" + folder, os.path.join(ROOT, folder))
    # A bot that contains the games also contains the build's sanitizer, which reserves more memory than a sandbox
    # allows.
    reserves = SANITIZED and re.search("sampler|searcher|thinker", text)
    return re.sub("^deals = ", 'sandbox = "none"\ndeals = ', text, flags=re.MULTILINE) if reserves else text


def with_programs(text: str) -> str:
    """The plan with programs in place of its scripts, because an interpreter starts slowly."""
    return re.sub(r'command = "python3 \S*/(\w+)\.py"\nfiles = .*', lambda script: f'command = "{command_of(script[1])}"', text)


def demo(deals: int) -> str:
    """tournaments/demo.toml with different deals, without its last bot, and with programs in place of its scripts."""
    text = with_programs(shipped("demo").rpartition("\n[[bots]]")[0])
    return re.sub(r"^deals = \d+", f"deals = {deals}", text, flags=re.MULTILINE)
