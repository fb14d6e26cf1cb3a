"""The views of the kits of all languages are the table as the engine knows it: at every question of random games of every
kind, what `positions` states of the engine is held against what views.py, views.mjs and views.cpp show of its lines."""

import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import unittest
from typing import Any, Counter, Dict, Iterator, List, Tuple

from kits_test import KITS, views

GAMES_OF_EACH_KIND = 2
SUITS = ("clubs", "diamonds", "hearts", "spades")
LISTS = ("hand", "aces", *SUITS, "open", "taken", "of", "turned", "aside")
NUMBERS = ("points", "score", "pile", "chips", "pot")

Fields = Dict[str, Any]


def fields_of(words: List[str]) -> Fields:
    """The fields of a line of `describe`: a name, then cards, a number, or a word; a star is after a winning meld."""
    fields: Fields = collections.defaultdict(list, {name: 0 for name in NUMBERS}, bid="", out=False, winning=[])
    name = ""
    left = iter(words)
    for word in left:
        if name in LISTS and re.fullmatch(r"([2-9TJQKA][cdhs]|Jo|\?\?)\*?", word):
            fields[name].append(word.rstrip("*"))
        elif word in NUMBERS:
            fields[word] = int(next(left))
        elif word == "bid":
            fields["bid"] = next(left)
        elif word == "out":
            fields["out"] = True
        else:
            name = word.rstrip("*")
        if word.endswith("*"):
            fields["winning"].append(name)
    return fields


class Seen:
    """A view, read from its description."""

    def __init__(self, text: str) -> None:
        head, *lines = text.strip().split("\n")
        numbers = re.fullmatch(r"\S+ hand (\d+) dealer (\d+) me (\d+) stock (\d+) aces left (\d+)", head)
        assert numbers, head
        self.hand, self.dealer, self.me, self.stock, self.aces_left = map(int, numbers.groups())
        self.seats = [fields_of(line.split()[2:]) for line in lines if line.startswith("seat ")]
        self.trick = [line.split()[1::2] for line in lines if line.startswith("played ")]
        self.middle = next(fields_of(line.split()[1:]) for line in lines if line.split()[0] == "pile")
        self.unseen = next(line.split()[2:] for line in lines if line.startswith("unseen"))

    @property
    def aces(self) -> List[str]:
        return [card for seat in self.seats for card in seat["aces"]]

    @property
    def named(self) -> List[str]:
        """All cards that it names, jokers aside."""
        cards = [card for card, _ in self.trick]
        cards += self.middle["of"] + self.middle["turned"] + self.middle["aside"]
        for seat in self.seats:
            for name in LISTS[:9]:
                cards += seat[name]
        return [card for card in cards if card not in ("??", "Jo")]


def all_cards(table: Fields) -> List[str]:
    """Every card of the game, jokers aside."""
    cards = [card for card, _ in table["trick"]]
    for place in ("stock", "hidden", "discards", "turned", "aside", "aces", "folded", "captured"):
        cards += table[place]
    for seat in table["seats"]:
        cards += seat["hand"] + seat["open"] + seat["pile cards"] + sum(seat["melds"], [])
    return [card for card in cards if card != "Jo"]


def may_be(seen: List[str], real: List[str]) -> bool:
    """Whether the cards seen, some of them unknown, can be these."""
    known: Counter[str] = collections.Counter(card for card in seen if card != "??")
    return len(seen) == len(real) and not known - collections.Counter(real)


def captured(cards: List[str]) -> List[List[int]]:
    of_suits, of_ranks = [0] * 4, [0] * 13
    for card in cards:
        if card != "Jo":
            of_suits["cdhs".index(card[1])] += 1
            of_ranks["23456789TJQKA".index(card[0])] += 1
    return [of_suits, of_ranks]


def differences(seen: Seen, table: Fields, game: str, melds: bool, viewer: int, mob: bool) -> Iterator[Tuple[str, Any, Any]]:
    """The differences between the view of a seat, or of the referee (viewer -1), and the table, with both values."""

    def same(what: str, a: Any, b: Any) -> Iterator[Tuple[str, Any, Any]]:
        if a != b:
            yield what, a, b

    yield from same("seats", len(seen.seats), len(table["seats"]))
    yield from same("hand number", (seen.hand, seen.dealer), (table["hand"], table["dealer"]))
    yield from same("stock", seen.stock, len(table["stock"]))
    yield from same("pot", seen.middle["pot"], table["pot"])
    yield from same("trick", seen.trick, table["trick"])
    yield from same("turned", sorted(seen.middle["turned"]), sorted(table["turned"]))
    yield from same("aside", seen.middle["aside"], table["aside"])
    yield from same("aces", sorted(seen.aces), sorted(table["aces"]))
    discards, pile = seen.middle["of"], table["discards"]
    if game == "tennis":
        discards, pile = sorted(discards), sorted(pile)
    elif "??" in discards:  # face down, in Stud
        pile = [card if shown != "??" else "??" for shown, card in zip(discards, pile)] + pile[len(discards):]
    yield from same("discards", discards, pile)
    folded: List[str] = []
    for number, (seat, real) in enumerate(zip(seen.seats, table["seats"])):
        of = f"seat {number} "
        shown = [seat[suit] for suit in SUITS]
        if melds and real["out"]:  # it has folded, and the view shows what lies there
            folded += seat["hand"] + sum(shown, [])
        else:
            if viewer in (number, -1):
                yield from same(of + "hand", sorted(seat["hand"]), sorted(real["hand"]))
            elif not may_be(seat["hand"], real["hand"]):
                yield of + "hand", seat["hand"], real["hand"]
            if mob and number == len(seen.seats) - 1:  # its cards lie in no order
                yield from same(of + "melds", [*map(sorted, shown)], [*map(sorted, real["melds"])])
            else:
                yield from same(of + "melds", shown, real["melds"])
        yield from same(of + "open", sorted(seat["open"]), sorted(real["open"]))
        yield from same(of + "taken", captured(seat["taken"]), real["captured"])
        for name in ("pile", "bid", "score", "chips", "out"):
            yield from same(of + name, seat[name], real[name])
    if not may_be(folded, table["folded"]):
        yield "folded", folded, table["folded"]
    if melds:
        yield from same("aces left", seen.aces_left, table["aces left"])
        for suit, winner in zip(SUITS, table["winners"]):
            winning = [number for number, seat in enumerate(seen.seats) if suit in seat["winning"]]
            yield from same("winner of " + suit, winning, [] if winner < 0 else [winner])
    unseen = collections.Counter(all_cards(table)) - collections.Counter(seen.named)
    yield from same("unseen", sorted(seen.unseen), sorted(unseen.elements()))


class KitsAndEngine(unittest.TestCase):
    games: List[Fields]

    @classmethod
    def setUpClass(cls) -> None:
        cls.seed = str(random.Random().getrandbits(32))
        command = [os.environ["POSITIONS"], cls.seed, str(GAMES_OF_EACH_KIND)]
        told = subprocess.run(command, stdout=subprocess.PIPE, timeout=100, check=True).stdout.decode()
        cls.games = [json.loads(line) for line in told.splitlines()]

    def compare(self, kit: str) -> int:
        compared = 0
        with concurrent.futures.ThreadPoolExecutor() as pool:
            shown_of_games = list(pool.map(lambda game: views(kit, game["lines"]), self.games))
        for game, shown in zip(self.games, shown_of_games):
            asked = re.findall(r"^asked 1000\n(.*?\n)\n", shown, re.MULTILINE | re.DOTALL)
            self.assertEqual(len(asked), len(game["tables"]))
            name, mob = game["rules"].split()[0], "mob=on" in game["rules"]
            for text, table in zip(asked, game["tables"]):
                compared += 1
                for what, seen, real in differences(Seen(text), table, name, game["melds"], game["viewer"], mob):
                    self.fail(f"seed {self.seed}, {game['rules']} as seat {game['viewer']} sees it, {what}:\n"
                              f"{kit}: {seen}\nthe engine: {real}\n{text}")
        return compared

    def test_every_view_is_the_table_as_the_engine_knows_it(self) -> None:
        for kit in KITS:
            with self.subTest(kit):
                self.assertGreater(self.compare(kit), 20 * len(self.games))


if __name__ == "__main__":
    unittest.main()
