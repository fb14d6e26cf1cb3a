"""The Python kit for bots of Tribunal: this one file, Python 3.8 or later, nothing else.

    from tribunal_bot import run
    run("mybot", "1.0", lambda view: view.legal[0])

A bot is a function from its view to one of its legal actions. The view keeps the table for you.
It ignores unknown lines (later versions of the protocol, other games' events), which `Hooks.event` still receives. The C++
kit, tribunal_bot.hpp, has the same names and meanings.
"""

import re
import sys
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any, Callable, Dict, List, NamedTuple, Optional, TextIO, Tuple, Union

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
        """Reads `Kh` or `Jo`. Anything else, such as `??`, is a card that you may not see."""
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
    """A legal action: the referee's own word (`play:Kh`, `give:2,3c,4c,5c`, `pass`) and its parts."""

    @property
    def text(self) -> str:
        return str(self)

    @property
    def verb(self) -> str:
        return self.partition(":")[0]

    @property
    def arguments(self) -> str:
        """The text after the colon."""
        return self.partition(":")[2]

    @property
    def card(self) -> Card:
        """The card (the first, if there are several); unknown if there is none."""
        return next(iter(self.cards), UNKNOWN)

    @property
    def cards(self) -> List[Card]:
        """All cards of the action."""
        return [card for card in map(Card.parse, self._words()) if card.known]

    def number(self, index: int = 0, otherwise: int = 0) -> int:
        """The number in the place `index` after the colon; `otherwise` if there is none."""
        words = self._words()
        value = _number(words[index]) if index < len(words) else None
        return otherwise if value is None else value

    @property
    def seat(self) -> int:
        """The seat in the action; -1 if there is none."""
        return self.number(0, -1)

    def _words(self) -> List[str]:
        return [word for word in self.arguments.split(",") if word]


class Decision(NamedTuple):
    """An answer: an action and a comment, which the referee stores in the log beside the move."""

    action: str
    comment: str = ""


# ---- What you see ----


class _Melds(List[List[Card]]):
    """Melds by suit. `NONE` also has a meld, which is always empty and not in the list."""

    def __getitem__(self, suit: Any) -> Any:
        return [] if suit == Suit.NONE else super().__getitem__(suit)


def _no_melds() -> List[List[Card]]:
    return _Melds([] for _ in SUITS)


@dataclass
class Seat:
    """A place at the table, with everything known about it. The Mob and the dummy have the last place."""

    hand: List[Card] = field(default_factory=list)  # yours are all known, another seat's only if taken openly
    melds: List[List[Card]] = field(default_factory=_no_melds)  # by suit, in the order of play
    aces: List[Card] = field(default_factory=list)  # aces that it showed and put aside
    points: int = 0  # points of the last hand that was scored
    score: int = 0  # score of the game so far
    open: List[Card] = field(default_factory=list)  # open cards before it that are not in melds: a castle, face-up royals
    taken: List[Card] = field(default_factory=list)  # cards captured in this hand
    pile: int = 0  # cards in its face-down pile
    bid: str = ""  # its bid in this hand; empty if it made none
    chips: int = 0  # chips won in the game so far, less its chips in the pot
    out: bool = False  # whether it folded this hand, or is out of the game

    def meld(self, suit: Suit) -> List[Card]:
        """Its meld of the suit; empty for the suit of a card that you may not see."""
        return self.melds[suit]


class Play(NamedTuple):
    """A card of a trick."""

    seat: int
    card: Card


class PlayedTo(Enum):
    """The place of played cards: melds before the seats, a trick, or the discard pile."""

    MELDS = 0
    TRICK = 1
    PILE = 2


@dataclass
class View:
    """The table as you see it when you are asked, and when a hook is called."""

    game: str = ""  # `mitch`, `revolution`, ...
    options: Dict[str, str] = field(default_factory=dict)  # the key=value words of the line `game`
    me: int = 0  # your seat, from 0
    players: int = 0  # seats that bots play
    seats: List[Seat] = field(default_factory=lambda: [Seat()])  # all seats, clockwise
    played_to: PlayedTo = PlayedTo.MELDS  # the place of played cards
    hand_number: int = 0  # number of the hand or round, from 1
    dealer: int = 0  # the seat that dealt this hand
    discards: List[Card] = field(default_factory=list)  # the discard pile, its top card last
    trick: List[Play] = field(default_factory=list)  # the trick so far, in the order of play
    turned: List[Card] = field(default_factory=list)  # cards turned up for all to see
    aside: List[Card] = field(default_factory=list)  # tricks without a winner
    pot: int = 0  # chips in it
    stock_size: int = 0  # cards left to draw
    legal: List[Action] = field(default_factory=list)  # the legal actions; empty when you are not asked
    milliseconds: int = 0  # the time for this decision
    scores: List[int] = field(default_factory=list)  # the score of each seat, when the game is over
    places: List[int] = field(default_factory=list)  # the place of each seat from 1, when the game is over; 0: not ranked

    @property
    def mine(self) -> Seat:
        return self.seats[self.me]

    @property
    def hand(self) -> List[Card]:
        return self.mine.hand

    def seat(self, number: int) -> Seat:
        """The seat of this number; an empty one if there is none, as for an action without a seat."""
        return self.seats[number] if 0 <= number < len(self.seats) else Seat()

    def option(self, name: str, otherwise: str = "") -> str:
        """An option's text; `otherwise` if the game has no such option."""
        return self.options.get(name, otherwise)

    def is_on(self, name: str) -> bool:
        return self.option(name) == "on"

    def number(self, name: str, otherwise: int = 0) -> int:
        value = _number(self.option(name))
        return otherwise if value is None else value

    @property
    def mob(self) -> int:
        """The seat of the Mob, which the referee plays; -1 without the Mob."""
        return len(self.seats) - 1 if self.is_on("mob") else -1

    @property
    def packs(self) -> int:
        """Number of packs of 52 in play."""
        return self.number("packs", 1)

    @property
    def aces_shown(self) -> int:
        """Number of aces that all seats have shown in this hand."""
        return sum(len(seat.aces) for seat in self.seats)

    @property
    def aces_left(self) -> int:
        """Number of aces until drawing, or the hand, ends: 4 in Revolution, 3 per pack in Mitch."""
        usual = int(_fact(self.game, "ace_limit=") or 4) * self.packs
        limit = self.number("ace_limit")
        return max(0, (limit if limit > 0 else usual) - self.aces_shown)

    def fits(self, seat_number: int, card: Card) -> bool:
        """May `seat_number` put `card` on its meld by the Golden Rule (and option high_low)?"""
        if card.suit == Suit.NONE or card.rank == ACE:
            return False
        meld = self.seat(seat_number).meld(card.suit)
        if not meld or seat_number == self.mob:
            return True
        last = meld[-1].rank
        if not self.is_on("high_low"):
            return card.rank < last
        if len(meld) == 1:
            return card.rank != last
        return card.rank > last if _runs_upward(meld) else card.rank < last

    def winner(self, suit: Suit) -> int:
        """The seat that wins the suit by the current melds; -1 if none does."""
        best, strongest = -1, []
        for number, seat in enumerate(self.seats):
            meld = seat.meld(suit)
            if not meld or seat.out:  # a folded seat does not compete
                continue
            if self.beats(meld, strongest):
                best, strongest = number, meld
            elif not self.beats(strongest, meld):
                best = -1  # equal melds, which two packs allow, do not win
        return best

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
        """Every card of the game, except jokers, that you do not see now: in the stock, in a pile or in another hand."""
        without, more = _fact(self.game, "without="), _fact(self.game, f"more{self.players}=")
        left = {card: self.packs + (card.text[0] in more) if card.text[0] not in without else 0 for card in _PACK}
        seen = [self.discards, self.turned, self.aside, [play.card for play in self.trick]]
        for seat in self.seats:
            seen += [seat.hand, seat.aces, seat.open, seat.taken, *seat.melds]
        for cards in seen:
            for card in cards:
                if card.suit != Suit.NONE:
                    left[card] -= 1
        return [card for card in _PACK for _ in range(left[card])]


class Event(NamedTuple):
    """An event of the game: `VERB SEAT ARGUMENTS`."""

    verb: str
    seat: int
    arguments: List[str]


@dataclass
class Hooks:
    """Optional functions that the kit calls."""

    game_start: Optional[Callable[[View], None]] = None
    event: Optional[Callable[[View, Event], None]] = None  # called after the view is updated
    game_end: Optional[Callable[[View], None]] = None  # called when scores and places are known


Decide = Callable[[View], Union[str, Decision]]


def run(
    name: str,
    version: str,
    decide: Decide,
    hooks: Optional[Hooks] = None,
    input: Optional[TextIO] = None,
    output: Optional[TextIO] = None,
) -> int:
    """Plays games until the referee sends `quit` or closes the connection. Returns the exit code."""
    conversation = _Conversation(name, version, decide, hooks or Hooks(), output or sys.stdout)
    try:
        for line in input or sys.stdin:
            if not conversation.hear(line.rstrip("\r\n")):
                break
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads the output any more; this avoids an error message about it
    return 0


def describe(view: View) -> str:
    """The view as a few lines of text, for debugging."""
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
        line += _listed("open", seat.open) + _listed("taken", seat.taken) + _counted("pile", seat.pile)
        line += f" bid {seat.bid}" if seat.bid else ""
        line += _counted("chips", seat.chips) + (" out" if seat.out else "")
        lines.append(line)
    lines += [f"played {play.card} by {play.seat}" for play in view.trick]
    table = _listed("of", view.discards) + _listed("turned", view.turned) + _listed("aside", view.aside)
    lines.append("pile" + table + _counted("pot", view.pot))
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
    """The ranks from the lowest up; the Mob's cards are in any order."""
    return sorted(card.rank for card in meld)


def _distances(meld: List[Card]) -> List[int]:
    """The last card's distance from the end of the meld's direction; 0 if the meld runs up, 1 if down; the other distances."""
    upward = _runs_upward(meld)
    last, *others = [KING - card.rank if upward else card.rank - 2 for card in reversed(meld)] or [0]
    return [last, 0 if upward else 1, *others]


def _listed(name: str, cards: List[Card]) -> str:
    return "".join([" ", name, *(" " + card.text for card in cards)]) if cards else ""


def _counted(name: str, number: int) -> str:
    """`name` and a number; empty if it is 0."""
    return f" {name} {number}" if number else ""


# The effect of a verb is a list of steps. The words of a game describe its table. docs/kits.md has the grammar of both.


def _each_name(rows: Dict[str, str]) -> Dict[str, str]:
    """A row for each name in rows of several names."""
    return {name: text for names, text in rows.items() for name in names.split()}


# generated by ./dev kits
_EFFECTS = _each_name({
    "hand": "number=0,clear",
    "deal draw": "stock|pile>hand",
    "play": "royals|hand>played",
    "score": "points=0,score=1",
    "turn": "stock>shown",
    "place fold finish lose": "out",
    "ace": "hand>aces",
    "take": "1:discards>,>hand",
    "discard": "hand>discards",
    "ante pay": "pot+0,chips-0",
    "win": "pot-0,chips+0",
    "chips": "chips=1",
    "round": "number=0,each:hand>pile",
    "trick": "pile+0,all:aside>,all:trick>",
    "aside": "all:trick>aside",
    "remove": "all:aside>discards",
    "bid": "bid=0",
    "give": "hand>to.hand",
    "exchange": "1:turned>hand,hand>turned",
    "bomb": "turned>,explode",
    "capture": "trick|turned>taken",
    "gather": "trick>hand",
    "bid-card": "bid=0,show",
    "lay pair revolution extend": "royals|hand>discards",
    "castle reveal": "hand>open",
    "court": "royals|hand>open",
    "siege": "13:discards>turned,under:discards>",
    "nope": "hand>",
    "swap favour": "forget",
    "offer": "count",
    "retry": "next:hand,next:hand,next:royals|hand,next:hand",
    "deliver": "next|royals|hand>to.hand",
    "reshuffle": "stock=0,under:discards>",
    "conceal": "open>hand",
    "execute ruin": "open>",
    "seize": ">hand,all:stock>",
    "killed": "all:hand>,all:open>,out",
})
_GAMES = _each_name({
    "mitch": "ace_limit=3",
    "tennis": "dealt=0 piles=48 without=A play=trick",
    "anarchy snark": "dealt=0 play=trick",
    "anarchist-bomb organised-chaos": "more5=678 dealt=0 play=trick",
    "chez": "dealt=55 play=discards",
})
# end of generated


def _fact(game: str, name: str) -> str:
    """The rest of the word that begins with `name`, such as `dealt=`; empty if there is none."""
    return next((word[len(name) :] for word in _GAMES.get(game, "").split() if word.startswith(name)), "")


def _full_stock(view: View) -> int:
    """Number of cards for dealing and drawing in a hand; 0 in games without drawing."""
    return int(_fact(view.game, "dealt=") or 52) * view.packs


def _take_out(cards: List[Any], card: Card) -> bool:
    """Removes `card` from `cards`, or from a trick; False if it is not there."""
    place = next((place for place, one in enumerate(cards) if getattr(one, "card", one) == card), None)
    if place is not None:
        del cards[place]
    return place is not None


class _Table:
    """Applies the effects of verbs to a view.

    Two packs have two cards of each face: only the card in the place that the effect names moves.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.counted = 0
        self.sources: List[str] = []  # the sources of the next cards, set by `next`

    def follow(self, event: Event) -> None:
        self.event, self.seat = event, self.view.seats[event.seat]
        for step in filter(None, _EFFECTS.get(event.verb, "").split(",")):
            what, arrow, to = step.partition(">")
            which, colon, source = what.partition(":")
            if not arrow:
                self._take_in(step)
            elif not colon:
                self._move_named(what, to)
            else:
                for seat in self.view.seats if which == "each" else [self.seat]:
                    self._move_some(seat, which, source, to)

    def _place(self, seat: Seat, name: str) -> Tuple[Any, str]:
        """The owner of the place and the name of its attribute: a list of cards, or a number of cards, chips or points."""
        name = {"stock": "stock_size", "number": "hand_number"}.get(name, name)
        return seat if hasattr(seat, name) else self.view, name

    def _move_named(self, source: str, to: str) -> None:
        """Moves the cards of the event. With `to.PLACE` the first argument is the receiving seat."""
        receiver, words = self.seat, self.event.arguments
        if to.startswith("to."):
            number = _number(words[0]) if words else None
            if number is None or not 0 <= number < len(self.view.seats):
                return
            receiver, words, to = self.view.seats[number], words[1:], to[3:]
        cards = [Card.parse(word) for word in words]
        for card in cards:
            self._take(source, card)
        for card in cards:
            self._put(receiver, to, card)

    def _move_some(self, seat: Seat, which: str, source: str, to: str) -> None:
        """Moves all cards, all but the last (`under`), or a number of the last."""
        owner, name = self._place(seat, source)
        cards = getattr(owner, name)
        if isinstance(cards, int):
            setattr(owner, name, 0)
            return
        some = slice(-int(which), None) if which.isdigit() else slice(-1 if which == "under" else None)
        moved, cards[some] = cards[some], []
        for card in moved:
            self._put(seat, to, getattr(card, "card", card))

    def _take(self, source: str, card: Card) -> bool:
        """Removes the card from the first of the places that has it; False if none has it."""
        if source.startswith("next|"):
            source = self.sources.pop(0) if self.sources else source[5:]
        return any(self._take_from(place, card) for place in source.split("|") if place)

    def _take_from(self, source: str, card: Card) -> bool:
        if source == "royals":
            return JACK <= card.rank <= KING and _take_out(self.seat.open, card)
        owner, name = self._place(self.seat, source)
        cards = getattr(owner, name)
        if isinstance(cards, int):
            setattr(owner, name, cards - 1 if cards > 0 else cards)
            return cards > 0
        if source == "hand" and not card.known:  # none of its other cards is certain now
            cards[:] = [UNKNOWN] * len(cards)
        if source == "melds":
            cards = cards[card.suit]
        return _take_out(cards, card) or source == "hand" and _take_out(cards, UNKNOWN)

    def _put(self, seat: Seat, to: str, card: Card) -> None:
        if not to:
            return
        if to == "played":
            to = ("melds", "trick", "discards")[self.view.played_to.value]
        elif to == "shown":
            to = "discards" if self.view.played_to == PlayedTo.PILE else "turned"
        owner, name = self._place(seat, to)
        cards = getattr(owner, name)
        if isinstance(cards, int):
            setattr(owner, name, cards + 1)
        elif to == "melds":
            cards[card.suit].append(card)
        else:
            cards.append(Play(self.event.seat, card) if to == "trick" else card)

    def _take_in(self, step: str) -> None:
        """A step without cards."""
        if step in ("clear", "show", "explode"):
            getattr(self, "_" + step)()
        elif step == "out":
            self.seat.out = True
        elif step == "forget":
            self.counted, self.sources = 0, []
        elif step == "count":
            self.counted += 1
        elif step.startswith("next:"):
            self.sources += [step[5:]] * self.counted
        else:
            self._set(*re.split("([=+-])", step))

    def _clear(self) -> None:
        """The seat deals a new hand."""
        view = self.view
        view.dealer = self.event.seat
        view.discards, view.trick, view.turned = [], [], []
        view.stock_size = _full_stock(view)
        for seat in view.seats:
            seat.__dict__.update(Seat(points=seat.points, score=seat.score, pile=seat.pile, chips=seat.chips).__dict__)

    def _show(self) -> None:
        """All seats see that this hand has the cards of the event."""
        hand = self.seat.hand
        for card in map(Card.parse, self.event.arguments):
            if card not in hand and UNKNOWN in hand:
                hand[hand.index(UNKNOWN)] = card

    def _explode(self) -> None:
        """The card of the event, if any, replaces the joker in the trick."""
        odd = [Card.parse(word) for word in self.event.arguments[:1]]
        trick = self.view.trick
        trick[:] = [Play(play.seat, card) for play in trick for card in (odd if play.card.rank == _JOKER else [play.card])]

    def _set(self, name: str, sign: str, place: str) -> None:
        """`NAME=I`, `NAME+I` or `NAME-I`: sets the number to the argument I, or adds or subtracts it."""
        word = (self.event.arguments[int(place) :] or [""])[0]
        value = _number(word)
        owner, name = self._place(self.seat, name)
        if name == "bid":
            suit = Card.parse(word).suit
            owner.bid = (word if suit == Suit.NONE else SUIT_NAMES[suit]) or owner.bid
        elif value is not None:
            setattr(owner, name, value if sign == "=" else getattr(owner, name) + (value if sign == "+" else -value))


def _begin_game(words: List[str]) -> View:
    """The view of a new game, from its line. It needs `seats` and `you`; other words may be missing."""
    view = View(game=words[1] if len(words) > 1 else "")
    view.played_to = {"trick": PlayedTo.TRICK, "discards": PlayedTo.PILE}.get(_fact(view.game, "play="), PlayedTo.MELDS)
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if equals:
            view.options.setdefault(key, value)
    view.players = view.number("players")
    seats = min(max(view.number("seats", view.players), 1), 64)
    view.me = min(max(view.number("you"), 0), seats - 1)
    view.seats = [Seat() for _ in range(seats)]
    view.stock_size = _full_stock(view)
    for seat in view.seats:
        seat.pile = int(_fact(view.game, "piles=") or 0) // seats
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
        self._table = _Table(View())

    @property
    def _view(self) -> View:
        return self._table.view

    def hear(self, line: str) -> bool:
        """Processes a line without its end; False if it was the last."""
        words = [word for word in line.split(" ") if word]
        word = words[0] if words else ""
        if word == "quit":
            return False
        if word == "ask":
            self._answer(words)
        elif word == "tribunal":
            self._say(f"ready {self._name} {self._version}")
        elif word == "game":
            self._table = _Table(_begin_game(words))
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
        self._seat_dummy(seat)
        if seat is None or not 0 <= seat < len(self._view.seats):
            return
        event = Event(words[0], seat, words[2:])
        self._table.follow(event)
        if self._hooks.event:
            self._hooks.event(self._view, event)

    def _seat_dummy(self, seat: Optional[int]) -> None:
        """The dummy, a hand that the referee plays, is the seat after those of the line `game`."""
        view = self._view
        if seat == len(view.seats) == view.number("seats") and view.played_to == PlayedTo.TRICK:
            view.seats.append(Seat())

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
        if not isinstance(action, str) or not action:
            name = getattr(self._decide, "__qualname__", repr(self._decide))
            raise TypeError(f"{name} returned {action!r}, which is not an action; expected one of view.legal: {' '.join(words[3:])}")
        # A line of more than 4 KiB loses the game, so the comment is cut.
        shown = re.sub("[\r\n]", " ", comment).encode()[:4000].decode(errors="ignore") if comment else ""
        remark = f"# {shown}\n" if shown else ""
        self._say(f"{remark}move {words[1]} {action}")

    def _say(self, text: str) -> None:
        self._output.write(text + "\n")
        self._output.flush()
