// The desk: parts of the page are replaced by the server's; forms and links work without a page load.

import { LiveSocket } from "../../web/socket.js";

const room = document.body.dataset.room;
const live = document.getElementById("live");
const RETRY_PAUSE = 2000; // ms after a failed refresh until the next try
const FETCH_TIMEOUT = 15_000; // ms to wait for a response
const BURST_PAUSE = 250; // ms after a refresh: a burst of changes is fetched four times a second
const SEARCH_DELAY = 200; // ms after the last character
const KEYS = "a, button, summary, label, input, select";
const CLICK_DELAY = 100; // ms after a finger is lifted in which its click may still come
const SECOND_PRESS = 500; // ms after an undo in which a press on UNDO is the second one of a double tap
const TEXT_FIELDS = "input:not([type=hidden], [type=radio], [type=checkbox]), select";
let ahead = 0; // ms that the server's clock is ahead of this one
let shownList = new URL(location.href).searchParams.get("list"); // the waitlist of the address
let refreshing = null; // the refresh in progress
let navigating = null; // the refresh that loads another waitlist
let isStale = false; // something changed since it started
let retryTimer = 0; // timer of the next try after a failed refresh
let partsWaiting = false; // a part waits until the user has finished typing in it or has lifted a finger off it
let pressed = null; // what a finger or the mouse is down on: replaced now, it would never be clicked
let pressTimer = 0;
let replaceAll = false; // the next refresh also replaces parts with input
let refreshedAt = 0; // when the last one ended
let refreshCount = 0; // refreshes since the page was loaded
let isUndoing = false; // an undo is in flight
let undoneAt = -Infinity; // when the last one was answered

/** Whether a field of an open form has unsent input. */
const hasInput = (field) => {
  const folded = field.closest("details");
  if (folded && !folded.open) return false;
  if (field.matches("select")) return field.selectedIndex !== Math.max([...field.options].findIndex((o) => o.defaultSelected), 0);
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
};

/** Whether the user is typing there: the part then waits. */
const typing = (part) => document.activeElement?.matches(TEXT_FIELDS) && part.contains(document.activeElement);

/** Whether there is unsent input: it stays until it is sent or folded away. */
const unsent = (part) => [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some(hasInput);

function replace(old, sum, html) {
  const fresh = old.cloneNode(false);
  fresh.innerHTML = html;
  fresh.dataset.fingerprint = sum;
  const focusable = "a, button, summary, input:not([type=hidden]), select";
  const at = [...old.querySelectorAll(focusable)].indexOf(document.activeElement);
  const open = [...old.querySelectorAll("details[open]")].map((one) => one.className);
  const top = old.scrollTop;
  old.replaceWith(fresh);
  fresh.scrollTop = top;
  for (const one of fresh.querySelectorAll("details")) if (open.includes(one.className)) one.open = true;
  if (at >= 0) fresh.querySelectorAll(focusable)[at]?.focus({ preventScroll: true });
}

/** Requests the parts that differ from the current ones. */
const ask = (at, how = {}) => {
  const had = [...document.querySelectorAll("[data-fingerprint]")].map((one) => `${one.id}.${one.dataset.fingerprint}`).join(" ");
  return fetch(at, { ...how, headers: { "X-Parts": had }, signal: AbortSignal.timeout(FETCH_TIMEOUT) });
};

/** The response, if it has parts of this page; null for a sign-in page or an error. */
async function readParts(answer) {
  const data = answer.headers.get("content-type") === "application/json" ? await answer.json() : null;
  const games = document.getElementById("list") ? 1 : 0;
  return data && (games || !data.parts.title?.[1]) ? data : null;
}

function refused(text) {
  const box = document.getElementById("refused");
  box.replaceChildren();
  if (!text) return;
  const line = Object.assign(document.createElement("p"), { className: "refused", textContent: text });
  line.setAttribute("role", "alert");
  box.append(line);
}

/** Puts parts into the page. */
function show(data, all = false) {
  partsWaiting = false;
  ahead = data.now - Date.now();
  for (const [name, [sum, html]] of Object.entries(data.parts)) {
    const old = document.getElementById(name);
    if (!old) continue;
    if (pressed && old.contains(pressed)) {
      partsWaiting = true;
      replaceAll ||= all;
    } else if (!all && (typing(old) || unsent(old))) partsWaiting ||= typing(old);
    else replace(old, sum, html);
  }
  document.querySelector("[data-clock]").textContent = data.clock;
  const find = document.getElementById("find");
  const query = new URL(location.href).searchParams;
  if (find && find !== document.activeElement) find.value = query.get("find") ?? "";
  const list = document.querySelector(".games [aria-current]");
  if (find && list) find.form.elements.list.value = new URL(list.href).searchParams.get("list");
  tick();
}

/** Refreshes, once more if something changed since; the promise resolves when the result is shown. */
function refresh(all = false) {
  isStale = true;
  replaceAll ||= all;
  refreshing ??= runRefreshes().finally(() => {
    refreshing = null;
    return isStale && refresh();
  });
  return refreshing;
}

async function runRefreshes() {
  while (isStale) {
    const all = replaceAll;
    isStale = replaceAll = false;
    refreshCount += 1;
    const at = location.href;
    const answer = await ask(at);
    const data = await readParts(answer);
    if (location.href !== at) {
      isStale = true; // the user has moved on since
      replaceAll ||= all;
    } else if (!data) {
      location.reload();
      return;
    } else show(data, all);
    refreshedAt = performance.now();
  }
}

/** Refreshes after a change: a burst a few times a second, and again if the connection fails. */
function changed() {
  clearTimeout(retryTimer);
  if (refreshing || performance.now() - refreshedAt < BURST_PAUSE) {
    retryTimer = setTimeout(changed, BURST_PAUSE);
    return;
  }
  refresh().catch(() => {
    retryTimer = setTimeout(changed, RETRY_PAUSE);
  });
}

/** Goes to another waitlist, seat or entry: the URL changes at once, the page when it arrives. */
function go() {
  refused("");
  const list = new URL(location.href).searchParams.get("list");
  const add = document.getElementById("add");
  if (add && list !== shownList) add.open = false; // it belongs to the list before; what was typed stays
  shownList = list;
  navigating = refresh(true).catch(() => location.reload());
}

function tick() {
  const now = Date.now() + ahead;
  for (const one of document.querySelectorAll("[data-until], [data-since]")) {
    const { until, since } = one.dataset;
    const left = Math.max(until ? Number(until) - now : now - Number(since), 0);
    if (one.matches("progress")) one.value = Math.min(left, one.max);
    else one.textContent = `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
  }
  const clock = document.querySelector("[data-clock]");
  const minute = Math.floor(now / 60_000);
  if (clock && tick.minute !== undefined && tick.minute !== minute) changed(); // waits and times move on
  tick.minute = minute;
}

function state(word, good) {
  live.querySelector("span").textContent = word;
  live.classList.toggle("lost", !good);
}

const socket = new LiveSocket({
  path: `/ws/desk/${room}/`,
  handlers: {
    opened: () => {
      state("Live", true);
      changed();
    },
    received: ({ type }) => type === "changed" && changed(),
    lost: () => state("Connection lost; this page may be out of date", false),
    unauthorized: () => state("Signed out", false),
  },
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.go");
  if (!link || event.ctrlKey || event.metaKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  go();
  if (link.closest("#further")) navigating.then(() => scrollTo(0, 0)); // the next page starts at the top
});

const flights = new WeakMap(); // forms in flight, with their content

/** The content of a form, whichever command id it has. */
function contents(form, by) {
  const values = new URLSearchParams(new FormData(form, by));
  values.delete("command");
  return values.toString();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || !form.closest(".desk")) return;
  event.preventDefault();
  const isUndo = form.matches(".undo");
  // After an undo the bar has the act before: a double tap must not undo that one, too.
  if (isUndo && (isUndoing || performance.now() - undoneAt < SECOND_PRESS)) return;
  if (isUndo) isUndoing = true;
  else undoneAt = -Infinity;
  const content = contents(form, event.submitter);
  const inFlight = flights.get(form);
  if (inFlight) {
    // A second tap is not a second command; the next entry is sent after the one before.
    if (inFlight.content !== content) inFlight.next = { by: event.submitter };
    return;
  }
  const flight = { content, next: null };
  flights.set(form, flight);
  // An entry goes to the waitlist tapped last, even if that is still loading.
  if (form.closest(".add")) await navigating;
  const values = new URLSearchParams(new FormData(form, event.submitter));
  const at = location.href;
  const countBefore = refreshCount;
  try {
    const answer = await ask(form.action, { method: "POST", body: values });
    const data = await readParts(answer);
    if (!data) {
      location.reload();
      return;
    }
    if (answer.ok) {
      if (location.href === at) history.replaceState(null, "", answer.url);
      renew(form);
      // The next name may be half typed by now.
      const who = form.querySelector("#who");
      if (who?.value === values.get("who")) form.reset();
      who?.focus();
    }
    // If the user has moved to another entry or seat since, they stay there; a refresh since may be newer.
    if (answer.ok && (location.href !== answer.url || refreshCount !== countBefore)) await refresh(true);
    else show(data, answer.ok);
    refused(data.refused);
  } catch {
    state("Not sent: no connection. Tap again.", false);
  } finally {
    flights.delete(form);
    if (isUndo) {
      isUndoing = false;
      undoneAt = performance.now();
    }
    if (flight.next && form.isConnected) form.requestSubmit(flight.next.by?.isConnected ? flight.next.by : null);
  }
});

/** The next submission of a form that stays is another command. */
function renew(form) {
  const id = form.querySelector("[name=command]");
  if (id) id.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** Searches for the text in the field; if it is empty, shows the waitlist again. */
function find(form) {
  const said = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
  const at = `${location.pathname}?${said}`;
  if (at === location.pathname + location.search) return;
  history.replaceState(null, "", at);
  go();
}
document.addEventListener("input", (event) => {
  if (event.target.id !== "find") return;
  clearTimeout(find.later);
  find.later = setTimeout(find, SEARCH_DELAY, event.target.form);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".seek")) return;
  event.preventDefault();
  clearTimeout(find.later);
  find(event.target);
});

document.getElementById("add")?.addEventListener("toggle", (event) => {
  if (event.target.open) document.getElementById("who").focus();
});
// The form covers entries and their keys: using those closes it, and its input stays.
document.addEventListener("click", (event) => {
  const add = document.getElementById("add");
  if (add?.open && event.target.closest("#list, .side")) add.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const one of document.querySelectorAll("details.add[open]")) one.open = false;
});
document.addEventListener("focusout", () => partsWaiting && setTimeout(changed, 0));

/** The press is over: parts that waited for it are fetched again. */
function endPress() {
  clearTimeout(pressTimer);
  pressed = null;
  if (partsWaiting) setTimeout(changed, 0);
}
document.addEventListener("pointerdown", (event) => {
  clearTimeout(pressTimer);
  pressed = event.target.closest(KEYS); // a scroll bar may never report that it was released
});
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => {
    clearTimeout(pressTimer);
    pressTimer = setTimeout(endPress, CLICK_DELAY);
  });
}
document.addEventListener("click", endPress, { capture: true });
addEventListener("popstate", go);
ahead = Number(document.body.dataset.now) - Date.now();
setInterval(tick, 1000);
tick();
socket.start();
