"""mybot, a bot for Revolution: it plans all four suits together (tribunal help first-bot)."""
from itertools import product
from math import ceil, exp

from tribunal_bot import ACE, SUITS, run

KEEN = 0.3  # share of the fitting cards that a seat will get and play
SURE = 1.5  # certainty with which the stronger meld wins a suit
TURNS = 40  # more than a hand has


def strength(length, lowest):
    """The length of a meld; of equal lengths the higher lowest card wins."""
    return length + lowest / 20 if length else 0


def lowest(meld):
    return meld[-1].rank if meld else ACE


class Outlook:
    """The table as all actions of a decision find it."""

    def __init__(self, view):
        self.view, self.seats = view, len(view.seats)
        self.worth = 1 + self.seats  # points for a suit, and for the shortest of all winning melds
        self.unseen = [card for card in view.unseen if card.rank < ACE]
        self.turns = self.draws(view.aces_left, view.stock_size)
        others = [seat for seat in view.seats if seat is not view.mine]
        self.best, self.rivals = [], []  # by suit: the best meld of the others now, and its strength at the end
        for suit in SUITS:
            best = []
            for seat in others:
                best = seat.meld(suit) if view.beats(seat.meld(suit), best) else best
            self.best.append(best)
            self.rivals.append(max(
                strength(len(seat.meld(suit)), lowest(seat.meld(suit))) +
                self.growth(suit, lowest(seat.meld(suit)), len(seat.hand) + self.turns) for seat in others))

    def draws(self, aces, stock):
        """The turns that a seat still has until the last ace, on average."""
        return (stock - aces) * aces / (aces + 1) / self.seats

    def is_over(self, turns):
        """The chance that the last ace comes within so many turns of all seats."""
        chance, stock = 1.0, self.view.stock_size
        for ace in range(self.view.aces_left):
            chance *= max(0, min(1, (turns * self.seats - ace) / max(1, stock - ace)))
        return chance

    def growth(self, suit, low, cards):
        """The length that so many unseen cards add to a meld whose lowest card is `low`."""
        fitting = sum(card.suit == suit and card.rank < low for card in self.unseen)
        return KEEN * fitting * min(1, cards / max(1, len(self.unseen)))

    def points_now(self, melds):
        """My points if the hand ended at once."""
        points, winners = 0, []
        for suit, best in zip(SUITS, self.best):
            is_mine = self.view.beats(melds[suit], best)
            points += self.worth if is_mine else -len(melds[suit])
            winner = melds[suit] if is_mine else best
            if winner:
                winners.append((len(winner), sorted(card.rank for card in winner), is_mine))
        return points + (self.worth if winners and min(winners)[2] else 0)

    def plans(self, suit, meld, hand):
        """Ways to go on in a suit: turns, points, the chance to win it, and a weight that is high for short melds."""
        held = sorted((card.rank for card in hand if card.suit == suit and card.rank < lowest(meld)), reverse=True)
        ways = [(turns, low) for turns, low in enumerate([lowest(meld), *held])]
        ways.append((len(held) + self.growth(suit, lowest(meld), self.turns), 5))
        for turns, low in ways:
            length, rival = len(meld) + turns, self.rivals[suit]
            chance = 1 / (1 + exp(SURE * (rival - strength(length, low)))) if length else 0
            yield turns, chance * self.worth - (1 - chance) * length, chance, exp(-max(length, rival))

    def expected(self, melds, hand):
        """The points of the best plans for all suits, averaged over the turns that the hand may still have."""
        best = [-99.0] * TURNS
        for four in product(*(self.plans(suit, melds[suit], hand) for suit in SUITS)):
            turns = min(ceil(sum(plan[0] for plan in four)), TURNS - 1)
            bonus = sum(plan[2] * plan[3] for plan in four) / sum(plan[3] for plan in four)
            best[turns] = max(best[turns], sum(plan[1] for plan in four) + self.worth * bonus)
        total, over = self.is_over(1) * self.points_now(melds), self.is_over(1)
        for turns in range(1, TURNS):
            best[turns] = max(best[turns], best[turns - 1])
            after = self.is_over(turns + 1) if turns + 1 < TURNS else 1
            total += (after - over) * best[turns]
            over = after
        return total


def rate(outlook, action):
    """The points that I expect after an action."""
    card, mine = action.card, outlook.view.mine
    if action.verb not in ("play", "discard"):
        return 0
    hand = [held for held in mine.hand if held != card]
    melds = [list(meld) for meld in mine.melds]
    if action.verb == "play":
        melds[card.suit].append(card)
    return outlook.expected(melds, hand)


def decide(view):
    if view.game != "revolution":
        return view.legal[0]
    outlook = Outlook(view)
    return max(view.legal, key=lambda action: rate(outlook, action))


run("mybot", "3.0", decide)
