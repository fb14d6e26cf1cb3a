#!/usr/bin/env python3
"""Counts cards: values each suit by its chance to win it, given what it holds and what the others may still get."""
import math
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sdk", "python"))
from tribunal_bot import SUITS, Action, Card, Suit, View, run  # noqa: E402

SUIT_WORTH = 4.0  # about; near enough for every way of scoring
KEENNESS = 0.5  # how many of the cards that fit a rival will in fact play


class Odds:
    """What the others may still get, counted once a decision."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.unseen = [card for card in view.unseen if card.rank <= 13]
        self.draws = view.stock_size * view.aces_left / 5 / len(view.seats)  # still to come for each seat, about

    def rival_length(self, seat: int, suit: Suit) -> float:
        """The length that a rival's meld will come to."""
        room = sum(1 for card in self.unseen if card.suit == suit and self.view.fits(seat, card))
        cards = len(self.view.seats[seat].hand) + self.draws
        return len(self.view.seats[seat].melds[suit]) + KEENNESS * room * cards / max(1, len(self.unseen))

    def value(self, suit: Suit) -> float:
        """The points to expect from a suit."""
        view = self.view
        played = len(view.mine.melds[suit])
        mine = played + sum(1 for card in view.hand if card.suit == suit and view.fits(view.me, card))
        rival = max((self.rival_length(seat, suit) for seat in range(len(view.seats)) if seat != view.me), default=0.0)
        chance = 1 / (1 + math.exp(1.5 * (rival - mine)))
        return chance * SUIT_WORTH - (1 - chance) * played

    def gain(self, action: Action) -> float:
        """The points to expect after a play or a discard, less those before."""
        card = action.card
        hand, meld = self.view.hand, self.view.mine.melds[card.suit]
        before = self.value(card.suit)
        hand.remove(card)
        if action.verb == "play":
            meld.append(card)
        after = self.value(card.suit)
        if action.verb == "play":
            meld.pop()
        hand.append(card)
        return after - before + (0.3 if action.verb == "play" else 0.0)  # what lies on the table is safe

    def gain_of_taking(self, card: Card) -> float:
        """A card that may be taken is worth taking if it is better than most that may be drawn."""
        if not self.view.fits(self.view.me, card):
            return -1.0
        before = self.value(card.suit)
        self.view.hand.append(card)
        after = self.value(card.suit)
        self.view.hand.pop()
        return after - before - 0.5


def decide(view: View) -> Action:
    odds = Odds(view)

    def rate(action: Action) -> float:
        if action.verb in ("play", "discard"):
            return odds.gain(action)
        if action.verb == "take":
            return odds.gain_of_taking(action.card)
        if action.verb == "call":  # the tyrant's subjects call
            return -1.0 if all(view.winning(suit) for suit in SUITS) else 1.0
        return 0.0

    return max(view.legal, key=rate)


if __name__ == "__main__":
    run("counter", "1.0", decide)
