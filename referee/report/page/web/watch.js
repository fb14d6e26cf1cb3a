// Only in a page that 'tribunal report --watch' serves: shows the progress of the tournament, and loads the
// page again when there are new games, except while the reader replays a game.
"use strict";
{
  const shown = Number(document.currentScript.dataset.games);
  const restMs = 5000;
  const began = Date.now();
  const line = document.createElement("p");
  line.className = "watch";
  line.setAttribute("role", "status");
  document.body.prepend(line);
  const source = new EventSource("events");
  source.onmessage = (message) => {
    const { stored, known, complete } = JSON.parse(message.data);
    line.textContent = complete ? `Complete: ${stored} games.` : `Being played: ${stored} of ${known} games.`;
    if (complete) source.close();
    const replays = new URLSearchParams(location.hash.slice(1)).has("game");
    if (stored === shown || replays) return;
    setTimeout(() => location.reload(), Math.max(0, restMs - (Date.now() - began)));
  };
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) line.textContent = "The program that shows this has ended, or is busy.";
  };
}
