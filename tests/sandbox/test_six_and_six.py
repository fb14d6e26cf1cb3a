"""A tournament of six honest and six hostile bots, `test_six_and_six.py root|user`, in the highest sandbox that works
here: it ends, it verifies, and it is for the honest bots what it is where the hostile ones only forfeit.

Everything can be compared because every bot does always the same: the honest ones play as all that they heard says, and
the hostile ones, once they have attacked, commit a fault at the first decision of every game."""
import csv
import io
import json
import os
import sys
import unittest
from typing import Any, Dict, List, Optional

from arena import TRIBUNAL, Arena, plan, skip, user_of

HONEST = ("ann", "bob", "cy", "dot", "eve", "flo")
HOSTILE = {
    "bomber": "--crash fork-bomb",
    "glutton": "--forfeit memory 512",
    "killer": "--forfeit kills",
    "ghost": "--crash daemon",
    "thief": "--forfeit files secrets",
    "hoarder": "--forfeit fill-folder 40 /tmp",
}
HEAD = """format = "sampled"
[limits]
move_ms = 20000
startup_ms = 20000
[resources]
memory_mb = 128
processes = 16
"""
SAME_FOR_ALL = ("rank", "bot", "elo", "elo_error", "superiority", "points", "points_error", "deals", "games", "places")
USER: Optional[int] = None


def six_and(hostile: Dict[str, str]) -> str:
    bots = {**{name: f"quiet {name}" for name in HONEST}, **hostile}
    return plan({name: (f"./attacker {words}", 'directory = "bots"') for name, words in bots.items()}, HEAD, 2, "six and six", players=4, seed="six")


class Tournament:
    """A tournament that was played, as described by its folder."""

    def __init__(self, arena: Arena, name: str, hostile: Dict[str, str]) -> None:
        path = os.path.join(arena.folder, name + ".toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(six_and(hostile))
        folder = os.path.join(arena.folder, "results", name)
        self.ended = arena.run("tournament", path, "--out", folder)
        self.left_over = arena.processes()
        self.verified = arena.run("verify", folder)
        found: Dict[str, Any] = json.loads(arena.run("standings", folder, "--json").stdout)
        self.standings: List[Dict[str, Any]] = found["standings"]["rows"]
        self.seats = list(csv.DictReader(io.StringIO(arena.run("export", folder, "--csv").stdout)))

    def results(self) -> List[List[str]]:
        return [[seat[key] for key in ("game", "deal", "seat", "bot", "score", "place")] for seat in self.seats]

    def honest_play(self) -> List[List[str]]:
        return [[seat[key] for key in ("game", "bot", "decisions", "faults")] for seat in self.seats
                if seat["bot"] in HONEST]

    def table(self) -> List[Dict[str, Any]]:
        return [{key: row[key] for key in SAME_FOR_ALL} for row in self.standings]


class SixAndSix(unittest.TestCase):
    def test_hostile_bots_take_nothing_from_honest_ones(self) -> None:
        with Arena(USER) as arena:
            hostile = Tournament(arena, "hostile", HOSTILE)
            forfeiting = Tournament(arena, "forfeiting", {name: "--forfeit quiet" for name in HOSTILE})
            print(hostile.ended.stderr.splitlines()[0], file=sys.stderr)
            for played in (hostile, forfeiting):
                self.assertEqual(played.ended.returncode, 5, played.ended.stderr)  # bots were at fault in every game
                self.assertEqual(played.verified.returncode, 0, played.verified.stderr)
                self.assertEqual(played.left_over, [])
                for row in played.standings:
                    at_fault = row["games"] if row["bot"] in HOSTILE else 0
                    self.assertEqual(row["fault_count"], at_fault, row)
            self.assertEqual(hostile.results(), forfeiting.results())
            self.assertEqual(hostile.honest_play(), forfeiting.honest_play())
            self.assertEqual(hostile.table(), forfeiting.table())


def main() -> None:
    global USER
    who = sys.argv[1]
    USER = user_of(who)
    with Arena(USER) as arena:
        tried = arena.play("bwrap", "quiet")
    if tried.code != 0:
        skip(f"bwrap, as {who}: {tried.err.strip()}")
    unittest.main(argv=[TRIBUNAL, *sys.argv[2:]], verbosity=2)


if __name__ == "__main__":
    main()
