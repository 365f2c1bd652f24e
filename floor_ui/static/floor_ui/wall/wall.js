// The wall display: a live page that runs unattended, turns its rows, and shows the age of its
// figures.

import { changed as fetchPage, live } from "../../web/live.js";

const REFRESH_INTERVAL = 10_000; // ms between refreshes, whether or not the socket reports changes
const TOLD_AGE = 30_000; // ms after which the page shows its age
const FETCH_TIMEOUT = 8_000; // ms to wait for a response
const ROWS = 8; // games shown at a time
const TURN_TIME = 12_000; // ms until the next games
const TICK = 1_000; // ms

const byId = (id) => document.getElementById(id);
let refreshed = Date.now(); // time of the last good response
let serverTime = Number(byId("clock").dataset.now);
let startedAt = -Infinity;
let turned = performance.now();
let turn = 0;

/**
 * Returns false for a page that is not the wall, and for a cached copy, which has the last
 * response's time.
 */
function isFresh(page) {
  const at = Number(page.getElementById("clock")?.dataset.now);
  if (!page.getElementById("games") || !at || at === serverTime) return false;
  serverTime = at;
  refreshed = Date.now();
  return true;
}

/** Shows the games of the turn. If not all fit, they take turns. */
function render() {
  const rows = [...document.querySelectorAll("#games tbody tr")];
  const turns = Math.max(1, Math.ceil(rows.length / ROWS));
  turn %= turns;
  for (const [i, row] of rows.entries()) row.hidden = Math.floor(i / ROWS) !== turn;
  byId("turn").textContent = turns > 1 ? `Games ${turn * ROWS + 1} to ${Math.min((turn + 1) * ROWS, rows.length)} of ${rows.length}` : "";
}

function tick() {
  const age = Date.now() - refreshed;
  const minutes = Math.floor(age / 60_000);
  const isOld = age > TOLD_AGE;
  document.body.classList.toggle("old", isOld);
  byId("age").hidden = !isOld;
  byId("age").textContent = isOld ? `No connection: ${minutes ? `${minutes} min` : `${Math.floor(age / 1000)} s`} old` : "";
  if (performance.now() - turned >= TURN_TIME) {
    turned = performance.now();
    turn += 1;
  }
  render();
  if (performance.now() - startedAt >= REFRESH_INTERVAL) fetchPage();
}

document.addEventListener("htmx:beforeRequest", () => {
  startedAt = performance.now();
});
document.addEventListener("live:shown", render);
live({ path: `/ws/board/${document.body.dataset.room}/`, isAccepted: isFresh, fetchTimeout: FETCH_TIMEOUT });
setInterval(tick, TICK);
tick();
