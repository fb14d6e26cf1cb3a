"""A place for tests of the sandbox: levels, users, bots and plans in folders that every one of the users can enter."""
import atexit
import functools
import os
import shutil
import subprocess
import tempfile
import unittest
from typing import Any, Dict, List, Optional, Set

from bots import scripted
from cup import plan as cup_plan
from program import PROGRAM, SLOWNESS, TEST_BOTS, Ended, Folder, with_time

NO_SANDBOX = 69
LEVELS = ["none", "limits", "bwrap", "bwrap+cgroup"]
ORDINARY = 1_600_000_000 + os.getpid()  # a number that nobody has
HAVE_RUN: Set[str] = set()  # the processes of this test that ran the program
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def run(words: List[str], user: Optional[int] = None, path: str = SYSTEM_PATH, cwd: str = "/") -> Ended:
    """The program as `user`; None is the user who runs the tests."""
    become = [] if user is None else [shutil.which("setpriv") or "setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    with subprocess.Popen([*become, *PROGRAM, *with_time(words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, cwd=cwd, env={"PATH": path, "HOME": "/"}) as process:
        HAVE_RUN.add(str(process.pid))
        out, err = process.communicate(timeout=300 * SLOWNESS)
    return Ended(process.returncode, out, err)


def can_run(user: Optional[int]) -> bool:
    """An ordinary user may not be able to reach this build."""
    return run(["--version"], user).code == 0


@functools.lru_cache(maxsize=None)  # it tries every level, and the machine stays the same
def examined(user: Optional[int] = None, path: str = SYSTEM_PATH) -> Dict[str, Dict[str, Any]]:
    return {level["level"]: level for level in run(["doctor", "--json"], user, path).json()["levels"]}


class Place(Folder):
    """Bots and a plan in a folder that is closed to others, as mkdtemp creates it."""

    def __init__(self, mode: int = 0o700, owner: Optional[int] = None) -> None:
        super().__init__("sandbox")
        os.chmod(self.folder, mode)
        self.owner = owner

    def write(self, name: str, text: str, mode: Optional[int] = 0o755) -> str:
        path = super().write(name, text, mode)
        if self.owner is not None:
            for held in (self.folder, os.path.dirname(path), path):
                os.chown(held, self.owner, self.owner)
        return path

    def script(self, name: str, **at: str) -> str:
        return self.write(name, "#!/usr/bin/python3\n" + scripted("player", **at))

    def looker(self, name: str, *seen: str) -> str:
        """A bot that reports at each question which of several files or folders have contents that it can see."""
        return self.script(name, ask=f"""for file in {seen}:
    try: found = os.listdir(file) if os.path.isdir(file) else open(file, 'rb').readline()
    except OSError: found = None
    say(f"# {{'sees' if found else 'no'}} {{file}}")""")

    def tools(self) -> "Place":
        """Only the programs that this test itself needs, and none that a sandbox needs."""
        for program in ("setpriv", "sh", "sleep", "id"):
            os.symlink(os.path.join("/usr/bin", program), self.path(program))
        return self


def users() -> List[Optional[int]]:
    everyone: List[Optional[int]] = [None] + ([ORDINARY] if os.geteuid() == 0 else [])
    return [user for user in everyone if can_run(user)]


class Sandboxed(unittest.TestCase):
    def require(self, level: str, user: Optional[int] = None) -> None:
        found = examined(user)[level]
        if not found["works"]:
            self.skipTest(f"SKIPPED: level {level} is not available: {found['problem']}")


# A folder that every user can enter; the folder of this build may be open to root only.
OPEN = tempfile.mkdtemp(prefix="tribunal-open-", dir="/tmp")
atexit.register(shutil.rmtree, OPEN)
os.chmod(OPEN, 0o755)
HONEST_BOT = os.path.join(OPEN, "honest-bot")
if os.path.isdir(TEST_BOTS):  # a package, which `./dev season` tests, has none of them
    shutil.copy(os.path.join(TEST_BOTS, "honest-bot"), OPEN)
HONEST: Dict[str, Any] = {"one": HONEST_BOT, "two": HONEST_BOT}


def cup_of(head: str, bots: Dict[str, Any], deals: int = 3) -> str:
    return cup_plan(bots, head, deals, players=2, seed="1")


def two(command: str, keys: str = "") -> Dict[str, Any]:
    return {"one": (command, keys), "two": (command, keys)}
