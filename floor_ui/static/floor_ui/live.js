// Keeps the page current: parts marked data-live are replaced when something changed.

const lost = document.getElementById("lost");
const room = document.body.dataset.room;
const ear = document.body.dataset.ear ?? ""; // the events of the room that this page subscribes to
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms until the next try
const BEAT = 20_000; // ms between pings of the socket
const ANSWER = 5_000;
let looking = null;
let wanted = false; // something changed during a refresh
let held = false; // a part waits until the user has finished typing in it
let up = false;

/** Only for comparing: tokens and command ids differ each time. */
const plain = (part) => part.outerHTML.replaceAll(/name="(csrfmiddlewaretoken|command)" value="[^"]*"/g, "");

const TYPING = "input:not([type=hidden], [type=radio], [type=checkbox]), textarea, select";

/** Whether a field of an open form has unsent input. */
function written(one) {
  const folded = one.closest("details");
  if (folded && !folded.open) return false;
  if (one.matches("select")) return one.selectedIndex !== Math.max([...one.options].findIndex((o) => o.defaultSelected), 0);
  if (one.matches("[type=radio], [type=checkbox]")) return one.checked !== one.defaultChecked;
  return one.value !== one.defaultValue;
}

/** Whether the user is typing there, has unsent input or is correcting a fact: the part then waits. */
function busy(part) {
  const active = document.activeElement;
  if (active?.matches(TYPING) && part.contains(active)) return true;
  const fields = "form[data-act] :is(input:not([type=hidden]), textarea, select)";
  if ([...part.querySelectorAll(fields)].some((one) => one.form.dataset.sending === undefined && written(one))) return true;
  if ([...part.querySelectorAll("details[open] form[data-act] .said")].some((one) => one.textContent.trim())) return true; // why not: to be read
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
      held = true;
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
export async function look({ all = false } = {}) {
  wanted = false;
  if (looking) {
    wanted = true;
    if (!all) return looking;
    await looking.catch(() => {});
    return look({ all });
  }
  looking = (async () => {
    const answer = await fetch(location.href, { headers: { "X-Live": "1" } });
    const text = await answer.text();
    if (new URL(answer.url).pathname !== location.pathname) {
      // Input is not taken away: its own response will redirect.
      if (!document.querySelector("dialog[open]")) location.assign(answer.url);
      else document.dispatchEvent(new CustomEvent("floor:over", { detail: answer.url }));
      return;
    }
    if (answer.ok) show(read(text), { all });
    if (answer.ok && up) document.documentElement.dataset.live = "yes"; // the socket is up, and this is newer than it
  })();
  try {
    await looking;
  } finally {
    looking = null;
  }
  if (wanted) await look();
}

function listen(attempt = 0) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/floor/${room}/${ear}`);
  let tries = attempt;
  let beat = 0;
  let answer = 0;
  socket.addEventListener("open", () => {
    tries = 0;
    lost.hidden = true;
    up = true;
    look().catch(() => {});
    beat = setInterval(() => {
      socket.send("?");
      answer = setTimeout(() => socket.close(), ANSWER);
    }, BEAT);
  });
  socket.addEventListener("message", (event) => {
    clearTimeout(answer);
    if (JSON.parse(event.data).type === "changed") look().catch(() => {});
  });
  socket.addEventListener("close", (event) => {
    clearInterval(beat);
    clearTimeout(answer);
    lost.hidden = false;
    up = false;
    delete document.documentElement.dataset.live;
    if (event.code === 4401) {
      lost.textContent = "You've been signed out. Sign in again to continue.";
      return;
    }
    setTimeout(() => listen(tries + 1), AGAIN[Math.min(tries, AGAIN.length - 1)]);
  });
}

export function live() {
  if (room && document.querySelector("[data-live]")) listen();
  const again = () => {
    if (!held) return;
    held = false;
    look().catch(() => {});
  };
  document.addEventListener("toggle", again, true);
  document.addEventListener("focusout", () => setTimeout(again, 0));
}
