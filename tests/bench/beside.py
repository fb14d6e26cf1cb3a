"""Measures the cost of bots that never rest to the others: the decision times of two honest bots beside a third that is quiet,
and beside the same one with eight processes that compute all the time, also while others are asked. The two alternate, so that
other work of the machine affects both. `./dev beside` runs this.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import List

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cup import plan  # noqa: E402

TRIBUNAL = os.environ["TRIBUNAL"]
TEST_BOTS = pathlib.Path(TRIBUNAL).parents[1] / "tests" / "bots"
HONEST = ("left", "right")

HEAD = """workers = 1
sandbox = "{level}"
limits = {{ move_ms = 20000, startup_ms = 60000 }}
resources = {{ processes = 16 }}
"""


def play(folder: pathlib.Path, level: str, attack: str, deals: int) -> List[int]:
    """The microseconds of every decision of the honest bots."""
    file = folder / "plan.toml"
    bots = {**{name: "./honest-bot" for name in HONEST}, "attacker": f"./attacker {attack}"}
    file.write_text(plan(bots, HEAD.format(level=level), deals, "beside", seed="beside"), encoding="utf-8")
    results = folder / "results"
    shutil.rmtree(results, ignore_errors=True)
    subprocess.run([TRIBUNAL, "tournament", file, "--out", results, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    log = subprocess.run([TRIBUNAL, "export", results, "--logs", "-"], check=True, capture_output=True, text=True).stdout
    times = []
    seats: List[str] = []
    for line in map(json.loads, log.splitlines()):
        if "seats" in line:
            seats = [seat["bot"] for seat in line["seats"]]
        elif "us" in line and "line" in line and seats[int(line["line"].split()[1])] in HONEST:
            times.append(line["us"])  # a decision: `play SEAT CARD`
    return sorted(times)


def described(rounds: List[List[int]]) -> str:
    """Quantiles of a round's decision times, each the median over the rounds."""
    def at(part: float) -> float:
        return statistics.median(times[min(int(part * len(times)), len(times) - 1)] for times in rounds)
    shares = (("50 %", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("99.9 %", 0.999), ("all", 1))
    return "  ".join(f"{name} {at(part):5.0f}" for name, part in shares) + f" us  of {len(rounds[0])}"


def main() -> int:
    words = argparse.ArgumentParser(prog="./dev beside", description=__doc__.splitlines()[0])
    words.add_argument("deals", type=int, nargs="?", default=600, help="a round")
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--level", nargs="+", default=["bwrap", "bwrap+cgroup"], help="levels of the sandbox")
    options = words.parse_args()
    found = {(level, attack): [] for level in options.level for attack in ("quiet", "never-rests 8")}
    for number in range(options.rounds):
        for (level, attack), rounds in found.items():
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                folder.chmod(0o755)
                for bot in ("honest-bot", "attacker"):
                    shutil.copy(TEST_BOTS / bot, folder)
                rounds.append(play(folder, level, attack, options.deals))
            print(f"round {number + 1}  {level:13} {attack:14} {described([rounds[-1]])}", flush=True)
    for (level, attack), rounds in found.items():
        print(f"{len(rounds):5}    {level:13} {attack:14} {described(rounds)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
