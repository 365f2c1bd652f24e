// The public board: refreshes, turns its pages, and hides old data. It runs unattended for days.

const OLD = 30_000; // ms: older data is not shown
const LOOK = 10_000; // ms between refreshes, whether or not the socket reports changes
const APART = 200; // ms between two refreshes of a burst
const PATIENCE = 8_000; // ms to wait for a response
const PAGE = 9_000; // ms that a page is shown; 8 s is the minimum
const DAY = 86_400_000;
const QUIET = 60_000; // ms without a change after which it may reload itself
const LATEST = DAY + 7_200_000; // reload at the latest, even without such a minute
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms until the next try

const room = document.body.dataset.room;
const began = Date.now();
const turns = {}; // by name: which group is shown, and since when
let seen = null; // when the last good refresh was, by two clocks; none yet
let told = 0; // the server's time of that refresh
let ahead = 0; // ms that the server's clock is ahead of this one
let changed = Date.now();
let asked = 0; // when the last refresh started
let looking = false;
let wanted = false;
let lost = false; // it is being reloaded

/** Either clock may stop or be set: the greater age counts. */
const age = () => (seen ? Math.max(Date.now() - seen.wall, performance.now() - seen.run) : Infinity);

function turn(part = document) {
  for (const one of part.querySelectorAll("[data-turns]")) {
    const at = turns[one.dataset.turns]?.at ?? 0;
    const groups = [...one.children];
    for (const [i, group] of groups.entries()) group.hidden = i !== at % groups.length;
  }
}

const html = (part, name) => part.querySelector(`[data-turns=${name}]`)?.innerHTML.replaceAll(' hidden=""', "");

/** Puts the server's data into the page; a response of the same time as the last one is a cached copy. */
function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("board");
  const clock = page.getElementById("clock");
  const now = Number(clock?.dataset.now);
  if (!fresh || !now || now === told) return false;
  told = now;
  ahead = now - Date.now();
  document.getElementById("clock").textContent = clock.textContent;
  const old = document.getElementById("board");
  if (html(old, "calls") !== html(fresh, "calls")) turns.calls = { at: 0, since: performance.now() }; // the newest call comes first
  turn(fresh);
  if (old.outerHTML !== fresh.outerHTML) {
    changed = Date.now();
    old.replaceWith(document.adoptNode(fresh));
  }
  seen = { wall: Date.now(), run: performance.now() };
  return true;
}

export async function look() {
  if (looking) {
    wanted = true;
    return;
  }
  looking = true;
  wanted = false;
  asked = performance.now();
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && show(await answer.text())) {
      tick();
      renew();
    }
  } catch {
    // The next refresh tries again; the data shown gets older.
  } finally {
    looking = false;
  }
  if (wanted) setTimeout(look, APART);
}

/** Once a day, when there is no call and nothing changes; only after a response, so that there is something to load. */
function renew() {
  const ran = Date.now() - began;
  const quiet = document.querySelector(".calls.none") && Date.now() - changed > QUIET;
  if (lost || ran < DAY || (!quiet && ran < LATEST)) return;
  lost = true;
  location.reload();
}

function tick() {
  const old = age() > OLD;
  document.body.classList.toggle("old", old);
  if (!old) document.getElementById("age").textContent = `Updated ${Math.floor(age() / 1000)} s ago`;
  const now = performance.now();
  for (const name of ["calls", "lists", "seats"]) {
    const one = (turns[name] ??= { at: 0, since: now });
    if (now - one.since < PAGE) continue;
    const count = document.querySelector(`[data-turns=${name}]`).children.length || 1;
    turns[name] = { at: (one.at + 1) % count, since: now };
  }
  turn();
  const minute = Math.floor((Date.now() + ahead) / 60_000);
  if (now - asked >= LOOK || (tick.minute !== undefined && tick.minute !== minute)) look();
  tick.minute = minute;
}

function listen(tries = 0) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/board/${room}/`);
  let attempt = tries;
  let heard = performance.now();
  const beat = setInterval(() => {
    if (performance.now() - heard > 3 * LOOK) socket.close();
    else if (socket.readyState === WebSocket.OPEN) socket.send("?");
  }, LOOK);
  socket.addEventListener("open", () => {
    attempt = 0;
    look();
  });
  socket.addEventListener("message", (event) => {
    heard = performance.now();
    if (JSON.parse(event.data).type === "changed") look();
  });
  socket.addEventListener("close", () => {
    clearInterval(beat);
    setTimeout(listen, AGAIN[Math.min(attempt, AGAIN.length - 1)], attempt + 1);
  });
}

look();
listen();
setInterval(tick, 1000);
