// The reader's place in the page as its address: #game=12&step=7, or #bot=greedy&fault=timeout for the list
// of games. Links can be copied and sent.
import { useEffect, useState } from "preact/hooks";

export type Route = Record<string, string>;
type Wanted = Record<string, string | number | undefined>;

/**
 * The members of the address, unchecked (`address.ts`). A name that occurs twice gets both values joined,
 * which is not a valid value.
 */
function inAddress(text = location.hash): Route {
  const parts = new URLSearchParams(text.slice(1));
  return Object.fromEntries([...new Set(parts.keys())].map((name) => [name, parts.getAll(name).join("&")]));
}

/** The address of a part of the page: `#game=12&step=7`. Members without text are omitted. */
export function linkTo(route: Wanted): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(route)) if (value !== undefined && value !== "") parts.set(name, String(value));
  return `#${parts}`;
}

/** The reader's place on a page that a link left: where it was on the screen, the link, the sections that were opened, and the number of rows. */
export interface KeptPlace {
  y: number;
  link: string;
  open: string[];
  count?: number;
}

let last: KeptPlace | undefined;

/** Keeps the place that a link leaves, in this entry of the history. */
export function keepPlace(link: string) {
  const shown = document.querySelector<HTMLElement>(".more")?.dataset.count;
  const open = [...document.querySelectorAll("details.fold[open]")].map(({ parentElement }) => parentElement?.id ?? "");
  last = { y: scrollY, link, open, count: shown === undefined ? undefined : Number(shown) };
  history.replaceState({ place: last }, "");
}

/** The place to return to: that of this entry of the history. Undefined on arrival at a new one. */
export const keptPlace = (): KeptPlace | undefined => (history.state as { place?: KeptPlace } | null)?.place;

/** The place that was left last, for the page's own way back. */
export const lastPlace = (): KeptPlace | undefined => last;

let current = inAddress();
let isQuiet = false;
/** Whether the reader changed the page where it is, so that nothing should move. */
export const changedInPlace = () => isQuiet;

const listeners = new Set<(route: Route) => void>();
/**
 * The pause before the address changes. Browsers allow some 20 changes per second, but steps may come faster.
 */
const REST_MS = 200;
let pending: ReturnType<typeof setTimeout> | undefined;

function enter(route: Route, quietly = false) {
  current = route;
  isQuiet = quietly;
  for (const listener of listeners) listener(route);
}

addEventListener("hashchange", () => {
  clearTimeout(pending);
  enter(inAddress());
});

/**
 * Goes to a part of the page. `quietly`: without a new entry in the history; the address changes when no
 * further step follows for a while.
 */
export function go(route: Wanted, quietly = false) {
  const link = linkTo(route);
  if (!quietly) {
    location.hash = link;
    return;
  }
  enter(inAddress(link), true);
  clearTimeout(pending);
  const before = location.hash;
  pending = setTimeout(() => {
    if (location.hash === before) history.replaceState(null, "", link); // otherwise a link was followed meanwhile
  }, REST_MS);
}

/** The link to a part of this page, for other programs. */
export function fullLink(route: Wanted): string {
  return location.href.replace(/#.*$/, "") + linkTo(route);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(current);
  useEffect(() => {
    listeners.add(setRoute);
    return () => {
      listeners.delete(setRoute);
    };
  }, []);
  return route;
}
