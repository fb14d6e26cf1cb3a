"""Measures the cost of shards: two nodes against one, a task without games, and ten million games in 64 shards, merged
and rated.

`./dev bench cluster [GAMES]` runs this, as root, on a quiet machine with two cores; with ten million games it takes
about twenty minutes and 8 GB of disk. Slurm is that of tests/cluster: two nodes with a core each. The target for two
nodes is 1.9 times the games of one, or 0.95 of what this machine's two cores play without Slurm if that is less than
twice one core's. Exits with 1 if a target is missed.
"""
import concurrent.futures
import os
import pathlib
import statistics
import sys
import tempfile
import time
from typing import List

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests" / "cluster"), str(ROOT / "tests" / "cli")]
from cup import plan  # noqa: E402
from scale import BIN, INSTANT_GAMES, TRIBUNAL, Report, plan_of, run  # noqa: E402
from slurm import CORES, Slurm, wait_until  # noqa: E402

TWO_NODES = 1.9
EMPTY_TASK_S = 0.1
MERGE_S_A_GB = 3.0
MEMORY_MB = 200.0
SHARDS = 64
TASKS = 16


def league(deals: int) -> str:
    """Three games a deal between programs in C++, in the sandbox."""
    return plan("greedy careful hoarder", deals=deals, name="league", command=lambda bot: f"{BIN}/{bot}")


def submitted(slurm: Slurm, file: pathlib.Path, out: pathlib.Path) -> float:
    """Seconds until all tasks and the merge have ended."""
    begin = time.monotonic()
    run(TRIBUNAL, "submit", "slurm", str(file), "--tasks", str(TASKS), "--out", str(out))
    wait_until("all jobs have ended", slurm.is_idle, 1200)
    run(TRIBUNAL, "standings", str(out))
    return time.monotonic() - begin


def bare_cores(folder: pathlib.Path, report: Report) -> float:
    """The speed of two cores relative to that of one, without any shards: two cores may share much of a processor."""
    file = folder / "bare.toml"
    file.write_text(league(4000), encoding="utf-8")

    def play(core: int) -> float:
        words = ["taskset", "-c", str(core), TRIBUNAL, "tournament", str(file), "--workers", "1", "--quiet"]
        ran = run(*words, "--out", str(folder / f"bare-{core}-{time.monotonic_ns()}"))
        return ran.seconds

    alone = play(CORES[0])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        together = max(pool.map(play, CORES[:2]))
    times = 2 * alone / together
    report.line("two cores to one, without shards", 1 / times, "", note=f"{times:.2f} times as fast")
    return times


def nodes(folder: pathlib.Path, report: Report) -> None:
    deals = 16_000
    file = folder / "league.toml"
    file.write_text(league(deals), encoding="utf-8")
    print(f"\n{3 * deals:,} games of revolution between three sample bots, by Slurm in {TASKS} tasks\n")
    with Slurm() as slurm:
        slurm.tell("scontrol", "update", "NodeName=d2", "State=DRAIN", "Reason=bench")
        one = submitted(slurm, file, folder / "one")
        slurm.tell("scontrol", "update", "NodeName=d2", "State=RESUME")
        two = submitted(slurm, file, folder / "two")
    report.line("one node with one core", one, "s", note=f"{3 * deals / one:.0f} games a second")
    report.line("two nodes with one core each", two, "s", note=f"{3 * deals / two:.0f} games a second")
    bare = bare_cores(folder, report)
    # If two cores of this machine play less than twice the games of one, two nodes cannot do better.
    target = 1 / min(TWO_NODES, bare * TWO_NODES / 2)
    report.line("  one to two", two / one, "", target, f"{one / two:.2f} times as fast")


def empty_task(folder: pathlib.Path, report: Report) -> None:
    file = folder / "small.toml"
    file.write_text(league(1), encoding="utf-8")
    words = [TRIBUNAL, "tournament", str(file), "--shard", f"{SHARDS}/{SHARDS}", "--out", str(folder / "small")]
    report.line("a task without games", statistics.median(run(*words).seconds for _ in range(20)), "s", EMPTY_TASK_S)


def merged(folder: pathlib.Path, games: int, report: Report) -> None:
    file, shards, out = folder / "plan.toml", folder / "shards", folder / "merged"
    file.write_text(plan_of(3, -(-games // 3)), encoding="utf-8")

    def fill(number: int) -> None:
        run(INSTANT_GAMES, "fill", str(file), str(shards / f"{number}-of-{SHARDS}"), "--shard", f"{number}/{SHARDS}")

    shards.mkdir()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(fill, range(1, SHARDS + 1)))
    size = sum(file.stat().st_size for file in shards.rglob("*")) / 1e9
    print(f"\n{games:,} games in {SHARDS} shards, {size:.2f} GB\n")
    begin = time.monotonic()
    with open(folder / "copy", "wb") as copy:
        for file in sorted(shards.rglob("*")):
            if file.is_file():
                copy.write(file.read_bytes())
        os.fsync(copy.fileno())
    report.line("copying and syncing as many bytes", time.monotonic() - begin, "s")
    (folder / "copy").unlink()
    merge = run(TRIBUNAL, "merge", str(out), str(shards))
    target = MERGE_S_A_GB * size if games >= 1_000_000 else None
    report.line("merge", merge.seconds, "s", target, f"{merge.core_seconds:.2f} s of processor time")
    report.line("  its memory", merge.memory_mb, "MB", MEMORY_MB)
    ratings = run(TRIBUNAL, "ratings", str(out))
    report.line("ratings", ratings.seconds, "s")
    report.line("  their memory", ratings.memory_mb, "MB", MEMORY_MB)


def main(arguments: List[str]) -> int:
    if len(arguments) > 1 or not all(word.isdigit() and int(word) >= SHARDS for word in arguments):
        sys.exit(f"{' '.join(arguments)}: expected a number of games, {SHARDS} or more")
    games = int(arguments[0]) if arguments else 10_000_000
    report = Report()
    with tempfile.TemporaryDirectory(prefix="tribunal-cluster-", dir="/var/tmp") as name:
        folder = pathlib.Path(name)
        nodes(folder, report)
        empty_task(folder, report)
        merged(folder, games, report)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
