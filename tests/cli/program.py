"""Runs the program under test as a user would. Its path comes from the build, in TRIBUNAL."""
import fcntl
import os
import pty
import struct
import shlex
import subprocess
import tempfile
import termios
import threading
import unittest
from typing import Any, List, NamedTuple, Optional, Sequence

TRIBUNAL = os.path.abspath(os.environ["TRIBUNAL"])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.dirname(TRIBUNAL)
# True if no sandbox lets this build's bots run: a sanitizer reserves terabytes of address space.
SANITIZED = os.environ.get("TRIBUNAL_SANITIZED", "") == "1"


# The factor by which time limits grow on an emulated machine, which is slower than others.
SLOWNESS = int(os.environ.get("TRIBUNAL_TEST_SLOWNESS", "1"))
# The program, behind a launcher that gives it a control group of its own on machines where it has none.
PROGRAM = [*os.environ.get("TRIBUNAL_LAUNCHER", "").split(), TRIBUNAL]


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def unhurried(plan: str) -> str:
    """The plan, with time enough for its bots on any machine, unless it says itself how much they have."""
    return plan if "[limits]" in plan else plan + "\n[limits]\nmove_ms = 30000\nstartup_ms = 60000\n"


def with_time(words: Sequence[str]) -> List[str]:
    """The words, for `play` with more time per move: its default, a second, is little if the disk is cold and the machine is
    busy. They also fix a deal in which everybody has a turn: one in fifty random deals is over before the last seat's first."""
    if words[:1] != ("play",):
        return list(words)
    limits = [("--move-ms", "30000"), ("--startup-ms", "60000"), *([("--sandbox", "none")] if SANITIZED else [])]
    if not {"--seed", "-s", "--secret-file", "--public", "--from", "--help"}.intersection(words):
        limits.append(("--seed", "42"))
    return ["play", *(word for limit in limits if limit[0] not in words for word in limit), *words[1:]]


def tribunal(*words: str, cwd: Optional[str] = None, timeout: float = 120) -> Ended:
    ended = subprocess.run([*PROGRAM, *with_time(words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           cwd=cwd, timeout=timeout * SLOWNESS, check=False)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def on_terminal(*words: str, columns: int, cwd: Optional[str] = None, timeout: float = 120) -> Ended:
    """The program with a terminal of so many columns as its output; what it writes to standard error comes with the rest."""
    terminal, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    shown: List[bytes] = []

    def collect() -> None:
        try:
            while part := os.read(terminal, 65536):
                shown.append(part)
        except OSError:
            pass  # nobody has it open any more

    with subprocess.Popen([*PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=inner, stderr=inner, cwd=cwd,
                          env=dict(os.environ, TERM="xterm")) as process:
        os.close(inner)
        reader = threading.Thread(target=collect)
        reader.start()
        code = process.wait(timeout * SLOWNESS)
        reader.join()
    os.close(terminal)
    return Ended(code, b"".join(shown).decode().replace("\r\n", "\n"), "")


def processes_that_run(path: str) -> str:
    """The numbers of the processes whose command line holds `path`."""
    return subprocess.run(["pgrep", "-f", path], capture_output=True, text=True, check=False).stdout


class Files:
    """Reading, writing and running in a folder."""
    folder: str

    def path(self, *names: str) -> str:
        return os.path.join(self.folder, *names)

    def read(self, name: str) -> str:
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name: str, text: str, mode: Optional[int] = None) -> str:
        """Gives the path of the file; a plan gives its bots time."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(unhurried(text) if name.endswith(".toml") else text)
        if mode is not None:
            os.chmod(path, mode)
        return path

    def bot(self, name: str, text: str) -> str:
        """The command of a bot with this text."""
        return "python3 " + shlex.quote(self.write(name, text))

    def tribunal(self, *words: str, timeout: float = 120) -> Ended:
        return tribunal(*words, cwd=self.folder, timeout=timeout)


class Folder(Files):
    """A folder that is gone when it is left."""

    def __init__(self, name: str = "test") -> None:
        self.holder = tempfile.TemporaryDirectory(prefix=f"tribunal-{name}-")
        self.folder = self.holder.name

    def __enter__(self) -> "Folder":
        return self

    def __exit__(self, *_: Any) -> None:
        self.holder.cleanup()


class InFolder(Files, unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory(prefix="tribunal-test-")
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
