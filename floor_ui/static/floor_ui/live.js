// What stands on the page is what the room says: parts marked data-live are replaced when something changed.

const lost = document.getElementById("lost");
const room = document.body.dataset.room;
const ear = document.body.dataset.ear ?? ""; // what of the room this page hears of
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms until the next try
const BEAT = 20_000; // ms between questions whether the line holds
const ANSWER = 5_000;
let looking = null;
let wanted = false; // something changed during a look
let held = false; // a part waits for whoever writes in it
let up = false;

/** Only for comparing: tokens and ids of commands differ each time. */
const plain = (part) => part.outerHTML.replaceAll(/name="(csrfmiddlewaretoken|command)" value="[^"]*"/g, "");

const TYPING = "input:not([type=hidden], [type=radio], [type=checkbox]), textarea, select";

/** What was written in an open form and not sent yet. */
function written(one) {
  const folded = one.closest("details");
  if (folded && !folded.open) return false;
  if (one.matches("select")) return one.selectedIndex !== Math.max([...one.options].findIndex((o) => o.defaultSelected), 0);
  if (one.matches("[type=radio], [type=checkbox]")) return one.checked !== one.defaultChecked;
  return one.value !== one.defaultValue;
}

/** Somebody types there, has something not sent yet or is correcting a fact there: it waits. */
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

/** Puts what a page says into this one. */
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

/** Takes a new look; a page that has become another one is gone to. all: also what somebody is writing in. */
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
      // What is being written is not taken away: its own answer will say where to go.
      if (!document.querySelector("dialog[open]")) location.assign(answer.url);
      else document.dispatchEvent(new CustomEvent("floor:over", { detail: answer.url }));
      return;
    }
    if (answer.ok) show(read(text), { all });
    if (answer.ok && up) document.documentElement.dataset.live = "yes"; // the line stands, and this is newer than it
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
      lost.textContent = "The sign-in has ended. Sign in again to go on.";
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
