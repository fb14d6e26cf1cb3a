/**
 * The JavaScript kit for bots of Tribunal: this one file, node 18 or later or a browser, nothing else.
 *
 *     import { run } from "./tribunal_bot.mjs";
 *     run("mybot", "1.0", (view) => view.legal[0]);
 *
 * A bot is a function from its view to one of its legal actions. The view keeps the table for you. It ignores unknown
 * lines (later versions of the protocol, other games' events), which `hooks.event` still receives. The kits for Python
 * and C++ have the same names, in their spelling, and meanings. tribunal_bot.d.mts has the types.
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

  /** Reads `Kh` or `Jo`; anything else, such as `??`, is a card that you may not see. */
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

/** A legal action: the referee's own word (`play:Kh`, `give:2,3c,4c,5c`, `pass`) and its parts. */
export class Action {
  constructor(text) {
    const colon = text.indexOf(":");
    this.text = text;
    this.verb = colon < 0 ? text : text.slice(0, colon);
    /** The text after the colon. */
    this.arguments = colon < 0 ? "" : text.slice(colon + 1);
    Object.freeze(this);
  }

  /** The card (the first, if there are several); unknown if there is none. */
  get card() {
    return this.cards[0] ?? UNKNOWN;
  }

  /** All cards of the action. */
  get cards() {
    return wordsOf(this.arguments, ",").map(Card.parse).filter((card) => card.known);
  }

  /** The number in the place `index` after the colon; `otherwise` if there is none. */
  number(index = 0, otherwise = 0) {
    return numberIn(wordsOf(this.arguments, ",")[index] ?? "") ?? otherwise;
  }

  /** The seat in the action; -1 if there is none. */
  get seat() {
    return this.number(0, -1);
  }

  toString() {
    return this.text;
  }
}

/** The text without what is beyond 4000 bytes, because a line of more than 4 KiB loses the game. */
const cut = (text) =>
  text.length > 1000 ? new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, 4000), { stream: true }) : text;

/** An answer: an action and a comment, which the referee stores in the log beside the move. */
export class Decision {
  constructor(action, comment = "") {
    this.action = action;
    this.comment = comment;
  }
}

// ---- What you see ----

/** Melds by suit. `NONE` also has a meld, which is always empty and not in the list. */
class Melds extends Array {
  static get [Symbol.species]() {
    return Array;
  }

  get [Suit.NONE]() {
    return [];
  }
}

/** A place at the table, with everything known about it. The Mob and the dummy have the last place. */
export class Seat {
  hand = []; // yours are all known, another seat's only if taken openly
  melds = new Melds([], [], [], []); // by suit, in the order of play
  aces = []; // aces that it showed and put aside
  points = 0; // points of the last hand that was scored
  score = 0; // score of the game so far
  open = []; // open cards before it that are not in melds: a castle, face-up royals
  taken = []; // cards captured in this hand
  pile = 0; // cards in its face-down pile
  bid = ""; // its bid in this hand; empty if it made none
  chips = 0; // chips won in the game so far, less its chips in the pot
  out = false; // whether it folded this hand, or is out of the game

  /** Its meld of the suit; empty for the suit of a card that you may not see. */
  meld(suit) {
    return this.melds[suit];
  }
}

/** The place of played cards: melds before the seats, a trick, or the discard pile. */
export const PlayedTo = Object.freeze({ MELDS: 0, TRICK: 1, PILE: 2 });

/** The table as you see it when you are asked, and when a hook is called. */
export class View {
  game = ""; // `mitch`, `revolution`, ...
  options = new Map(); // the key=value words of the line `game`
  me = 0; // your seat, from 0
  players = 0; // seats that bots play
  seats = [new Seat()]; // all seats, clockwise
  playedTo = PlayedTo.MELDS; // the place of played cards
  handNumber = 0; // number of the hand or round, from 1
  dealer = 0; // the seat that dealt this hand
  discards = []; // the discard pile, its top card last
  trick = []; // the trick so far, in the order of play: { seat, card }
  turned = []; // cards turned up for all to see
  aside = []; // tricks without a winner
  pot = 0; // chips in it
  stockSize = 0; // cards left to draw
  legal = []; // the legal actions; empty when you are not asked
  milliseconds = 0; // the time for this decision
  scores = []; // the score of each seat, when the game is over
  places = []; // the place of each seat from 1, when the game is over; 0: not ranked

  get mine() {
    return this.seats[this.me];
  }

  get hand() {
    return this.mine.hand;
  }

  /** The seat of this number; an empty one if there is none, as for an action without a seat. */
  seat(number) {
    return this.seats[number] ?? new Seat();
  }

  /** An option's text; `otherwise` if the game has no such option. */
  option(name, otherwise = "") {
    return this.options.get(name) ?? otherwise;
  }

  isOn(name) {
    return this.option(name) === "on";
  }

  number(name, otherwise = 0) {
    return numberIn(this.option(name)) ?? otherwise;
  }

  /** The seat of the Mob, which the referee plays; -1 without the Mob. */
  get mob() {
    return this.isOn("mob") ? this.seats.length - 1 : -1;
  }

  /** Number of packs of 52 in play. */
  get packs() {
    return this.number("packs", 1);
  }

  /** Number of aces that all seats have shown in this hand. */
  get acesShown() {
    return this.seats.reduce((sum, seat) => sum + seat.aces.length, 0);
  }

  /** Number of aces until drawing, or the hand, ends: 4 in Revolution, 3 per pack in Mitch. */
  get acesLeft() {
    const usual = Number(fact(this.game, "ace_limit=") ?? 4) * this.packs;
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

  /** The seat that wins the suit by the current melds; -1 if none does. */
  winner(suit) {
    let best = -1;
    let strongest = [];
    this.seats.forEach((seat, number) => {
      const meld = seat.meld(suit);
      if (meld.length === 0 || seat.out) return; // a folded seat does not compete
      if (this.beats(meld, strongest)) [best, strongest] = [number, meld];
      else if (!this.beats(strongest, meld)) best = -1; // equal melds, which two packs allow, do not win
    });
    return best;
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

  /** Every card of the game, except jokers, that you do not see now: it is in the stock, in a pile or in another hand. */
  get unseen() {
    const [without = "", more = ""] = ["without=", `more${this.players}=`].map((name) => fact(this.game, name));
    const copies = ([rank]) => (without.includes(rank) ? 0 : this.packs + (more.includes(rank) ? 1 : 0));
    const left = new Map(PACK.map((card) => [card, copies(card.text)]));
    const seen = [this.discards, this.turned, this.aside, this.trick.map((play) => play.card)];
    for (const seat of this.seats) seen.push(seat.hand, seat.aces, seat.open, seat.taken, ...seat.melds);
    for (const card of seen.flat()) if (card.suit !== Suit.NONE) left.set(card, left.get(card) - 1);
    return PACK.flatMap((card) => Array(Math.max(0, left.get(card))).fill(card));
  }
}

/**
 * Plays games on standard input and output until the referee sends `quit` or closes the connection. `hooks` may have
 * the functions `gameStart(view)`, `event(view, event)` (called after the view is updated) and `gameEnd(view)` (called
 * when scores and places are known); an event has `verb`, `seat` and `arguments`.
 *
 * @returns {Promise<void>} when it is over
 */
export async function run(name, version, decide, hooks = {}) {
  const { stdin, stdout } = process;
  stdout.on("error", () => process.exit(0)); // nobody reads the output any more
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

/** The view as a few lines of text, for debugging. */
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

/** The text as a number; undefined if it is not one. */
const numberIn = (text) => (/^-?[0-9]+$/.test(text) ? Number(text) : undefined);

/** Does the meld run upward (option high_low)? */
const runsUpward = (meld) => meld.length > 1 && meld[1].rank > meld[0].rank;

/** The ranks from the lowest up; the Mob's cards are in any order. */
const lowCards = (meld) => meld.map((card) => card.rank).sort((a, b) => a - b);

/** The last card's distance from the end of the meld's direction; 0 if the meld runs up, 1 if down; the other distances. */
function distances(meld) {
  const upward = runsUpward(meld);
  const [last = 0, ...others] = meld.map((card) => (upward ? KING - card.rank : card.rank - 2)).reverse();
  return [last, upward ? 0 : 1, ...others];
}

/** Negative if list `a` is before `b`, 0 if they are equal, positive if it is after `b`. */
function compared(a, b) {
  const place = a.findIndex((value, at) => value !== b[at]);
  return place < 0 ? a.length - b.length : a[place] - (b[place] ?? -Infinity);
}

const listed = (name, cards) => (cards.length > 0 ? [` ${name}`, ...cards].join(" ") : "");

/** `name` and a number; empty if it is 0. */
const counted = (name, number) => (number ? ` ${name} ${number}` : "");

// The effect of a verb is a list of steps. The words of a game describe its table. docs/kits.md has the grammar of both.

/** A row for each name in rows of several names. */
const eachName = (rows) => new Map(Object.entries(rows).flatMap(([names, text]) => names.split(" ").map((name) => [name, text])));

// generated by ./dev kits
const EFFECTS = eachName({
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
});
const GAMES = eachName({
  "mitch": "ace_limit=3",
  "tennis": "dealt=0 piles=48 without=A play=trick",
  "anarchy snark": "dealt=0 play=trick",
  "anarchist-bomb organised-chaos": "more5=678 dealt=0 play=trick",
  "chez": "dealt=55 play=discards",
});
// end of generated

/** The rest of the word that begins with `name`, such as `dealt=`; undefined if there is none. */
const fact = (game, name) => wordsOf(GAMES.get(game) ?? "", " ").find((word) => word.startsWith(name))?.slice(name.length);

/** Number of cards for dealing and drawing in a hand; 0 in games without drawing. */
const fullStock = (view) => Number(fact(view.game, "dealt=") ?? 52) * view.packs;

/** Removes `card` from `cards`, or from a trick; false if it is not there. */
function takeOut(cards, card) {
  const place = cards.findIndex((one) => (one.card ?? one) === card);
  if (place >= 0) cards.splice(place, 1);
  return place >= 0;
}

/**
 * Applies the effects of verbs to a view. Two packs have two cards of each face: only the card in the place that the
 * effect names moves.
 */
class Table {
  counted = 0;
  sources = []; // the sources of the next cards, set by `next`

  constructor(view) {
    this.view = view;
  }

  follow(event) {
    this.event = event;
    this.seat = this.view.seats[event.seat];
    for (const step of wordsOf(EFFECTS.get(event.verb) ?? "", ",")) {
      const [what, to] = step.split(">");
      const [which, from] = what.split(":");
      if (to === undefined) this.takeIn(step);
      else if (from === undefined) this.moveNamed(what, to);
      else for (const seat of which === "each" ? this.view.seats : [this.seat]) this.moveSome(seat, which, from, to);
    }
  }

  /** The owner of the place and the name of its property: a list of cards, or a number of cards, chips or points. */
  place(seat, name) {
    const property = { stock: "stockSize", number: "handNumber" }[name] ?? name;
    return [property in seat ? seat : this.view, property];
  }

  /** Moves the cards of the event. With `to.PLACE` the first argument is the receiving seat. */
  moveNamed(from, to) {
    const [place, beyond] = wordsOf(to, ".");
    const words = [...this.event.arguments];
    const receiver = beyond ? this.view.seats[numberIn(words.shift() ?? "") ?? -1] : this.seat;
    if (!receiver) return;
    const cards = words.map(Card.parse);
    for (const card of cards) this.take(from, card);
    for (const card of cards) this.put(receiver, beyond ?? place, card);
  }

  /** Moves all cards, all but the last (`under`), or a number of the last. */
  moveSome(seat, which, from, to) {
    const [owner, name] = this.place(seat, from);
    if (typeof owner[name] === "number") {
      owner[name] = 0;
      return;
    }
    const last = owner[name].length - (which === "under" ? 1 : 0);
    const count = numberIn(which) ?? last;
    const moved = owner[name].splice(Math.max(0, last - count), Math.max(0, count));
    for (const card of moved) this.put(seat, to, card.card ?? card);
  }

  /** Removes the card from the first of the places that has it; false if none has it. */
  take(from, card) {
    const places = wordsOf(from, "|");
    const ordered = places[0] === "next" ? wordsOf(this.sources.shift() ?? from, "|") : places;
    return ordered.some((place) => place !== "next" && this.takeFrom(place, card));
  }

  takeFrom(from, card) {
    if (from === "royals") return card.rank >= JACK && card.rank <= KING && takeOut(this.seat.open, card);
    const [owner, name] = this.place(this.seat, from);
    if (typeof owner[name] === "number") return owner[name] > 0 && owner[name]-- > 0;
    const cards = from === "melds" ? owner[name][card.suit] : owner[name];
    // After an unknown card has left a hand, it is no longer certain that the hand has any of its other cards.
    if (from === "hand" && !card.known) cards.fill(UNKNOWN);
    return takeOut(cards, card) || (from === "hand" && takeOut(cards, UNKNOWN));
  }

  put(seat, place, card) {
    if (!place) return;
    const { playedTo } = this.view;
    const shown = playedTo === PlayedTo.PILE ? "discards" : "turned";
    const to = { played: ["melds", "trick", "discards"][playedTo], shown }[place] ?? place;
    const [owner, name] = this.place(seat, to);
    if (typeof owner[name] === "number") owner[name] += 1;
    else if (to === "melds") owner[name][card.suit].push(card);
    else owner[name].push(to === "trick" ? { seat: this.event.seat, card } : card);
  }

  /** A step without cards. */
  takeIn(step) {
    if (step === "clear" || step === "show" || step === "explode") this[step]();
    else if (step === "out") this.seat.out = true;
    else if (step === "forget") Object.assign(this, { counted: 0, sources: [] });
    else if (step === "count") this.counted += 1;
    else if (step.startsWith("next:")) this.sources.push(...Array(this.counted).fill(step.slice(5)));
    else this.set(...step.split(/([=+-])/));
  }

  /** The seat deals a new hand. */
  clear() {
    const { view } = this;
    Object.assign(view, { dealer: this.event.seat, discards: [], trick: [], turned: [], stockSize: fullStock(view) });
    for (const seat of view.seats) {
      const { points, score, pile, chips } = seat;
      Object.assign(seat, new Seat(), { points, score, pile, chips });
    }
  }

  /** All seats see that this hand has the cards of the event. */
  show() {
    const { hand } = this.seat;
    for (const card of this.event.arguments.map(Card.parse)) {
      const unknown = hand.indexOf(UNKNOWN);
      if (!hand.includes(card) && unknown >= 0) hand[unknown] = card;
    }
  }

  /** The card of the event, if any, replaces the joker in the trick. */
  explode() {
    const odd = this.event.arguments.slice(0, 1).map(Card.parse);
    this.view.trick = this.view.trick.flatMap(({ seat, card }) =>
      (card.rank === JOKER ? odd : [card]).map((one) => ({ seat, card: one })),
    );
  }

  /** `NAME=I`, `NAME+I` or `NAME-I`: sets the number to the argument I, or adds or subtracts it. */
  set(name, sign, place) {
    const word = this.event.arguments[place] ?? "";
    const value = numberIn(word);
    const [owner, property] = this.place(this.seat, name);
    if (name === "bid") owner.bid = SUIT_NAMES[Card.parse(word).suit] ?? (word || owner.bid);
    else if (value !== undefined) owner[property] = (sign === "=" ? 0 : owner[property]) + (sign === "-" ? -value : value);
  }
}

/** The view of a new game, from its line. It needs `seats` and `you`; other words may be missing. */
function beginGame(words) {
  const view = new View();
  view.game = words[1] ?? "";
  view.playedTo = { trick: PlayedTo.TRICK, discards: PlayedTo.PILE }[fact(view.game, "play=")] ?? PlayedTo.MELDS;
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
  for (const seat of view.seats) seat.pile = Math.floor(Number(fact(view.game, "piles=") ?? 0) / seats);
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

/** The conversation with the referee, line by line, for lines that do not come from standard input, such as a log in a page. */
export class Conversation {
  #name;
  #version;
  #decide;
  #hooks;
  #say;
  #table;

  /** `say` receives the text to write, with the ends of its lines. */
  constructor(name, version, decide, hooks, say) {
    this.#name = name;
    this.#version = version;
    this.#decide = decide;
    this.#hooks = hooks;
    this.#say = say;
    this.view = new View();
    this.#table = new Table(this.view);
  }

  /** Processes a line, with or without its end; false if it was the last. */
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
        this.#table = new Table(this.view);
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
    this.#table.follow(event);
    this.#hooks.event?.(this.view, event);
  }

  /** The dummy, a hand that the referee plays, is the seat after those of the line `game`. */
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
        `${name} returned ${String(text)}, which is not an action; expected one of view.legal: ${words.slice(3).join(" ")}`,
      );
    }
    const remark = comment ? `# ${cut(comment.replace(/[\r\n]/g, " "))}\n` : "";
    this.#say(`${remark}move ${words[1]} ${text}\n`);
  }
}
