"""Measures ratings of PGN files: processor time and memory, compared with Ordo's if it is installed.

`./dev bench imports [GAMES]` runs this (default: a million and ten million games of 200 players; it needs 1.6 GB of
disk). ORDO names the program of Ordo, which Debian does not have. Without it, the ratio is omitted with a note. Exits
with 1 if a target is missed.
"""
import os
import pathlib
import random
import shutil
import sys
import tempfile

from scale import TRIBUNAL, Report, run

PLAYERS = 200
RATIO = 1.2  # bound relative to Ordo's time without errors, which `ratings` computes as well
MEMORY_MB = {1_000_000: 100.0, 10_000_000: 200.0}
RUNS = 3  # runs of each program in turn; the shortest counts
GAME = """[Event "bench"]
[Site "?"]
[Date "2026.01.01"]
[Round "{round}"]
[White "bot{white}"]
[Black "bot{black}"]
[Result "{result}"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {result}

"""


def write_games(path: pathlib.Path, games: int) -> None:
    dice = random.Random(5)
    with open(path, "w", encoding="ascii") as file:
        for number in range(games):
            white, black = dice.sample(range(PLAYERS), 2)
            file.write(GAME.format(round=number % 50, white=white, black=black, result=dice.choice(("1-0", "0-1", "1/2-1/2"))))


def measure(path: pathlib.Path, games: int, ordo: str, report: Report) -> None:
    write_games(path, games)
    ours = []
    theirs = []
    for _ in range(RUNS):
        ours.append(run(TRIBUNAL, "ratings", str(path)))
        if ordo:
            theirs.append(run(ordo, "-q", "-p", str(path), "-o", os.devnull))
    print(f"\n{games:,} games of PGN between {PLAYERS} players, {path.stat().st_size / 1e6:.0f} MB\n")
    best = min(ran.core_seconds for ran in ours)
    report.line("ratings with errors: processor time", best, "s")
    report.line("  its memory", max(ran.memory_mb for ran in ours), "MB", MEMORY_MB.get(games))
    if not theirs:
        print("left out: the comparison with Ordo; ORDO should name its program")
        return
    other = min(ran.core_seconds for ran in theirs)
    report.line("Ordo without errors: processor time", other, "s")
    report.line("  its memory", max(ran.memory_mb for ran in theirs), "MB")
    report.line("  ours to Ordo's", best / other, "", RATIO)


def main() -> int:
    sizes = [int(word) for word in sys.argv[1:]] or sorted(MEMORY_MB)
    ordo = os.environ.get("ORDO") or shutil.which("ordo") or ""
    report = Report()
    with tempfile.TemporaryDirectory(prefix="tribunal-imports-", dir=os.environ.get("TMPDIR")) as name:
        for games in sizes:
            measure(pathlib.Path(name, "games.pgn"), games, ordo, report)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
