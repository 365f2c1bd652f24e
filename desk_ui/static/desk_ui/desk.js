// The desk: parts of the page are replaced by what the room says; forms and links go without a new page.

const room = document.body.dataset.room;
const live = document.getElementById("live");
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms until the next try
const BEAT = 20_000; // ms between questions whether the line holds
const ANSWER = 5_000;
const TYPING = "input:not([type=hidden], [type=radio], [type=checkbox]), select";
let ahead = 0; // ms that the room's clock is ahead of this one
let looking = false;
let wanted = false;
let whole = false; // the next look replaces what is being written in, too

/** Only for comparing: tokens and ids of commands differ each time. */
const plain = (part) =>
  part.outerHTML.replaceAll(/name="(csrfmiddlewaretoken|command)" value="[^"]*"/g, "").replaceAll(/data-now="\d+"| value="\d+" aria-label="Time/g, "");

/** What was written in an open form and not sent yet. */
const written = (one) => {
  const folded = one.closest("details");
  if (folded && !folded.open) return false;
  if (one.matches("select")) return one.selectedIndex !== Math.max([...one.options].findIndex((o) => o.defaultSelected), 0);
  if (one.matches("[type=radio], [type=checkbox]")) return one.checked !== one.defaultChecked;
  return one.value !== one.defaultValue;
};

/** Somebody is writing there: it waits until that is over. */
const typing = (part) => document.activeElement?.matches(TYPING) && part.contains(document.activeElement);

/** Something was written there and not sent: it stays until it is sent or folded away. */
const unsent = (part) => [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some(written);

function replace(old, fresh) {
  const focusable = "a, button, summary, input:not([type=hidden]), select";
  const at = [...old.querySelectorAll(focusable)].indexOf(document.activeElement);
  const open = [...old.querySelectorAll("details[open]")].map((one) => one.className);
  const top = old.scrollTop;
  old.replaceWith(fresh);
  fresh.scrollTop = top;
  for (const one of fresh.querySelectorAll("details")) if (open.includes(one.className)) one.open = true;
  if (at >= 0) fresh.querySelectorAll(focusable)[at]?.focus({ preventScroll: true });
}

/** The next command of a form that stays is another one. */
function renew(old, fresh) {
  const ids = fresh.querySelectorAll("[name=command]");
  for (const [i, one] of old.querySelectorAll("[name=command]").entries()) one.value = ids[i].value;
}

/** Puts what a page says into this one. */
function show(text, all = false) {
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!page.getElementById("games")) return false;
  const now = page.querySelector("[data-now]");
  if (now) ahead = Number(now.dataset.now) - Date.now();
  for (const fresh of page.querySelectorAll("[data-part]")) {
    const old = document.getElementById(fresh.id);
    if (!old) continue;
    if (plain(old) === plain(fresh)) {
      if (all) renew(old, fresh);
      continue;
    }
    if (!all && (typing(old) || unsent(old) || (old.id === "refused" && !fresh.textContent.trim()))) {
      wanted ||= old.id !== "refused" && typing(old);
      continue;
    }
    replace(old, fresh);
  }
  tick();
  return true;
}

async function look(all = false) {
  if (looking) {
    wanted = true;
    whole ||= all;
    return;
  }
  looking = true;
  wanted = false;
  try {
    const at = location.href;
    const answer = await fetch(at);
    const text = await answer.text();
    if (location.href !== at)
      wanted = true; // somebody tapped on meanwhile
    else if (answer.redirected || !show(text, all)) location.reload();
  } finally {
    looking = false;
  }
  const next = whole || all;
  whole = false;
  if (wanted && (next || !document.activeElement?.matches(TYPING))) await look(next);
}

function tick() {
  const now = Date.now() + ahead;
  for (const one of document.querySelectorAll("[data-until]")) {
    const left = Math.max(Number(one.dataset.until) - now, 0);
    if (one.matches("progress")) one.value = Math.min(left, one.max);
    else one.textContent = `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
  }
  const clock = document.querySelector("[data-clock]");
  const minute = Math.floor(now / 60_000);
  if (clock && tick.minute !== undefined && tick.minute !== minute) look().catch(() => {}); // waits and times move on
  tick.minute = minute;
}

function state(word, good) {
  live.querySelector("span").textContent = word;
  live.classList.toggle("lost", !good);
}

function listen(attempt = 0) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/desk/${room}/`);
  let tries = attempt;
  let beat = 0;
  let answer = 0;
  socket.addEventListener("open", () => {
    tries = 0;
    state("Live", true);
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
    if (event.code === 4401) {
      state("The sign-in has ended", false);
      return;
    }
    state("The line is lost, what stands here may be old", false);
    setTimeout(() => listen(tries + 1), AGAIN[Math.min(tries, AGAIN.length - 1)]);
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.go");
  if (!link || event.ctrlKey || event.metaKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  document.getElementById("refused").replaceChildren();
  look(true).catch(() => location.reload());
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.closest(".desk") || form.dataset.sent) return;
  event.preventDefault();
  form.dataset.sent = "yes"; // a second tap of the same finger is none
  const said = new URLSearchParams(new FormData(form, event.submitter));
  const at = location.href;
  try {
    const answer = await fetch(form.action, { method: "POST", body: said });
    const text = await answer.text();
    if (answer.ok) {
      if (location.href === at) history.replaceState(null, "", answer.url);
      document.getElementById("refused").replaceChildren();
      // The next name may be half written by now.
      const who = form.querySelector("#who");
      if (who?.value === said.get("who")) form.reset();
      who?.focus();
    }
    // Who has gone on to another name or seat meanwhile stays there.
    if (answer.ok && location.href !== answer.url) await look(true);
    else if (!show(text, true)) location.reload();
  } catch {
    state("Not sent: the line is lost. Tap again.", false);
  } finally {
    delete form.dataset.sent;
  }
});

document.getElementById("add")?.addEventListener("toggle", (event) => {
  if (event.target.open) document.getElementById("who").focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const one of document.querySelectorAll("details.add[open]")) one.open = false;
});
document.addEventListener("focusout", () => wanted && setTimeout(() => look().catch(() => {}), 0));
addEventListener("popstate", () => look(true).catch(() => location.reload()));
ahead = Number(document.querySelector("[data-now]").dataset.now) - Date.now();
setInterval(tick, 1000);
tick();
listen();
