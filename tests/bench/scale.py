"""A tournament of a million games of three seats in one store: bytes a game, memory, and how long one waits for it.

`./dev bench scale [GAMES]` runs this, with fewer games if asked, on a quiet machine. Built-in players that answer at
once (instant_games.cpp) stand in for the bots but for the last deal, which real ones play: the same tournament gone on
with. Exits with 1 if a target is missed. The targets are those of a million games. Seconds are of processor time, so
that whatever else the machine does is left out; those by the wall stand beside them.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from typing import List, NamedTuple, Optional

TRIBUNAL = os.environ["TRIBUNAL"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(TRIBUNAL).resolve().parent
INSTANT_GAMES = str(BIN / "instant-games")
GAMES_A_DEAL = 30  # five bots, every three of them in three seatings

MEMORY_MB = 100.0
STANDINGS_S = 3.0
RESUME_S = 3.0
BYTES_A_GAME = 700.0
RATING_S = 2.0
RATED_BOTS = 200


class Ran(NamedTuple):
    seconds: float
    core_seconds: float  # of processor time
    memory_mb: float  # the most that was resident
    out: str
    begun_s: Optional[float]  # until a line said what was kept from before


class Report:
    def __init__(self) -> None:
        self.missed = 0

    def line(self, what: str, value: float, unit: str, target: Optional[float] = None, note: str = "") -> None:
        aim = "" if target is None else f"at most {target:g}"
        missed = target is not None and value > target
        self.missed += missed
        print(f"{what:44} {value:10.2f} {unit:4} {aim:14} {'MISSED  ' if missed else ''}{note}", flush=True)

    def ran(self, what: str, ran: Ran, target: Optional[float] = None) -> None:
        self.line(what, ran.core_seconds, "s", target, f"{ran.seconds:.2f} s by the wall")
        self.line("  its memory", ran.memory_mb, "MB", MEMORY_MB)


def run(*words: str) -> Ran:
    """Runs a program to its end. Its memory is looked at by wait4: this script itself must stay small."""
    begin = time.monotonic()
    begun = None
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, text=True)
        assert process.stderr
        said = ""
        for line in process.stderr:
            said += line
            if "kept from before" in line:
                begun = time.monotonic() - begin
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{' '.join(words)}: exit code {process.returncode}\n{said}")
        out.seek(0)
        return Ran(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.read(), begun)


def plan_of(deals: int) -> str:
    """tournaments/demo.toml with the bots of this build."""
    text = (ROOT / "tournaments" / "demo.toml").read_text(encoding="utf-8")
    text = text.replace("../build/release/bin", str(BIN))
    for folder in ("sample-bots", "sdk"):
        text = text.replace("../" + folder, str(ROOT / folder))
    return re.sub(r"^deals = \d+", f'deals = {deals}\nsandbox = "none"', text, flags=re.MULTILINE)


def measure(folder: pathlib.Path, games: int, report: Report) -> None:
    deals = -(-games // GAMES_A_DEAL)
    plan, results = str(folder / "plan.toml"), str(folder / "results")
    pathlib.Path(plan).write_text(plan_of(deals), encoding="utf-8")
    all_games = deals * GAMES_A_DEAL
    print(f"{all_games:,} games of revolution by five bots, three at a table\n")

    report.ran("games by built-in players, stored",
               run(INSTANT_GAMES, "fill", plan, results, str(all_games - GAMES_A_DEAL)))
    report.ran("standings", run(TRIBUNAL, "standings", results), STANDINGS_S)
    report.ran("standings --json, with the content hash", run(TRIBUNAL, "standings", results, "--json"), STANDINGS_S)
    resumed = run(TRIBUNAL, "tournament", plan, "--out", results)
    report.line("resumed: until the first game", resumed.begun_s or resumed.seconds, "s", RESUME_S, "by the wall")
    report.ran("resumed: with the last deal and standings", resumed)
    size = sum(file.stat().st_size for file in pathlib.Path(results).iterdir())
    report.line("bytes a game", size / all_games, "", BYTES_A_GAME)
    report.ran("export --logs", run(TRIBUNAL, "export", results, "--logs", os.devnull))
    report.ran("export --csv", run(TRIBUNAL, "export", results, "--csv", os.devnull))


def words_of(arguments: List[str]) -> int:
    if not arguments:
        return 1_000_000
    if len(arguments) > 1 or not arguments[0].isdigit() or int(arguments[0]) < 2 * GAMES_A_DEAL:
        sys.exit(f"a number of games, {2 * GAMES_A_DEAL} or more, would be right")
    return int(arguments[0])


def main() -> int:
    games = words_of(sys.argv[1:])
    report = Report()
    with tempfile.TemporaryDirectory(prefix="tribunal-scale-", dir=os.environ.get("TMPDIR")) as name:
        measure(pathlib.Path(name), games, report)
    rated = run(INSTANT_GAMES, "rate", str(RATED_BOTS), str(games))
    report.line(f"ratings of {RATED_BOTS} bots, one core", float(rated.out), "s", RATING_S)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
