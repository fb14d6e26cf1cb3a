"""The games of Tribunal as engines: deal a game, ask which seats decide and which actions are legal, and apply them. docs/python.md has
examples.

A wrong call raises ValueError with a sentence that names the mistake, and changes nothing.
"""

from typing import List, NamedTuple, Optional

from ._engines import Batch, Game, Rules, games, players, rules_of_line
from .logs import RecordedGame, read_log
from .results import Results, read_results
from .serve import serve

__all__ = ["Batch", "Game", "Outcome", "RecordedGame", "Results", "Rules", "games", "players", "read_log", "read_results", "rules_of_line",
           "serve"]


class Outcome(NamedTuple):
    """The scores of all seats, and their places from 1, of which equal seats share the better one. A seat that the referee plays and that
    does not compete has no place."""

    scores: List[int]
    places: List[Optional[int]]
