// The reader's place in the page, as its address: #game=12&step=7, or #bot=greedy&fault=timeout for the list of games. Links can be
// copied and sent.
import { useEffect, useState } from "preact/hooks";

export type Route = Record<string, string>;
type Wanted = Record<string, string | number | undefined>;

/** The members of the address, unchecked (`address.ts`). A name that stands there twice has both values, and so none that
 * the page knows. */
function inAddress(text = location.hash): Route {
  const parts = new URLSearchParams(text.slice(1));
  return Object.fromEntries([...new Set(parts.keys())].map((name) => [name, parts.getAll(name).join("&")]));
}

/** `#game=12&step=7`; members without text are left out. */
export function linkTo(route: Wanted): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(route)) if (value !== undefined && value !== "") parts.set(name, String(value));
  return `#${parts}`;
}

let current = inAddress();
const listeners = new Set<(route: Route) => void>();
/** Browsers allow some 20 changes of the address a second; steps may come faster. */
const REST_MS = 200;
let pending: ReturnType<typeof setTimeout> | undefined;

function enter(route: Route) {
  current = route;
  for (const listener of listeners) listener(route);
}

addEventListener("hashchange", () => {
  clearTimeout(pending);
  enter(inAddress());
});

/** Goes there; `quietly`: without a new entry in the history, and the address follows when the reader rests. */
export function go(route: Wanted, quietly = false) {
  const link = linkTo(route);
  if (!quietly) {
    location.hash = link;
    return;
  }
  enter(inAddress(link));
  clearTimeout(pending);
  const before = location.hash;
  pending = setTimeout(() => {
    if (location.hash === before) history.replaceState(null, "", link); // else a link was followed just now
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
