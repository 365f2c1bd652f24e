// Keeps a page current. The socket only reports that something changed. htmx then fetches the page,
// because each request decides what its reader may see, and the parts marked data-live are changed.

import { isBusy, morph, pressOver } from "./morph.js";
import { LiveSocket } from "./socket.js";

const { htmx } = window;
const FETCH_TIMEOUT = 15_000; // ms to wait for a response
const RETRY_PAUSE = 2000; // ms after a failed refresh until the next attempt
const BURST_PAUSE = 250; // ms after a refresh: a burst of changes is fetched four times a second
const SCREEN_PAUSE = 2000; // ms after a refresh of an unattended screen, such as the board
const POLL_INTERVAL = 10_000; // ms between two refreshes while live updates are off
const ignore = () => {};
let refreshing = null; // the refresh in progress
let isStale = false; // something changed since the refresh in progress started
let inputBefore = 0; // the next refresh also changes parts with input from before this time
let hasFailed = false; // the server answered the last refresh with an error
let isWaiting = false; // a part waits until the user has finished typing in it
let refreshedAt = -Infinity; // when the last refresh ended
let changeTimer = 0;
let isConnected = false;
let pollTimer = 0; // while live updates are off
let spreadTimer = 0; // of the refresh that waits for its turn
let spread = 0; // ms over which pages of this kind spread their refreshes after a change
let accepts = () => true; // whether the page accepts a response
let timeout = FETCH_TIMEOUT;
let change = ""; // the name of the last change reported by the socket, until it is fetched
export let refreshCount = 0; // refreshes since the page was loaded
export let shown = Promise.resolve(); // resolves when the last response is shown

// The content security policy forbids eval and inline styles. Pages set their URL themselves.
Object.assign(htmx.config, { allowEval: false, allowScriptTags: false, includeIndicatorStyles: false, historyEnabled: false });

export const read = (text) => new DOMParser().parseFromString(text, "text/html");

/**
 * An address of this page with its room: a refresh or a reload stays there, whatever room another
 * tab uses.
 */
export function inRoom(address) {
  const url = new URL(address);
  const { room, roomInAddress } = document.body.dataset;
  if (roomInAddress !== undefined && !url.searchParams.has("room")) url.searchParams.set("room", room);
  return url.href;
}

/** Only for comparisons, because tokens and command ids differ each time. */
const plain = (part) => part.outerHTML.replaceAll(/name="(csrfmiddlewaretoken|command)" value="[^"]*"/g, "");

/** Changes the parts that differ; those with input from `before` or later wait. */
function show(page, before) {
  isWaiting = false;
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const old = document.getElementById(fresh.id);
    if (!old || fresh.dataset.fingerprint === "" || plain(old) === plain(fresh)) continue; // "": the server knows that it has not changed
    if (old.dataset.layout !== fresh.dataset.layout) return location.reload(); // the page has other parts now
    if (isBusy(old, { before })) {
      isWaiting = true;
      continue;
    }
    morph(old, fresh);
    htmx.process(old);
  }
  const now = page.querySelector("[data-now]")?.dataset.now;
  document.dispatchEvent(new CustomEvent("live:shown", { detail: { now: now && Number(now) } }));
  if (isConnected) document.documentElement.dataset.live = "yes"; // this is newer than the socket's state
}

/** Shows a response as soon as no key is pressed. */
export function showPage(page, { before = 0 } = {}) {
  const at = location.href;
  shown = pressOver().then(() => {
    if (location.href !== at) {
      inputBefore = Math.max(inputBefore, before);
      changed();
    } else if (accepts(page)) show(page, before);
  });
  return shown;
}

/** Goes to the new page. Input is not lost: an open dialog gets its own response first. */
function leave(url) {
  const dialog = document.querySelector("dialog[open]");
  if (dialog) dialog.addEventListener("close", () => location.assign(url), { once: true });
  else location.assign(url);
}

function received({ xhr, requestConfig }) {
  hasFailed = xhr.status >= 500;
  if (hasFailed) return;
  if (requestConfig.path !== location.href) {
    isStale = true; // the user has moved on
    inputBefore = Math.max(inputBefore, requestConfig.inputBefore);
  } else if (xhr.status === 403 || new URL(xhr.responseURL).pathname !== location.pathname) leave(xhr.responseURL);
  else if (xhr.status < 400) showPage(read(xhr.responseText), { before: requestConfig.inputBefore });
}

async function runRefreshes() {
  while (isStale) {
    isStale = false;
    refreshCount += 1;
    await htmx.ajax("GET", location.href, { source: document.body });
    refreshedAt = performance.now();
    if (hasFailed) throw new Error("the server failed");
  }
}

/**
 * Refreshes, and once more if something changed meanwhile; resolves when the result is shown.
 * before: input from before that time (performance.now()) is replaced; without it, parts with
 * unsent input wait.
 */
export function refresh({ before = 0 } = {}) {
  isStale = true;
  inputBefore = Math.max(inputBefore, before);
  refreshing ??= runRefreshes().finally(() => {
    refreshing = null;
    if (isStale) changed();
  });
  return refreshing.then(() => shown);
}

/**
 * Refreshes after a change, and again if the connection or the server fails. The first change of a
 * burst is shown immediately, the others a few times a second, or every two seconds on an
 * unattended screen.
 */
export function changed() {
  clearTimeout(changeTimer);
  const rest = spread ? SCREEN_PAUSE : BURST_PAUSE;
  const pause = refreshing ? rest : refreshedAt + rest - performance.now();
  if (pause > 0) {
    changeTimer = setTimeout(changed, pause);
    return;
  }
  refresh().catch(() => {
    changeTimer = setTimeout(changed, RETRY_PAUSE);
  });
}

function changedSoon() {
  spreadTimer = 0;
  changed();
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const parts = [...document.querySelectorAll("[data-live][data-fingerprint]")].map((part) => `${part.id}.${part.dataset.fingerprint}`);
  if (parts.length) detail.headers["X-Parts"] = parts.join(" "); // the server leaves these out
  if (detail.elt !== document.body) return;
  if (change) detail.headers["X-Change"] = change; // the server reads once for all pages that were notified of it
  change = "";
  detail.timeout = timeout;
  detail.inputBefore = inputBefore;
  inputBefore = 0;
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  detail.shouldSwap = detail.isError = false; // responses are shown here and in forms.js
  if (detail.requestConfig.elt === document.body) received(detail);
});

// Parts that waited for input may now change.
function refreshWaiting() {
  if (isWaiting) setTimeout(changed, 0);
}
document.addEventListener("toggle", refreshWaiting, true);
document.addEventListener("focusout", refreshWaiting);

/**
 * Opens the page's socket. path: on this host. opened(), lost(), unauthorized(), off(): show the
 * state of the connection; off: the server is reachable but can't report changes, so the page
 * polls. isAccepted(page): false for a response that must not be shown. fetchTimeout: ms.
 * spreadOver: ms; a refresh after a change waits for a random part of it, so that the pages of
 * many screens do not all fetch at the same time.
 */
export function live({ path, opened = ignore, lost = ignore, unauthorized = lost, off = ignore, isAccepted = accepts, fetchTimeout = FETCH_TIMEOUT, spreadOver = 0 }) {
  accepts = isAccepted;
  spread = spreadOver;
  timeout = fetchTimeout;
  const disconnected = (tell) => () => {
    isConnected = false;
    delete document.documentElement.dataset.live;
    clearInterval(pollTimer);
    tell();
  };
  const switched = (on) => {
    clearInterval(pollTimer);
    if (!on) pollTimer = setInterval(changed, POLL_INTERVAL);
    (on ? opened : off)();
    changed();
  };
  const socket = new LiveSocket({
    path,
    handlers: {
      opened: () => {
        isConnected = true;
        opened();
        changed();
      },
      received: ({ type, on, change: name = "" }) => {
        if (type === "live") switched(on);
        else if (type === "changed") {
          change = name;
          if (!spread) changed();
          else if (!spreadTimer) spreadTimer = setTimeout(changedSoon, Math.random() * spread);
        }
      },
      lost: disconnected(lost),
      unauthorized: disconnected(unauthorized),
    },
  });
  socket.start();
}
