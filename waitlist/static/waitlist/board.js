// The public board: a live page that turns its pages and hides old data. It runs unattended for days.

import { changed as fetchPage, live, refresh } from "../web/live.js";
import { morph } from "../web/morph.js";
import { Promotions } from "./promotions.js";
import { Voice } from "./voice.js";

const MAX_AGE = 30_000; // ms: older data is not shown
const TOLD_AGE = 15_000; // ms: from here on the page says how old its data is
const REFRESH_INTERVAL = 10_000; // ms between refreshes, whether or not the socket reports changes
const FETCH_TIMEOUT = 8_000; // ms to wait for a response
const SPREAD = 1000; // ms within which the boards of a room refresh after a change
const STRIP_TIME = 6_000; // ms that some of seven or more called players are shown
const TICK = 1_000; // ms
const DAY = 86_400_000;
const QUIET_TIME = 60_000; // ms without a change after which it may reload itself
const MAX_RUN_TIME = DAY + 7_200_000; // reload at the latest, even without such a minute

const began = Date.now();
const byId = (id) => document.getElementById(id);
const lists = byId("lists");
const calls = byId("calls");
const voice = new Voice();
const promotions = new Promotions(byId("promotions"), byId("alternate"));
const now = () => performance.now();
const shown = { page: 0, turns: 0, since: now() }; // the page of the lists, how many were turned, and when the last was
const strip = { turn: 0, since: now() };
let pending = null; // newer lists, which wait until the page turns
let isUrgent = false; // … unless somebody was called
let called = callsOf(calls); // who was called at the last refresh
let refreshed = null; // when the last good refresh was, by two clocks; none yet
let serverTime = 0; // the server's time of that refresh
let ahead = 0; // ms that the server's clock is ahead of this one
let changedAt = Date.now();
let startedAt = -Infinity; // when the last refresh started
let minute = null; // the last one shown
let reloading = false;

/** Either clock may stop or be set: the greater age counts. */
const age = () => (refreshed ? Math.max(Date.now() - refreshed.wall, now() - refreshed.run) : Infinity);
const scriptOf = (page) => page.querySelector("script[type=module]")?.getAttribute("src"); // another one after an upgrade
const pagesOf = (part) => part.querySelectorAll(".page");
const rowsOf = (part) => (part.classList.contains("short") ? 9 : 12);
const minutes = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

/** Who is called where: what the voice says, by itself. */
function callsOf(part) {
  return new Set([...part.querySelectorAll("li")].map((call) => `${call.querySelector("strong").textContent}. ${call.querySelector("p span").textContent}.`));
}

/** Shows the newest lists. */
function applyLists() {
  if (pending) morph(lists, pending);
  pending = null;
  isUrgent = false;
}

/** Shows the page, the turn of the strip and of the games without a list that are due. */
function render() {
  const pages = pagesOf(lists);
  shown.page %= pages.length;
  for (const [i, page] of pages.entries()) page.hidden = i !== shown.page;
  for (const [i, label] of lists.querySelectorAll("#index li").entries()) {
    if (i === shown.page) label.setAttribute("aria-current", "page");
    else label.removeAttribute("aria-current");
  }
  const groups = lists.querySelectorAll("#no-list ul");
  for (const [i, group] of groups.entries()) group.hidden = i !== shown.turns % groups.length;
  const turned = [...calls.querySelectorAll("[data-turn]")];
  const last = Math.max(0, ...turned.map((call) => Number(call.dataset.turn)));
  strip.turn %= last + 1;
  for (const call of turned) call.hidden = Number(call.dataset.turn) !== strip.turn;
  const server = Date.now() + ahead;
  for (const left of calls.querySelectorAll("[data-until]")) left.textContent = minutes(Math.max(Number(left.dataset.until) - server, 0));
  document.documentElement.style.setProperty("--page-time", `${lists.dataset.seconds}s`);
}

/** Turns what has stood for its time. */
function turn() {
  if (now() - strip.since >= STRIP_TIME - TICK / 2) {
    strip.turn += 1;
    strip.since = now();
  }
  if (now() - shown.since < Number(lists.dataset.seconds) * 1000 - TICK / 2) return;
  shown.page = (shown.page + 1) % pagesOf(lists).length;
  shown.turns += 1;
  shown.since = now();
  applyLists();
}

/** Returns false for an unusable response, or for a cached copy, which has the last response's time. */
function isFresh(page) {
  if (scriptOf(page) && scriptOf(page) !== scriptOf(document)) location.reload();
  const fresh = page.getElementById("lists");
  const at = Number(page.getElementById("clock")?.dataset.now);
  if (!fresh || !at || at === serverTime) return false;
  serverTime = at;
  ahead = at - Date.now();
  if (calls.textContent !== page.getElementById("calls").textContent || fresh.textContent !== (pending ?? lists).textContent) changedAt = Date.now();
  const current = callsOf(page.getElementById("calls"));
  const added = [...current].filter((call) => !called.has(call));
  called = current;
  if (refreshed) for (const call of added) voice.say(call); // calls from before the page was loaded have been said
  refreshed = { wall: Date.now(), run: now() };
  pending = fresh;
  // A call is shown at once, and where there is one page, nothing turns. Under a taller strip there is less room.
  if (added.length || rowsOf(fresh) < rowsOf(lists)) isUrgent = true;
  if (pagesOf(fresh).length === 1 && pagesOf(lists).length === 1) isUrgent = true;
  if (added.length) Object.assign(strip, { turn: 0, since: now() });
  return true;
}

/** Reloads once a day, without a call or a change. Only after a response, so that the server can be reached. */
function renew() {
  if (voice.isOn) return; // the browser would ask for a tap again
  const ran = Date.now() - began;
  const quiet = calls.matches(".none") && Date.now() - changedAt > QUIET_TIME;
  if (reloading || ran < DAY || (!quiet && ran < MAX_RUN_TIME)) return;
  reloading = true;
  location.reload();
}

function showAge() {
  const old = age() > MAX_AGE;
  document.body.classList.toggle("old", old);
  byId("age").hidden = old || age() < TOLD_AGE;
  byId("age").textContent = `Updated ${Math.floor(age() / 1000)} s ago`;
  if (old && refreshed) byId("ask-age").textContent = `This screen was last updated ${minutes(age())} ago`;
}

function tick() {
  showAge();
  turn();
  if (isUrgent) applyLists();
  render();
  promotions.tick(calls.matches(".none") && age() <= MAX_AGE);
  const current = Math.floor((Date.now() + ahead) / 60_000);
  if (now() - startedAt >= REFRESH_INTERVAL || (minute !== null && minute !== current)) fetchPage();
  minute = current;
}

document.addEventListener("htmx:beforeRequest", () => {
  startedAt = now();
});
document.addEventListener("live:shown", () => {
  tick();
  renew();
});
live({ path: `/ws/board/${document.body.dataset.room}/`, isAccepted: isFresh, fetchTimeout: FETCH_TIMEOUT, spreadOver: SPREAD });
setInterval(tick, TICK);
tick();

export { refresh };
