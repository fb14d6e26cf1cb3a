// The table with its cards: the middle, then one row per seat, with a column for each suit where melds are built.
import type { Seat, View } from "../../../../../sdk/javascript/tribunal_bot.mjs";
import { Cards, shownCard, sorted } from "./card";
import { lineKind } from "./charts";
import { Clause } from "./choices";
import type { Play, RecordedGame, Table } from "./game";
import { fifthSuit, type Scores, SUIT_NAMES } from "./scores";
import type { Step } from "./steps";
import { suitsOfBid } from "./tallies";
import { fixed, signed } from "./text";

type SuitNumber = 0 | 1 | 2 | 3;
const SUITS: readonly SuitNumber[] = [0, 1, 2, 3];
const SUIT_LETTERS = "cdhs";
const TO_MELDS = 0;
const TO_PILE = 2;
/** The largest hand that has a column of its own beside the suits. */
const HAND_COLUMN = 8;
const NO_CARDS: ReadonlySet<string> = new Set();

const texts = (cards: readonly { text: string }[]) => cards.map((card) => card.text);
const suitSign = (suit: number) => shownCard(`2${SUIT_LETTERS[suit]}`).slice(1);
const isRed = (suit: number) => suit === 1 || suit === 2;

/** The cards that came to a place with the last step, by the name of the place. */
export type Fresh = ReadonlyMap<string, ReadonlySet<string>>;

function Aces({ view }: { view: View }) {
  const left = view.acesLeft;
  return (
    <div>
      <dt>aces</dt>
      <dd>
        <span class="pips" aria-hidden="true">
          {Array.from({ length: view.acesShown + left }, (_, place) => (
            <span key={place} class={place < view.acesShown ? "pip shown" : "pip"}>
              A
            </span>
          ))}
        </span>
        <span class="visually-hidden">{view.acesShown} shown</span>
        {left <= 0 && view.game === "mitch" && <span class="quiet">nobody draws any more</span>}
        {left > 0 && <span class="quiet">{left} more {left === 1 ? "ends" : "end"} the {view.game === "mitch" ? "drawing" : "hand"}</span>}
      </dd>
    </div>
  );
}

/** The cards that seats draw at this step of a game without melds. */
function PicksUp({ game, step }: { game: RecordedGame; step: Step }) {
  const counts = new Map<number, number>();
  for (const { verb, seat } of game.events.slice(step.begin, step.end)) if (verb === "draw") counts.set(seat, (counts.get(seat) ?? 0) + 1);
  if (counts.size === 0) return null;
  return (
    <div data-picks-up>
      <dt>picks up</dt>
      <dd>{[...counts].map(([seat, count]) => `${game.nameOf(seat)} ${count}`).join(", ")}</dd>
    </div>
  );
}

function Middle({ game, step, table, fresh, facts }: Pick<CardTableTerms, "game" | "step" | "table" | "fresh" | "facts">) {
  const { view } = table;
  const top = view.discards[view.discards.length - 1];
  const melds = view.playedTo === TO_MELDS;
  return (
    <dl class="middle">
      {melds && <Aces view={view} />}
      {table.hasStock && (
        <div>
          <dt>stock</dt>
          <dd data-stock>{view.stockSize}</dd>
        </div>
      )}
      {table.hasStock && (
        <div>
          <dt>{melds ? "discards" : "pile"}</dt>
          <dd>
            <span data-discards>{view.discards.length}</span> {top && <Cards cards={[top.text]} small={melds} fresh={fresh.get("discards")} />}
          </dd>
        </div>
      )}
      {view.playedTo === TO_PILE && <PicksUp game={game} step={step} />}
      {facts.map(([name, text]) => (
        <div key={name} class={name === "attack" ? "attack" : undefined} data-fact={`${name}: ${text}`}>
          <dt>{name}</dt>
          <dd>
            <Clause text={text} game={game} />
          </dd>
        </div>
      ))}
      {view.turned.length > 0 && (
        <div>
          <dt>turned up</dt>
          <dd>
            <Cards cards={texts(view.turned)} small fresh={fresh.get("turned")} />
          </dd>
        </div>
      )}
      {table.ended && table.ended.every(({ taker }) => taker === undefined) && <div><dt>trick</dt><dd data-nobody>nobody takes it</dd></div>}
      {table.aside.length > 0 && (
        <div>
          <dt>aside</dt>
          <dd>
            <Cards cards={table.aside} small />
          </dd>
        </div>
      )}
      {table.hasPot && (
        <div>
          <dt>pot</dt>
          <dd>{view.pot}</dd>
        </div>
      )}
    </dl>
  );
}

/** The meld of a suit, and the points that it gains or loses. */
function SuitCell({ view, number, seat, suit, scores, fresh, hidden, isFifth }: { view: View; number: number; seat: Seat; suit: SuitNumber; scores: Scores; fresh: ReadonlySet<string>; hidden?: ReadonlySet<string>; isFifth: boolean }) {
  const meld = seat.melds[suit] ?? [];
  const isWon = view.winner(suit) === number;
  const worth = scores.suits[suit] ?? 0;
  return (
    <span class={isWon ? "suit winning" : "suit"} data-suit={`${SUIT_NAMES[suit]} ${meld.length === 0 ? 0 : isWon ? worth : -meld.length}`}>
      {meld.length > 0 && (
        <>
          <span class="meld" data-meld={texts(meld).join(" ")}>
            <Cards cards={texts(meld)} fanned fresh={fresh} hidden={hidden} />
          </span>
          {isWon ? <em>wins{worth > 0 && ` ${signed(worth, 0)}`}{isFifth && <span class="quiet"> fifth suit</span>}</em> : <em class="loses">{fixed(-meld.length, 0)}</em>}
        </>
      )}
    </span>
  );
}

/** A part of the cards and figures of a seat, with its name. */
function Part({ name, cards, children }: { name: string; cards?: string[]; children: preact.ComponentChildren }) {
  return (
    <span class="part" data-part={name} data-cards={cards?.join(" ")}>
      <span class="quiet">{name}</span> {children}
    </span>
  );
}

/** The cards that the seat takes from the last trick. */
function Takes({ trick, number }: { trick: Play[]; number: number }) {
  const taken = trick.filter(({ taker }) => taker === number).map(({ card }) => card);
  if (taken.length === 0) return null;
  const isAll = taken.length === trick.length;
  return (
    <span class="badge takes" data-takes={taken.join(" ")}>
      {isAll ? "takes the trick" : <>takes <Cards cards={taken} small /></>}
    </span>
  );
}

/** The captured cards by suit. Those of the suits that the bid counts are marked. */
function Captured({ seat }: { seat: Seat }) {
  const counted = suitsOfBid(seat.bid);
  const count = (suit: number) => seat.taken.filter((card) => card.suit === suit).length;
  return (
    <Part name="captured">
      <span data-captured={SUITS.map(count).join(" ")}>
        {seat.taken.length}
        {seat.taken.length > 0 && SUITS.map((suit) => (
          <span key={suit} class={["by-suit", isRed(suit) && "red", counted.includes(suit) && "counted"].filter(Boolean).join(" ")}>
            {suitSign(suit)}
            {count(suit)}
          </span>
        ))}
      </span>
    </Part>
  );
}

interface BeforeTerms {
  table: Table;
  number: number;
  fresh: Fresh;
  hidden?: ReadonlySet<string>;
}

function Before({ table, number, fresh, hidden }: BeforeTerms) {
  const { view } = table;
  const seat = view.seats[number];
  if (!seat) return null;
  const trick = table.ended ?? view.trick.map((play): Play => ({ seat: play.seat, card: play.card.text }));
  const plays = trick.filter((play) => play.seat === number).map(({ card }) => card);
  const hasBids = view.playedTo === 1 && view.seats.some(({ bid }) => bid !== "");
  return (
    <div class="before">
      {plays.length > 0 && (
        <Part name={table.ended ? "played" : "plays"}>
          <Cards cards={plays} fresh={table.ended ? NO_CARDS : fresh.get(`trick ${number}`)} hidden={hidden} />
        </Part>
      )}
      {table.ended && <Takes trick={table.ended} number={number} />}
      {seat.open.length > 0 && (
        <Part name="open" cards={texts(seat.open)}>
          <Cards cards={texts(seat.open)} small fresh={fresh.get(`open ${number}`)} />
        </Part>
      )}
      {table.hasPiles && <Part name="pile">{seat.pile}</Part>}
      {seat.bid !== "" && <Part name="bid">{hidden?.has(seat.bid) ? "chosen" : seat.bid}</Part>}
      {hasBids && seat.bid !== "" && <Captured seat={seat} />}
      {table.hasPot && <Part name="chips">{seat.chips}</Part>}
    </div>
  );
}

/** The score of a seat if the hand ended now, or at the end, and its change with the step. */
function Now({ number, scores, earlier, missing, what, note }: { number: number; scores: Scores; earlier?: Scores; missing?: number; what: string; note?: string }) {
  const now = scores.seats[number];
  if (now === undefined) return <span class="now" />;
  const change = earlier ? now - (earlier.seats[number] ?? 0) : 0;
  return (
    <span class="now" data-now={now}>
      <strong>{fixed(now, 0)}</strong>
      {note !== undefined && <span class="quiet missing" data-note={note}>{note}</span>}
      {missing !== undefined && missing > 0 && <span class="quiet missing" data-missing={missing}>missing suits {signed(missing, 0)}</span>}
      <span class="quiet now-what" aria-hidden="true">{what}</span>
      {change !== 0 && <span class={change > 0 ? "change good" : "change fault"}>{`${change > 0 ? "▲" : "▼"} ${signed(change, 0)}`}</span>}
    </span>
  );
}

export interface CardTableTerms {
  game: RecordedGame;
  table: Table;
  step: Step;
  /** The seats that decide next. */
  next: readonly number[];
  /** The words of decisions, by seat, that are hidden because other seats still decide at the same time. */
  chosen: ReadonlyMap<number, ReadonlySet<string>>;
  fresh: Fresh;
  /** What the program says about the table, a name and a text each. */
  facts: readonly [string, string][];
  /** The scores after this step and after the one before it. Undefined if the game has none yet. */
  scores?: Scores;
  earlier?: Scores;
  /** For each seat the points for missing suits that count only at the end of the hand. */
  missing?: readonly number[];
}

function Head({ melds, beside, what }: { melds: boolean; beside: boolean; what: string }) {
  return (
    <div class="table-head quiet" aria-hidden="true">
      <span />
      {melds ? SUITS.map((suit) => <span key={suit}><span class={isRed(suit) ? "red" : ""}>{suitSign(suit)}</span> <span class="suit-name">{SUIT_NAMES[suit]}</span></span>) : <span />}
      <span class="now">{what}</span>
      {beside && <span>hand</span>}
    </div>
  );
}

export function CardTable(terms: CardTableTerms) {
  const { table, scores, step, missing } = terms;
  const { view } = table;
  const melds = view.playedTo === TO_MELDS;
  const beside = melds && view.seats.every(({ hand }) => hand.length <= HAND_COLUMN);
  const what = !scores ? "" : step.kind === "result" ? "score" : missing ? "so far" : "if it ended now"; // of the figures of the seats
  return (
    <div class={["table", melds ? "of-melds" : "of-cards", beside && "hand-beside"].filter(Boolean).join(" ")}>
      {!melds && <Middle {...terms} />}
      {(melds || scores) && <Head melds={melds} beside={beside} what={what} />}
      <ol class="seats">
        {view.seats.map((seat, number) => (
          <SeatRow key={number} {...terms} seat={seat} number={number} melds={melds} what={what} />
        ))}
      </ol>
      {melds && <Middle {...terms} />}
    </div>
  );
}

function SeatRow({ game, table, step, next, chosen, fresh, scores, earlier, missing, seat, number, melds, what }: CardTableTerms & { seat: Seat; number: number; melds: boolean; what: string }) {
  const { view } = table;
  const decided = step.decisions.length === 1 && step.seat === number;
  const left = table.left.get(number);
  const hidden = chosen.get(number);
  const fifth = fifthSuit(game, scores);
  // Without a card in a meld only a penalty can cost points.
  const isPenalty = melds && !table.hasPot && (scores?.seats[number] ?? 0) < 0 && seat.melds.every((meld) => meld.length === 0);
  const isNext = next.length === 1 && next[0] === number;
  return (
    <li data-seat={number} class={[decided && "decided", isNext && "next"].filter(Boolean).join(" ")}>
      <div class="who">
        <span class={`seat-key ${lineKind(number)}`} aria-hidden="true" />
        <bdi class="seat-name">{game.nameOf(number)}</bdi>
        <span class="quiet">seat {number}</span>
        {isNext && <span class="badge">to move</span>}
        {decided && <span class="badge just">decided</span>}
        {chosen.has(number) && <span class="badge">has decided</span>}
        {left !== undefined && <span class="badge" data-left={left}>{left}</span>}
      </div>
      {melds && SUITS.map((suit) => <SuitCell key={suit} {...{ view, number, seat, suit, hidden }} isFifth={suit === fifth} scores={scores ?? { seats: [], suits: [] }} fresh={fresh.get(`melds ${number}`) ?? NO_CARDS} />)}
      <Before table={table} number={number} fresh={fresh} hidden={hidden} />
      {scores ? <Now number={number} scores={scores} earlier={earlier} missing={missing?.[number]} what={what} note={isPenalty ? "penalty: nothing played yet" : undefined} /> : <span class="now" />}
      <div class="hand" data-score={seat.score} data-hand={sorted(seat.hand).join(" ")}>
        <Cards cards={sorted(seat.hand)} fresh={fresh.get(`hand ${number}`)} />
        {seat.hand.length === 0 && <span class="quiet">no card in hand</span>}
        {!melds && seat.hand.length > 0 && <span class="quiet">{seat.hand.length}</span>}
      </div>
    </li>
  );
}
