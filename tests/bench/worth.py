"""Measures what a deal in all its games is worth, by tournaments of sample bots: the table of docs/tournaments.md.

`./dev bench worth [GAME...]` plays them, all in some ten minutes, or those of some games, as `tennis` or `mitch-4`, and prints
for each the line of docs/tournaments.md. The bots count what they play, so the figures of the same bots are the same on every
machine. Exits with 1 if a figure of the page is more than three standard errors of the difference away.
"""
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Dict, List, NamedTuple, Tuple

TRIBUNAL = pathlib.Path(os.environ["TRIBUNAL"]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "tournaments.md"

COMMANDS: Dict[str, str] = {
    "counter": f"python3 {ROOT}/sample-bots/counter.py",
    "planner": f"node {ROOT}/sample-bots/planner.mjs",
    "shedder": f"python3 {ROOT}/sample-bots/shedder.py",
}
FILES = {"counter": "python/tribunal_bot.py", "planner": "javascript/tribunal_bot.mjs"}

LAYOUT = "careful counter greedy hoarder planner"
SAMPLERS = "sampler thinker-30 thinker-100 thinker-300 thinker-1000"
SEARCHERS = "searcher thinker-30 thinker-100 thinker-300 thinker-1000"
SHEDDERS = "shedder thinker-5 thinker-10 thinker-20 thinker-40"


class Measurement(NamedTuple):
    game: str
    players: int
    bots: str
    deals: int


MEASUREMENTS = [
    *(Measurement(game, players, LAYOUT, 300) for game in ("revolution", "mitch") for players in (2, 3, 4)),
    *(Measurement("tennis", players, SEARCHERS, 60) for players in (3, 4)),
    Measurement("anarchy", 4, SAMPLERS, 120),
    Measurement("anarchist-bomb", 4, SAMPLERS, 60),
    Measurement("snark", 4, SAMPLERS, 60),
    *(Measurement("chez", players, SHEDDERS, 40) for players in (3, 4)),
]


def command_of(bot: str) -> str:
    name, _, steps = bot.partition("-")
    return COMMANDS.get(bot) or f"{TRIBUNAL.parent}/{name}" + (f" --steps {steps}" if steps else "")


def plan(measured: Measurement) -> str:
    text = f'name = "worth"\ngame = "{measured.game}"\nplayers = {measured.players}\ndeals = {measured.deals}\n'
    text += 'seed = "worth"\nsandbox = "none"\n[limits]\nmove_ms = 60000\n'
    for bot in measured.bots.split():
        text += f'[[bots]]\nname = "{bot}"\ncommand = "{command_of(bot)}"\n'
        text += f'files = ["{ROOT}/sdk/{FILES[bot]}"]\n' if bot in FILES else ""
    return text


def line_of(measured: Measurement) -> str:
    """The line of the page."""
    with tempfile.TemporaryDirectory() as folder:
        cup = pathlib.Path(folder) / "cup.toml"
        cup.write_text(plan(measured), encoding="utf-8")
        subprocess.run([TRIBUNAL, "tournament", cup, "--out", folder + "/out", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        found = subprocess.run([TRIBUNAL.parent / "tribunal-bench", "worth", folder + "/out"], check=True, stdout=subprocess.PIPE, text=True)
    game, players, deals, seatings, its_error, likeness, error = found.stdout.split()
    cells = [f"`{game}`", players, deals, f"{seatings} +- {its_error}", "-" if likeness == "-" else f"{likeness} +- {error}"]
    return "| " + " | ".join(cells) + " |"


def line_on_page(measured: Measurement) -> str:
    start = f"| `{measured.game}` | {measured.players} |"
    lines: List[str] = PAGE.read_text(encoding="utf-8").splitlines()
    return next((line for line in lines if line.startswith(start)), "")


def figures_of(line: str) -> List[Tuple[float, float]]:
    """Each with its standard error."""
    return [(float(value), float(error)) for value, error in re.findall(r"(\S+) \+- (\S+)", line)]


def agree(line: str, stated: str) -> bool:
    ours, theirs = figures_of(line), figures_of(stated)
    return len(ours) == len(theirs) and all(abs(a - b) <= 3 * math.hypot(e, f) for (a, e), (b, f) in zip(ours, theirs))


def main(wanted: List[str]) -> int:
    missed = 0
    for measured in MEASUREMENTS:
        if wanted and measured.game not in wanted and f"{measured.game}-{measured.players}" not in wanted:
            continue
        line, stated = line_of(measured), line_on_page(measured)
        is_stated = agree(line, stated)
        missed += not is_stated
        print(line if is_stated else f"{line}  MISSED: the page has {stated or 'no such line'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
