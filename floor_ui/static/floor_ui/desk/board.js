// The public board: a live page that turns its pages and hides old data. It runs unattended for days.

import { changed as fetchPage, live, refresh } from "../../web/live.js";

const MAX_AGE = 30_000; // ms: older data is not shown
const REFRESH_INTERVAL = 10_000; // ms between refreshes, whether or not the socket reports changes
const FETCH_TIMEOUT = 8_000; // ms to wait for a response
const SPREAD = 1000; // ms within which the boards of a room refresh after a change
const PAGE_TIME = 9_000; // ms that a page is shown; 8 s is the minimum
const DAY = 86_400_000;
const QUIET_TIME = 60_000; // ms without a change after which it may reload itself
const MAX_RUN_TIME = DAY + 7_200_000; // reload at the latest, even without such a minute

const began = Date.now();
const turns = {}; // by name: which group is shown, and since when
const board = document.getElementById("board");
let refreshed = null; // when the last good refresh was, by two clocks; none yet
let serverTime = 0; // the server's time of that refresh
let ahead = 0; // ms that the server's clock is ahead of this one
let changedAt = Date.now();
let startedAt = -Infinity; // when the last refresh started
let minute = null; // the last one shown
let reloading = false;

/** Either clock may stop or be set: the greater age counts. */
const age = () => (refreshed ? Math.max(Date.now() - refreshed.wall, performance.now() - refreshed.run) : Infinity);

function turn() {
  for (const region of document.querySelectorAll("[data-turns]")) {
    const at = turns[region.dataset.turns]?.at ?? 0;
    const groups = [...region.children];
    for (const [i, group] of groups.entries()) group.hidden = i !== at % groups.length;
  }
}

/** Returns false for an unusable response, or for a cached copy, which has the last response's time. */
function isFresh(page) {
  const fresh = page.getElementById("board");
  const now = Number(page.getElementById("clock")?.dataset.now);
  if (!fresh || !now || now === serverTime) return false;
  serverTime = now;
  ahead = now - Date.now();
  refreshed = { wall: Date.now(), run: performance.now() };
  if (board.textContent !== fresh.textContent) changedAt = Date.now();
  const calls = (part) => part.querySelector("[data-turns=calls]").textContent;
  if (calls(board) !== calls(fresh)) turns.calls = { at: 0, since: performance.now() }; // the newest call comes first
  return true;
}

/** Reloads once a day, without a call or a change. Only after a response, so that the server can be reached. */
function renew() {
  const ran = Date.now() - began;
  const quiet = document.querySelector(".calls.none") && Date.now() - changedAt > QUIET_TIME;
  if (reloading || ran < DAY || (!quiet && ran < MAX_RUN_TIME)) return;
  reloading = true;
  location.reload();
}

function tick() {
  const old = age() > MAX_AGE;
  document.body.classList.toggle("old", old);
  if (!old) document.getElementById("age").textContent = `Updated ${Math.floor(age() / 1000)} s ago`;
  const now = performance.now();
  for (const name of ["calls", "lists", "seats"]) {
    turns[name] ??= { at: 0, since: now };
    const current = turns[name];
    if (now - current.since < PAGE_TIME) continue;
    const count = document.querySelector(`[data-turns=${name}]`).children.length || 1;
    turns[name] = { at: (current.at + 1) % count, since: now };
  }
  turn();
  const current = Math.floor((Date.now() + ahead) / 60_000);
  if (now - startedAt >= REFRESH_INTERVAL || (minute !== null && minute !== current)) fetchPage();
  minute = current;
}

document.addEventListener("htmx:beforeRequest", () => {
  startedAt = performance.now();
});
document.addEventListener("live:shown", () => {
  tick();
  renew();
});
live({ path: `/ws/board/${document.body.dataset.room}/`, isAccepted: isFresh, fetchTimeout: FETCH_TIMEOUT, spreadOver: SPREAD });
setInterval(tick, 1000);
tick();

export { refresh };
