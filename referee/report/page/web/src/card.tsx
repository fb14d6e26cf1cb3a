// Cards as text that is readable at 34 x 46 px. The card signs of Unicode are not.

const SUITS: Record<string, { sign: string; name: string; red: boolean }> = {
  c: { sign: "\u2663\ufe0e", name: "clubs", red: false },
  d: { sign: "\u2666\ufe0e", name: "diamonds", red: true },
  h: { sign: "\u2665\ufe0e", name: "hearts", red: true },
  s: { sign: "\u2660\ufe0e", name: "spades", red: false },
};
const RANK_NAMES: Record<string, string> = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };

/** The name of a card: `king of hearts`. */
export function cardName(text: string): string {
  if (text === "Jo") return "joker";
  const suit = SUITS[text[1] ?? ""];
  if (!suit) return "a card not seen";
  const rank = text[0] ?? "";
  return `${RANK_NAMES[rank] ?? rank} of ${suit.name}`;
}

/** A card as text: `K♥`. */
export function shownCard(text: string): string {
  const suit = SUITS[text[1] ?? ""];
  return suit ? (text[0] === "T" ? "10" : text[0]) + suit.sign : text === "Jo" ? "joker" : "??";
}

export function Card({ text, small, isNew }: { text: string; small?: boolean; isNew?: boolean }) {
  const suit = SUITS[text[1] ?? ""];
  const kinds = ["card", small && "small", isNew && "new"];
  if (text === "Jo") {
    return <span class={[...kinds, "joker"].filter(Boolean).join(" ")} role="img" aria-label="joker" data-card="Jo">★</span>;
  }
  if (!suit) return <span class={[...kinds, "back"].filter(Boolean).join(" ")} role="img" aria-label="a card not seen" data-card="??" />;
  const rank = text[0] === "T" ? "10" : text[0];
  return (
    <span class={[...kinds, suit.red && "red"].filter(Boolean).join(" ")} role="img" aria-label={cardName(text)} data-card={text}>
      <span>{rank}</span>
      <span>{suit.sign}</span>
    </span>
  );
}

export interface CardsTerms {
  cards: readonly string[];
  small?: boolean;
  /** Whether cards overlap, so that only their left edges are visible. */
  fanned?: boolean;
  /** The cards that came with the last step. */
  fresh?: ReadonlySet<string>;
  /** The cards that lie face down. */
  hidden?: ReadonlySet<string>;
}

export function Cards({ cards, small, fanned, fresh, hidden }: CardsTerms) {
  return (
    <span class={fanned ? "cards fanned" : "cards"}>
      {cards.map((card, place) => (
        <Card key={place} text={hidden?.has(card) ? "??" : card} small={small} isNew={fresh?.has(card)} />
      ))}
    </span>
  );
}

/**
 * Cards by suit and rank. In the view of one seat, the order of other seats' unknown cards has no meaning.
 */
export function sorted(cards: readonly { text: string; suit: number; rank: number }[]): string[] {
  return [...cards].sort((a, b) => a.suit - b.suit || b.rank - a.rank).map((card) => card.text);
}
