#!/usr/bin/env python3
"""Plays as greedy.cpp does, move by move: maximises the gain as if the hand ended at once."""
import os
import sys
from typing import Tuple

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sdk", "python"))
from tribunal_bot import SUITS, Action, Card, Suit, View, run  # noqa: E402

SUIT_WORTH = 4  # the approximate worth of a suit, for every way of scoring
FAR_BEHIND = -2


def points(view: View, suit: Suit) -> int:
    """The points that I would get for a suit if the melds stayed as they are."""
    return SUIT_WORTH if view.winning(suit) else -len(view.mine.meld(suit))


def gain_of_playing(view: View, card: Card) -> int:
    if card.suit == Suit.NONE:  # a joker of other games
        return 0
    before, meld = points(view, card.suit), view.mine.meld(card.suit)
    meld.append(card)
    after = points(view, card.suit)
    meld.pop()
    return after - before


def lead(view: View) -> int:
    """The number of suits that I win, less that of the best rival."""
    winners = [view.winner(suit) for suit in SUITS]
    won = [winners.count(seat) for seat in range(len(view.seats))]
    return won.pop(view.me) - max(won, default=0)


def rate_stake(view: View, verb: str) -> int:
    """In a session with chips or a cube: raises the stakes when it leads, and folds when it is far behind."""
    if verb in ("bet", "raise", "double"):
        return 1 if lead(view) > 0 else -1
    if verb in ("fold", "drop"):
        return 1 if view.option("session") != "hustler" and lead(view) <= FAR_BEHIND else -100
    return 0  # pay, check, accept


def rate(view: View, action: Action) -> Tuple[int, int]:
    """The gain counts first. Among equal gains it plays before it discards, plays high and discards low."""
    card, verb = action.card, action.verb
    if verb == "play":
        return gain_of_playing(view, card), card.rank
    if verb == "take":
        return gain_of_playing(view, card) if view.fits(view.me, card) else -1, 0
    if verb == "call" and view.legal[-1] == "pass":
        return -1 if view.winning(Suit.CLUBS) else 1, 0  # the tyrant wins that suit too
    if verb == "discard":
        return 0, -card.rank
    return rate_stake(view, verb), 0


run("greedy-python", "1.0", lambda view: max(view.legal, key=lambda action: rate(view, action)))
