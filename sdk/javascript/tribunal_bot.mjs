/**
 * The JavaScript kit for bots of Tribunal: this one file, node 18 or later or a browser, nothing else.
 *
 *     import { run } from "./tribunal_bot.mjs";
 *     run("mybot", "1.0", (view) => view.legal[0]);
 *
 * A bot is a function from what it sees to one of its legal actions. The view keeps the table so that you need not;
 * what it does not know (later versions of the protocol, other games' events) it ignores, and `hooks.event` still gets
 * it. The kits for Python and C++ have the same names, in their spelling, and the same meanings. tribunal_bot.d.mts
 * has the types.
 */

// ---- Cards ----

export const JACK = 11;
export const QUEEN = 12;
export const KING = 13;
export const ACE = 14;
const JOKER = 15;
const RANKS = "23456789TJQKA";
const SUIT_LETTERS = "cdhs";

/** `NONE` is the suit of a joker and of a card that you may not see. */
export const Suit = Object.freeze({ CLUBS: 0, DIAMONDS: 1, HEARTS: 2, SPADES: 3, NONE: 4 });
export const SUITS = Object.freeze([Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]);
export const SUIT_NAMES = Object.freeze(["clubs", "diamonds", "hearts", "spades"]);

/** A card, a joker (rank 15) or a card that you may not see (rank 0). Equal cards are the same object. */
export class Card {
  /** @param {number} rank 2 .. 10, jack 11, queen 12, king 13, ace 14 */
  constructor(rank, suit) {
    this.rank = rank;
    this.suit = suit;
    this.text = rank === JOKER ? "Jo" : rank === 0 ? "??" : RANKS[rank - 2] + SUIT_LETTERS[suit];
    Object.freeze(this);
  }

  /** Reads `Kh` or `Jo`; anything else, `??` too, is a card that you may not see. */
  static parse(text) {
    return CARDS.get(text) ?? UNKNOWN;
  }

  get known() {
    return this.rank !== 0;
  }

  toString() {
    return this.text;
  }
}

export const UNKNOWN = new Card(0, Suit.NONE);
const PACK = SUITS.flatMap((suit) => [...RANKS].map((_, place) => new Card(place + 2, suit)));
const CARDS = new Map([...PACK, new Card(JOKER, Suit.NONE)].map((card) => [card.text, card]));

// ---- What you may do ----

/** A legal action: the referee's own word (`play:Kh`, `give:2,3c,4c,5c`, `pass`) and what it says. */
export class Action {
  constructor(text) {
    const colon = text.indexOf(":");
    this.text = text;
    this.verb = colon < 0 ? text : text.slice(0, colon);
    /** The text after the colon. */
    this.arguments = colon < 0 ? "" : text.slice(colon + 1);
    Object.freeze(this);
  }

  /** The card (the first, if it names several); unknown if it names none. */
  get card() {
    return this.cards[0] ?? UNKNOWN;
  }

  /** All cards that it names. */
  get cards() {
    return wordsOf(this.arguments, ",").map(Card.parse).filter((card) => card.known);
  }

  /** The number in the place `index` after the colon; `otherwise` if there is none. */
  number(index = 0, otherwise = 0) {
    return numberIn(wordsOf(this.arguments, ",")[index] ?? "") ?? otherwise;
  }

  /** The seat that it names; -1 if it names none. */
  get seat() {
    return this.number(0, -1);
  }

  toString() {
    return this.text;
  }
}

/** An answer: an action, and a comment, which the referee keeps in the log beside the move. */
export class Decision {
  constructor(action, comment = "") {
    this.action = action;
    this.comment = comment;
  }
}

// ---- What you see ----

/** Melds by suit. `NONE` has one too, always empty, which is not among them. */
class Melds extends Array {
  static get [Symbol.species]() {
    return Array;
  }

  get [Suit.NONE]() {
    return [];
  }
}

/** A place at the table and all that is known of it. The Mob and the dummy have one too, the last. */
export class Seat {
  hand = []; // yours open; of others' those taken openly, the rest unknown
  melds = new Melds([], [], [], []); // by suit, in the order of play
  aces = []; // aces it showed and put aside
  points = 0; // points of the last hand that was scored
  score = 0; // score of the game so far
  open = []; // cards open before it beside melds: a castle, face-up royals
  taken = []; // cards captured in this hand
  pile = 0; // cards in its face-down pile
  bid = ""; // its bid in this hand; empty if it made none
  chips = 0; // won in the game so far, less what it has in the pot
  out = false; // it folded this hand, or the game is over for it

  /** Its meld of the suit; empty for the suit of a card that you may not see. */
  meld(suit) {
    return this.melds[suit];
  }
}

/** The place that cards are played to: melds before their seats, a trick, or the discard pile. */
export const PlayedTo = Object.freeze({ MELDS: 0, TRICK: 1, PILE: 2 });

/** The table as you see it when you are asked, and when a hook is called. */
export class View {
  game = ""; // `mitch`, `revolution`, ...
  options = new Map(); // the words key=value of the line `game`
  me = 0; // your seat, from 0
  players = 0; // seats that bots play
  seats = [new Seat()]; // all seats, clockwise
  playedTo = PlayedTo.MELDS; // the place that cards are played to
  handNumber = 0; // number of the hand or round, from 1
  dealer = 0; // the seat that dealt this hand
  discards = []; // the discard pile, its top card last
  trick = []; // the trick so far, in the order of play: { seat, card }
  turned = []; // cards turned up for all to see
  aside = []; // tricks that nobody won, set aside
  pot = 0; // chips in it
  stockSize = 0; // cards left to draw
  legal = []; // the legal actions; empty when you are not asked
  milliseconds = 0; // the time for this decision
  scores = []; // the game's result a seat, when it is over
  places = []; // from 1, when it is over; 0: no part in the score

  get mine() {
    return this.seats[this.me];
  }

  get hand() {
    return this.mine.hand;
  }

  /** The seat of this number; one that has nothing if there is none, as for an action without a seat. */
  seat(number) {
    return this.seats[number] ?? new Seat();
  }

  /** An option's text, `otherwise` if the game has none of that name. */
  option(name, otherwise = "") {
    return this.options.get(name) ?? otherwise;
  }

  isOn(name) {
    return this.option(name) === "on";
  }

  number(name, otherwise = 0) {
    return numberIn(this.option(name)) ?? otherwise;
  }

  /** The seat of the Mob, which the referee plays; -1 if it is not here. */
  get mob() {
    return this.isOn("mob") ? this.seats.length - 1 : -1;
  }

  /** Packs of 52 in play. */
  get packs() {
    return this.number("packs", 1);
  }

  /** Aces that all seats have shown in this hand. */
  get acesShown() {
    return this.seats.reduce((sum, seat) => sum + seat.aces.length, 0);
  }

  /** Aces that still have to come until drawing, or the hand, ends: 4 in Revolution, 3 a pack in Mitch. */
  get acesLeft() {
    const usual = (this.game === "mitch" ? 3 : 4) * this.packs;
    const limit = this.number("ace_limit");
    return Math.max(0, (limit > 0 ? limit : usual) - this.acesShown);
  }

  /** May `seatNumber` put `card` on its meld by the Golden Rule (and option high_low)? */
  fits(seatNumber, card) {
    if (card.suit === Suit.NONE || card.rank === ACE) return false;
    const meld = this.seat(seatNumber).meld(card.suit);
    if (meld.length === 0 || seatNumber === this.mob) return true;
    const last = meld[meld.length - 1].rank;
    if (!this.isOn("high_low")) return card.rank < last;
    if (meld.length === 1) return card.rank !== last;
    return runsUpward(meld) ? card.rank > last : card.rank < last;
  }

  /** The seat that wins the suit as the melds lie; -1 if none does. */
  winner(suit) {
    if (suit === Suit.NONE) return -1;
    let best = -1;
    let shared = false;
    this.seats.forEach((seat, number) => {
      const meld = seat.melds[suit];
      if (meld.length === 0 || seat.out) return; // a folded seat takes part in no comparison
      if (best < 0 || this.beats(meld, this.seats[best].melds[suit])) {
        best = number;
        shared = false;
      } else if (!this.beats(this.seats[best].melds[suit], meld)) {
        shared = true; // two packs can lie in equal melds: nobody wins
      }
    });
    return shared ? -1 : best;
  }

  winning(suit) {
    return this.winner(suit) === this.me;
  }

  /** True if meld `a` beats meld `b` of the same suit by length, then by their lowest cards. */
  beats(a, b) {
    if (a.length !== b.length) return a.length > b.length;
    if (this.isOn("high_low")) return compared(distances(a), distances(b)) > 0;
    const order = compared(lowCards(a), lowCards(b));
    return this.option("suit_tie") === "low" ? order < 0 : order > 0;
  }

  /** Every card of the game, jokers aside, that you do not see now: it is in the stock, in a pile or in another hand. */
  get unseen() {
    const left = new Map(PACK.map((card) => [card, copiesOf(this, card)]));
    const seen = [this.discards, this.turned, this.aside, this.trick.map((play) => play.card)];
    for (const seat of this.seats) seen.push(seat.hand, seat.aces, seat.open, seat.taken, ...seat.melds);
    for (const card of seen.flat()) if (card.suit !== Suit.NONE) left.set(card, left.get(card) - 1);
    return PACK.flatMap((card) => Array(Math.max(0, left.get(card))).fill(card));
  }
}

/**
 * Plays games on standard input and output until the referee says quit or hangs up. `hooks` may have the functions
 * `gameStart(view)`, `event(view, event)` (after the view has taken it in) and `gameEnd(view)` (scores and places are known);
 * an event has `verb`, `seat` and `arguments`.
 *
 * @returns {Promise<void>} when it is over
 */
export async function run(name, version, decide, hooks = {}) {
  const { stdin, stdout } = process;
  stdout.on("error", () => process.exit(0)); // nobody reads any more
  const conversation = new Conversation(name, version, decide, hooks, (text) => stdout.write(text));
  stdin.setEncoding("utf8");
  let begun = "";
  for await (const text of stdin) {
    const lines = (begun + text).split("\n");
    begun = lines.pop();
    for (const line of lines) if (!conversation.hear(line)) return;
  }
  if (begun !== "") conversation.hear(begun);
}

/** The view as a few lines of text, to look at while debugging. */
export function describe(view) {
  const lines = [
    `${view.game} hand ${view.handNumber} dealer ${view.dealer} me ${view.me}` +
      ` stock ${view.stockSize} aces left ${view.acesLeft}`,
  ];
  view.seats.forEach((seat, number) => {
    let line = `seat ${number} points ${seat.points} score ${seat.score}`;
    line += listed("hand", seat.hand) + listed("aces", seat.aces);
    for (const suit of SUITS) {
      line += listed(SUIT_NAMES[suit], seat.melds[suit]) + (view.winner(suit) === number ? "*" : "");
    }
    line += listed("open", seat.open) + listed("taken", seat.taken) + counted("pile", seat.pile);
    line += seat.bid ? ` bid ${seat.bid}` : "";
    line += counted("chips", seat.chips) + (seat.out ? " out" : "");
    lines.push(line);
  });
  lines.push(...view.trick.map((play) => `played ${play.card} by ${play.seat}`));
  const table = listed("of", view.discards) + listed("turned", view.turned) + listed("aside", view.aside);
  lines.push("pile" + table + counted("pot", view.pot));
  lines.push("unseen" + listed(String(view.unseen.length), view.unseen));
  lines.push(["legal", ...view.legal].join(" "));
  return lines.join("\n") + "\n";
}

// ---- How it works ----

const wordsOf = (text, separator) => text.split(separator).filter((word) => word !== "");

/** The number; undefined if the text is no number. */
const numberIn = (text) => (/^-?[0-9]+$/.test(text) ? Number(text) : undefined);

/** Does the meld run upward (option high_low)? */
const runsUpward = (meld) => meld.length > 1 && meld[1].rank > meld[0].rank;

/** The ranks from the lowest up; the Mob's cards lie in any order. */
const lowCards = (meld) => meld.map((card) => card.rank).sort((a, b) => a - b);

/** The last card's distance from the end that the meld runs to; 0 if it runs up, 1 if down; the others' distances. */
function distances(meld) {
  const upward = runsUpward(meld);
  const [last = 0, ...others] = meld.map((card) => (upward ? KING - card.rank : card.rank - 2)).reverse();
  return [last, upward ? 0 : 1, ...others];
}

/** Below 0, 0 or above it, as list `a` comes before `b`, is the same, or comes after it. */
function compared(a, b) {
  const place = a.findIndex((value, at) => value !== b[at]);
  return place < 0 ? a.length - b.length : a[place] - (b[place] ?? -Infinity);
}

/** The number of cards of this face in the game; the joker is none of them. */
function copiesOf(view, card) {
  if (view.game === "tennis" && card.rank === ACE) return 0;
  const hasPartOfSecondPack = view.players === 5 && (view.game === "anarchist-bomb" || view.game === "organised-chaos");
  return view.packs + (hasPartOfSecondPack && card.rank >= 6 && card.rank <= 8 ? 1 : 0);
}

const listed = (name, cards) => (cards.length > 0 ? [` ${name}`, ...cards].join(" ") : "");

/** `name` and a number; empty if it is 0. */
const counted = (name, number) => (number ? ` ${name} ${number}` : "");

const OF_TRICKS = ["tennis", "anarchy", "anarchist-bomb", "organised-chaos", "snark"];

function playedTo(game) {
  if (game === "chez") return PlayedTo.PILE;
  return OF_TRICKS.includes(game) ? PlayedTo.TRICK : PlayedTo.MELDS;
}

/** Cards of which a hand is dealt and then drawn; none where nobody draws. */
const fullStock = (view) => [52, 0, 55][view.playedTo] * view.packs;

/** Takes `card` out of `cards`; false if it is not there. */
function takeOut(cards, card) {
  const place = cards.indexOf(card);
  if (place >= 0) cards.splice(place, 1);
  return place >= 0;
}

/**
 * Takes `card` out: the card itself if it is known to be there, or else one that is not known. After an unknown card has
 * left, no other is sure to be there.
 */
function remove(hand, card) {
  if (!card.known) hand.fill(UNKNOWN);
  if (!takeOut(hand, card)) takeOut(hand, UNKNOWN);
}

// Two packs have two cards of each face: a card is the one in the place that the verb and the rules name, and never the
// other, which stays where it is.

/**
 * The card leaves the seat as one that is held: a royal that lies face-up leaves before its equal in the hand. Nothing
 * that lies in a castle is held.
 */
function leave(seat, card) {
  const isRoyal = card.rank >= JACK && card.rank <= KING;
  if (!isRoyal || !takeOut(seat.open, card)) remove(seat.hand, card);
}

/** The card goes from the hand to what lies open. */
function layOpen(seat, card) {
  remove(seat.hand, card);
  seat.open.push(card);
}

/**
 * A swap in Chez. The cards that go back for a `retry` are the delivered ones, concealed, whichever cards lie face-up
 * beside them.
 */
class Swap {
  cards = 0; // cards that are swapped
  deliveries = 0; // deliveries since the `retry`
  again = false; // there was a `retry`

  follow(verb) {
    if (verb === "swap" || verb === "favour") Object.assign(this, new Swap());
    else if (verb === "offer") this.cards += 1;
    else if (verb === "retry") Object.assign(this, { deliveries: 0, again: true });
  }

  /**
   * True if the next delivered card lies concealed. In a retry all cards go back, others are drawn from the whole hand,
   * and the offered ones follow.
   */
  deliversConcealed() {
    const place = this.deliveries;
    this.deliveries += 1;
    return this.again && (place < 2 * this.cards || place >= 3 * this.cards);
  }
}

function beginHand(view, event) {
  view.dealer = event.seat;
  view.handNumber = numberIn(event.arguments[0] ?? "") ?? view.handNumber;
  view.discards = [];
  view.trick = [];
  view.turned = [];
  view.stockSize = fullStock(view);
  for (const seat of view.seats) {
    const { points, score, pile, chips } = seat;
    Object.assign(seat, new Seat(), { points, score, pile, chips });
  }
}

/** A round of Tennis: what is left in hand goes under the piles. */
function beginRound(view, number) {
  view.handNumber = number;
  for (const seat of view.seats) {
    seat.pile += seat.hand.length;
    seat.hand = [];
  }
}

function layOnPile(view, seat, card) {
  leave(seat, card);
  view.discards.push(card);
}

function playCard(view, number, card) {
  const seat = view.seats[number];
  if (view.playedTo === PlayedTo.PILE) {
    layOnPile(view, seat, card);
    return;
  }
  remove(seat.hand, card);
  if (view.playedTo === PlayedTo.TRICK) view.trick.push({ seat: number, card });
  else if (card.suit !== Suit.NONE) seat.melds[card.suit].push(card);
}

/** The joker that the seat played leaves the trick; the odd card, if there is one, takes its place. */
function explode(view, number, odd) {
  const joker = view.trick.findIndex((play) => play.seat === number);
  if (joker < 0) return;
  if (odd.known) {
    takeOut(view.turned, odd);
    view.trick[joker] = { seat: number, card: odd };
  } else {
    view.trick.splice(joker, 1);
  }
}

function drawCard(view, seat, card) {
  seat.hand.push(card);
  if (view.stockSize > 0) view.stockSize -= 1;
  else if (seat.pile > 0) seat.pile -= 1;
}

function exchange(view, seat, card) {
  remove(seat.hand, card);
  const turned = view.turned.pop();
  if (turned) view.turned.push(card);
  seat.hand.push(turned ?? card);
}

/** The moves of a card in most games; false if the verb is none of them. */
function moveCard(view, seat, event, card) {
  switch (event.verb) {
    case "deal":
    case "draw":
      drawCard(view, seat, card);
      return true;
    case "take":
      view.discards.pop();
      seat.hand.push(card);
      return true;
    case "play":
      playCard(view, event.seat, card);
      return true;
    case "discard":
      remove(seat.hand, card);
      view.discards.push(card);
      return true;
    case "ace":
      remove(seat.hand, card);
      seat.aces.push(card);
      return true;
    case "turn":
      (view.playedTo === PlayedTo.PILE ? view.discards : view.turned).push(card);
      view.stockSize = Math.max(0, view.stockSize - 1);
      return true;
    default:
      return false;
  }
}

/** Takes a card with this face out of the trick; false if there is none. */
function takeFromTrick(view, card) {
  const place = view.trick.findIndex((play) => play.card === card);
  if (place >= 0) view.trick.splice(place, 1);
  return place >= 0;
}

/** The moves of a card in games with tricks; false if the verb is none of them. */
function moveInTricks(view, seat, verb, card) {
  switch (verb) {
    case "exchange":
      exchange(view, seat, card);
      return true;
    case "capture":
      if (!takeFromTrick(view, card)) takeOut(view.turned, card);
      seat.taken.push(card);
      return true;
    case "gather":
      takeFromTrick(view, card);
      seat.hand.push(card);
      return true;
    default:
      return false;
  }
}

/** The moves of a card in Chez; false if the verb is none of them. */
function moveInChez(view, seat, verb, card) {
  switch (verb) {
    case "lay":
    case "pair":
    case "revolution":
    case "extend":
      layOnPile(view, seat, card);
      return true;
    case "nope":
      remove(seat.hand, card);
      return true;
    case "execute":
    case "ruin":
      takeOut(seat.open, card);
      return true;
    case "castle":
    case "reveal":
      layOpen(seat, card);
      return true;
    case "court": // a royal that lies face-up already joins it
      leave(seat, card);
      seat.open.push(card);
      return true;
    case "conceal":
      takeOut(seat.open, card);
      seat.hand.push(card);
      return true;
    case "seize":
      seat.hand.push(card);
      view.stockSize = 0;
      return true;
    default:
      return false;
  }
}

/** `trick`, `aside` and `remove`: what becomes of tricks that go to piles. */
function endTrick(view, seat, verb, cards) {
  if (verb === "aside") {
    view.aside.push(...view.trick.map((play) => play.card));
  } else {
    if (verb === "trick") seat.pile += cards;
    if (verb === "remove") view.discards.push(...view.aside);
    view.aside = [];
  }
  view.trick = [];
}

/** `give` and `deliver`: cards go from one hand into another. */
function handOver(view, swap, seat, event) {
  const to = view.seats[numberIn(event.arguments[0] ?? "") ?? -1];
  if (!to) return;
  for (const card of event.arguments.slice(1).map(Card.parse)) {
    if (event.verb === "give" || swap.deliversConcealed()) remove(seat.hand, card);
    else leave(seat, card);
    to.hand.push(card);
  }
}

/** Chips go into the pot and out of it; false if the verb is not about them. */
function moveChips(view, seat, verb, first, second) {
  switch (verb) {
    case "ante":
    case "pay":
      view.pot += first;
      seat.chips -= first;
      return true;
    case "win":
      view.pot -= first;
      seat.chips += first;
      return true;
    case "chips":
      seat.chips = second;
      return true;
    default:
      return false;
  }
}

/** The seat takes no part any more, in this hand or in the game; false if the verb says no such thing. */
function leaveTable(seat, verb) {
  if (verb === "killed") {
    seat.hand = [];
    seat.open = [];
  } else if (!["fold", "finish", "lose", "place"].includes(verb)) {
    return false;
  }
  seat.out = true;
  return true;
}

/** The seat bids the suit of a card of its hand, which all see now, and keeps it. */
function showBid(seat, card) {
  if (!card.known || card.suit === Suit.NONE) return;
  seat.bid = SUIT_NAMES[card.suit];
  const unknown = seat.hand.indexOf(UNKNOWN);
  if (!seat.hand.includes(card) && unknown >= 0) seat.hand[unknown] = card;
}

/** Other events that are not moves of their cards one by one; false if it is none of them. */
function takeNews(view, swap, seat, event, numbers) {
  const first = numbers[0] ?? 0;
  switch (event.verb) {
    case "hand":
      beginHand(view, event);
      return true;
    case "round":
      beginRound(view, first);
      return true;
    case "score":
      if (numbers.length === 2) {
        seat.points = numbers[0] ?? seat.points;
        seat.score = numbers[1] ?? seat.score;
      }
      return true;
    case "bid":
      seat.bid = event.arguments[0] ?? seat.bid;
      return true;
    case "bid-card":
      showBid(seat, Card.parse(event.arguments[0] ?? ""));
      return true;
    case "trick":
    case "aside":
    case "remove":
      endTrick(view, seat, event.verb, first);
      return true;
    case "bomb":
      explode(view, event.seat, Card.parse(event.arguments[0] ?? ""));
      return true;
    case "give":
    case "deliver":
      handOver(view, swap, seat, event);
      return true;
    case "reshuffle":
      view.stockSize = first;
      view.discards = view.discards.slice(-1);
      return true;
    case "siege": // the thirteen cards of the run lie round the pile, and of that only its top stays
      view.turned.push(...view.discards.slice(-13));
      view.discards = view.discards.slice(0, -13).slice(-1);
      return true;
    default:
      return false;
  }
}

function takeEvent(view, swap, event) {
  const { verb } = event;
  const seat = view.seats[event.seat];
  const numbers = event.arguments.slice(0, 2).map(numberIn);
  swap.follow(verb);
  if (takeNews(view, swap, seat, event, numbers)) return;
  if (moveChips(view, seat, verb, numbers[0] ?? 0, numbers[1] ?? 0) || leaveTable(seat, verb)) return;
  for (const card of event.arguments.map(Card.parse)) {
    const moved = moveCard(view, seat, event, card) || moveInTricks(view, seat, verb, card);
    if (!moved && !moveInChez(view, seat, verb, card)) return;
  }
}

/** The view of a new game, from its line. `seats` and `you` are needed; all else may be missing. */
function beginGame(words) {
  const view = new View();
  view.game = words[1] ?? "";
  view.playedTo = playedTo(view.game);
  for (const word of words.slice(2)) {
    const equals = word.indexOf("=");
    const key = word.slice(0, equals);
    if (equals >= 0 && !view.options.has(key)) view.options.set(key, word.slice(equals + 1));
  }
  view.players = view.number("players");
  const seats = Math.min(Math.max(view.number("seats", view.players), 1), 64);
  view.me = Math.min(Math.max(view.number("you"), 0), seats - 1);
  view.seats = Array.from({ length: seats }, () => new Seat());
  view.stockSize = fullStock(view);
  if (view.game === "tennis") for (const seat of view.seats) seat.pile = Math.floor(48 / seats);
  return view;
}

/** `result SCORE ... places PLACE ...` */
function takeResult(view, words) {
  let numbers = view.scores;
  for (const word of words.slice(1)) {
    if (word === "places") numbers = view.places;
    const value = numberIn(word);
    if (value !== undefined) numbers.push(value);
  }
}

/** The conversation with the referee, line by line: for those who have the lines from elsewhere, such as a log in a page. */
export class Conversation {
  #name;
  #version;
  #decide;
  #hooks;
  #say;
  #swap = new Swap();

  /** `say` gets what is to be written, with the ends of its lines. */
  constructor(name, version, decide, hooks, say) {
    this.#name = name;
    this.#version = version;
    this.#decide = decide;
    this.#hooks = hooks;
    this.#say = say;
    this.view = new View();
  }

  /** Hears a line, with or without its end; false if it was the last. */
  hear(line) {
    const words = wordsOf(line.replace(/[\r\n]+$/, ""), " ");
    switch (words[0]) {
      case "quit":
        return false;
      case "ask":
        this.#answer(words);
        break;
      case "tribunal":
        this.#say(`ready ${this.#name} ${this.#version}\n`);
        break;
      case "game":
        this.view = beginGame(words);
        this.#swap = new Swap();
        this.#hooks.gameStart?.(this.view);
        break;
      case "result":
        takeResult(this.view, words);
        this.#hooks.gameEnd?.(this.view);
        break;
      default:
        this.#hearEvent(words);
    }
    return true;
  }

  #hearEvent(words) {
    const seat = numberIn(words[1] ?? "");
    this.#seatDummy(seat);
    if (!this.view.seats[seat]) return;
    const event = { verb: words[0], seat, arguments: words.slice(2) };
    takeEvent(this.view, this.#swap, event);
    this.#hooks.event?.(this.view, event);
  }

  /** The dummy, a hand that the referee plays, sits behind the seats of the line `game`. */
  #seatDummy(seat) {
    const { view } = this;
    const seats = view.seats.length;
    if (seat === seats && seats === view.number("seats") && view.playedTo === PlayedTo.TRICK) view.seats.push(new Seat());
  }

  #answer(words) {
    if (words.length < 4) return;
    const { view } = this;
    view.milliseconds = numberIn(words[2]) ?? view.milliseconds;
    view.legal = words.slice(3).map((word) => new Action(word));
    const decision = this.#decide(view);
    view.legal = [];
    const { action, comment } = decision instanceof Decision ? decision : { action: decision, comment: "" };
    const text = action instanceof Action ? action.text : action;
    if (typeof text !== "string" || text === "") {
      const name = this.#decide.name || "the bot's function";
      throw new TypeError(
        `${name} returned ${String(text)}, which is no action; expected one of view.legal: ${words.slice(3).join(" ")}`,
      );
    }
    const remark = comment ? `# ${comment.replace(/[\r\n]/g, " ")}\n` : "";
    this.#say(`${remark}move ${words[1]} ${text}\n`);
  }
}
