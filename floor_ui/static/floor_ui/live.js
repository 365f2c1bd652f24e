// Keeps the page current: parts marked data-live are replaced when something changed.

import { LiveSocket } from "../web/socket.js";
import { pressOver } from "./press.js";

const lost = document.getElementById("lost");
const room = document.body.dataset.room;
const socketPath = document.body.dataset.socket ?? ""; // the events of the room that this page subscribes to
const FETCH_TIMEOUT = 15_000; // ms to wait for a response
const RETRY_PAUSE = 2000; // ms after a failed refresh until the next try
let refreshing = null;
let retryTimer = 0;
let isStale = false; // something changed during a refresh
let partsWaiting = false; // a part waits until the user has finished typing in it
let connected = false;

/** Only for comparing: tokens and command ids differ each time. */
const plain = (part) => part.outerHTML.replaceAll(/name="(csrfmiddlewaretoken|command)" value="[^"]*"/g, "");

const TEXT_FIELDS = "input:not([type=hidden], [type=radio], [type=checkbox]), textarea, select";

/** Whether a field of an open form has unsent input. */
function hasInput(field) {
  const folded = field.closest("details");
  if (folded && !folded.open) return false;
  if (field.matches("select")) return field.selectedIndex !== Math.max([...field.options].findIndex((o) => o.defaultSelected), 0);
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Whether the user is typing there, has unsent input or is correcting a fact: the part then waits. */
function busy(part) {
  const active = document.activeElement;
  if (active?.matches(TEXT_FIELDS) && part.contains(active)) return true;
  const fields = "form[data-act] :is(input:not([type=hidden]), textarea, select)";
  if ([...part.querySelectorAll(fields)].some((one) => one.form.dataset.sending === undefined && hasInput(one))) return true;
  if ([...part.querySelectorAll("details[open] form[data-act] .form-error")].some((one) => one.textContent.trim())) return true; // an error message to be read
  return Boolean(part.querySelector("details.fact[open]"));
}

function replace(old, fresh) {
  const focusable = "a, button, summary";
  const at = [...old.querySelectorAll(focusable)].indexOf(document.activeElement);
  const named = (one) => one.id || one.className;
  const open = [...old.querySelectorAll("details[open]")].map(named);
  old.replaceWith(fresh);
  for (const one of fresh.querySelectorAll("details"))
    if (open.includes(named(one)) && !one.classList.contains("fact")) one.open = true;
  if (at >= 0) fresh.querySelectorAll(focusable)[at]?.focus({ preventScroll: true });
}

/** Copies the parts of a page into this one. */
export function show(page, { all = false } = {}) {
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const old = document.getElementById(fresh.id);
    if (!old || plain(old) === plain(fresh)) continue;
    if (!all && busy(old)) {
      partsWaiting = true;
      continue;
    }
    const top = old.scrollTop;
    replace(old, fresh);
    fresh.scrollTop = top;
  }
  const now = page.querySelector("[data-now]");
  if (now) document.dispatchEvent(new CustomEvent("floor:clock", { detail: Number(now.dataset.now) }));
  document.dispatchEvent(new CustomEvent("floor:shown"));
}

export const read = (text) => new DOMParser().parseFromString(text, "text/html");

/** Refreshes; if the page has become another one, goes there. all: also parts with input. */
export async function refresh({ all = false } = {}) {
  isStale = false;
  if (refreshing) {
    isStale = true;
    if (!all) return refreshing;
    await refreshing.catch(() => {});
    return refresh({ all });
  }
  refreshing = (async () => {
    const answer = await fetch(location.href, { headers: { "X-Live": "1" }, signal: AbortSignal.timeout(FETCH_TIMEOUT) });
    if (answer.status >= 500) throw new Error(`the server answered ${answer.status}`);
    const text = await answer.text();
    if (new URL(answer.url).pathname !== location.pathname) {
      // Input is not taken away: its own response will redirect.
      if (!document.querySelector("dialog[open]")) location.assign(answer.url);
      else document.dispatchEvent(new CustomEvent("floor:over", { detail: answer.url }));
      return;
    }
    await pressOver();
    if (answer.ok) show(read(text), { all });
    if (answer.ok && connected) document.documentElement.dataset.live = "yes"; // the socket is connected, and this is newer than it
  })();
  try {
    await refreshing;
  } finally {
    refreshing = null;
  }
  if (isStale) await refresh();
}

/** Refreshes after a change; if the server doesn't answer, tries again. */
function changed() {
  clearTimeout(retryTimer);
  refresh().catch(() => {
    retryTimer = setTimeout(changed, RETRY_PAUSE);
  });
}

const socket = new LiveSocket({
  path: `/ws/floor/${room}/${socketPath}`,
  handlers: {
    opened: () => {
      lost.hidden = true;
      connected = true;
      changed();
    },
    received: ({ type }) => type === "changed" && changed(),
    lost: disconnected,
    unauthorized: () => {
      lost.textContent = "You've been signed out. Sign in again to continue.";
      disconnected();
    },
  },
});

function disconnected() {
  lost.hidden = false;
  connected = false;
  delete document.documentElement.dataset.live;
}

export function live() {
  if (room && document.querySelector("[data-live]")) socket.start();
  const refreshParts = () => {
    if (!partsWaiting) return;
    partsWaiting = false;
    changed();
  };
  document.addEventListener("toggle", refreshParts, true);
  document.addEventListener("focusout", () => setTimeout(refreshParts, 0));
}
