#!/usr/bin/env node
// Plays as greedy.cpp does, move by move: maximises the gain as if the hand ended at once.
import { SUITS, Suit, run } from "../sdk/javascript/tribunal_bot.mjs";

const SUIT_WORTH = 4; // the approximate worth of a suit, for every way of scoring
const FAR_BEHIND = -2;

/** The points that I would get for a suit if the melds stayed as they are. */
const points = (view, suit) => (view.winning(suit) ? SUIT_WORTH : -view.mine.meld(suit).length);

function gainOfPlaying(view, card) {
  if (card.suit === Suit.NONE) return 0; // a joker of other games
  const before = points(view, card.suit);
  const meld = view.mine.meld(card.suit);
  meld.push(card);
  const after = points(view, card.suit);
  meld.pop();
  return after - before;
}

/** The number of suits that I win, less that of the best rival. */
function lead(view) {
  const winners = SUITS.map((suit) => view.winner(suit));
  const won = view.seats.map((_, seat) => winners.filter((winner) => winner === seat).length);
  const [mine] = won.splice(view.me, 1);
  return mine - Math.max(0, ...won);
}

/** In a session with chips or a cube: raises the stakes when it leads, and folds when it is far behind. */
function rateStake(view, verb) {
  if (["bet", "raise", "double"].includes(verb)) return lead(view) > 0 ? 1 : -1;
  const mayLeave = view.option("session") !== "hustler" && lead(view) <= FAR_BEHIND;
  if (["fold", "drop"].includes(verb)) return mayLeave ? 1 : -100;
  return 0; // pay, check, accept
}

/** The gain counts first. Among equal gains it plays before it discards, plays high and discards low. */
function rate(view, { card, verb }) {
  if (verb === "play") return [gainOfPlaying(view, card), card.rank];
  if (verb === "take") return [view.fits(view.me, card) ? gainOfPlaying(view, card) : -1, 0];
  if (verb === "call" && view.legal.at(-1).verb === "pass") return [view.winning(Suit.CLUBS) ? -1 : 1, 0]; // the tyrant wins it too
  if (verb === "discard") return [0, -card.rank];
  return [rateStake(view, verb), 0];
}

function decide(view) {
  const better = ([gain, preference], [other, itsPreference]) => gain > other || (gain === other && preference > itsPreference);
  return view.legal.reduce((best, action) => (better(rate(view, action), rate(view, best)) ? action : best));
}

run("greedy-javascript", "1.0", decide);
