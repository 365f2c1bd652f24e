// The desk: parts of the page are replaced by what the room says; forms and links go without a new page.

const room = document.body.dataset.room;
const live = document.getElementById("live");
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms until the next try
const BEAT = 20_000; // ms between questions whether the line holds
const ANSWER = 5_000;
const PATIENCE = 15_000; // ms for an answer
const TYPING = "input:not([type=hidden], [type=radio], [type=checkbox]), select";
let ahead = 0; // ms that the room's clock is ahead of this one
let looking = null; // the look under way
let going = null; // and the one that brings another list
let again = false; // something changed since it began
let later = 0; // when a look that failed is taken again
let owed = false; // a part waits until nobody writes in it
let whole = false; // the next look replaces what is being written in, too
let taken = 0; // looks since the page came

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
  owed = false;
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
      owed ||= old.id !== "refused" && typing(old);
      continue;
    }
    replace(old, fresh);
  }
  tick();
  return true;
}

/** Takes a look, once more when something changed meanwhile; the promise holds until what was asked for is shown. */
function look(all = false) {
  again = true;
  whole ||= all;
  looking ??= looks().finally(() => {
    looking = null;
    return again && look();
  });
  return looking;
}

async function looks() {
  while (again) {
    const all = whole;
    again = whole = false;
    taken += 1;
    const at = location.href;
    const answer = await fetch(at, { signal: AbortSignal.timeout(PATIENCE) });
    const text = await answer.text();
    if (location.href !== at) {
      again = true; // somebody tapped on meanwhile
      whole ||= all;
    } else if (answer.redirected || !show(text, all)) {
      location.reload();
      return;
    }
  }
}

/** What changed is looked at, later when the line fails now. */
function changed() {
  clearTimeout(later);
  look().catch(() => {
    later = setTimeout(changed, AGAIN[2]);
  });
}

/** On to another list, seat or name: the address is there at once, the page when it has come. */
function go() {
  document.getElementById("refused").replaceChildren();
  going = look(true).catch(() => location.reload());
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
  if (clock && tick.minute !== undefined && tick.minute !== minute) changed(); // waits and times move on
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
    changed();
    beat = setInterval(() => {
      socket.send("?");
      answer = setTimeout(() => socket.close(), ANSWER);
    }, BEAT);
  });
  socket.addEventListener("message", (event) => {
    clearTimeout(answer);
    if (JSON.parse(event.data).type === "changed") changed();
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
  go();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.closest(".desk") || form.dataset.sent) return;
  event.preventDefault();
  form.dataset.sent = "yes"; // a second tap of the same finger is none
  // A name goes to the list that was tapped last, also when that is still on its way here.
  if (form.closest(".add")) await going;
  const said = new URLSearchParams(new FormData(form, event.submitter));
  const at = location.href;
  const before = taken;
  try {
    const answer = await fetch(form.action, { method: "POST", body: said, signal: AbortSignal.timeout(PATIENCE) });
    const text = await answer.text();
    if (answer.ok) {
      if (location.href === at) history.replaceState(null, "", answer.url);
      document.getElementById("refused").replaceChildren();
      // The next name may be half written by now.
      const who = form.querySelector("#who");
      if (who?.value === said.get("who")) form.reset();
      who?.focus();
    }
    // Who has gone on to another name or seat meanwhile stays there; and what was looked at meanwhile may be newer.
    if (answer.ok && (location.href !== answer.url || taken !== before)) await look(true);
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
document.addEventListener("focusout", () => owed && setTimeout(changed, 0));
addEventListener("popstate", go);
ahead = Number(document.querySelector("[data-now]").dataset.now) - Date.now();
setInterval(tick, 1000);
tick();
listen();
