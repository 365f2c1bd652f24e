// The desk: parts of the page are replaced by the server's; forms and links work without a page load.

const room = document.body.dataset.room;
const live = document.getElementById("live");
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms until the next try
const BEAT = 20_000; // ms between pings of the socket
const ANSWER = 5_000;
const PATIENCE = 15_000; // ms to wait for a response
const APART = 250; // ms after a refresh: a burst of changes is fetched four times a second
const FINDING = 200; // ms after the last character
const TYPING = "input:not([type=hidden], [type=radio], [type=checkbox]), select";
let ahead = 0; // ms that the server's clock is ahead of this one
let looking = null; // the refresh in progress
let going = null; // the one that brings another waitlist
let again = false; // something changed since it started
let later = 0; // timer of the next try after a failed refresh
let owed = false; // a part waits until the user has finished typing in it
let whole = false; // the next refresh also replaces parts with input
let seen = 0; // when the last one ended
let taken = 0; // refreshes since the page was loaded

/** Whether a field of an open form has unsent input. */
const written = (one) => {
  const folded = one.closest("details");
  if (folded && !folded.open) return false;
  if (one.matches("select")) return one.selectedIndex !== Math.max([...one.options].findIndex((o) => o.defaultSelected), 0);
  if (one.matches("[type=radio], [type=checkbox]")) return one.checked !== one.defaultChecked;
  return one.value !== one.defaultValue;
};

/** Whether the user is typing there: the part then waits. */
const typing = (part) => document.activeElement?.matches(TYPING) && part.contains(document.activeElement);

/** Whether there is unsent input: it stays until it is sent or folded away. */
const unsent = (part) => [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some(written);

function replace(old, sum, html) {
  const fresh = old.cloneNode(false);
  fresh.innerHTML = html;
  fresh.dataset.part = sum;
  const focusable = "a, button, summary, input:not([type=hidden]), select";
  const at = [...old.querySelectorAll(focusable)].indexOf(document.activeElement);
  const open = [...old.querySelectorAll("details[open]")].map((one) => one.className);
  const top = old.scrollTop;
  old.replaceWith(fresh);
  fresh.scrollTop = top;
  for (const one of fresh.querySelectorAll("details")) if (open.includes(one.className)) one.open = true;
  if (at >= 0) fresh.querySelectorAll(focusable)[at]?.focus({ preventScroll: true });
}

/** Requests the parts that differ from the present ones. */
const ask = (at, how = {}) => {
  const had = [...document.querySelectorAll("[data-part]")].map((one) => `${one.id}.${one.dataset.part}`).join(" ");
  return fetch(at, { ...how, headers: { "X-Parts": had }, signal: AbortSignal.timeout(PATIENCE) });
};

/** The response, if it has parts of this page; null for a sign-in page or an error. */
async function parts(answer) {
  const said = answer.headers.get("content-type") === "application/json" ? await answer.json() : null;
  const games = document.getElementById("list") ? 1 : 0;
  return said && (games || !said.parts.title?.[1]) ? said : null;
}

function refused(text) {
  const told = document.getElementById("refused");
  told.replaceChildren();
  if (!text) return;
  const line = Object.assign(document.createElement("p"), { className: "refused", textContent: text });
  line.setAttribute("role", "alert");
  told.append(line);
}

/** Puts parts into the page. */
function show(said, all = false) {
  owed = false;
  ahead = said.now - Date.now();
  for (const [name, [sum, html]] of Object.entries(said.parts)) {
    const old = document.getElementById(name);
    if (!old) continue;
    if (!all && (typing(old) || unsent(old))) owed ||= typing(old);
    else replace(old, sum, html);
  }
  document.querySelector("[data-clock]").textContent = said.clock;
  const find = document.getElementById("find");
  const query = new URL(location.href).searchParams;
  if (find && find !== document.activeElement) find.value = query.get("find") ?? "";
  const list = document.querySelector(".games [aria-current]");
  if (find && list) find.form.elements.list.value = new URL(list.href).searchParams.get("list");
  tick();
}

/** Refreshes, once more if something changed since; the promise resolves when the result is shown. */
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
    const answer = await ask(at);
    const said = await parts(answer);
    if (location.href !== at) {
      again = true; // the user has moved on since
      whole ||= all;
    } else if (!said) {
      location.reload();
      return;
    } else show(said, all);
    seen = performance.now();
  }
}

/** Refreshes after a change: a burst a few times a second, and again if the connection fails. */
function changed() {
  clearTimeout(later);
  if (looking || performance.now() - seen < APART) {
    later = setTimeout(changed, APART);
    return;
  }
  look().catch(() => {
    later = setTimeout(changed, AGAIN[2]);
  });
}

/** Goes to another waitlist, seat or entry: the URL changes at once, the page when it arrives. */
function go() {
  refused("");
  going = look(true).catch(() => location.reload());
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
      state("Signed out", false);
      return;
    }
    state("Connection lost; this page may be out of date", false);
    setTimeout(() => listen(tries + 1), AGAIN[Math.min(tries, AGAIN.length - 1)]);
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.go");
  if (!link || event.ctrlKey || event.metaKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  go();
  if (link.closest("#further")) going.then(() => scrollTo(0, 0)); // the next page starts at the top
});

const flights = new WeakMap(); // forms in flight, with their content

/** The content of a form, whichever command id it has. */
function contents(form, by) {
  const said = new URLSearchParams(new FormData(form, by));
  said.delete("command");
  return said.toString();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || !form.closest(".desk")) return;
  event.preventDefault();
  const words = contents(form, event.submitter);
  const under = flights.get(form);
  if (under) {
    // A second tap is not a second command; the next entry is sent after the one before.
    if (under.words !== words) under.next = { by: event.submitter };
    return;
  }
  const flight = { words, next: null };
  flights.set(form, flight);
  // An entry goes to the waitlist tapped last, even if that is still loading.
  if (form.closest(".add")) await going;
  const said = new URLSearchParams(new FormData(form, event.submitter));
  const at = location.href;
  const before = taken;
  try {
    const answer = await ask(form.action, { method: "POST", body: said });
    const told = await parts(answer);
    if (!told) {
      location.reload();
      return;
    }
    if (answer.ok) {
      if (location.href === at) history.replaceState(null, "", answer.url);
      renew(form);
      // The next name may be half typed by now.
      const who = form.querySelector("#who");
      if (who?.value === said.get("who")) form.reset();
      who?.focus();
    }
    // If the user has moved to another entry or seat since, they stay there; a refresh since may be newer.
    if (answer.ok && (location.href !== answer.url || taken !== before)) await look(true);
    else show(told, answer.ok);
    refused(told.refused);
  } catch {
    state("Not sent: no connection. Tap again.", false);
  } finally {
    flights.delete(form);
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
  find.later = setTimeout(find, FINDING, event.target.form);
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
document.addEventListener("focusout", () => owed && setTimeout(changed, 0));
addEventListener("popstate", go);
ahead = Number(document.body.dataset.now) - Date.now();
setInterval(tick, 1000);
tick();
listen();
