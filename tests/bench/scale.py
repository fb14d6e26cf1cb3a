"""Measures tournaments of a million games of three seats in one store: bytes per game, memory, and waiting times.

`./dev bench scale [GAMES] [SHAPE...]` runs this, with fewer games or not all shapes if asked, on a quiet machine; all
of it takes about eight minutes. Built-in players that answer at once (instant_games.cpp) replace the bots except for
the last deal, which real bots play: the same tournament resumed. Exits with 1 if a target is missed. The targets are
those of a million games. Seconds are wall time; those of processor time are listed beside them.
"""
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cup import demo, plan  # noqa: E402

TRIBUNAL = os.environ["TRIBUNAL"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(TRIBUNAL).resolve().parent
INSTANT_GAMES = str(BIN / "instant-games")
SEATS = 3
SWISS_ROUNDS = 20

MEMORY_MB = 100.0
STANDINGS_S = 3.0
RESUME_S = 3.0
BYTES_A_GAME = 700.0
RATING_S = 2.0
RATED_BOTS = 200
ALL_CORES = 1.9  # times as fast, with two


class Ran(NamedTuple):
    seconds: float
    core_seconds: float  # processor time
    memory_mb: float  # the most that was resident
    out: str
    begun_s: Optional[float]  # until the database had a new game


class Report:
    def __init__(self) -> None:
        self.missed = 0

    def line(self, what: str, value: float, unit: str, target: Optional[float] = None, note: str = "") -> None:
        aim = "" if target is None else f"at most {target:g}"
        missed = target is not None and value > target
        self.missed += missed
        print(f"{what:44} {value:10.2f} {unit:4} {aim:14} {'MISSED  ' if missed else ''}{note}", flush=True)

    def ran(self, what: str, ran: Ran, target: Optional[float] = None) -> None:
        self.line(what, ran.seconds, "s", target, f"{ran.core_seconds:.2f} s of processor time")
        self.line("  its memory", ran.memory_mb, "MB", MEMORY_MB)


def last_game(database: pathlib.Path) -> int:
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT max(id) FROM games").fetchone()[0])
    finally:
        connection.close()


def run(*words: str, database: Optional[pathlib.Path] = None) -> Ran:
    """Runs a program to its end. wait4 measures its memory, so this script itself must stay small."""
    last = last_game(database) if database else 0
    begin = time.monotonic()
    begun = None
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
        ended = 0
        while database and not begun and not ended:
            time.sleep(0.02)
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if last_game(database) > last:
                begun = time.monotonic() - begin
        if not ended:
            _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            sys.exit(f"{' '.join(words)}: exit code {process.returncode}\n{errors.read()}")
        out.seek(0)
        return Ran(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.read(), begun)


class Shape(NamedTuple):
    what: str
    games_a_deal: int
    deals: int
    plan: str
    all_games: int


def ceiling(dividend: int, divisor: int) -> int:
    return -(-dividend // divisor)


def demo_plan(deals: int) -> str:
    """tournaments/demo.toml with the first five of its bots, those of this build."""
    return re.sub("^(?=deals = )", 'sandbox = "none"\n', demo(deals), count=1, flags=re.MULTILINE)


def plan_of(bots: int, deals: int, form: str = "", candidates: int = 0) -> str:
    names = [("*" if bot >= bots - candidates else "") + f"bot{bot:03}" for bot in range(bots)]
    return plan(" ".join(names), f'sandbox = "none"\n{form}', deals, "scale", players=SEATS, command=lambda _: f"{BIN}/greedy")


def five(games: int) -> Shape:
    deals = ceiling(games, 30)  # ten groups in three seatings
    return Shape("by five bots, everyone against everyone", 30, deals, demo_plan(deals), 30 * deals)


def three(games: int) -> Shape:
    deals = ceiling(games, SEATS)
    return Shape("by three bots", SEATS, deals, plan_of(3, deals), SEATS * deals)


def late(games: int) -> Shape:
    """A fourth bot joins half way and catches up on the deals that it missed, so deals recur."""
    bots, a_deal = 4, 12  # four groups in three seatings
    deals = ceiling(games, a_deal)
    text = plan_of(bots, deals) + f"joins_after = {deals // 2}\n"
    return Shape("by three bots, and a late one half way", a_deal, deals, text, a_deal * deals)


def sampled(games: int) -> Shape:
    a_deal = RATED_BOTS // SEATS * SEATS
    deals = ceiling(games, a_deal)
    text = plan_of(RATED_BOTS, deals, 'format = "sampled"\n')
    return Shape(f"by {RATED_BOTS} bots in sampled groups", a_deal, deals, text, a_deal * deals)


def swiss(games: int) -> Shape:
    a_deal = RATED_BOTS // SEATS * SEATS
    deals = ceiling(games, a_deal * SWISS_ROUNDS)
    text = plan_of(RATED_BOTS, deals, f'format = "swiss"\nrounds = {SWISS_ROUNDS}\n')
    what = f"by {RATED_BOTS} bots in {SWISS_ROUNDS} Swiss rounds"
    return Shape(what, a_deal, deals, text, a_deal * deals * SWISS_ROUNDS)


def ladder(games: int) -> Shape:
    """No bot's error becomes small enough to stop, so all play all deals, in twenty rounds."""
    bots, candidates = 40, 10
    groups = (bots - candidates) // SEATS + candidates  # the field's, and one of each candidate
    deals = ceiling(games, groups * SEATS)
    text = plan_of(bots, deals, 'format = "ladder"\ntarget_error = 1\n', candidates)
    what = f"by {bots} bots on a ladder, {candidates} of them candidates"
    return Shape(what, SEATS, deals, text, groups * deals * SEATS)


SHAPES: Dict[str, Callable[[int], Shape]] = {
    "five": five, "three": three, "late": late, "sampled": sampled, "swiss": swiss, "ladder": ladder}


def measure(folder: pathlib.Path, shape: Shape, streams: bool, report: Report) -> None:
    file, results = str(folder / "plan.toml"), str(folder / "results")
    pathlib.Path(file).write_text(shape.plan, encoding="utf-8")
    print(f"\n{shape.all_games:,} games of revolution {shape.what}\n")

    report.ran("games by built-in players, stored",
               run(INSTANT_GAMES, "fill", file, results, str(shape.all_games - shape.games_a_deal)))
    report.ran("standings", run(TRIBUNAL, "standings", results), STANDINGS_S)
    report.ran("standings --json, with the content hash", run(TRIBUNAL, "standings", results, "--json"), STANDINGS_S)
    report.ran("ratings", run(TRIBUNAL, "ratings", results), STANDINGS_S)
    resumed = run(TRIBUNAL, "tournament", file, "--out", results, database=pathlib.Path(results, "results.db"))
    report.line("resumed: until the first game", resumed.begun_s or resumed.seconds, "s", RESUME_S)
    report.ran("resumed: with the last deal and standings", resumed)
    size = sum(file.stat().st_size for file in pathlib.Path(results).iterdir())
    report.line("bytes a game", size / shape.all_games, "", BYTES_A_GAME)
    if not streams:
        return
    report.ran("export --csv", run(TRIBUNAL, "export", results, "--csv=" + os.devnull))
    for words in (("export", results, "--logs", os.devnull), ("verify", results)):
        with_all_cores(words, report)


def with_all_cores(words: Tuple[str, ...], report: Report) -> None:
    """Runs a command on one core, then on all, and reports both times."""
    cores = sorted(os.sched_getaffinity(0))
    alone = run("taskset", "-c", str(cores[0]), TRIBUNAL, *words)
    together = run(TRIBUNAL, *words)
    report.ran(f"{words[0]}, one core", alone)
    report.ran(f"{words[0]}, {len(cores)} cores", together)
    report.line("  all to one", together.seconds / alone.seconds, "", 1 / ALL_CORES if len(cores) == 2 else None)


def words_of(arguments: List[str]) -> Tuple[int, List[str]]:
    games, shapes = 1_000_000, []
    for word in arguments:
        if word.isdigit() and int(word) >= 10_000:
            games = int(word)
        elif word in SHAPES:
            shapes.append(word)
        else:
            sys.exit(f"{word}: expected a number of games, 10000 or more, or one of {', '.join(SHAPES)}")
    return games, shapes or list(SHAPES)


def main() -> int:
    games, shapes = words_of(sys.argv[1:])
    report = Report()
    for number, shape in enumerate(shapes):
        with tempfile.TemporaryDirectory(prefix="tribunal-scale-", dir=os.environ.get("TMPDIR")) as name:
            measure(pathlib.Path(name), SHAPES[shape](games), number == 0, report)
    rated = run(INSTANT_GAMES, "rate", str(RATED_BOTS), str(games))
    print()
    report.line(f"ratings of {RATED_BOTS} bots, one core", float(rated.out), "s", RATING_S)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
