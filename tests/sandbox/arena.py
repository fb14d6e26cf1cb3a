"""A place for a game with an attacker: a folder of bots, private files beside it, listeners, and a search for
everything that could be left behind. If root runs it, it can also play as an ordinary user."""
import contextlib
import ctypes
import glob
import json
import os
import pty
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from cup import plan  # noqa: E402, F401  # pylint: disable=unused-import

TRIBUNAL = os.environ["TRIBUNAL"]
TEST_BOTS = os.path.join(os.path.dirname(os.path.dirname(TRIBUNAL)), "tests", "bots")
LEVELS = ("none", "limits", "bwrap", "bwrap+cgroup")
SKIPPED = 77  # ctest counts this status as a skipped test
NO_SANDBOX = 69
SLOWNESS = int(os.environ.get("TRIBUNAL_TEST_SLOWNESS", "1"))  # factor of time limits on an emulated machine
MOVE_MS = 20000 * SLOWNESS  # no test of the clock: sanitizers and busy machines are slow
VOID = 75  # a machine too busy to look at the clock in time, for example: it says itself "run the same command again"
LITTLE_MEMORY_MB = 128  # the more a bot may have, the longer attacks on memory take
LAUNCHER = os.environ.get("TRIBUNAL_LAUNCHER", "").split()  # launcher that gives the program a control group


class Played(NamedTuple):
    """A game as described by its log and the system."""
    code: int
    err: str
    log: List[Dict[str, Any]]
    peak_mb: int
    left_over: List[str]

    def said(self, kind: str, seats: Sequence[int]) -> List[str]:
        """The reports of the attackers in these seats: what they reached, and what they were refused."""
        return comments([line for line in self.log if line.get("seat") in seats], kind)

    def faults(self) -> Dict[int, str]:
        """By seat."""
        return {line["seat"]: line["fault"] for line in self.log if "fault" in line}

    def lines(self) -> List[str]:
        """The game itself."""
        return [line["line"] for line in self.log if "line" in line]

    def level(self) -> str:
        return str(self.log[0]["host"]["sandbox"]) if self.log else ""


def ordinary_user() -> Optional[int]:
    """An unused user number for root to become; none if an ordinary user runs the tests."""
    return 1_700_000_000 + os.getpid() if os.geteuid() == 0 else None


def skip(why: str) -> None:
    print(f"SKIPPED: {why}", flush=True)
    sys.exit(SKIPPED)


def user_of(who: str) -> Optional[int]:
    """The user that `root` or `user` on a test's command line means, as Arena takes it. Skips root's tests if root did
    not start them."""
    if who == "root" and os.geteuid() != 0:
        skip("these tests were not started by root")
    return ordinary_user() if who == "user" else None


def until(true: Any, seconds: float = 5) -> bool:
    """True if the condition becomes true in time."""
    end = time.monotonic() + seconds * SLOWNESS
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def text_of(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def log_of(text: str) -> List[Dict[str, Any]]:
    """The lines of the logs in an output."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def comments(log: Iterable[Dict[str, Any]], kind: str) -> List[str]:
    """The comments of attackers of this kind: what they reached, or were refused."""
    begin = f"# {kind}: "
    found = [line.get("comment", "") for line in log]
    return [comment[len(begin):] for comment in found if comment.startswith(begin)]


class Arena:
    """`user`: the number of the ordinary user who plays; None: whoever runs the tests."""

    def __init__(self, user: Optional[int] = None) -> None:
        self.user = user
        self.word = secrets.token_hex(6)
        self.folder = tempfile.mkdtemp(prefix="tribunal-arena-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.bots = self.make_folder("bots")  # the attackers' own
        self.honest = self.make_folder("honest")
        self.temporary = self.make_folder("temporary")
        # Unique names, of as many bytes as the system shows, so that no other processes are attacked.
        self.victim = "honest-" + self.word[:8]
        self.tribunal = shutil.copy(TRIBUNAL, os.path.join(self.folder, "referee-" + self.word[:7]))
        self.programs = [os.stat(path) for path in (
            shutil.copy(os.path.join(TEST_BOTS, "attacker"), self.bots),
            shutil.copy(os.path.join(TEST_BOTS, "honest-bot"), os.path.join(self.honest, self.victim)))]
        self.lay_out_secrets()
        self.listen()
        self.give_to_user()
        self.setuid_copy = self.make_setuid_copy()
        self.before = self.traces()

    def __enter__(self) -> "Arena":
        return self

    def __exit__(self, *_: Any) -> None:
        for listener in self.listeners:
            listener.close()
        shutil.rmtree(self.folder)

    def make_folder(self, name: str) -> str:
        path = os.path.join(self.folder, name)
        os.mkdir(path)
        os.chmod(path, 0o755)
        return path

    def lay_out_secrets(self) -> None:
        """Creates the private files of an organiser, and links to them in the folder of the bots."""
        self.make_folder("results")
        self.make_folder("other-bot")
        self.secrets = []
        for name, mode in (("results/results.db", 0o644), ("results/secret", 0o600), ("plan.toml", 0o644),
                           ("other-bot/weights", 0o644)):
            path = os.path.join(self.folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write("not for bots\n")
            os.chmod(path, mode)
            os.symlink(path, os.path.join(self.bots, "link-to-" + os.path.basename(name)))
            self.secrets.append(path)
        self.write_list("secret", self.secrets[1:2])
        self.write_list("secrets", self.secrets + [os.path.join(self.folder, "results"),
                                                   os.path.join(self.folder, "other-bot"), "/home", "/root"])

    def give_to_user(self) -> None:
        """Makes everything here belong to the ordinary user."""
        if self.user is not None:
            for path in glob.glob(self.folder + "/**", recursive=True):
                os.chown(path, self.user, self.user, follow_symlinks=False)

    def write_list(self, name: str, paths: List[str]) -> None:
        """For attackers to read in their folder."""
        with open(os.path.join(self.bots, name), "w", encoding="utf-8") as file:
            file.write("".join(path + "\n" for path in paths))

    def listen(self) -> None:
        self.listeners = [socket.create_server(("127.0.0.1", 0))]
        self.port = self.listeners[0].getsockname()[1]
        self.socket = os.path.join(self.folder, "socket")
        for name in (b"\0" + self.word.encode() + b"\0", self.socket.encode()):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(name)
            listener.listen(100)
            self.listeners.append(listener)
        os.chmod(self.socket, 0o777)

    def make_setuid_copy(self) -> str:
        path = shutil.copy(os.path.join(TEST_BOTS, "attacker"), os.path.join(self.bots, "setuid"))
        if os.geteuid() == 0:
            os.chown(path, 0, 0)
            os.chmod(path, 0o4755)
        return path

    def as_user(self, words: Iterable[str]) -> List[str]:
        if self.user is None:
            return [*LAUNCHER, *words]
        return ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", *words]

    def words_of(self, level: str, attacks: Sequence[str], recorded: str) -> List[str]:
        """The attackers sit in the first seats, from 0, and their victim in the last. In a `recorded` game bots have
        what its plan gives them."""
        bots = [*("./attacker " + attack for attack in attacks), "../honest/" + self.victim]
        words = [self.tribunal, "play", "--sandbox", level, "--log", "-"]
        if recorded:
            words += ["--from", recorded, *(f"--seat={seat}={bot}" for seat, bot in enumerate(bots))]
        else:
            words += ["mitch", "--rule", "packs=2", "--seed", "arena", "--move-ms", str(MOVE_MS), "--startup-ms", str(MOVE_MS), "--", *bots]
        return self.as_user(words)

    def with_little_memory(self, players: int) -> str:
        """The results folder of games in which bots have little memory. `play` can only learn this from a plan."""
        path, out = (os.path.join(self.temporary, f"{name}-{players}") for name in ("plan", "recorded"))
        head = f"""sandbox = "none"
limits = {{ move_ms = {MOVE_MS}, startup_ms = {MOVE_MS} }}
resources = {{ memory_mb = {LITTLE_MEMORY_MB} }}"""
        bots = {f"bot{seat}": "../bots/attacker quiet" for seat in range(players)}
        with open(path, "w", encoding="utf-8") as file:
            file.write(plan(bots, head, 1, game="mitch", players=players))
        ended = self.run("tournament", path, "--out", out)
        if ended.returncode != 0:
            raise AssertionError(ended.stderr)
        self.before |= self.traces()
        return out

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Runs the program as the arena's user."""
        return subprocess.run(self.as_user([self.tribunal, *words]), cwd=self.folder, env=self.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300 * SLOWNESS, check=False)

    def environment(self) -> Dict[str, str]:
        return {**os.environ, "TMPDIR": self.temporary, "HOME": self.folder}

    def start(self, level: str, attacks: Sequence[str], terminal: Optional[int] = None, recorded: str = "") -> "subprocess.Popen[str]":
        is_terminal = terminal is not None
        return subprocess.Popen(self.words_of(level, attacks, recorded), cwd=self.bots, env=self.environment(),
                                stdin=terminal if is_terminal else subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True,
                                preexec_fn=take_terminal if is_terminal else join_session_keyring)

    def play(self, level: str, *attacks: str, terminal: bool = False, recorded: str = "") -> Played:
        for _ in range(3):
            played = self.play_once(level, attacks, terminal, recorded)
            if played.code != VOID:
                break
        return played

    def play_once(self, level: str, attacks: Sequence[str], terminal: bool, recorded: str) -> Played:
        screen = pty.openpty() if terminal else None
        playing = self.start(level, attacks, screen[1] if screen else None, recorded)
        peak = Peak(playing.pid)
        try:
            out, err = playing.communicate(timeout=120 * SLOWNESS)
        finally:
            peak_mb = peak.stop()
            if playing.returncode is None:
                self.kill_all()
            for end in screen or ():
                os.close(end)
        return Played(playing.returncode, err, log_of(out), peak_mb, self.left_over())

    def kill_all(self) -> None:
        """Kills the referee and all bots, by groups: a fork bomb replaces a process faster than the next one is
        killed."""
        def kill_those_there() -> bool:
            for pid in self.running():
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(os.getpgid(pid), signal.SIGKILL)
            return not self.running()
        until(kill_those_there, 10)

    def left_over(self) -> List[str]:
        """The leftover processes and traces of this arena, after up to ten seconds for those that are just ending."""
        until(lambda: not self.processes() and self.traces() <= self.before, 10)
        return self.processes() + sorted(self.traces() - self.before)

    def processes(self) -> List[str]:
        return [f"process {pid}: {command}" for pid, command in self.running().items()]

    def running(self) -> Dict[int, str]:
        """Running copies of the bots, and wrappers whose arguments name this folder."""
        found = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            command = text_of(f"/proc/{pid}/cmdline").replace("\0", " ")
            try:
                program = os.stat(f"/proc/{pid}/exe")
                is_ours = any(os.path.samestat(program, ours) for ours in self.programs)
            except OSError:
                is_ours = False
            if is_ours or (command and self.folder in command and int(pid) != os.getpid()):
                found[int(pid)] = command
        return found

    def traces(self) -> Set[str]:
        """Files, mounts, groups of processes and shared memory that bots or the referee may have made."""
        found = {path for place in ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")
                 for kind in ("attacker", "leavings") for path in glob.glob(f"{place}/{kind}-*")
                 if os.path.basename(self.folder) in path or self.word in path}
        found |= set(glob.glob(self.folder + "/**", recursive=True))
        found |= {line for line in text_of("/proc/self/mounts").splitlines() if self.folder in line}
        return found


def join_session_keyring() -> None:
    """Joins a session keyring, like a login: a process that inherits it possesses its keys. Does nothing on an unknown machine."""
    keyctl = {"x86_64": 250, "aarch64": 219}.get(os.uname().machine)
    if keyctl is not None:
        ctypes.CDLL(None).syscall(keyctl, 1, None)


def take_terminal() -> None:
    """Makes its input the terminal of the session."""
    import fcntl  # pylint: disable=import-outside-toplevel
    import termios  # pylint: disable=import-outside-toplevel
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Peak:
    """The peak memory of a process, sampled while it runs."""

    def __init__(self, pid: int) -> None:
        self.path = f"/proc/{pid}/status"
        self.peak_kb = 0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self) -> None:
        while not self.over.wait(0.01):
            for line in text_of(self.path).splitlines():
                if line.startswith("VmHWM:"):
                    self.peak_kb = max(self.peak_kb, int(line.split()[1]))

    def stop(self) -> int:
        self.over.set()
        self.thread.join()
        return self.peak_kb // 1024
