from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import NDArray

from . import Outcome

def games() -> List[str]:
    """The names of all games."""

def players(game: str) -> Tuple[int, int]:
    """The fewest and the most players of a game or preset."""

def rules_of_line(line: str) -> Rules:
    """The rules that follow from the line `game` that a bot receives."""

class Rules:
    """A game for a number of players, with its options: the words of the game's page under docs/rules, as keywords, such as
    `Rules("revolution", 3, hands=2, tyrant=True)`."""

    def __init__(self, game: str, players: int, **options: Union[bool, int, str]) -> None: ...
    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int:
        """The number of seats that decide: 0 to players - 1."""
    @property
    def seats(self) -> int:
        """The number of all seats; those that the referee plays are the last."""
    @property
    def options(self) -> Dict[str, str]:
        """All options with their values, as in the line `game` of the protocol."""
    @property
    def score_bounds(self) -> Tuple[int, int]:
        """The lowest and the highest score that a player can have at the end."""
    @property
    def feature_names(self) -> List[str]:
        """The features of an action, in their order."""
    @property
    def observation_names(self) -> List[str]:
        """The numbers of `Game.observation`, in their order: `hand Kh`, `meld 1 Kh`, `score 0`, `stock`. Seats are counted from the viewer."""
    def deal(
        self,
        seed: Optional[int] = None,
        *,
        key: Optional[bytes] = None,
        stacked: Mapping[str, Sequence[str]] = ...,
        numbers: Mapping[str, Sequence[int]] = ...,
    ) -> Game:
        """A game that has begun. `seed` (0 to 2^64 - 1): a fast deal for search and training. `key` (32 bytes): the deal of a recorded game,
        by the key in its log. `stacked`, `numbers`: the order of a stock, the top card first, and the first numbers of a stream, from 0, by
        their labels (docs/library.md); the rest follows from the key, or from 32 zeros."""
    def imagine(self, seat: int, lines: Sequence[str], seed: int) -> Game:
        """A game at the moment after a seat has received these lines of the protocol, from the first event on. Everything that the seat does
        not know is drawn. A ValueError names the first line that no deal explains."""

class Game:
    """A game in progress. It can be pickled and copied."""

    @property
    def rules(self) -> Rules: ...
    @property
    def wanted(self) -> List[int]:
        """The seats whose decisions are wanted now, all at once; none when the game is over."""
    @property
    def over(self) -> bool: ...
    @property
    def changes(self) -> List[Tuple[int, Union[str, int]]]:
        """The decisions so far, as (seat, action), and redraws, as (seat, seed); those of chance alone have the seat -1."""
    def count(self, seat: int) -> int:
        """The number of legal actions of a wanted seat."""
    def legal(self, seat: int) -> List[str]:
        """The legal actions of a wanted seat as the protocol writes them, in an order that reveals nothing that the seat does not know."""
    def apply(self, choices: Mapping[int, Union[int, str]]) -> None:
        """Applies one legal action for each wanted seat: its word, or its index in `legal(seat)`, from 0."""
    def lines(self, seat: Optional[int] = None) -> List[str]:
        """The lines so far, as the seat receives them or, for None, as the referee writes them, with every card. After `redraw_hidden` only its
        seat has lines."""
    def position(self) -> Dict[str, Any]:
        """The place of every card and the state of every seat, including everything hidden: for inspection. The last entry of `seats` may be a
        dummy."""
    def outcome(self) -> Outcome:
        """Scores and places; final when the game is over."""
    def scores_now(self) -> List[int]:
        """The score of each seat if the hand ended now."""
    def clone(self) -> Game: ...
    def redraw_hidden(self, seat: int, seed: int) -> Game:
        """A copy in which everything that the seat does not know is drawn again."""
    def redraw_chance(self, seed: int) -> Game:
        """A copy in which the chance that no line shows yet is drawn again."""
    def value_actions(self, seat: int) -> NDArray[numpy.float32]:
        """The value of each legal action to a sensible player, in points: shape (actions,)."""
    def features(self, seat: int) -> NDArray[numpy.float32]:
        """Each legal action by `Rules.feature_names`, in numbers near 1: shape (actions, features). They depend only on what the seat knows."""
    def observation(self, seat: int) -> NDArray[numpy.float32]:
        """The table as a seat sees it, by `Rules.observation_names`: the number of copies of each card in each place that it sees, and the
        numbers of seats and table. Shape (names,), the same for each position of these rules."""
    def worlds(self, seat: int, worlds: int, seed: int, threads: int = 1) -> NDArray[numpy.float32]:
        """The seat's final scores, shape (actions, worlds): each legal action in each world, with what the seat does not know drawn again,
        played out by `value_actions` with some noise. A column has the same cards. Other Python threads can run meanwhile."""
    def follow(
        self, echoes: Sequence[str]
    ) -> Tuple[Game, NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.float32]]:
        """A copy after the decisions that these lines of a log echo, in their order. For each decision: its seat, its index among the legal
        actions, their number, and the features of all of them. A ValueError names a line that is not a legal decision."""
    def __getstate__(self) -> Tuple[Any, ...]: ...
    def __setstate__(self, state: Tuple[Any, ...]) -> None: ...

class Batch:
    """Many games at once. A row is a seat that must decide now; rows are in the order of games, then of seats. Games that end are replaced by
    new ones. Arrays show the state before the next `step`; copy those that you need for longer."""

    def __init__(self, rules: Rules, games: int, seed: int) -> None: ...
    def __len__(self) -> int:
        """The number of games."""
    @property
    def rows(self) -> int: ...
    @property
    def game(self) -> NDArray[numpy.int32]:
        """The number of each row's game: shape (rows,)."""
    @property
    def seat(self) -> NDArray[numpy.int32]:
        """The seat of each row: shape (rows,)."""
    @property
    def count(self) -> NDArray[numpy.int32]:
        """The number of legal actions of each row: shape (rows,)."""
    @property
    def mask(self) -> NDArray[numpy.uint8]:
        """1 for each legal action, then 0: shape (rows, most actions so far)."""
    @property
    def features(self) -> NDArray[numpy.float32]:
        """Each legal action by `Rules.feature_names`, then 0: shape (rows, most actions so far, features)."""
    @property
    def ended(self) -> NDArray[numpy.int32]:
        """The numbers of the games that the last step ended: shape (ended,)."""
    @property
    def scores(self) -> NDArray[numpy.int32]:
        """The final scores of these games: shape (ended, seats)."""
    @property
    def places(self) -> NDArray[numpy.int32]:
        """The places of these games, 0 for a seat without one: shape (ended, seats)."""
    def observations(self) -> NDArray[numpy.float32]:
        """`Game.observation` of each row's seat: shape (rows, names). It takes longer than a step, so call it only if a policy needs it."""
    def legal(self, row: int) -> List[str]:
        """The legal actions of a row as words."""
    def step(self, choices: NDArray[numpy.int64]) -> None:
        """Takes the legal action of this number in each row, from 0: shape (rows,)."""
