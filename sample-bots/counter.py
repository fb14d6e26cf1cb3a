#!/usr/bin/env python3
"""Counts cards: values each suit by its chance to win it, given its own cards and those that the others may still get."""
import math
import os
import sys
from typing import List

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sdk", "python"))
from tribunal_bot import ACE, SUITS, Action, Card, Suit, View, run  # noqa: E402

KEENNESS = 0.5  # share of the fitting cards that a rival will play
SURENESS = 2.0  # certainty with which the longer meld wins
HURRY = 0.5  # worth of a card on the table before the hand ends; 0 in Mitch, where hands are played out


class Odds:
    """The cards that the others may still get, counted once per decision."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.unseen = [card for card in view.unseen if card.rank < ACE]
        self.draws = view.stock_size * view.aces_left / 5 / len(view.seats)  # still to come for each seat, about
        # About; near enough for the ways of scoring that count cards.
        self.worth = 1 + len(view.seats) if view.option("scoring") == "basic" else 4
        rivals = [seat for seat in range(len(view.seats)) if seat != view.me]
        self.rival = [max((self.length(seat, suit) for seat in rivals), default=0.0) for suit in SUITS]

    def length(self, seat: int, suit: Suit) -> float:
        """The expected length of a rival's meld at the end of the hand."""
        room = sum(card.suit == suit and self.view.fits(seat, card) for card in self.unseen)
        share = (len(self.view.seats[seat].hand) + self.draws) / max(1, len(self.unseen))
        return len(self.view.seats[seat].melds[suit]) + KEENNESS * room * share

    def value(self, suit: Suit, hand: List[Card], played: int) -> float:
        """The expected points from a suit with `played` cards in my meld."""
        fitting = sum(card.suit == suit and self.view.fits(self.view.me, card) for card in hand)
        chance = 1 / (1 + math.exp(SURENESS * (self.rival[suit] - played - fitting)))
        return chance * self.worth - (1 - chance) * played

    def gain(self, action: Action) -> float:
        """The expected points after an action, less those before it."""
        card, hand = action.card, self.view.hand
        meld = self.view.mine.melds[card.suit]
        before = self.value(card.suit, hand, len(meld))
        if action.verb == "take":  # take it only if it is better than most cards that may be drawn
            return self.value(card.suit, hand + [card], len(meld)) - before - 0.5
        rest = list(hand)
        rest.remove(card)
        if action.verb == "discard":
            return self.value(card.suit, rest, len(meld)) - before
        meld.append(card)  # only to see which cards fit then
        after = self.value(card.suit, rest, len(meld))
        meld.pop()
        return after - before + (0.0 if self.view.game == "mitch" else HURRY)


    def lead(self) -> float:
        """My approximate lead: the expected points, less the average of a seat."""
        fair = self.worth * len(SUITS) / len(self.view.seats) - 1
        return sum(self.value(suit, self.view.hand, len(self.view.mine.melds[suit])) for suit in SUITS) - fair

    def stake(self, action: Action) -> float:
        """The worth of an action about chips or the cube, relative to a free stay."""
        if action.verb in ("bet", "raise", "double"):
            return self.lead() - 1  # only when clearly ahead
        if action.verb in ("fold", "drop"):
            return -math.inf if self.view.option("session") == "hustler" else -self.lead() - 3  # far behind
        return 0.0  # pay, check, accept


def decide(view: View) -> Action:
    return decide_layout(view) if view.game in ("mitch", "revolution") else decide_elsewhere(view)


def decide_layout(view: View) -> Action:
    odds = Odds(view)
    is_tyrants = view.legal[-1].verb == "pass"

    def rate(action: Action) -> float:
        if action.verb in ("play", "discard", "take"):
            return odds.gain(action)
        if action.verb == "call" and is_tyrants:  # the tyrant's subjects call
            return -1.0 if all(view.winning(suit) for suit in SUITS) else 1.0
        return odds.stake(action)

    return max(view.legal, key=rate)


def decide_elsewhere(view: View) -> Action:
    """Plays the card that beats most of the cards of its suit that are still to come."""
    unseen = view.unseen

    def rate(action: Action) -> int:
        card = action.card
        return sum(other.suit == card.suit and other.rank < card.rank for other in unseen)

    return max(view.legal, key=rate)


if __name__ == "__main__":
    run("counter", "1.0", decide)
