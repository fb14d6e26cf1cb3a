"""A folder of results as columns, and every decision of its games. The folder may be a stranger's: it is only read, and within bounds."""

import contextlib
import functools
import hashlib
import hmac
import json
import pathlib
import re
import sqlite3
from array import array
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy
from numpy.typing import NDArray

from ._engines import Rules
from .logs import RecordedGame, replayed

if TYPE_CHECKING:
    import os

_VERSION = "4"
# SHA-256 of the tables and the view of this version. A database with different ones could run forever or falsify what
# is read.
_TABLES = "8c8b5ab7720303e5027f38bd302f1fb79f208a4d735475b20bacface820e3bc9"
_LARGEST_CELL = 64 << 20
_GAMES_AT_ONCE = 1000
_WRONG = (ValueError, TypeError, LookupError, OverflowError, RecursionError)
_NUMBERS = re.compile(r"\[-?\d{1,9}(,-?\d{1,9}){0,31}\]")
# A decision of a record: its seat, the letter of its verb, the arguments, and the time if the bot decided.
_DECISION = re.compile(r"(\d{1,2})(.)([^/]*)(/\d+)?")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+-.:;<=>?@[]^_`{|}~"


class Results(NamedTuple):
    """The games of a folder that count. `seats` has columns with an entry for each game and seat, in the order of the schedule: `game` and
    `deal` (from 0), `conditions` (a place in `conditions`), `seat`, `bot` (a place in `bots`), `score`, `place` (from 1; 0: none) and
    `faults` (their number). pyarrow.table and pandas.DataFrame take it as it is."""

    folder: pathlib.Path
    bots: List[str]
    rules: List[Rules]
    """The games of the plan, usually a single one."""
    conditions: List[Dict[str, Any]]
    """Limits, commands, the hashes of the bots' files and the host, as docs/results-db.md has them."""
    seats: Dict[str, NDArray[Any]]

    def decisions(self) -> Iterator[RecordedGame]:
        """The games with all decisions, in the form of `read_log`, in the order of `seats`. The folder must have its
        `secret`."""
        if len(self.rules) != 1:
            raise ValueError(f"{self.folder}: this plan has several games; expected one. `tribunal export {self.folder} --logs FILE` "
                             "writes a log of them, which read_log reads")
        with _opened(self.folder) as database:
            identity, event = _identity(database), _event(self.folder, database)
        players, last = self.rules[0].players, -1
        while True:
            with _opened(self.folder) as database:  # not held while the caller works, so that no run waits
                rows = _rows(database, last)
            for last, deal, bots, scores, record in rows:
                try:
                    key = hmac.digest(event[0], event[1] + deal.to_bytes(8, "big"), "sha256")
                    names = [identity["bots"][bot] for bot in _numbers(bots, players)]
                    echoes, by_bot = _decisions(record)
                    game = replayed(self.rules[0], key, names, echoes, by_bot, list(map(int, scores[1:-1].split(","))))
                except _WRONG as error:
                    raise ValueError(f"{self.folder}: game {last}: {error}") from error
                yield game
            if not rows:
                return


def read_results(folder: Union[str, "os.PathLike[str]"]) -> Results:
    """The results in a folder of `tribunal tournament`, also while it runs. They are read, not verified: `tribunal verify FOLDER` plays
    every game again. ValueError names a folder that has no results of this version, or a game that is damaged."""
    place = pathlib.Path(folder)
    with _opened(place) as database:
        identity = _identity(database)
        rules = [Rules(game["game"], identity["players"], **game["rules"]) for game in identity.get("games", [identity])]
        ids, conditions = [], []
        for number, text in database.execute("SELECT id, text FROM conditions ORDER BY id"):
            ids.append(number)
            conditions.append(json.loads(text))
        seats = _seats(place, database, len(identity["bots"]), rules[0].players, {number: at for at, number in enumerate(ids)})
    return Results(place, identity["bots"], rules, conditions, seats)


@contextlib.contextmanager
def _opened(folder: pathlib.Path) -> Iterator[sqlite3.Connection]:
    file = folder / "results.db"
    for one in (file, *(folder / f"results.db-{kind}" for kind in ("journal", "wal", "shm"))):
        if (one.exists() or one == file) and not one.is_file():  # a pipe would be waited for
            raise ValueError(f"{folder}: {one.name} is not a regular file; expected a folder of results")
    try:
        with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            if hasattr(database, "setlimit"):  # from Python 3.11
                database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST_CELL)
            database.execute("PRAGMA trusted_schema = OFF")
            objects = database.execute("SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_master ORDER BY 1")
            tables = hashlib.sha256("\n".join(text for (text,) in objects).encode()).hexdigest()
            if tables != _TABLES or _meta(database, "version") != _VERSION:
                raise ValueError(f"its tables are not those of version {_VERSION}, which this module reads")
            yield database
    except (sqlite3.Error, *_WRONG) as error:
        if str(error).startswith(str(folder)):
            raise
        raise ValueError(f"{folder}: {error}; `tribunal verify` says more") from error


def _meta(database: sqlite3.Connection, key: str) -> Optional[str]:
    row = database.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row and str(row[0])


def _identity(database: sqlite3.Connection) -> Dict[str, Any]:
    identity: Dict[str, Any] = json.loads(_meta(database, "identity") or "the tournament has no name")
    return identity


def _event(folder: pathlib.Path, database: sqlite3.Connection) -> Tuple[bytes, bytes]:
    """The key from which the keys of deals are made, and the text before their number (docs/deals.md)."""
    file, identity = folder / "secret", _identity(database)
    if not file.is_file():
        raise ValueError(f"{folder}: the file 'secret' is missing; nothing can be dealt again without it")
    with open(file, "rb") as opened:
        secret = bytes.fromhex(opened.read(64).decode("ascii"))
    if hashlib.sha256(secret).hexdigest() != _meta(database, "commitment"):
        raise ValueError(f"{folder}: the file 'secret' does not match the commitment of these results")
    if identity["public_value"]:
        secret = hmac.digest(secret, b"tribunal public 1\0" + identity["public_value"].encode(), "sha256")
    return secret, b"tribunal deal 1\0" + identity["name"].encode() + b"\0"


@functools.lru_cache(maxsize=1 << 16)
def _numbers(cell: str, count: int) -> Tuple[int, ...]:
    """The first numbers of a list such as `[1,2]`."""
    found = tuple(map(int, cell[1:-1].split(","))) if _NUMBERS.fullmatch(cell) else ()
    if len(found) < count:
        raise ValueError(f"{cell[:60]!r} is not a list of {count} numbers or more")
    return found[:count]


@functools.lru_cache(maxsize=1 << 16)
def _faults(cell: Optional[str], count: int) -> Tuple[int, ...]:
    """The number of faults of each seat in a list such as `[{"timeout":1},{}]`."""
    found = tuple(sum(kinds.values()) for kinds in json.loads(cell[:4000])) if cell else (0,) * count
    if len(found) != count:
        raise ValueError(f"{str(cell)[:60]!r} are not the faults of {count} seats")
    return found


def _seats(folder: pathlib.Path, database: sqlite3.Connection, bots: int, players: int, conditions: Dict[int, int]) -> Dict[str, NDArray[Any]]:
    games = {"game": array("q"), "deal": array("q"), "conditions": array("i")}
    seats = {"bot": array("i"), "score": array("i"), "place": array("i"), "faults": array("i")}
    for game, deal, of, seating, scores, places, faults in database.execute(
            "SELECT id, deal, conditions, bots, scores, places, faults FROM games WHERE id < 1 << 48 ORDER BY id"):
        try:
            for column, number in zip(games.values(), (game, deal, conditions[of])):
                column.append(number)
            for column, numbers in zip(seats.values(), (_numbers(seating, players), _numbers(scores, players), _numbers(places, players),
                                                        _faults(faults, players))):
                column.extend(numbers)
            if game < 0 or not all(0 <= bot < bots for bot in seats["bot"][-players:]):
                raise ValueError(f"{seating} are not bots of the plan, or the game's number is negative")
        except _WRONG as error:
            raise ValueError(f"{folder}: game {game} is damaged: {error}; `tribunal verify` says more") from error
    columns: Dict[str, NDArray[Any]] = {name: numpy.repeat(numpy.array(column), players) for name, column in games.items()}
    columns["seat"] = numpy.tile(numpy.arange(players, dtype=numpy.int32), len(games["game"]))
    columns.update((name, numpy.array(column)) for name, column in seats.items())
    return columns


def _rows(database: sqlite3.Connection, last: int) -> List[Tuple[Any, ...]]:
    """Some games after the last one."""
    rows, size = [], 0
    for row in database.execute("SELECT games.id, deal, bots, scores, record FROM games LEFT JOIN records ON records.id = games.id "
                                "WHERE games.id > ? AND games.id < 1 << 48 ORDER BY games.id LIMIT ?", (last, _GAMES_AT_ONCE)):
        rows.append(row)
        size += len(row[-1] or "")
        if size > _LARGEST_CELL:
            break
    return rows


def _decisions(record: Optional[str]) -> Tuple[List[str], List[bool]]:
    """The decisions of a record as the lines that a log echoes, and which of them the bots made."""
    if record is None:
        raise ValueError("it has no record")
    stored = json.loads(record)
    verbs = dict(zip(_LETTERS, stored["verbs"].split(" ")))
    echoes, by_bot = [], []
    for word in stored["decisions"].split(" ") if stored["decisions"] else []:
        found = _DECISION.fullmatch(word)
        if not found:
            raise ValueError(f"{word[:60]!r} is not a decision")
        seat, letter, arguments, time = found.groups()
        echoes.append(f"{verbs[letter]} {seat} {arguments.replace(',', ' ')}" if arguments else f"{verbs[letter]} {seat}")
        by_bot.append(time is not None)
    return echoes, by_bot
