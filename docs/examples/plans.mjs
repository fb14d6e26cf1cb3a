// mybot, a bot for Revolution: it plans all four suits together (tribunal help first-bot).
import { ACE, SUITS, run } from "./tribunal_bot.mjs";

const KEEN = 0.3; // share of the fitting cards that a seat will get and play
const SURE = 1.5; // certainty with which the stronger meld wins a suit
const TURNS = 40; // more than a hand has

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// The length of a meld; of equal lengths the higher lowest card wins.
const strength = (length, low) => (length > 0 ? length + low / 20 : 0);

const lowest = (meld) => (meld.length > 0 ? meld.at(-1).rank : ACE);

// Compares the lengths of two melds, then their ranks from the lowest on.
function isShorter(one, other) {
  if (one.length !== other.length) return one.length < other.length;
  const [a, b] = [one, other].map((meld) => meld.map((card) => card.rank).sort((x, y) => x - y));
  const at = a.findIndex((rank, place) => rank !== b[place]);
  return at >= 0 && a[at] < b[at];
}

// The table as all actions of a decision find it.
class Outlook {
  constructor(view) {
    this.view = view;
    this.seats = view.seats.length;
    this.worth = 1 + this.seats; // points for a suit, and for the shortest of all winning melds
    this.unseen = view.unseen.filter((card) => card.rank < ACE);
    this.turns = this.draws(view.acesLeft, view.stockSize);
    const others = view.seats.filter((seat) => seat !== view.mine);
    // By suit: the best meld of the others now, and its strength at the end.
    this.best = SUITS.map((suit) => others.map((seat) => seat.melds[suit]).reduce((best, meld) => (view.beats(meld, best) ? meld : best), []));
    this.rivals = SUITS.map((suit) => Math.max(...others.map((seat) => this.strengthAtEnd(seat, suit))));
  }

  // The turns that a seat still has until the last ace, on average.
  draws(aces, stock) {
    return ((stock - aces) * aces) / (aces + 1) / this.seats;
  }

  strengthAtEnd(seat, suit) {
    const meld = seat.melds[suit];
    return strength(meld.length, lowest(meld)) + this.growth(suit, lowest(meld), seat.hand.length + this.turns);
  }

  // The chance that the last ace comes within so many turns of all seats.
  isOver(turns) {
    let chance = 1;
    for (let ace = 0; ace < this.view.acesLeft; ace += 1) {
      chance *= Math.max(0, Math.min(1, (turns * this.seats - ace) / Math.max(1, this.view.stockSize - ace)));
    }
    return chance;
  }

  // The length that so many unseen cards add to a meld whose lowest card is `low`.
  growth(suit, low, cards) {
    const fitting = this.unseen.filter((card) => card.suit === suit && card.rank < low).length;
    return KEEN * fitting * Math.min(1, cards / Math.max(1, this.unseen.length));
  }

  // My points if the hand ended at once.
  pointsNow(melds) {
    const mine = SUITS.map((suit) => this.view.beats(melds[suit], this.best[suit]));
    const winners = SUITS.map((suit) => (mine[suit] ? melds[suit] : this.best[suit]));
    const won = SUITS.filter((suit) => winners[suit].length > 0);
    const isBefore = (suit, best) => isShorter(winners[suit], winners[best]) || (!mine[suit] && !isShorter(winners[best], winners[suit]));
    const shortest = won.reduce((best, suit) => (best < 0 || isBefore(suit, best) ? suit : best), -1);
    const points = sum(SUITS.map((suit) => (mine[suit] ? this.worth : -melds[suit].length)));
    return points + (mine[shortest] ? this.worth : 0);
  }

  // Ways to go on in a suit: turns, points, the chance to win it, and a weight that is high for short melds.
  plans(suit, meld, hand) {
    const held = hand.filter((card) => card.suit === suit && card.rank < lowest(meld)).map((card) => card.rank);
    const ways = [lowest(meld), ...held.sort((a, b) => b - a)].map((low, turns) => [turns, low]);
    ways.push([held.length + this.growth(suit, lowest(meld), this.turns), 5]);
    return ways.map(([turns, low]) => {
      const length = meld.length + turns;
      const rival = this.rivals[suit];
      const chance = length > 0 ? 1 / (1 + Math.exp(SURE * (rival - strength(length, low)))) : 0;
      return { turns, points: chance * this.worth - (1 - chance) * length, chance, weight: Math.exp(-Math.max(length, rival)) };
    });
  }

  // The points of the best plans for all suits, averaged over the turns that the hand may still have.
  expected(melds, hand) {
    const plans = SUITS.map((suit) => this.plans(suit, melds[suit], hand));
    const best = Array(TURNS).fill(-99);
    for (const a of plans[0]) for (const b of plans[1]) for (const c of plans[2]) for (const d of plans[3]) {
      const at = Math.min(Math.ceil(a.turns + b.turns + c.turns + d.turns), TURNS - 1);
      const bonus = (a.chance * a.weight + b.chance * b.weight + c.chance * c.weight + d.chance * d.weight) / (a.weight + b.weight + c.weight + d.weight);
      best[at] = Math.max(best[at], a.points + b.points + c.points + d.points + this.worth * bonus);
    }
    let over = this.isOver(1);
    let total = over * this.pointsNow(melds);
    for (let turns = 1; turns < TURNS; turns += 1) {
      best[turns] = Math.max(best[turns], best[turns - 1]);
      const after = turns + 1 < TURNS ? this.isOver(turns + 1) : 1;
      total += (after - over) * best[turns];
      over = after;
    }
    return total;
  }
}

// The points that I expect after an action.
function rate(outlook, action) {
  if (action.verb !== "play" && action.verb !== "discard") return 0;
  const { mine } = outlook.view;
  const hand = mine.hand.filter((card) => card !== action.card);
  const melds = SUITS.map((suit) => [...mine.melds[suit], ...(action.verb === "play" && suit === action.card.suit ? [action.card] : [])]);
  return outlook.expected(melds, hand);
}

function decide(view) {
  if (view.game !== "revolution") return view.legal[0];
  const outlook = new Outlook(view);
  const rates = view.legal.map((action) => rate(outlook, action));
  return view.legal[rates.indexOf(Math.max(...rates))];
}

run("mybot", "3.0", decide);
