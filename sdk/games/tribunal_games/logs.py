"""Recorded games as data: every decision with the legal actions, their features, the taken one, and the result."""

import json
import os
import re
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Union

import numpy
from numpy.typing import NDArray

from ._engines import Game, Rules


class RecordedGame(NamedTuple):
    """A game of a log. Arrays have an entry for each decision, in the order of the game; the rows of `features` are those of all legal
    actions: `legal_count[0]` of the first decision, `legal_count[1]` of the second, and so on."""

    rules: Rules
    bots: List[str]
    game: Game
    seat: NDArray[numpy.int32]
    taken: NDArray[numpy.int32]
    legal_count: NDArray[numpy.int32]
    features: NDArray[numpy.float32]
    by_bot: NDArray[numpy.bool_]
    """False where the referee decided instead of a bot that was at fault."""
    scores: List[int]


# Each event has only one written form, so most lines need no JSON parser.
_EVENT = re.compile(r'\{"line":"([^"\\]*)"(?:,"(us|by)":[^,{}]*)?\}$')


def read_log(source: Union[str, "os.PathLike[str]", Iterable[str]]) -> Iterator[RecordedGame]:
    """The games of a replay log, one after another: a file, or its lines, such as those that `tribunal export FOLDER --logs -` prints. If a log
    was changed, a ValueError names the game; only `tribunal verify` compares every byte."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="ascii") as file:
            yield from read_log(file)
        return
    head: Optional[Dict[str, Any]] = None
    echoes: List[str] = []
    by_bot: List[bool] = []
    number = 0
    for text in source:
        event = _EVENT.match(text)
        if event:
            if event[2]:
                echoes.append(event[1])
                by_bot.append(event[2] == "us")
            continue
        try:
            entry = json.loads(text)
            if "tribunal" in entry:
                head, echoes, by_bot, number = entry, [], [], number + 1
            elif "line" in entry or not {"fault", "comment", "result"} & set(entry):
                raise ValueError(f"{text.strip()[:80]!r} is not a line of a log")
            elif "result" in entry and head is not None:
                rules = Rules(head["game"], head["players"], **head["rules"])
                bots = [one["bot"] for one in head["seats"]]
                yield replayed(rules, bytes.fromhex(head["deal"]["key"]), bots, echoes, by_bot, entry["result"])
                head = None
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"game {number} of the log: {error}") from error
    if head is not None:
        raise ValueError(f"game {number} of the log has no result: the log is cut")


def replayed(rules: Rules, key: bytes, bots: List[str], echoes: List[str], by_bot: List[bool], scores: List[int]) -> RecordedGame:
    """The game of this deal after these decisions, which must lead to the scores."""
    game, seat, taken, count, features = rules.deal(key=key).follow(echoes)
    if len(bots) != rules.players:
        raise ValueError(f"it names {len(bots)} bots for {rules.players} players")
    if not game.over:
        raise ValueError("its decisions do not end the game")
    found = game.outcome().scores
    if found != scores:
        raise ValueError(f"its decisions lead to the scores {found}, not {scores}")
    return RecordedGame(rules, bots, game, seat, taken, count, features, numpy.array(by_bot, numpy.bool_), scores)
