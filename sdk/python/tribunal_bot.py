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
from enum import Enum, IntEnum
from typing import Any, Callable, Dict, List, NamedTuple, Optional, TextIO, Union

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
    """A legal action: the referee's own word (`play:Kh`, `give:2,3c,4c,5c`, `pass`) and what it says."""

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
        """The card (the first, if it names several); unknown if it names none."""
        return next(iter(self.cards), UNKNOWN)

    @property
    def cards(self) -> List[Card]:
        """All cards that it names."""
        return [card for card in map(Card.parse, self._words()) if card.known]

    def number(self, index: int = 0, otherwise: int = 0) -> int:
        """The number in the place `index` after the colon; `otherwise` if there is none."""
        words = self._words()
        value = _number(words[index]) if index < len(words) else None
        return otherwise if value is None else value

    @property
    def seat(self) -> int:
        """The seat that it names; -1 if it names none."""
        return self.number(0, -1)

    def _words(self) -> List[str]:
        return [word for word in self.arguments.split(",") if word]


class Decision(NamedTuple):
    """An answer: an action, and a comment, which the referee keeps in the log beside the move."""

    action: str
    comment: str = ""


# ---- What you see ----


class _Melds(List[List[Card]]):
    """Melds by suit. `NONE` has one too, always empty, which is not among them."""

    def __getitem__(self, suit: Any) -> Any:
        return [] if suit == Suit.NONE else super().__getitem__(suit)


def _no_melds() -> List[List[Card]]:
    return _Melds([] for _ in SUITS)


@dataclass
class Seat:
    """A place at the table and all that is known of it. The Mob and the dummy have one too, the last."""

    hand: List[Card] = field(default_factory=list)  # yours open; of others' those taken openly, the rest unknown
    melds: List[List[Card]] = field(default_factory=_no_melds)  # by suit, in the order of play
    aces: List[Card] = field(default_factory=list)  # aces it showed and put aside
    points: int = 0  # points of the last hand that was scored
    score: int = 0  # score of the game so far
    open: List[Card] = field(default_factory=list)  # cards open before it beside melds: a castle, face-up royals
    taken: List[Card] = field(default_factory=list)  # cards captured in this hand
    pile: int = 0  # cards in its face-down pile
    bid: str = ""  # its bid in this hand; empty if it made none
    chips: int = 0  # won in the game so far, less what it has in the pot
    out: bool = False  # it folded this hand, or the game is over for it

    def meld(self, suit: Suit) -> List[Card]:
        """Its meld of the suit; empty for the suit of a card that you may not see."""
        return self.melds[suit]


class Play(NamedTuple):
    """A card of a trick."""

    seat: int
    card: Card


class PlayedTo(Enum):
    """The place that cards are played to: melds before their seats, a trick, or the discard pile."""

    MELDS = 0
    TRICK = 1
    PILE = 2


@dataclass
class View:
    """The table as you see it when you are asked, and when a hook is called."""

    game: str = ""  # `mitch`, `revolution`, ...
    options: Dict[str, str] = field(default_factory=dict)  # the words key=value of the line `game`
    me: int = 0  # your seat, from 0
    players: int = 0  # seats that bots play
    seats: List[Seat] = field(default_factory=lambda: [Seat()])  # all seats, clockwise
    played_to: PlayedTo = PlayedTo.MELDS  # the place that cards are played to
    hand_number: int = 0  # number of the hand or round, from 1
    dealer: int = 0  # the seat that dealt this hand
    discards: List[Card] = field(default_factory=list)  # the discard pile, its top card last
    trick: List[Play] = field(default_factory=list)  # the trick so far, in the order of play
    turned: List[Card] = field(default_factory=list)  # cards turned up for all to see
    aside: List[Card] = field(default_factory=list)  # tricks that nobody won, set aside
    pot: int = 0  # chips in it
    stock_size: int = 0  # cards left to draw
    legal: List[Action] = field(default_factory=list)  # the legal actions; empty when you are not asked
    milliseconds: int = 0  # the time for this decision
    scores: List[int] = field(default_factory=list)  # the game's result a seat, when it is over
    places: List[int] = field(default_factory=list)  # from 1, when it is over; 0: no part in the score

    @property
    def mine(self) -> Seat:
        return self.seats[self.me]

    @property
    def hand(self) -> List[Card]:
        return self.mine.hand

    def seat(self, number: int) -> Seat:
        """The seat of this number; one that has nothing if there is none, as for an action without a seat."""
        return self.seats[number] if 0 <= number < len(self.seats) else Seat()

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
        """The seat that wins the suit as the melds lie; -1 if none does."""
        if suit == Suit.NONE:
            return -1
        best, shared = -1, False
        for number, seat in enumerate(self.seats):
            meld = seat.melds[suit]
            if not meld or seat.out:  # a folded seat takes part in no comparison
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
        """Every card of the game, jokers aside, that you do not see now: in the stock, in a pile or in another hand."""
        left = {card: _copies_of(self, card) for card in _PACK}
        seen = [self.discards, self.turned, self.aside, [play.card for play in self.trick]]
        for seat in self.seats:
            seen += [seat.hand, seat.aces, seat.open, seat.taken, *seat.melds]
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
    """The ranks from the lowest up; the Mob's cards lie in any order."""
    return sorted(card.rank for card in meld)


def _distances(meld: List[Card]) -> List[int]:
    """The last card's distance from the end that the meld runs to; 0 if it runs up, 1 if down; the others' distances."""
    upward = _runs_upward(meld)
    last, *others = [KING - card.rank if upward else card.rank - 2 for card in reversed(meld)] or [0]
    return [last, 0 if upward else 1, *others]


def _copies_of(view: View, card: Card) -> int:
    """The number of cards of this face in the game; the joker is none of them."""
    if view.game == "tennis" and card.rank == ACE:
        return 0
    has_part_of_second_pack = view.players == 5 and view.game in ("anarchist-bomb", "organised-chaos")
    return view.packs + (1 if has_part_of_second_pack and 6 <= card.rank <= 8 else 0)


def _listed(name: str, cards: List[Card]) -> str:
    return "".join([" ", name, *(" " + card.text for card in cards)]) if cards else ""


def _counted(name: str, number: int) -> str:
    """`name` and a number; empty if it is 0."""
    return f" {name} {number}" if number else ""


_OF_TRICKS = ("tennis", "anarchy", "anarchist-bomb", "organised-chaos", "snark")


def _played_to(game: str) -> PlayedTo:
    if game == "chez":
        return PlayedTo.PILE
    return PlayedTo.TRICK if game in _OF_TRICKS else PlayedTo.MELDS


def _full_stock(view: View) -> int:
    """Cards of which a hand is dealt and then drawn; none where nobody draws."""
    return {PlayedTo.MELDS: 52, PlayedTo.TRICK: 0, PlayedTo.PILE: 55}[view.played_to] * view.packs


def _take_out(cards: List[Card], card: Card) -> bool:
    """Takes `card` out of `cards`; False if it is not there."""
    if card not in cards:
        return False
    cards.remove(card)
    return True


def _remove(hand: List[Card], card: Card) -> None:
    """Takes `card` out: the card itself if it is known to be there, or else one that is not known.

    After an unknown card has left, no other is sure to be there.
    """
    if not card.known:
        hand[:] = [UNKNOWN] * len(hand)
    if not _take_out(hand, card):
        _take_out(hand, UNKNOWN)


# Two packs have two cards of each face: a card is the one in the place that the verb and the rules name, and never the
# other, which stays where it is.


def _leave(seat: Seat, card: Card) -> None:
    """The card leaves the seat as one that is held: a royal that lies face-up leaves before its equal in the hand.

    Nothing that lies in a castle is held.
    """
    is_royal = JACK <= card.rank <= KING
    if not is_royal or not _take_out(seat.open, card):
        _remove(seat.hand, card)


def _lay_open(seat: Seat, card: Card) -> None:
    """The card goes from the hand to what lies open."""
    _remove(seat.hand, card)
    seat.open.append(card)


@dataclass
class _Swap:
    """A swap in Chez.

    The cards that go back for a `retry` are the delivered ones, concealed, whichever cards lie face-up beside them.
    """

    cards: int = 0  # cards that are swapped
    deliveries: int = 0  # deliveries since the `retry`
    again: bool = False  # there was a `retry`

    def follow(self, verb: str) -> None:
        if verb in ("swap", "favour"):
            self.cards, self.again = 0, False
        elif verb == "offer":
            self.cards += 1
        elif verb == "retry":
            self.deliveries, self.again = 0, True

    def delivers_concealed(self) -> bool:
        """True if the next delivered card lies concealed.

        In a retry all cards go back, others are drawn from the whole hand, and the offered ones follow.
        """
        place = self.deliveries
        self.deliveries += 1
        return self.again and not 2 * self.cards <= place < 3 * self.cards


def _begin_hand(view: View, event: Event) -> None:
    view.dealer = event.seat
    number = _number(event.arguments[0]) if event.arguments else None
    view.hand_number = view.hand_number if number is None else number
    view.discards, view.trick, view.turned = [], [], []
    view.stock_size = _full_stock(view)
    for seat in view.seats:
        seat.hand, seat.aces, seat.melds, seat.open, seat.taken = [], [], _no_melds(), [], []
        seat.bid, seat.out = "", False


def _begin_round(view: View, number: int) -> None:
    """A round of Tennis: what is left in hand goes under the piles."""
    view.hand_number = number
    for seat in view.seats:
        seat.pile += len(seat.hand)
        seat.hand = []


def _lay_on_pile(view: View, seat: Seat, card: Card) -> None:
    _leave(seat, card)
    view.discards.append(card)


def _play_card(view: View, number: int, card: Card) -> None:
    seat = view.seats[number]
    if view.played_to == PlayedTo.PILE:
        _lay_on_pile(view, seat, card)
        return
    _remove(seat.hand, card)
    if view.played_to == PlayedTo.TRICK:
        view.trick.append(Play(number, card))
    elif card.suit != Suit.NONE:
        seat.melds[card.suit].append(card)


def _explode(view: View, number: int, odd: Card) -> None:
    """The joker that the seat played leaves the trick; the odd card, if there is one, takes its place."""
    joker = next((place for place, play in enumerate(view.trick) if play.seat == number), None)
    if joker is None:
        return
    if odd.known:
        _take_out(view.turned, odd)
        view.trick[joker] = Play(number, odd)
    else:
        del view.trick[joker]


def _draw_card(view: View, seat: Seat, card: Card) -> None:
    seat.hand.append(card)
    if view.stock_size > 0:
        view.stock_size -= 1
    elif seat.pile > 0:
        seat.pile -= 1


def _exchange(view: View, seat: Seat, card: Card) -> None:
    _remove(seat.hand, card)
    if view.turned:
        view.turned[-1], card = card, view.turned[-1]
    seat.hand.append(card)


def _move_card(view: View, seat: Seat, event: Event, card: Card) -> bool:
    """The moves of a card in most games; False if the verb is none of them."""
    verb = event.verb
    if verb in ("deal", "draw"):
        _draw_card(view, seat, card)
    elif verb == "take":
        if view.discards:
            view.discards.pop()
        seat.hand.append(card)
    elif verb == "play":
        _play_card(view, event.seat, card)
    elif verb == "discard":
        _remove(seat.hand, card)
        view.discards.append(card)
    elif verb == "ace":
        _remove(seat.hand, card)
        seat.aces.append(card)
    elif verb == "turn":
        (view.discards if view.played_to == PlayedTo.PILE else view.turned).append(card)
        view.stock_size = max(0, view.stock_size - 1)
    else:
        return False
    return True


def _take_from_trick(view: View, card: Card) -> bool:
    """Takes a card with this face out of the trick; False if there is none."""
    place = next((place for place, play in enumerate(view.trick) if play.card == card), None)
    if place is not None:
        del view.trick[place]
    return place is not None


def _move_in_tricks(view: View, seat: Seat, verb: str, card: Card) -> bool:
    """The moves of a card in games with tricks; False if the verb is none of them."""
    if verb == "exchange":
        _exchange(view, seat, card)
    elif verb == "capture":
        if not _take_from_trick(view, card):
            _take_out(view.turned, card)
        seat.taken.append(card)
    elif verb == "gather":
        _take_from_trick(view, card)
        seat.hand.append(card)
    else:
        return False
    return True


def _move_in_chez(view: View, seat: Seat, verb: str, card: Card) -> bool:
    """The moves of a card in Chez; False if the verb is none of them."""
    if verb in ("lay", "pair", "revolution", "extend"):
        _lay_on_pile(view, seat, card)
    elif verb == "nope":
        _remove(seat.hand, card)
    elif verb in ("execute", "ruin"):
        _take_out(seat.open, card)
    elif verb in ("castle", "reveal"):
        _lay_open(seat, card)
    elif verb == "court":  # a royal that lies face-up already joins it
        _leave(seat, card)
        seat.open.append(card)
    elif verb == "conceal":
        _take_out(seat.open, card)
        seat.hand.append(card)
    elif verb == "seize":
        seat.hand.append(card)
        view.stock_size = 0
    else:
        return False
    return True


def _end_trick(view: View, seat: Seat, verb: str, cards: int) -> None:
    """`trick`, `aside` and `remove`: what becomes of tricks that go to piles."""
    if verb == "aside":
        view.aside += [play.card for play in view.trick]
    else:
        if verb == "trick":
            seat.pile += cards
        if verb == "remove":
            view.discards += view.aside
        view.aside = []
    view.trick.clear()


def _hand_over(view: View, swap: _Swap, seat: Seat, event: Event) -> None:
    """`give` and `deliver`: cards go from one hand into another."""
    to = _number(event.arguments[0]) if event.arguments else None
    if to is None or not 0 <= to < len(view.seats):
        return
    for card in map(Card.parse, event.arguments[1:]):
        if event.verb == "give" or swap.delivers_concealed():
            _remove(seat.hand, card)
        else:
            _leave(seat, card)
        view.seats[to].hand.append(card)


def _move_chips(view: View, seat: Seat, verb: str, first: int, second: int) -> bool:
    """Chips go into the pot and out of it; False if the verb is not about them."""
    if verb in ("ante", "pay"):
        view.pot, seat.chips = view.pot + first, seat.chips - first
    elif verb == "win":
        view.pot, seat.chips = view.pot - first, seat.chips + first
    elif verb == "chips":
        seat.chips = second
    else:
        return False
    return True


def _leave_table(seat: Seat, verb: str) -> bool:
    """The seat takes no part any more, in this hand or in the game; False if the verb says no such thing."""
    if verb == "killed":
        seat.hand, seat.open = [], []
    elif verb not in ("fold", "finish", "lose", "place"):
        return False
    seat.out = True
    return True


def _show_bid(seat: Seat, card: Card) -> None:
    """The seat bids the suit of a card of its hand, which all see now, and keeps it."""
    if not card.known or card.suit == Suit.NONE:
        return
    seat.bid = SUIT_NAMES[card.suit]
    if card not in seat.hand and UNKNOWN in seat.hand:
        seat.hand[seat.hand.index(UNKNOWN)] = card


def _take_news(view: View, swap: _Swap, seat: Seat, event: Event, numbers: List[Optional[int]]) -> bool:
    """Other events that are not moves of their cards one by one; False if it is none of them."""
    verb, first = event.verb, (numbers or [0])[0] or 0
    if verb == "hand":
        _begin_hand(view, event)
    elif verb == "round":
        _begin_round(view, first)
    elif verb == "score":
        if len(numbers) == 2:
            seat.points = seat.points if numbers[0] is None else numbers[0]
            seat.score = seat.score if numbers[1] is None else numbers[1]
    elif verb == "bid":
        seat.bid = event.arguments[0] if event.arguments else seat.bid
    elif verb == "bid-card":
        _show_bid(seat, Card.parse(event.arguments[0]) if event.arguments else UNKNOWN)
    elif verb in ("trick", "aside", "remove"):
        _end_trick(view, seat, verb, first)
    elif verb == "bomb":
        _explode(view, event.seat, Card.parse(event.arguments[0]) if event.arguments else UNKNOWN)
    elif verb in ("give", "deliver"):
        _hand_over(view, swap, seat, event)
    elif verb == "reshuffle":
        view.stock_size, view.discards = first, view.discards[-1:]
    elif verb == "siege":  # the thirteen cards of the run lie round the pile, and of that only its top stays
        view.turned += view.discards[-13:]
        view.discards = view.discards[:-13][-1:]
    else:
        return False
    return True


def _take_event(view: View, swap: _Swap, event: Event) -> None:
    seat, verb = view.seats[event.seat], event.verb
    swap.follow(verb)
    numbers = [_number(word) for word in event.arguments[:2]]
    first, second = [number or 0 for number in numbers + [0, 0]][:2]
    if _take_news(view, swap, seat, event, numbers) or _move_chips(view, seat, verb, first, second):
        return
    if _leave_table(seat, verb):
        return
    for card in map(Card.parse, event.arguments):
        moved = _move_card(view, seat, event, card) or _move_in_tricks(view, seat, verb, card)
        if not moved and not _move_in_chez(view, seat, verb, card):
            return


def _begin_game(words: List[str]) -> View:
    """The view of a new game, from its line. `seats` and `you` are needed; all else may be missing."""
    view = View(game=words[1] if len(words) > 1 else "")
    view.played_to = _played_to(view.game)
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if equals:
            view.options.setdefault(key, value)
    view.players = view.number("players")
    seats = min(max(view.number("seats", view.players), 1), 64)
    view.me = min(max(view.number("you"), 0), seats - 1)
    view.seats = [Seat() for _ in range(seats)]
    view.stock_size = _full_stock(view)
    if view.game == "tennis":
        for seat in view.seats:
            seat.pile = 48 // seats
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
        self._view, self._swap = View(), _Swap()

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
            self._view, self._swap = _begin_game(words), _Swap()
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
        _take_event(self._view, self._swap, event)
        if self._hooks.event:
            self._hooks.event(self._view, event)

    def _seat_dummy(self, seat: Optional[int]) -> None:
        """The dummy, a hand that the referee plays, sits behind the seats of the line `game`."""
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
            raise TypeError(f"{name} returned {action!r}, which is no action; expected one of view.legal: {' '.join(words[3:])}")
        remark = "# " + re.sub("[\r\n]", " ", comment) + "\n" if comment else ""
        self._say(f"{remark}move {words[1]} {action}")

    def _say(self, text: str) -> None:
        self._output.write(text + "\n")
        self._output.flush()
