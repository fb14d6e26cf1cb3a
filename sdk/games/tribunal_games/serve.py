"""Turns a policy into a bot that speaks the protocol, for `tribunal check`, `compare` and tournaments."""

import operator
import sys
from typing import Any, Callable, List, Optional, TextIO, Union

from ._engines import Game, Rules, rules_of_line

Policy = Callable[[Game, int], Union[int, str]]


def serve(policy: Policy, name: str = "policy", version: str = "1", source: TextIO = sys.stdin, sink: TextIO = sys.stdout) -> None:
    """Answers the referee until it says `quit`. At each question `policy(game, seat)` gets a game in which all that the seat does not know
    was drawn, and returns a legal action: its word, or its place in `game.legal(seat)`. Equal lines lead to equal draws, so that a policy that
    does not depend on time or chance plays equal games equally. In an unknown game the first legal action is taken."""

    def say(text: str) -> None:
        print(text, file=sink, flush=True)

    rules: Optional[Rules] = None
    seat, lines = 0, []  # type: int, List[str]
    for line in source:
        line = line.rstrip("\r\n")
        words = line.split(" ")
        if words[0] == "quit":
            return
        if words[0] == "tribunal":
            say(f"ready {name} {version}")
        elif words[0] == "game":
            rules, lines = _known(line), []
            seat = int(next(word for word in words if word.startswith("you="))[4:])
        elif words[0] == "ask":
            say(f"move {words[1]} {_answer(policy, rules, seat, lines, words[3:], say)}")
        elif words[0] not in ("result", "end"):
            lines.append(line)


def _known(line: str) -> Optional[Rules]:
    try:
        return rules_of_line(line)
    except ValueError:
        return None


def _answer(policy: Policy, rules: Optional[Rules], seat: int, lines: List[str], legal: List[str], say: Callable[[str], None]) -> str:
    try:
        if rules is None:
            raise ValueError("its rules are unknown")
        game = rules.imagine(seat, lines, len(lines))
    except ValueError as error:  # the search for a deal is not complete in Chez
        say(f"# the first action, since no game is found: {error}")
        return legal[0]
    choice, known = policy(game, seat), game.legal(seat)
    if choice in known:
        return str(choice)
    place = index_below(len(known), choice)
    if place is None:
        raise ValueError(f"the policy chose {choice!r} for seat {seat}; expected a word of game.legal(seat), or an index from 0 to {len(known) - 1}")
    return known[place]


def index_below(count: int, action: Any) -> Optional[int]:
    """The action if it is an integer from 0 to `count` - 1."""
    try:
        index = operator.index(action)
    except TypeError:
        return None
    return index if 0 <= index < count else None
