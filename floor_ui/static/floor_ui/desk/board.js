// The public board: refreshes, turns its pages, and hides old data. It runs unattended for days.

import { LiveSocket } from "../../web/socket.js";

const MAX_AGE = 30_000; // ms: older data is not shown
const REFRESH_INTERVAL = 10_000; // ms between refreshes, whether or not the socket reports changes
const BURST_PAUSE = 200; // ms between two refreshes of a burst
const FETCH_TIMEOUT = 8_000; // ms to wait for a response
const PAGE_TIME = 9_000; // ms that a page is shown; 8 s is the minimum
const DAY = 86_400_000;
const QUIET_TIME = 60_000; // ms without a change after which it may reload itself
const MAX_RUN_TIME = DAY + 7_200_000; // reload at the latest, even without such a minute

const room = document.body.dataset.room;
const began = Date.now();
const turns = {}; // by name: which group is shown, and since when
let refreshed = null; // when the last good refresh was, by two clocks; none yet
let serverTime = 0; // the server's time of that refresh
let ahead = 0; // ms that the server's clock is ahead of this one
let changed = Date.now();
let startedAt = 0; // when the last refresh started
let refreshing = false;
let isStale = false; // something changed during a refresh
let reloading = false;

/** Either clock may stop or be set: the greater age counts. */
const age = () => (refreshed ? Math.max(Date.now() - refreshed.wall, performance.now() - refreshed.run) : Infinity);

function turn(part = document) {
  for (const region of part.querySelectorAll("[data-turns]")) {
    const at = turns[region.dataset.turns]?.at ?? 0;
    const groups = [...region.children];
    for (const [i, group] of groups.entries()) group.hidden = i !== at % groups.length;
  }
}

const html = (part, name) => part.querySelector(`[data-turns=${name}]`)?.innerHTML.replaceAll(' hidden=""', "");

/** Replaces the page's data. Returns false for an unusable response, or for a cached copy, which has the last response's time. */
function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("board");
  const clock = page.getElementById("clock");
  const now = Number(clock?.dataset.now);
  if (!fresh || !now || now === serverTime) return false;
  serverTime = now;
  ahead = now - Date.now();
  document.getElementById("clock").textContent = clock.textContent;
  const old = document.getElementById("board");
  if (html(old, "calls") !== html(fresh, "calls")) turns.calls = { at: 0, since: performance.now() }; // the newest call comes first
  turn(fresh);
  if (old.outerHTML !== fresh.outerHTML) {
    changed = Date.now();
    old.replaceWith(document.adoptNode(fresh));
  }
  refreshed = { wall: Date.now(), run: performance.now() };
  return true;
}

export async function refresh() {
  if (refreshing) {
    isStale = true;
    return;
  }
  refreshing = true;
  isStale = false;
  startedAt = performance.now();
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(FETCH_TIMEOUT) });
    if (answer.ok && show(await answer.text())) {
      tick();
      renew();
    }
  } catch {
    // The next refresh tries again; the data shown gets older.
  } finally {
    refreshing = false;
  }
  if (isStale) setTimeout(refresh, BURST_PAUSE);
}

/** Reloads once a day, without a call or a change. Only after a response, so that the server can be reached. */
function renew() {
  const ran = Date.now() - began;
  const quiet = document.querySelector(".calls.none") && Date.now() - changed > QUIET_TIME;
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
  const minute = Math.floor((Date.now() + ahead) / 60_000);
  if (now - startedAt >= REFRESH_INTERVAL || (tick.minute !== undefined && tick.minute !== minute)) refresh();
  tick.minute = minute;
}

const socket = new LiveSocket({
  path: `/ws/board/${room}/`,
  handlers: { opened: refresh, received: ({ type }) => type === "changed" && refresh() },
});

refresh();
socket.start();
setInterval(tick, 1000);
