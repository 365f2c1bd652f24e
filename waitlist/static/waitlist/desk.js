// The desk: a live page whose links and searches work without a page load.

import { forms } from "../web/forms.js";
import { changed, live, refresh } from "../web/live.js";
import { LIVE_OFF, tellLive } from "../web/live_text.js";

const { room, now: serverTime } = document.body.dataset;
const add = document.getElementById("add");
const main = document.getElementById("main");
const SEARCH_DELAY = 200; // ms after the last character
const SECOND_PRESS = 500; // ms after an undo in which a press on UNDO is the second one of a double tap
let ahead = Number(serverTime) - Date.now(); // ms that the server's clock is ahead of this one
let shownList = new URL(location.href).searchParams.get("list"); // the waitlist of the URL
let navigating = null; // the refresh that loads another waitlist
let minute = null; // the last one shown
let undoneAt = -Infinity; // when the last undo was answered
let searchTimer = 0;

/** Goes to another waitlist, seat or entry: the URL changes at once, the page when it arrives. */
function go() {
  document.getElementById("refused").replaceChildren();
  const list = new URL(location.href).searchParams.get("list");
  if (add && list !== shownList) add.open = false; // it belongs to the list before; what was typed stays
  if (list !== shownList) main.scrollTo(0, 0);
  shownList = list;
  navigating = refresh({ before: performance.now() }).catch(() => location.reload());
}

/** Scrolls the list to its top; on a small screen it is the page that scrolls. */
function toTop() {
  main.scrollTo(0, 0);
  scrollTo(0, 0);
}

addEventListener("popstate", go);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.go");
  if (!link || event.ctrlKey || event.metaKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  go();
  if (link.closest("#further")) navigating.then(() => toTop()); // the next page starts at the top
});

/** Searches for the text in the field; if it is empty, shows the waitlist again. */
function search(form) {
  clearTimeout(searchTimer);
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
  const url = `${location.pathname}?${query}`;
  if (url === location.pathname + location.search) return;
  history.replaceState(null, "", url);
  go();
}

document.addEventListener("input", ({ target }) => {
  if (target.id !== "find") return;
  clearTimeout(searchTimer);
  searchTimer = setTimeout(search, SEARCH_DELAY, target.form);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".seek")) return;
  event.preventDefault();
  search(event.target);
});

// An entry goes to the waitlist tapped last, even if that is still loading.
forms({ settled: () => navigating });
// After an undo the bar has the act before: a double tap must not undo that one, too.
document.addEventListener("htmx:confirm", (event) => {
  if (event.detail.elt.matches(".undo") && performance.now() - undoneAt < SECOND_PRESS) event.preventDefault();
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") undoneAt = detail.elt.matches(".undo") ? Infinity : -Infinity;
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.elt.matches(".undo")) undoneAt = performance.now();
});
// The next submission of a form that stays is another command, and the next name may be half typed by now.
document.addEventListener("live:done", ({ target: form, detail: sent }) => {
  const command = form.querySelector("[name=command]");
  if (command) command.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const who = form.querySelector("#who");
  if (who?.value === sent.get("who")) form.reset();
  who?.focus();
});

// Who is meant: players on file under the field, while an alias is typed.
const who = document.getElementById("who");
const phone = document.getElementById("add-phone");
const knownList = document.getElementById("known");
let knownTimer = 0;
let knownOn = ""; // the lists that the chosen player on file is on, with their spots

/** The key says what it does. Lists that the player is on already are marked, and not sent. */
function labelAdd(on = knownOn) {
  knownOn = on;
  const spots = new Map(on.split(" ").filter(Boolean).map((one) => one.split(/:(?=\d+$)/)));
  for (const box of add.querySelectorAll("[name=lists]")) {
    const spot = spots.get(box.value);
    box.disabled = spot !== undefined;
    const state = box.parentElement.querySelector("[data-state]");
    state.dataset.text ??= state.textContent;
    state.textContent = spot ? `spot ${spot}` : state.dataset.text;
  }
  const hasChoice = add.querySelector("[name=lists]"); // a room with one game has none; the heading names it
  const games = add.querySelectorAll(hasChoice ? "[name=lists]:checked:enabled + span b" : ".to-list");
  const send = document.getElementById("add-send");
  send.disabled = games.length === 0;
  if (games.length > 1) send.textContent = `Add ${who.value.trim()} to ${games.length} lists`.replace("  ", " ");
  else send.textContent = games.length ? `Add to ${games[0].textContent}` : "Choose a game";
}

async function suggest() {
  const text = who.value.trim();
  const answer = text.length > 1 ? await fetch(`${who.dataset.known}?${new URLSearchParams({ who: text })}`) : null;
  if (who.value.trim() !== text) return; // typed on meanwhile
  knownList.innerHTML = answer?.ok ? await answer.text() : "";
}

who?.addEventListener("input", () => {
  labelAdd("");
  clearTimeout(knownTimer);
  knownTimer = setTimeout(() => suggest().catch(() => {}), SEARCH_DELAY);
});
add?.addEventListener("change", (event) => event.target.name === "lists" && labelAdd());
knownList?.addEventListener("click", (event) => {
  const player = event.target.closest("button");
  if (!player) return;
  who.value = player.dataset.name;
  phone.value = player.dataset.phone;
  knownList.replaceChildren();
  labelAdd(player.dataset.on);
});
document.addEventListener("live:done", () => {
  clearTimeout(knownTimer);
  knownList?.replaceChildren();
  if (add) labelAdd("");
});

// The form covers entries and their keys: using those closes it, and its input stays.
add?.addEventListener("toggle", () => add.open && document.getElementById("who").focus());
document.addEventListener("click", (event) => {
  if (add?.open && event.target.closest("#list, .side")) add.open = false;
});
document.getElementById("add-close")?.addEventListener("click", () => {
  add.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && add) add.open = false;
});

function tick() {
  const now = Date.now() + ahead;
  for (const one of document.querySelectorAll("[data-until], [data-since]")) {
    const { until, since } = one.dataset;
    const left = Math.max(until ? Number(until) - now : now - Number(since), 0);
    if (one.matches("progress")) one.value = Math.min(left, one.max);
    else one.textContent = `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
  }
  const current = Math.floor(now / 60_000);
  if (minute !== null && minute !== current) changed(); // waits and times move on
  minute = current;
}

document.addEventListener("live:shown", ({ detail }) => {
  ahead = detail.now - Date.now();
  const find = document.getElementById("find");
  const list = document.querySelector(".games [aria-current]");
  if (find && find !== document.activeElement) find.value = new URL(location.href).searchParams.get("find") ?? "";
  if (find && list) find.form.elements.list.value = new URL(list.href).searchParams.get("list");
  if (add) labelAdd();
  tick();
});
setInterval(tick, 1000);
tick();
if (add) labelAdd();

live({
  path: `/ws/desk/${room}/`,
  opened: () => tellLive("Live"),
  lost: () => tellLive("Connection lost; this page may be out of date", { isLost: true }),
  unauthorized: () => tellLive("Signed out", { isLost: true }),
  off: () => tellLive(LIVE_OFF, { isLost: true }),
});
