#!/usr/bin/env node
// Plans its turns. For every time at which the hand may end it chooses the cards to play by then, of all suits
// together, by the chances to have the longest melds, and the shortest of the winning ones. It takes the action with
// the most expected points over all of these times. After the last ace of Mitch it waits if plans are equal.
//
// In 3,600 games of Revolution for three with the other bots of tournaments/demo.toml it won 7.6 points per game (Elo
// 1641), careful 6.5 (1595), counter 5.5 (1542); in 2,400 games of Mitch for four 4.1 (1601), careful 3.8 (1572),
// counter 3.7 (1560). docs/analysis.md tells how its rules for the shortest suit and for waiting were found.
//
// It only adds, multiplies and divides, and calls no function that versions of node may round differently, so that
// equal games stay equal on every machine.
import { ACE, PlayedTo, SUITS, Suit, run } from "../sdk/javascript/tribunal_bot.mjs";

const KEENNESS = 0.4; // share of its drawn cards that it plays; it expects a rival to play all (tuned by matches)
const BONUS_NOW = 0.8; // weight of the bonus for the shortest suit if the hand ends before the next turn,
const BONUS_LATER = 0.25; // and if it ends much later, when it is uncertain who will have it
const WHOLE = 1.25; // for stakes: factor by which seats win more than expected, because they adapt to new cards
const FURTHEST = 12; // turns that it looks ahead
const UNITING_THE_LAND = -20; // approximate loss of a player who wins all suits, if that is forbidden

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The chances that 0, 1, ... of `number` cards arrive, each with probability `chance`. */
function chances(number, chance) {
  const found = [1];
  for (let card = 0; card < number; card += 1) {
    found.push(0);
    for (let count = card + 1; count >= 0; count -= 1) {
      found[count] = found[count] * (1 - chance) + (count > 0 ? found[count - 1] * chance : 0);
    }
  }
  return found;
}

/** The chance that fewer than `wanted` aces are among the next `taken` cards of a stock. */
function fewerAces(wanted, taken, aces, stock) {
  if (taken > stock) return 0;
  let chance = 0;
  for (let found = 0; found < wanted && found <= aces; found += 1) {
    if (taken - found > stock - aces || found > taken) continue;
    let term = 1; // choose(aces, found) choose(stock - aces, taken - found) / choose(stock, taken)
    for (let i = 0; i < taken; i += 1) term *= (i < found ? aces - i : stock - aces - (i - found)) / (stock - i);
    for (let i = 0; i < found; i += 1) term *= (taken - i) / (i + 1);
    chance += term;
  }
  return chance;
}

/** The possible ends of the hand, and the expected melds of the others at each end, computed once per decision. */
class Forecast {
  constructor(view) {
    this.view = view;
    const { unseen } = view;
    this.unseen = unseen.filter((card) => card.rank !== ACE);
    this.aces = unseen.length - this.unseen.length; // all in the stock, because hands do not keep aces
    this.playedOut = view.game === "mitch"; // after the last ace all players play their hands
    this.fitting = view.seats.map((seat, number) => SUITS.map((suit) => this.countFitting(number, suit)));
    this.ends = this.turnsLeft().map((chance, turns) => {
      const share = BONUS_LATER + (BONUS_NOW - BONUS_LATER) / (1 << turns);
      return { chance, turns, rivals: this.rivals(turns), bonus: share * bonus(view) };
    });
    for (const end of this.ends) end.bySuit = SUITS.map((suit) => intentions(this, end, suit));
  }

  /** The chances that this seat draws in 0, 1, ... further turns. */
  turnsLeft() {
    const { view, aces } = this;
    const wanted = view.acesLeft;
    if (wanted === 0 || aces < wanted) return [1]; // no seat draws any more
    const reached = [1];
    while (reached.length <= FURTHEST && reached[reached.length - 1] > 0.02) {
      // Cards other than aces go to the seats in turn.
      reached.push(fewerAces(wanted, reached.length * view.seats.length + wanted - 1, aces, view.stockSize));
    }
    return reached.map((chance, turns) => chance - (reached[turns + 1] ?? 0));
  }

  share(cards) {
    return Math.min(1, cards / Math.max(1, this.unseen.length));
  }

  /** The cards of a suit that fit a seat: the number that it may get, and the number that it is known to hold. */
  countFitting(seat, suit) {
    const { view } = this;
    const count = (cards) => cards.filter((card) => card.suit === suit && view.fits(seat, card)).length;
    return { unseen: count(this.unseen), held: count(view.seats[seat].hand) };
  }

  /** The best of the rivals' future melds in `turns` turns, by suit. */
  rivals(turns) {
    const { view } = this;
    const seats = view.seats.map((_, seat) => seat).filter((seat) => seat !== view.me && !view.seats[seat].out);
    const melds = seats.map((seat) => this.melds(seat, turns));
    return SUITS.map((suit) => melds.reduce((best, bySuit) => better(view, best, bySuit[suit]), NO_MELD));
  }

  /** The future melds of a rival, by suit. */
  melds(seat, turns) {
    const { view } = this;
    const rival = view.seats[seat];
    const draws = turns + (view.acesLeft > 0 ? 0.5 : 0); // some seats draw once more than this one
    const share = this.share(rival.hand.filter((card) => !card.known).length + draws);
    const cards = this.fitting[seat].map(({ unseen, held }) => ({ number: unseen + held, expected: share * unseen + held }));
    const room = draws + (this.playedOut ? rival.hand.length : 0);
    const scale = Math.min(1, room / Math.max(1e-9, sum(cards.map((some) => some.expected))));
    return SUITS.map((suit) => {
      const { number, expected } = cards[suit];
      return lengthened(view, rival.melds[suit], chances(number, number > 0 ? (scale * expected) / number : 0));
    });
  }
}

// A future meld is a list of its possible lengths, each with its chance and its lowest card (0: unknown).
const NO_MELD = [{ length: 0, low: 0, chance: 1 }];

/** The future meld if 0, 1, ... cards are added with these chances. */
function lengthened(view, meld, more) {
  const low = meld.length === 0 || view.isOn("high_low") ? 0 : Math.min(...meld.map((card) => card.rank));
  const found = [];
  more.forEach((chance, count) => {
    if (chance > 0.0001) found.push({ length: meld.length + count, low: count === 0 ? low : 0, chance });
  });
  return found;
}

/** The chance that the first of two lowest cards is the higher one. */
const isHigher = (low, other) => (low === 0 || other === 0 || low === other ? 0.5 : Number(low > other));

/** The chance that one meld beats another. */
function beats(view, one, other) {
  if (one.length !== other.length) return Number(one.length > other.length);
  return view.option("suit_tie") === "low" ? isHigher(other.low, one.low) : isHigher(one.low, other.low);
}

/** The better of two future melds. */
function better(view, first, second) {
  const found = [];
  const add = ({ length, low }, chance) => {
    if (chance === 0) return;
    const same = found.find((meld) => meld.length === length && meld.low === low);
    if (same) same.chance += chance;
    else found.push({ length, low, chance });
  };
  for (const one of first) {
    for (const other of second) {
      const isFirst = beats(view, one, other);
      add(one, one.chance * other.chance * isFirst);
      add(other, one.chance * other.chance * (1 - isFirst));
    }
  }
  return found;
}

/** The chance that the winning meld of a suit is longer than `meld`, or that the suit has no winner. */
function chanceOfLonger(winner, meld) {
  let chance = 0;
  for (const other of winner) {
    if (other.length === meld.length) chance += other.chance * isHigher(other.low, meld.low);
    else if (other.length > meld.length || other.length === 0) chance += other.chance;
  }
  return chance;
}

/** The worth of a suit to the seat that wins it with `length` cards, averaged over the ends of the other suits. */
function worth(view, length) {
  const scoring = view.option("scoring");
  const unique = 0.7; // share of cards whose rank is in no other winning meld
  if (scoring === "advanced") return 1.5 * (1 + unique * length); // two doubles for four suits
  if (scoring === "preferred") return 1.9 * (1 + unique * length); // three, and one may fall on another
  return scoring === "basic" ? 1 + view.seats.length : 4;
}

/** The points for the shortest winning meld, if they are not part of the worth. */
function bonus(view) {
  if (view.option("scoring") === "basic") return 1 + view.seats.length;
  return view.isOn("shortest_suit_doubles") ? 4 : 0;
}

/** A plan for a suit: its turns, its expected points without the bonus, and the winning melds. */
function intention(view, end, suit, turns, mine) {
  let points = 0;
  const won = [];
  for (const meld of mine) {
    const chance = meld.length === 0 ? 0 : sum(end.rivals[suit].map((rival) => rival.chance * beats(view, meld, rival)));
    points += meld.chance * (chance * worth(view, meld.length) - (1 - chance) * meld.length);
    if (chance > 0) won.push({ ...meld, chance: meld.chance * chance });
  }
  const winner = end.bonus > 0 ? better(view, mine, end.rivals[suit]) : [];
  return { turns, points, won, winner, longer: [] };
}

/** The possible plans for a suit, given one end of the hand, the most promising first. */
function intentions(forecast, end, suit) {
  const { view } = forecast;
  const held = view.hand.filter((card) => card.suit === suit && view.fits(view.me, card)).sort((a, b) => b.rank - a.rank);
  const meld = [...view.mine.melds[suit]];
  const found = [intention(view, end, suit, 0, lengthened(view, meld, [1]))];
  held.forEach((card, at) => {
    meld.push(card);
    found.push(intention(view, end, suit, at + 1, lengthened(view, meld, [1])));
  });
  const bottom = meld.length > 0 ? meld[meld.length - 1].rank : 0;
  const room = forecast.unseen.filter((card) => card.suit === suit && (bottom === 0 || card.rank < bottom)).length;
  if (room > 0 && end.turns > 0) {
    const drawn = KEENNESS * forecast.share(end.turns);
    found.push(intention(view, end, suit, held.length + room * drawn, lengthened(view, meld, chances(room, drawn))));
  }
  return found.sort((a, b) => b.points - a.points);
}

/** The chance to win, by these plans, the suit with the shortest of all winning melds. */
function chanceOfBonus(plans) {
  let total = 0;
  for (const plan of plans) {
    for (const meld of plan.won) {
      const key = 16 * meld.length + meld.low;
      let { chance } = meld;
      for (const { winner, longer } of plans) {
        if (winner === plan.winner) continue;
        chance *= longer[key] ??= chanceOfLonger(winner, meld);
      }
      total += chance;
    }
  }
  return total;
}

/** The points of the best plan: one intention per suit, within the available turns. */
function bestPlan(end, bySuit, turns) {
  const most = bySuit.map((plans) => plans[0].points);
  const atMost = SUITS.map((suit) => sum(most.slice(suit)) + end.bonus); // still to come from this suit on
  let best = -Infinity;
  const choose = (plans, points, left) => {
    const suit = plans.length;
    if (suit === bySuit.length) {
      best = Math.max(best, points + (end.bonus > 0 ? end.bonus * chanceOfBonus(plans) : 0));
    } else if (points + atMost[suit] > best) {
      for (const plan of bySuit[suit]) {
        if (plan.turns <= left) choose([...plans, plan], points + plan.points, left - plan.turns);
      }
    }
  };
  choose([], 0, turns);
  return best;
}

/** Points lost in Mitch by a player who plays nothing as long as there are cards to draw. */
function penalty(view) {
  if (view.mine.melds.some((meld) => meld.length > 0)) return 0;
  const usual = view.option("scoring") === "banilower" ? 10 : 0;
  return view.option("penalty") === "usual" ? usual : view.number("penalty");
}

const winsAll = (view) => SUITS.every((suit) => view.winning(suit));

/** The expected points of the table in `forecast.view`, which has changed in one suit since the forecast. */
function expected(forecast, changed) {
  const { view, playedOut } = forecast;
  const forbidden = view.option("tyrant", "off") !== "off" || view.option("session") === "hustler";
  if (forbidden && winsAll(view)) return UNITING_THE_LAND;
  const total = forecast.ends.map((end) => {
    const turns = end.turns + (playedOut ? view.hand.length : 0);
    const bySuit = end.bySuit.map((before, suit) => (suit === changed ? intentions(forecast, end, suit) : before));
    return end.chance * bestPlan(end, bySuit, turns);
  });
  return sum(total) - (playedOut ? forecast.ends[0].chance * penalty(view) : 0);
}

/** The expected points after a card has left the hand, into the meld or not. The table is restored. */
function expectedAfter(forecast, card, isPlayed) {
  const { mine } = forecast.view;
  const { hand } = mine;
  const place = hand.indexOf(card);
  mine.hand = hand.filter((_, at) => at !== place);
  if (isPlayed) mine.melds[card.suit].push(card);
  const value = expected(forecast, card.suit);
  if (isPlayed) mine.melds[card.suit].pop();
  mine.hand = hand;
  return value;
}

/** The expected points with one more card in hand. The table is restored. */
function expectedWith(forecast, card) {
  const { mine } = forecast.view;
  mine.hand.push(card);
  const value = expected(forecast, card.suit);
  mine.hand.pop();
  return value;
}

function expectedFromStock(forecast) {
  return sum(forecast.unseen.map((card) => expectedWith(forecast, card))) / Math.max(1, forecast.unseen.length);
}

/** The approximate lead: the expected points, with the whole bonus, less the average of a seat. */
function lead(forecast) {
  const { view } = forecast;
  const suits = worth(view, 3) * SUITS.length;
  const all = (suits + bonus(view)) / suits;
  return WHOLE * all * expected(forecast) - ((suits + bonus(view)) / view.seats.length - 1);
}

/** The worth of an action about chips or the cube, relative to a free stay. */
function rateStake(forecast, verb) {
  if (["bet", "raise", "double"].includes(verb)) return lead(forecast) - 1; // only when clearly ahead
  if (["fold", "drop"].includes(verb)) {
    return forecast.view.option("session") === "hustler" ? -Infinity : -lead(forecast) - 3; // far behind
  }
  return 0; // pay, check, accept
}

/** After the last ace of Mitch the order of play is free, and a player who waits sees more: it plays the least disputed cards first. */
function haste(view, { verb, card }) {
  if (view.acesLeft > 0 || verb === "discard") return 0;
  const rivals = view.seats.map((seat, number) => (number === view.me ? 0 : seat.melds[card.suit].length));
  const behind = Math.max(...rivals) - view.mine.melds[card.suit].length;
  return 0.00001 + 0.000001 * behind; // decides only between equal plans
}

function rateInMelds(forecast, action) {
  const { view } = forecast;
  switch (action.verb) {
    case "play":
    case "discard":
      return expectedAfter(forecast, action.card, action.verb === "play") - haste(view, action);
    case "take":
      return view.option("draw") === "either-must-play"
        ? expectedAfter(forecast, action.card, true)
        : expectedWith(forecast, action.card);
    case "stock":
      return expectedFromStock(forecast);
    case "call": // passing is 0 here, or this is a bet that was raised
      return view.legal.some((other) => other.verb === "fold") ? 0 : winsAll(view) ? -1 : 1;
    default:
      return rateStake(forecast, action.verb);
  }
}

/** Tennis: a card beats those one or two ranks below it, round the corner; the cards in the trick count most. */
function rateInTennis(view, unseen, card) {
  const beats = (rank, other) => [1, 2].includes((rank - other + 12) % 12);
  const net = (others) => sum(others.map(({ rank }) => Number(beats(card.rank, rank)) - Number(beats(rank, card.rank))));
  return net(view.trick.map((play) => play.card)) + net(unseen) / Math.max(1, unseen.length);
}

/** Elsewhere: sheds as many cards as possible onto a pile; in tricks plays the card that beats most of the cards still to come. */
function rateElsewhere(view, unseen, action) {
  if (view.playedTo === PlayedTo.PILE) return action.cards.length;
  const { card } = action;
  if (!card.known) return 0;
  if (view.game === "tennis") return rateInTennis(view, unseen, card);
  return unseen.filter((other) => other.suit === card.suit && card.suit !== Suit.NONE && other.rank < card.rank).length;
}

function decide(view) {
  if (view.legal.length === 1) return view.legal[0];
  const ofMelds = view.playedTo === PlayedTo.MELDS;
  const forecast = ofMelds ? new Forecast(view) : undefined;
  const { unseen } = view;
  const ratings = view.legal.map((action) => (ofMelds ? rateInMelds(forecast, action) : rateElsewhere(view, unseen, action)));
  return view.legal[ratings.indexOf(Math.max(...ratings))];
}

run("planner", "1.1", decide);
