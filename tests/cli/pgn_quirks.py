"""PGN files in every quirk that real files have, written by script: the same files on every machine.

`python3 tests/cli/pgn_quirks.py` counts their games with python-chess, which must be installed, and prints the
counts: tests/cli/golden/pgn_counts.json. The test compares `tribunal ratings` with them, and where python-chess is
installed counts again.
"""
import collections
import io
import json
import random
import re
import sys
from typing import Dict, List, Optional

FILES = 400
NAMES = ("Ann", "Bob Ross", "Stockfish 16.1", 'The "Mob"', "back\\slash", "Zoë", "Łódź", "x" * 60, "o'Neil, J.", "[Bracket]",
         "{Brace}", "1-0", "a;b")
MOVES = ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", "d4 d5 c4 e6 Nc3 Nf6", "c4", "")
RESULTS = ("1-0", "0-1", "1/2-1/2")
COMMENTS = ("{a comment}", "{[White \"nobody\"]\n[Black \"nobody\"]\n\n1. d4 0-1}", "{two\nlines}", "{1-0}", "$1 $14",
            "; to the end of the line 0-1\n", "{}", "$6")
VARIATIONS = ("(1. b3 d5)", "(1. a3 {nested 1-0} (1. h3 g6) e5)")  # variations of the first move


class Quirks:
    """The style of a file, drawn once per file, so that quirks occur together."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.line_end = dice.choice(("\n", "\n", "\r\n"))
        self.bom = dice.random() < 0.1
        self.shuffled_tags = dice.random() < 0.3
        self.more_tags = dice.random() < 0.5
        self.comments = dice.random() < 0.6
        self.numbers = dice.random() < 0.8
        self.wide_gaps = dice.random() < 0.3
        self.escapes = dice.random() < 0.2
        self.wrapped = dice.random() < 0.5
        self.no_result_tag = dice.random() < 0.2
        self.no_end = dice.random() < 0.2

    def tag(self, name: str, value: str) -> str:
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[{name} "{escaped}"]'

    def game(self, white: str, black: str, result: str) -> str:
        dice = self.dice
        tags = [self.tag("White", white), self.tag("Black", black)]
        has_tag = not (self.no_result_tag and dice.random() < 0.5)
        if has_tag:
            tags.append(self.tag("Result", result))
        if self.more_tags:
            tags += [self.tag("Site", "?"), self.tag("Round", str(dice.randrange(9))), self.tag("WhiteElo", "2000"),
                     self.tag("Annotator", 'says "1-0"'), self.tag("TimeControl", "40/60:300+2")]
        if self.shuffled_tags:
            dice.shuffle(tags)
        tags.insert(0, self.tag("Event", "quirks"))
        has_end = not (has_tag and self.no_end and dice.random() < 0.5)
        gap = "\n" * (dice.randrange(1, 4) if self.wide_gaps else 1)
        return "\n".join(tags) + "\n\n" + self.moves(result, has_end) + "\n" + gap

    def moves(self, result: str, has_end: bool) -> str:
        dice = self.dice
        words: List[str] = []
        for ply, move in enumerate(dice.choice(MOVES).split()):
            if self.numbers and ply % 2 == 0:
                words.append(f"{ply // 2 + 1}.")
            words.append(move)
            if self.comments and dice.random() < 0.3:
                words.append(dice.choice(COMMENTS + (VARIATIONS if ply == 0 else ())))
            if self.escapes and dice.random() < 0.1:
                words.append("\n% an escaped line [White \"nobody\"] 1-0\n")
        words.append(result if has_end else "")
        text = ""
        for word in words:
            between = "\n" if self.wrapped and dice.random() < 0.2 else " "
            word = word.lstrip("\n") if text.endswith("\n") or not text else word  # an empty line would end the game
            text += word if not text or text.endswith("\n") or word.startswith("\n") else between + word
        return text if text.strip() else result


def file_of(number: int) -> bytes:
    dice = random.Random(number)
    quirks = Quirks(dice)
    games = []
    for _ in range(dice.randrange(1, 12)):
        white, black = dice.sample(NAMES, 2)
        result = dice.choice(RESULTS + ("*",)) if dice.random() < 0.3 else dice.choice(RESULTS)
        games.append(quirks.game(white, black, result))
    text = "".join(games).replace("\n", quirks.line_end)
    return (b"\xef\xbb\xbf" if quirks.bom else b"") + text.encode("utf-8")


Counts = Dict[str, Dict[str, int]]


def counts_of(games: List[List[str]]) -> Counts:
    """Counts rows of [white, black, result]: won, drawn and lost games of each player among those that ended; all
    others as `unfinished`."""
    counts: Dict[str, Dict[str, int]] = collections.defaultdict(lambda: {"won": 0, "drawn": 0, "lost": 0})
    points = {"1-0": ("won", "lost"), "0-1": ("lost", "won"), "1/2-1/2": ("drawn", "drawn")}
    unfinished = 0
    for white, black, result in games:
        if result in points:
            counts[white][points[result][0]] += 1
            counts[black][points[result][1]] += 1
        else:
            unfinished += 1
    return {**{name: dict(row) for name, row in sorted(counts.items())}, "unfinished": {"games": unfinished}}


def counted_by_python_chess(data: bytes) -> Optional[Counts]:
    """The counts by python-chess; None if it is not installed."""
    try:
        import chess.pgn  # type: ignore[import-not-found, import-untyped]
    except ImportError:
        return None
    stream = io.StringIO(data.decode("utf-8-sig"), newline=None)
    games = []
    while True:
        game = chess.pgn.read_game(stream)
        if game is None:
            return counts_of(games)
        assert not game.errors, (data, game.errors)
        white, black = (re.sub(r"\\(.)", r"\1", game.headers[name]) for name in ("White", "Black"))  # it leaves escapes
        games.append([white, black, game.headers["Result"]])


if __name__ == "__main__":
    counted = [counted_by_python_chess(file_of(number)) for number in range(FILES)]
    if None in counted:
        sys.exit("pgn_quirks.py: python-chess is not installed; expected: pip install chess")
    print(",\n".join(json.dumps(row, ensure_ascii=True, sort_keys=True) for row in counted).join(("[", "]")))
