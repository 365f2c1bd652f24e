// The wall of an event: a live page that runs unattended for days. Its clock runs on without the network, and it says
// how old its other figures are.

import { changed as fetchPage, live } from "../web/live.js";
import { startPublicClock } from "./public_clock.js";

const REFRESH_INTERVAL = 10_000; // ms between refreshes, whether or not the socket reports changes
const TOLD_AGE = 30_000; // ms after which the page shows its age
const FETCH_TIMEOUT = 8_000; // ms to wait for a response
const SPREAD = 1_000; // ms within which the walls of an event refresh after a change
const MOVES = 3; // shown at a time
const TURN_TIME = 6_000; // ms until the next moves
const TICK = 1_000; // ms
const DAY = 86_400_000; // ms after which the page reloads itself
const LATEST_RELOAD = DAY + 7_200_000;

const began = Date.now();
const byId = (id) => document.getElementById(id);
const scriptOf = (page) => page.querySelector("script[type=module]")?.getAttribute("src"); // another one after an upgrade
let refreshed = { wall: Date.now(), run: performance.now() }; // time of the last good response, by two clocks
let serverTime = Number(byId("clock").dataset.now);
let startedAt = -Infinity;
let turned = performance.now();
let turn = 0;
let isReloading = false;

/** Either clock may stop or be set: the greater age counts. */
const age = () => Math.max(Date.now() - refreshed.wall, performance.now() - refreshed.run);

/** Returns false for a page that is not this wall, and for a cached copy, which has the last response's time. */
function isFresh(page) {
  const at = Number(page.getElementById("clock")?.dataset.now);
  if (!page.getElementById("wall") || !at || at === serverTime) return false;
  if (scriptOf(page) && scriptOf(page) !== scriptOf(document)) location.reload();
  serverTime = at;
  refreshed = { wall: Date.now(), run: performance.now() };
  return true;
}

/** Shows the moves of the turn, newest first; those whose time is over also go without the network. */
function renderMoves() {
  const all = [...document.querySelectorAll("#moves li")];
  const now = serverTime + performance.now() - refreshed.run;
  const rows = all.filter((row) => Number(row.dataset.until) > now);
  for (const row of all) row.hidden = true;
  if (all.length) byId("strip").hidden = !rows.length;
  turn %= Math.max(1, Math.ceil(rows.length / MOVES));
  for (const [i, row] of rows.entries()) row.hidden = Math.floor(i / MOVES) !== turn;
  const at = byId("moves-at");
  if (at && rows.length) at.textContent = rows[turn * MOVES].dataset.at;
}

/** Reloads once a day, not while a level ends. Only after a response, so that the server can be reached. */
function renew() {
  const ran = Date.now() - began;
  if (isReloading || ran < DAY) return;
  if (document.querySelector("#wall.ending, #wall.hand") && ran < LATEST_RELOAD) return;
  isReloading = true;
  location.reload();
}

function tick() {
  const ms = age();
  const isOld = ms > TOLD_AGE;
  const minutes = Math.floor(ms / 60_000);
  document.body.classList.toggle("old", isOld);
  byId("age").hidden = !isOld;
  byId("age").textContent = isOld ? `No connection: ${minutes ? `${minutes} min` : `${Math.floor(ms / 1000)} s`} old` : "";
  if (performance.now() - turned >= TURN_TIME) {
    turned = performance.now();
    turn += 1;
  }
  renderMoves();
  if (performance.now() - startedAt >= REFRESH_INTERVAL) fetchPage();
}

const showClock = startPublicClock(fetchPage);
document.addEventListener("htmx:beforeRequest", () => {
  startedAt = performance.now();
});
document.addEventListener("live:shown", () => {
  showClock();
  renderMoves();
  renew();
});
live({ path: `/ws/tournament/${document.body.dataset.event}/`, isAccepted: isFresh, fetchTimeout: FETCH_TIMEOUT, spreadOver: SPREAD });
setInterval(tick, TICK);
tick();
