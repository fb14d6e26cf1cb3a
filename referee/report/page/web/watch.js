// Only in a page that 'tribunal report --watch' serves: shows the progress of the tournament, and loads the
// page again when there are new games. Once the reader has touched the page, it waits for a click instead.
// Parts that were open, the focus and the place on the screen survive that.
"use strict";
{
  const shown = Number(document.currentScript.dataset.games);
  const restMs = 5000;
  const began = Date.now();
  const memory = `tribunal ${location.pathname}`;
  const line = document.createElement("p");
  line.className = "watch";
  const progress = document.createElement("span");
  progress.setAttribute("role", "status");
  const more = document.createElement("button");
  more.type = "button";
  more.hidden = true;
  line.append(progress, " ", more);
  document.body.prepend(line);

  const details = () => [...document.querySelectorAll("details")];
  const focusable = () => [...document.querySelectorAll("#app a[href], #app button, #app select, #app input, #app summary, #app [tabindex]")];
  const keep = () => {
    const open = details().flatMap((one, place) => (one.open ? [place] : []));
    sessionStorage.setItem(memory, JSON.stringify({ open, focus: focusable().indexOf(document.activeElement), y: scrollY, touched }));
  };
  const restore = ({ open, focus, y }) => {
    details().forEach((one, place) => { one.open = open.includes(place); });
    focusable()[focus]?.focus({ preventScroll: true });
    scrollTo(0, y);
  };
  const kept = sessionStorage.getItem(memory);
  sessionStorage.removeItem(memory);
  if (kept) {
    const app = document.getElementById("app");
    const restoreIfDrawn = () => {
      if (!app.querySelector("main section")) return false;
      requestAnimationFrame(() => restore(JSON.parse(kept)));
      return true;
    };
    const drawn = new MutationObserver(() => {
      if (restoreIfDrawn()) drawn.disconnect();
    });
    if (!restoreIfDrawn()) drawn.observe(app, { childList: true, subtree: true });
  }

  let touched = kept !== null && JSON.parse(kept).touched;
  for (const kind of ["keydown", "pointerdown", "wheel", "touchstart"]) addEventListener(kind, () => { touched = true; }, { passive: true });
  const again = () => {
    keep();
    location.reload();
  };
  more.addEventListener("click", again);
  const source = new EventSource("events");
  source.onmessage = (message) => {
    const { stored, known, complete } = JSON.parse(message.data);
    progress.textContent = complete ? `Complete: ${stored} games.` : `Being played: ${stored} of ${known} games.`;
    if (complete) source.close();
    if (stored === shown) return;
    more.hidden = false;
    more.textContent = stored > shown ? `Show ${stored - shown} more` : "Show them";
    setTimeout(() => { if (!touched && !new URLSearchParams(location.hash.slice(1)).has("game")) again(); }, Math.max(0, restMs - (Date.now() - began)));
  };
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) progress.textContent = "The program that shows this has ended, or is busy.";
  };
}
