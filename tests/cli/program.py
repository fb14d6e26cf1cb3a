"""Runs the program under test as a user would. Its path comes from the build, in TRIBUNAL."""
import atexit
import base64
import csv
import fcntl
import functools
import gzip
import io
import json
import os
import pty
import re
import shlex
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import unittest
from typing import Any, Dict, List, NamedTuple, Optional, Self, Sequence, Tuple, Union

TRIBUNAL = os.path.abspath(os.environ["TRIBUNAL"])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.dirname(TRIBUNAL)
# Bots of the tests (tests/hostile-bots), which exist only in a build.
TEST_BOTS = os.path.join(os.path.dirname(BIN), "tests", "bots")
# The sample bots of a build.
SAMPLES = os.path.join(os.path.dirname(BIN), "lib", "tribunal", "bots")
# A sample bot for plans. A package has them elsewhere and finds them by their names.
GREEDY = path if os.path.exists(path := f"{SAMPLES}/greedy") else "greedy"
# True if this build's bots run in no sandbox: a sanitizer reserves terabytes of address space.
SANITIZED = os.environ.get("TRIBUNAL_SANITIZED", "") == "1"


# The factor by which time limits grow on an emulated machine, which is slower than others.
SLOWNESS = int(os.environ.get("TRIBUNAL_TEST_SLOWNESS", "1"))
# The program, behind a launcher that gives it a control group on machines where it has none.
PROGRAM = [*os.environ.get("TRIBUNAL_LAUNCHER", "").split(), TRIBUNAL]


@functools.lru_cache(maxsize=None)
def path_with_program() -> str:
    """A PATH on which `tribunal` is the program under test, for scripts that call it by its name."""
    folder = tempfile.mkdtemp(prefix="tribunal-path-")
    atexit.register(shutil.rmtree, folder)
    os.symlink(TRIBUNAL, os.path.join(folder, "tribunal"))
    return f"{folder}:{BIN}:{os.environ['PATH']}"


def several(texts: Union[str, Sequence[str]]) -> Sequence[str]:
    return [texts] if isinstance(texts, str) else texts


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    def expect(self, code: Union[int, Tuple[int, ...], None] = 0, *said: str, shows: Union[str, Sequence[str]] = (),
               lacks: Union[str, Sequence[str]] = (), shows_like: str = "", says_like: str = "", out: Optional[str] = None,
               err: Optional[str] = None) -> "Ended":
        """Returns itself if it ended with this code (one of several; None: any), wrote each of `said` to standard error
        and each of `shows` to standard output, where the regular expressions `says_like` and `shows_like` match as
        well, and none of `lacks` to either. If `out` and `err` are given, its output was exactly that."""
        wrong = [f"code is not {code}"] if code is not None and self.code not in (code if isinstance(code, tuple) else (code,)) else []
        wrong += [f"missing: {text!r}" for text in said if text not in self.err]
        wrong += [f"missing: {text!r}" for text in several(shows) if text not in self.out]
        wrong += [f"too much: {text!r}" for text in several(lacks) if text in self.out + self.err]
        for written, exactly, like in ((self.out, out, shows_like), (self.err, err, says_like)):
            wrong += [f"is not exactly: {exactly!r}"] if exactly not in (None, written) else []
            wrong += [] if re.search(like, written) else [f"not found: {like}"]
        if wrong:
            raise AssertionError(f"{self}: {'; '.join(wrong)}")
        return self

    def refused(self, code: int, *said: str) -> "Ended":
        """Returns itself if it printed nothing and ended with this code and one line on standard error that contains
        each of `said`."""
        if self.err.count("\n") != 1:
            raise AssertionError(f"{self} did not say one line")
        return self.expect(code, *said, out="")

    def json(self) -> Any:
        """The JSON that it printed."""
        return json.loads(self.out)

    def rows(self) -> List[Dict[str, str]]:
        """The table that it printed as CSV."""
        return list(csv.DictReader(io.StringIO(self.out)))


def unhurried(plan: str) -> str:
    """The plan, with enough time for its bots on any machine, unless it sets limits itself."""
    return plan if "[limits]" in plan else plan + "\n[limits]\nmove_ms = 30000\nstartup_ms = 60000\n"


def with_time(words: Sequence[str]) -> List[str]:
    """The words for `play` with more time per move: its default, a second, is too little if the disk is cold and the
    machine is busy. They also fix a deal in which everybody has a turn: one in fifty random deals ends before the last
    seat's first."""
    if tuple(words[:1]) != ("play",):
        return list(words)
    limits = [("--move-ms", "30000"), ("--startup-ms", "60000")]
    if not {"--seed", "-s", "--secret-file", "--public", "--from", "--help"}.intersection(words):
        limits.append(("--seed", "42"))
    return ["play", *(word for limit in limits if limit[0] not in words for word in limit), *words[1:]]


def run(words: Sequence[str], timeout: float = 300, **how: Any) -> Ended:
    """Runs a command like subprocess.run, which gets the other arguments. Without `stdin` or `input` it has no
    input."""
    given = {} if "input" in how else {"stdin": subprocess.DEVNULL}
    ended = subprocess.run(words, **{**given, "capture_output": True, "text": True, "timeout": timeout * SLOWNESS, **how}, check=False)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def stopped(running: "subprocess.Popen[str]", number: int = signal.SIGINT) -> Ended:
    """Sends a signal to a process and waits for its end."""
    running.send_signal(number)
    out, err = running.communicate(timeout=120 * SLOWNESS)
    return Ended(running.returncode, out or "", err or "")


def tribunal(*words: str, cwd: Optional[str] = None, timeout: float = 300) -> Ended:
    return run([*PROGRAM, *with_time(words)], timeout, cwd=cwd)


def on_terminal(*words: str, columns: int, cwd: Optional[str] = None, timeout: float = 300, colours: bool = False) -> Ended:
    """The program with a terminal of this number of columns as its output; its standard error is included in the
    output."""
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
                          env=dict(os.environ, TERM="xterm", NO_COLOR="" if colours else "1")) as process:
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


def text_of(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def put(path: str, content: Union[str, bytes], mode: str = "w") -> None:
    """Writes a file, or at its end if `mode` is "a"."""
    with open(path, mode + "b") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def blocks_of(page: str) -> Dict[str, str]:
    """The data of a page by their names: it holds them packed."""
    packed = re.findall(r'<script type="application/json;gzip;base64" id="tribunal-([^"]+)">([^<]*)</script>', page)
    return {name: gzip.decompress(base64.b64decode(block)).decode() for name, block in packed}


class Files:
    """Reading, writing and execution in a folder."""
    folder: str

    def path(self, *names: str) -> str:
        return os.path.join(self.folder, *names)

    def read(self, name: str) -> str:
        return text_of(self.path(name))

    def write(self, name: str, text: str, mode: Optional[int] = None) -> str:
        """Returns the path of the file; gives a plan time for its bots."""
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

    def tribunal(self, *words: str, timeout: float = 300) -> Ended:
        return tribunal(*words, cwd=self.folder, timeout=timeout)


class Folder(Files):
    """A folder that is removed when it is left, or when the tests end."""

    def __init__(self, name: str = "test") -> None:
        self.holder = tempfile.TemporaryDirectory(prefix=f"tribunal-{name}-")
        self.folder = self.holder.name
        atexit.register(self.holder.cleanup)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.holder.cleanup()


class InFolder(Files, unittest.TestCase):
    """A test with its own folder."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory(prefix="tribunal-test-")
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
