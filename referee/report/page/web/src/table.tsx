// The table with its cards: the middle, then one row per seat.
import type { Seat, View } from "../../../../../sdk/javascript/tribunal_bot.mjs";
import { Cards, sorted } from "./card";
import type { Play, RecordedGame, Table } from "./game";

const SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"];
const TO_MELDS = 0;

const texts = (cards: readonly { text: string }[]) => cards.map((card) => card.text);

function Middle({ table, fresh }: { table: Table; fresh: ReadonlySet<string> }) {
  const { view } = table;
  const top = view.discards[view.discards.length - 1];
  const melds = view.playedTo === TO_MELDS;
  return (
    <dl class="middle">
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
            <span data-discards>{view.discards.length}</span> {top && <Cards cards={[top.text]} small fresh={fresh} />}
          </dd>
        </div>
      )}
      {melds && (
        <div>
          <dt>aces shown</dt>
          <dd>{view.acesShown}</dd>
        </div>
      )}
      {view.turned.length > 0 && (
        <div>
          <dt>turned up</dt>
          <dd>
            <Cards cards={texts(view.turned)} small fresh={fresh} />
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

function Melds({ view, number, seat, fresh, hidden }: { view: View; number: number; seat: Seat; fresh: ReadonlySet<string>; hidden?: ReadonlySet<string> }) {
  return (
    <>
      {seat.melds.map(
        (meld, suit) =>
          meld.length > 0 && (
            <span
              key={suit}
              class={view.winner(suit as 0 | 1 | 2 | 3) === number ? "meld winning" : "meld"}
              data-meld={texts(meld).join(" ")}
              title={`${SUIT_NAMES[suit]}${view.winner(suit as 0 | 1 | 2 | 3) === number ? ", the winning meld" : ""}`}
            >
              <Cards cards={texts(meld)} small fanned fresh={fresh} hidden={hidden} />
            </span>
          ),
      )}
    </>
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

interface BeforeTerms {
  table: Table;
  number: number;
  fresh: ReadonlySet<string>;
  hidden?: ReadonlySet<string>;
}

function Before({ table, number, fresh, hidden }: BeforeTerms) {
  const { view } = table;
  const seat = view.seats[number];
  if (!seat) return null;
  const trick = table.ended ?? view.trick.map((play): Play => ({ seat: play.seat, card: play.card.text }));
  const plays = trick.filter((play) => play.seat === number).map(({ card }) => card);
  return (
    <div class="before">
      <Melds view={view} number={number} seat={seat} fresh={fresh} hidden={hidden} />
      {plays.length > 0 && (
        <Part name={table.ended ? "played" : "plays"}>
          <Cards cards={plays} small fresh={fresh} hidden={hidden} />
        </Part>
      )}
      {table.ended && <Takes trick={table.ended} number={number} />}
      {seat.open.length > 0 && (
        <Part name="open" cards={texts(seat.open)}>
          <Cards cards={texts(seat.open)} small fresh={fresh} />
        </Part>
      )}
      {seat.aces.length > 0 && (
        <Part name="aces">
          <Cards cards={texts(seat.aces)} small fresh={fresh} />
        </Part>
      )}
      {table.hasPiles && <Part name="pile">{seat.pile}</Part>}
      {seat.bid !== "" && <Part name="bid">{hidden?.has(seat.bid) ? "chosen" : seat.bid}</Part>}
      {seat.taken.length > 0 && <Part name="captured">{seat.taken.length}</Part>}
      {table.hasPot && <Part name="chips">{seat.chips}</Part>}
      {seat.out && <Part name="out">{""}</Part>}
    </div>
  );
}

export interface SeatsTerms {
  game: RecordedGame;
  table: Table;
  /** The seat that decided in this step. `next`: the seat that decides next. */
  decided?: number;
  next?: number;
  /** The words of decisions, by seat, that are hidden because other seats still decide at the same time. */
  chosen: ReadonlyMap<number, ReadonlySet<string>>;
  fresh: ReadonlySet<string>;
}

export function CardTable({ game, table, decided, next, chosen, fresh }: SeatsTerms) {
  const { view } = table;
  return (
    <div class="table">
      <Middle table={table} fresh={fresh} />
      <ol class="seats">
        {view.seats.map((seat, number) => (
          <li key={number} data-seat={number} class={[number === decided && "decided", number === next && "next"].filter(Boolean).join(" ")}>
            <div class="who">
              <strong>{game.nameOf(number)}</strong>
              <span class="quiet"> seat {number}</span>
              {number === next && <span class="badge">to move</span>}
              {chosen.has(number) && <span class="badge">has decided</span>}
              <span class="score" data-score>
                {seat.score}
              </span>
            </div>
            <div class="hand" data-hand={sorted(seat.hand).join(" ")}>
              <Cards cards={sorted(seat.hand)} fresh={fresh} />
              {seat.hand.length === 0 && <span class="quiet">no card in hand</span>}
            </div>
            <Before table={table} number={number} fresh={fresh} hidden={chosen.get(number)} />
          </li>
        ))}
      </ol>
    </div>
  );
}
