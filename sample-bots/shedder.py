#!/usr/bin/env python3
"""Sheds its hand at Chez: estimates the turns to shed a card, keeps extremes, plays combos, nopes effects that hurt it.

Like random.py it does not need the SDK: it keeps its own table of Chez. In any other game it takes any legal action. Its
decisions follow only from the lines of this game, so that equal games stay equal.
"""
import math
from typing import List, Optional, Tuple
from zlib import crc32

JOKER = 0
SIX, JACK, QUEEN, KING = 6, 11, 12, 13
EFFECTS = {SIX: "six", JACK: "jack", QUEEN: "queen", JOKER: "joker"}
LADDER = ((1, 4), (1, 6), (1, 8), (1, 10), (1, 12), (1, 20), (2, 10), (2, 12), (2, 20))  # the dice law


def value(card: str) -> int:
    """Ace 1 .. king 13, joker 0."""
    return JOKER if card == "Jo" else "A23456789TJQK".index(card[0]) + 1


def is_red(card: str) -> bool:
    return card[1] in "hd"


def without(hand: List[str], cards: List[str]) -> List[str]:
    """The hand without these cards."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return left


def expected(rung: int) -> float:
    dice, sides = LADDER[min(rung, len(LADDER) - 1)]
    return dice * (sides + 1) / 2


class Table:
    """The table as the lines of a game show it: the sizes of the hands, the top card, the pending effect."""

    def __init__(self, line: str) -> None:
        keys = dict(word.split("=", 1) for word in line.split()[2:] if "=" in word)
        self.me = int(keys["you"])
        self.players = int(keys["players"])
        self.total = 55 * int(keys.get("packs", "1"))
        self.hand: List[str] = []
        self.count = [0] * self.players
        self.alive = [True] * self.players
        self.castle = [False] * self.players
        self.court: List[str] = []  # my own court
        self.top = "Jo"
        self.revolt = False
        self.siege = False
        self.upwards = True
        # The effect that a nope would stop: its kind, its actor, its target and its amount.
        self.effect: Tuple[str, int, int, float] = ("", 0, 0, 0.0)
        self.stands = True
        self.set_size = 1
        self.offered: List[str] = []
        self.got: List[str] = []

    def next_seat(self) -> int:
        seat = self.me
        for _ in range(self.players):
            seat = (seat + (1 if self.upwards else -1)) % self.players
            if self.alive[seat]:
                break
        return seat

    def others(self) -> List[int]:
        return [seat for seat in range(self.players) if self.alive[seat] and seat != self.me]

    def leader(self) -> int:
        """The opponent with the fewest cards."""
        return min(self.others(), key=lambda seat: (self.count[seat], seat), default=self.me)

    def lose(self, seat: int, cards: List[str]) -> None:
        self.count[seat] -= len(cards)
        if seat == self.me:
            self.hand = without(self.hand, cards)
            self.court = without(self.court, cards)

    def gain(self, seat: int, cards: List[str]) -> None:
        self.count[seat] += len(cards)
        if seat == self.me:
            self.hand += cards

    def begin_effect(self, kind: str, seat: int, target: int = -1, amount: float = 0.0) -> None:
        self.effect = (kind, seat, target, amount)
        self.stands = True

    def read(self, verb: str, seat: int, words: List[str]) -> None:
        if verb in ("deal", "draw", "seize"):
            self.gain(seat, words)
        elif verb == "turn":
            self.top = words[0]
        elif verb in ("play", "pair", "revolution", "extend", "lay"):
            self.lose(seat, words)
            self.top = words[-1]
            if verb == "revolution":
                self.begin_effect("revolution", seat)
            elif verb == "play":
                self.begin_effect(EFFECTS.get(value(words[0]), "set"), seat)
                self.set_size = len(words)
        elif verb == "castle":
            self.lose(seat, words)
            self.castle[seat] = True
        elif verb == "court" and seat == self.me:
            self.court = list(words)
        elif verb == "nope":
            self.lose(seat, words)
            self.stands = not self.stands
        elif verb == "swap":
            self.begin_effect("swap", seat, int(words[0]))
            self.offered, self.got = [], []
        elif verb in ("burden", "raze", "favour"):
            self.begin_effect(verb, seat, int(words[0]))
        elif verb == "offer":
            self.offered += words
        elif verb == "deliver":
            other, card = int(words[0]), words[1:]
            self.lose(seat, card)
            self.gain(other, card)
            if other == self.me:
                self.got = card
        elif verb == "roll":
            self.rolled(seat, int(words[1]), int(words[2]))
        elif verb in ("execute", "ruin"):
            if verb == "ruin":
                self.castle[seat] = False
            else:
                self.lose(seat, words)
        elif verb in ("killed", "finish", "lose"):
            self.alive[seat] = False
        elif verb in ("revolt", "forever", "peace"):
            self.revolt = verb != "peace"
        elif verb == "siege":
            self.siege = True
        elif verb == "direction":
            self.upwards = words[0] == "1"

    def rolled(self, seat: int, sides: int, total: int) -> None:
        """An effect has one roll; the roll after it is for the set, and the roll before it for both red sixes."""
        kind, actor, target, amount = self.effect
        if kind == "six" and self.set_size > 1 and sides == 6:
            return
        if kind in ("six", "jack", "burden") and amount == 0:
            self.effect = (kind, actor, target, total)
        else:
            self.begin_effect("set", seat, seat, max(0, 6 - total))


class Thoughts:
    """The worth of the hand, now and after a play."""

    def __init__(self, table: Table) -> None:
        self.table = table

    # ---- The hand ----

    def price(self, card: str, hand: List[str]) -> float:
        """The turns to shed a card."""
        rank = value(card)
        if rank == SIX:
            return 9.0 if self.table.siege else 2.0 if any(value(other) == KING for other in hand) else 3.2
        if self.table.revolt:
            return 0.7 if rank == JOKER else 1.0
        queen = 0.4 if len(self.table.others()) == 1 else 0.9
        return {JOKER: 0.4, 1: 0.6, JACK: -0.2, QUEEN: queen, KING: 0.7}.get(rank, 1.0)

    def cost(self, hand: List[str]) -> float:
        """The turns to shed the hand."""
        ranks = {value(card) for card in hand}
        total = sum(self.price(card, hand) for card in hand)
        if not self.table.revolt and ranks >= {2, 3, 4, 5}:
            total -= 2.4
        if not self.table.castle[self.table.me] and ranks >= {7, 8, 9, 10}:
            total -= 2.8
        if not self.table.revolt and ranks >= {QUEEN, KING}:
            total -= 0.7
        if hand:
            danger = 4.0 if self.table.revolt else 1.2
            total += danger * (1.0 - self.reach(hand)) + 0.5
        return total

    def reach(self, hand: List[str]) -> float:
        """The number of possible top cards on which the hand has a card to play."""
        ranks = [value(card) for card in hand]
        if not ranks or JOKER in ranks:
            return 1.0
        return (max(ranks) + 14 - min(ranks)) / 26

    # ---- The others ----

    def blocks(self, top: str) -> float:
        """The worth of making the next seat follow this card."""
        rank = value(top)
        share = 1.0 if rank == JOKER else ((14 - rank) if is_red(top) else rank) / 13
        stuck = (1.0 - min(1.0, share * 0.94 + 0.05)) ** max(1, self.table.count[self.table.next_seat()])
        return stuck * (4.0 if self.table.revolt else 0.9)

    def harm(self, cards: float, seat: int) -> float:
        """The worth to me if a seat picks up cards."""
        if self.table.siege:
            return 6.0
        near = {1: 1.0, 2: 1.0, 3: 0.8, 4: 0.7, 5: 0.6}.get(self.table.count[seat], 0.4)
        return 0.5 * cards * near / max(1.5, len(self.table.others()))

    # ---- Plays ----

    def rate(self, word: str) -> float:
        """The turns gained by an action of my turn."""
        table = self.table
        verb, _, rest = word.partition(":")
        cards = rest.split(",") if rest else []
        if verb == "pass":
            return 0.0
        if verb == "betting-man":
            return self.bet()
        left = without(table.hand, cards)
        if verb == "court":
            return -0.6
        won = self.cost(table.hand) - self.cost(left)
        if verb == "castle":
            return won
        if verb in ("extend", "revolution"):
            return won + self.blocks(cards[-1]) + (8.0 if not left else 0.0)
        won += self.blocks(cards[-1])
        if verb == "pair":
            return won + self.swap_gain(left) + (8.0 if not left else 0.0)
        return won + self.set_gain(cards, left)

    def set_gain(self, cards: List[str], left: List[str]) -> float:
        """The gain from the effect and the set's roll after a play of cards of one rank."""
        table = self.table
        size, rank = len(cards), value(cards[0])
        upgrades = size - 1 + any(card in table.court for card in cards)
        shields = sum(value(card) == 1 for card in left)
        gain, picked = 0.0, 0.0
        if rank == SIX:
            picked += expected(size)
            if {"6h", "6d"} <= set(cards):
                gain += 1.5
        elif rank == JOKER:
            gain += self.harm(expected(size + 2), table.leader()) - 0.3
        elif not table.revolt:
            if rank == JACK:
                gain += 0.6 * min(expected(upgrades), len(left)) + 0.2
            elif rank == QUEEN and len(table.others()) == 1:
                gain += 0.6 * min(1 + upgrades, len(left))
            elif rank == KING:
                gain += self.swap_gain(left)
        if size > 1:
            sides = LADDER[min(size + 1, 8)][1]
            picked += 15 / sides
            gain += 1 / sides
        if table.siege and picked > 0:
            return -20.0
        if picked > 0 and shields > 0:
            picked = picked * 0.25 - 0.4
        if not left:
            gain += 8.0 if picked == 0 else 3.0 if size > 1 and rank != SIX else 0.0
        price_before = self.price(cards[0], table.hand) - 1.0 if rank == SIX else 0.0
        return gain - picked - max(0.0, price_before) * size

    def swap_gain(self, left: List[str]) -> float:
        if self.table.revolt or not left:
            return 0.0
        return max(0.0, max(self.price(card, left) for card in left) - 1.0)

    def bet(self) -> float:
        """The betting man wins if a player cannot pick up a card."""
        table = self.table
        others = table.others()
        if table.siege:
            return 30.0
        rung = 5 if table.total == 55 else 8
        dice, sides = LADDER[rung]
        pool = table.total - 1 - sum(table.count[seat] + 4 * table.castle[seat] for seat in others)
        spread = math.sqrt(len(others) * dice * (sides * sides - 1) / 12)
        chance = 1 / (1 + math.exp(-1.7 * (len(others) * expected(rung) - pool) / spread))
        return 20.0 * (chance - 0.5)

    # ---- Other questions ----

    def wish(self) -> float:
        """The worth to me of the pending effect."""
        table = self.table
        kind, actor, target, amount = table.effect
        mine = actor == table.me
        if kind in ("six", "set"):
            return -amount if mine else self.harm(amount, actor)
        if kind == "burden":
            return -amount if target == table.me else self.harm(amount, target) + (1.0 if mine else 0.0)
        if kind == "jack":
            return (0.6 if mine else -0.5) * amount
        if kind == "queen" and len(table.others()) == 1:
            return 0.8 if mine else -0.8
        if kind in ("swap", "favour"):
            return 1.5 if mine else -1.2 if target == table.me else 0.0
        if kind == "raze":
            return 0.3 if mine else -0.5 if target == table.me else 0.0
        if kind == "revolution":
            return 0.5 if mine else 6.0 * (self.reach(table.hand) - 0.8) + 0.2 * (len(table.hand) - 4)
        return 0.0

    def nope(self, legal: List[str]) -> str:
        """Nopes if that gains more than the ace is worth; always if the ace is my last card."""
        wish = self.wish()
        turned = -wish if self.table.stands else wish
        left = without(self.table.hand, [legal[0].partition(":")[2]])
        ace = self.cost(left) - self.cost(self.table.hand)  # below 0: giving it away is a gain
        spare = sum(value(card) == 1 for card in left)
        if not left and self.table.effect[1:3] != (self.table.me, self.table.me):
            return legal[0]
        return legal[0] if turned > 0.9 + max(-0.5, ace) - 0.3 * spare else "pass"

    def worst_card(self, legal: List[str]) -> str:
        hand = self.table.hand

        def relief(word: str) -> float:
            return self.cost(hand) - self.cost(without(hand, [word.partition(":")[2]]))

        return max(legal, key=relief)

    def choose(self, legal: List[str]) -> Optional[str]:
        table = self.table
        verbs = {word.partition(":")[0] for word in legal}
        if len(legal) == 1:
            return legal[0]
        if "nope" in verbs:
            return self.nope(legal)
        if "offer" in verbs:
            return self.worst_card([word for word in legal if word[6:] not in table.offered] or legal)
        if "swap" in verbs:
            return f"swap:{table.leader()}" if self.swap_gain(table.hand) > 0 else "pass"
        if "burden" in verbs:
            return f"burden:{table.leader()}"
        if "favour" in verbs:
            return f"favour:{table.leader()}"
        if "next" in verbs:
            last = max(table.others(), key=lambda seat: (table.count[seat], -seat), default=table.me)
            return next((word for word in legal if word.startswith(f"next:{last},")), None)
        if "retry" in verbs:
            return "retry" if any(self.price(card, table.hand) > 1.0 for card in table.got) else "pass"
        if "siege" in verbs:
            return "pass"
        if verbs == {"extend", "pass"} or verbs == {"pair", "pass"}:
            return legal[0]
        if verbs & {"play", "castle", "court", "pair", "revolution", "extend", "betting-man"}:
            return max(legal, key=self.rate)
        return None


def main() -> None:
    heard = 0
    table: Optional[Table] = None
    while True:
        try:
            line = input()
        except EOFError:
            break
        word = line.split()
        if not word:
            continue
        if word[0] == "tribunal":
            print("ready shedder 1.0", flush=True)
        elif word[0] == "game":
            heard = crc32(line.encode())
            table = Table(line) if word[1] == "chez" else None
        elif word[0] == "ask":
            legal = word[3:]
            heard = crc32(" ".join(legal).encode(), heard)
            choice = Thoughts(table).choose(legal) if table else None
            print("move", word[1], choice if choice in legal else legal[heard % len(legal)], flush=True)
        elif word[0] == "quit":
            break
        else:
            heard = crc32(line.encode(), heard)
            if table and len(word) > 1 and word[1].isdigit():
                table.read(word[0], int(word[1]), word[2:])


if __name__ == "__main__":
    main()
