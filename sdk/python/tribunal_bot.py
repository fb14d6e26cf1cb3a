"""The Python kit for bots of Tribunal: this one file, Python 3.8 or later, nothing else.

    from tribunal_bot import run
    run("mybot", "1.0", lambda view: view.legal[0])

A bot is a function from what it sees to one of its legal actions. The view keeps the table so that you need not;
what it does not know (later versions of the protocol, other games' events) it ignores, and `Hooks.event` still gets
it. The C++ kit, tribunal_bot.hpp, has the same names and the same meanings.
"""

import re
import sys
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Callable, Dict, List, NamedTuple, Optional, TextIO, Union

# ---- Cards ----

JACK, QUEEN, KING, ACE = 11, 12, 13, 14
_RANKS = "23456789TJQKA"
_JOKER = 15


class Suit(IntEnum):
    """`NONE` is the suit of a joker and of a card that you may not see."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NONE = 4


SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_SUIT_OF = dict(zip("cdhs", SUITS))


class Card(NamedTuple):
    """A card, a joker (rank 15) or a card that you may not see (rank 0)."""

    rank: int = 0  # 2 .. 10, jack 11, queen 12, king 13, ace 14
    suit: Suit = Suit.NONE

    @staticmethod
    def parse(text: str) -> "Card":
        """Reads `Kh` or `Jo`; anything else, `??` too, is a card that you may not see."""
        return _CARDS.get(text, UNKNOWN)

    @property
    def text(self) -> str:
        if self.rank == _JOKER:
            return "Jo"
        return _RANKS[self.rank - 2] + "cdhs"[self.suit] if self.known else "??"

    @property
    def known(self) -> bool:
        return self.rank != 0

    def __str__(self) -> str:
        return self.text


UNKNOWN = Card()
_PACK = tuple(Card(rank, suit) for suit in SUITS for rank in range(2, ACE + 1))
_CARDS: Dict[str, Card] = {card.text: card for card in _PACK + (Card(_JOKER, Suit.NONE),)}

# ---- What you may do ----


class Action(str):
    """A legal action: the referee's own word (`play:Kh`, `discard:4d`, `pass`) and what it says."""

    @property
    def text(self) -> str:
        return str(self)

    @property
    def verb(self) -> str:
        return self.partition(":")[0]

    @property
    def arguments(self) -> str:
        """What stands after the colon."""
        return self.partition(":")[2]

    @property
    def card(self) -> Card:
        """The card (the first, if it names several); unknown if it names none."""
        return Card.parse(self.arguments[:2])


class Decision(NamedTuple):
    """An answer: an action, and a comment, which the referee keeps in the log beside the move."""

    action: str
    comment: str = ""


# ---- What you see ----


@dataclass
class Seat:
    """A place at the table and all that is known of it. The Mob has one too, the last."""

    hand: List[Card] = field(default_factory=list)  # yours open; of others' those taken openly, the rest unknown
    melds: List[List[Card]] = field(default_factory=lambda: [[], [], [], []])  # by suit, in the order of play
    aces: List[Card] = field(default_factory=list)  # aces it showed and put aside
    points: int = 0  # of the last hand that was scored
    score: int = 0  # of the game so far

    def meld(self, suit: Suit) -> List[Card]:
        return self.melds[suit]


@dataclass
class View:
    """The table as you see it when you are asked, and when a hook is called."""

    game: str = ""  # `mitch`, `revolution`, ...
    options: Dict[str, str] = field(default_factory=dict)  # the words key=value of the line `game`
    me: int = 0  # your seat, from 0
    players: int = 0  # seats that bots play
    seats: List[Seat] = field(default_factory=lambda: [Seat()])  # all seats, clockwise
    hand_number: int = 0  # from 1
    dealer: int = 0  # the seat that dealt this hand
    discards: List[Card] = field(default_factory=list)  # the discard pile, its top card last
    stock_size: int = 0  # cards left to draw
    legal: List[Action] = field(default_factory=list)  # what you may do; empty when you are not asked
    milliseconds: int = 0  # what you have for this decision
    scores: List[int] = field(default_factory=list)  # the game's result a seat, when it is over
    places: List[int] = field(default_factory=list)  # the places, from 1, when it is over

    @property
    def mine(self) -> Seat:
        return self.seats[self.me]

    @property
    def hand(self) -> List[Card]:
        return self.mine.hand

    def seat(self, number: int) -> Seat:
        return self.seats[number]

    def option(self, name: str, otherwise: str = "") -> str:
        """An option's text, `otherwise` if the game has none of that name."""
        return self.options.get(name, otherwise)

    def is_on(self, name: str) -> bool:
        return self.option(name) == "on"

    def number(self, name: str, otherwise: int = 0) -> int:
        value = _number(self.option(name))
        return otherwise if value is None else value

    @property
    def mob(self) -> int:
        """The seat of the Mob, which the referee plays; -1 if it is not here."""
        return len(self.seats) - 1 if self.is_on("mob") else -1

    @property
    def packs(self) -> int:
        """Packs of 52 in play."""
        return self.number("packs", 1)

    @property
    def aces_shown(self) -> int:
        """Aces that all seats have shown in this hand."""
        return sum(len(seat.aces) for seat in self.seats)

    @property
    def aces_left(self) -> int:
        """Aces that still have to come until drawing, or the hand, ends: 4 in Revolution, 3 a pack in Mitch."""
        usual = (3 if self.game == "mitch" else 4) * self.packs
        limit = self.number("ace_limit")
        return max(0, (limit if limit > 0 else usual) - self.aces_shown)

    def fits(self, seat_number: int, card: Card) -> bool:
        """May `seat_number` put `card` on its meld by the Golden Rule (and option high_low)?"""
        if card.suit == Suit.NONE or card.rank == ACE:
            return False
        meld = self.seats[seat_number].melds[card.suit]
        if not meld or seat_number == self.mob:
            return True
        last = meld[-1].rank
        if not self.is_on("high_low"):
            return card.rank < last
        if len(meld) == 1:
            return card.rank != last
        return card.rank > last if _runs_upward(meld) else card.rank < last

    def winner(self, suit: Suit) -> int:
        """The seat that wins the suit as the melds lie; -1 if none does."""
        if suit == Suit.NONE:
            return -1
        best, shared = -1, False
        for number, seat in enumerate(self.seats):
            meld = seat.melds[suit]
            if not meld:
                continue
            if best < 0 or self.beats(meld, self.seats[best].melds[suit]):
                best, shared = number, False
            elif not self.beats(self.seats[best].melds[suit], meld):
                shared = True  # two packs can lie in equal melds: nobody wins
        return -1 if shared else best

    def winning(self, suit: Suit) -> bool:
        return self.winner(suit) == self.me

    def beats(self, a: List[Card], b: List[Card]) -> bool:
        """True if meld `a` beats meld `b` of the same suit by length, then by their lowest cards."""
        if len(a) != len(b):
            return len(a) > len(b)
        if self.is_on("high_low"):
            return _distances(a) > _distances(b)
        low_wins = self.option("suit_tie") == "low"
        return _low_cards(a) < _low_cards(b) if low_wins else _low_cards(a) > _low_cards(b)

    @property
    def unseen(self) -> List[Card]:
        """Every card that you have not seen: it is in the stock or in another hand."""
        left = dict.fromkeys(_PACK, self.packs)
        seen = [self.discards]
        for seat in self.seats:
            seen += [seat.hand, seat.aces, *seat.melds]
        for cards in seen:
            for card in cards:
                if card.suit != Suit.NONE:
                    left[card] -= 1
        return [card for card in _PACK for _ in range(left[card])]


class Event(NamedTuple):
    """Something that happened: `VERB SEAT ARGUMENTS`."""

    verb: str
    seat: int
    arguments: List[str]


@dataclass
class Hooks:
    """Functions that you may want to be called; each may be left out."""

    game_start: Optional[Callable[[View], None]] = None
    event: Optional[Callable[[View, Event], None]] = None  # after the view has taken it in
    game_end: Optional[Callable[[View], None]] = None  # scores and places are known


Decide = Callable[[View], Union[str, Decision]]


def run(
    name: str,
    version: str,
    decide: Decide,
    hooks: Optional[Hooks] = None,
    input: Optional[TextIO] = None,
    output: Optional[TextIO] = None,
) -> int:
    """Plays games until the referee says quit or hangs up. Returns the exit code."""
    conversation = _Conversation(name, version, decide, hooks or Hooks(), output or sys.stdout)
    try:
        for line in input or sys.stdin:
            if not conversation.hear(line.rstrip("\r\n")):
                break
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads any more, not even the complaint about it
    return 0


def describe(view: View) -> str:
    """The view as a few lines of text, to look at while debugging."""
    lines = [
        f"{view.game} hand {view.hand_number} dealer {view.dealer} me {view.me}"
        f" stock {view.stock_size} aces left {view.aces_left}"
    ]
    for number, seat in enumerate(view.seats):
        line = f"seat {number} points {seat.points} score {seat.score}"
        line += _listed("hand", seat.hand) + _listed("aces", seat.aces)
        for suit in SUITS:
            line += _listed(SUIT_NAMES[suit], seat.melds[suit])
            line += "*" if view.winner(suit) == number else ""
        lines.append(line)
    lines.append("pile" + _listed("of", view.discards))
    lines.append("unseen" + _listed(str(len(view.unseen)), view.unseen))
    lines.append(" ".join(["legal", *view.legal]))
    return "\n".join(lines) + "\n"


# ---- How it works ----


def _number(text: str) -> Optional[int]:
    return int(text) if re.fullmatch("-?[0-9]+", text) else None


def _runs_upward(meld: List[Card]) -> bool:
    """Does the meld run upward (option high_low)?"""
    return len(meld) > 1 and meld[1].rank > meld[0].rank


def _low_cards(meld: List[Card]) -> List[int]:
    """The ranks from the lowest up; the Mob's cards lie in any order."""
    return sorted(card.rank for card in meld)


def _distances(meld: List[Card]) -> List[int]:
    """How far the last card is from the end that the meld runs to; down before up; how far the cards before it are."""
    upward = _runs_upward(meld)
    last, *others = [KING - card.rank if upward else card.rank - 2 for card in reversed(meld)] or [0]
    return [last, 0 if upward else 1, *others]


def _listed(name: str, cards: List[Card]) -> str:
    return "".join([" ", name, *(" " + card.text for card in cards)]) if cards else ""


def _remove(hand: List[Card], card: Card) -> None:
    """Takes `card` out: the card itself if it is known to be there, or else one that is not known."""
    for candidate in (card, UNKNOWN):
        if candidate in hand:
            hand.remove(candidate)
            return


def _begin_hand(view: View, event: Event) -> None:
    view.dealer = event.seat
    number = _number(event.arguments[0]) if event.arguments else None
    view.hand_number = view.hand_number if number is None else number
    view.discards = []
    view.stock_size = 52 * view.packs
    for seat in view.seats:
        seat.hand, seat.aces, seat.melds = [], [], [[], [], [], []]


def _take_card(view: View, seat: Seat, verb: str, card: Card) -> None:
    if verb in ("deal", "draw"):
        view.stock_size = max(0, view.stock_size - 1)
        seat.hand.append(card)
    elif verb == "take":
        if view.discards:
            view.discards.pop()
        seat.hand.append(card)
    elif verb == "play":
        _remove(seat.hand, card)
        if card.suit != Suit.NONE:
            seat.melds[card.suit].append(card)
    elif verb == "discard":
        _remove(seat.hand, card)
        view.discards.append(card)
    elif verb == "ace":
        _remove(seat.hand, card)
        seat.aces.append(card)


def _take_event(view: View, event: Event) -> None:
    seat = view.seats[event.seat]
    if event.verb == "hand":
        _begin_hand(view, event)
    elif event.verb == "score":
        numbers = [_number(word) for word in event.arguments[:2]]
        if len(numbers) == 2:
            seat.points = seat.points if numbers[0] is None else numbers[0]
            seat.score = seat.score if numbers[1] is None else numbers[1]
    else:
        for argument in event.arguments:
            _take_card(view, seat, event.verb, Card.parse(argument))


def _begin_game(words: List[str]) -> View:
    """The view of a new game, from its line. `seats` and `you` are needed; all else may be missing."""
    view = View(game=words[1] if len(words) > 1 else "")
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if equals:
            view.options.setdefault(key, value)
    view.players = view.number("players")
    seats = min(max(view.number("seats", view.players), 1), 64)
    view.me = min(max(view.number("you"), 0), seats - 1)
    view.seats = [Seat() for _ in range(seats)]
    view.stock_size = 52 * view.packs
    return view


def _take_result(view: View, words: List[str]) -> None:
    """`result SCORE ... places PLACE ...`"""
    numbers = view.scores
    for word in words[1:]:
        numbers = view.places if word == "places" else numbers
        value = _number(word)
        if value is not None:
            numbers.append(value)


class _Conversation:
    """The conversation with the referee, line by line."""

    def __init__(self, name: str, version: str, decide: Decide, hooks: Hooks, output: TextIO) -> None:
        self._name, self._version, self._decide = name, version, decide
        self._hooks, self._output = hooks, output
        self._view = View()

    def hear(self, line: str) -> bool:
        """Hears a line without its end; False if it was the last."""
        words = [word for word in line.split(" ") if word]
        word = words[0] if words else ""
        if word == "quit":
            return False
        if word == "ask":
            self._answer(words)
        elif word == "tribunal":
            self._say(f"ready {self._name} {self._version}")
        elif word == "game":
            self._view = _begin_game(words)
            if self._hooks.game_start:
                self._hooks.game_start(self._view)
        elif word == "result":
            _take_result(self._view, words)
            if self._hooks.game_end:
                self._hooks.game_end(self._view)
        else:
            self._hear_event(words)
        return True

    def _hear_event(self, words: List[str]) -> None:
        seat = _number(words[1]) if len(words) > 1 else None
        if seat is None or not 0 <= seat < len(self._view.seats):
            return
        event = Event(words[0], seat, words[2:])
        _take_event(self._view, event)
        if self._hooks.event:
            self._hooks.event(self._view, event)

    def _answer(self, words: List[str]) -> None:
        if len(words) < 4:
            return
        view = self._view
        milliseconds = _number(words[2])
        view.milliseconds = view.milliseconds if milliseconds is None else milliseconds
        view.legal = [Action(word) for word in words[3:]]
        decision = self._decide(view)
        view.legal = []
        action, comment = decision if isinstance(decision, Decision) else (decision, "")
        remark = "# " + re.sub("[\r\n]", " ", comment) + "\n" if comment else ""
        self._say(f"{remark}move {words[1]} {action}")

    def _say(self, text: str) -> None:
        self._output.write(text + "\n")
        self._output.flush()
