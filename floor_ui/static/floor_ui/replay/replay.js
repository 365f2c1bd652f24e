// Steps without a page load: keys, the list, playback in real time. Without this script every step is a link.

const stage = document.getElementById("stage");
const list = document.getElementById("steps");
const keys = Object.fromEntries([...document.querySelectorAll("[data-go]")].map((key) => [key.dataset.go, key]));
const links = [...list.querySelectorAll("[data-step]")];
const times = links.map((link) => Number(link.dataset.ms));
const count = links.length;
const MIN_STEP_TIME = 120; // ms
const SPEEDS = [1, 4];
const TICK = 250;

const cache = new Map(); // by step, the promise of its HTML
let at = Number(document.getElementById("caption").dataset.at);
let wanted = at;
let speed = 0;
let playing = null;
let ticking = null;

async function fetchStep(step) {
  if (!cache.has(step)) {
    const html = fetch(`?step=${step}`, { headers: { "X-Part": "stage" } }).then((answer) => {
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      return answer.text();
    });
    cache.set(step, html);
    html.catch(() => cache.delete(step));
  }
  return cache.get(step);
}

cache.set(at, Promise.resolve(stage.innerHTML));

/** Update the caption in place, so that screen readers announce the change. */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  const open = document.getElementById("in-words").open;
  const caption = document.getElementById("caption");
  const newCaption = fresh.querySelector("#caption");
  caption.replaceChildren(...newCaption.childNodes);
  caption.dataset.at = newCaption.dataset.at;
  newCaption.remove();
  while (caption.nextSibling) caption.nextSibling.remove();
  stage.append(...fresh.childNodes);
  document.getElementById("in-words").open = open;
}

/** Scroll the list if it has its own scroll bar, without scrolling the page. */
function scrollToRow(link) {
  const box = list.getBoundingClientRect();
  const row = link.getBoundingClientRect();
  if (row.top < box.top) list.scrollTop += row.top - box.top;
  else if (row.bottom > box.bottom) list.scrollTop += row.bottom - box.bottom;
}

function mark() {
  for (const link of links) {
    if (Number(link.dataset.step) === at) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  scrollToRow(links[at - 1]);
  keys.back.href = `?step=${Math.max(at - 1, 1)}`;
  keys.on.href = `?step=${Math.min(at + 1, count)}`;
  for (const name of ["first", "back"]) keys[name].setAttribute("aria-disabled", String(at === 1));
  for (const name of ["on", "last"]) keys[name].setAttribute("aria-disabled", String(at === count));
}

async function go(step) {
  wanted = Math.min(Math.max(step, 1), count);
  const target = wanted;
  let html;
  try {
    html = await fetchStep(target);
  } catch {
    location.assign(`?step=${target}`); // signed out or an error, which the page shows
    return;
  }
  if (target !== wanted) return; // another step was chosen in the meantime
  at = target;
  show(html);
  mark();
  history.replaceState(null, "", `?step=${at}`);
  for (const near of [at + 1, at - 1]) if (near >= 1 && near <= count) fetchStep(near).catch(() => {});
}

/** Advance the clock between two taps. */
function tick(start, startedAt) {
  const elapsed = Math.floor(((Date.now() - startedAt) * SPEEDS[speed]) / 1000);
  const [hours, minutes, seconds] = start.split(":").map(Number);
  const total = (hours * 3600 + minutes * 60 + seconds + elapsed) % 86_400;
  const shown = [total / 3600, (total / 60) % 60, total % 60].map((part) => String(Math.floor(part)).padStart(2, "0"));
  document.getElementById("clock").textContent = shown.join(":");
}

function next() {
  clearInterval(ticking);
  if (at >= count) {
    stop();
    return;
  }
  const wait = Math.max((times[at] - times[at - 1]) / SPEEDS[speed], MIN_STEP_TIME);
  const startedAt = Date.now();
  const start = document.getElementById("clock").dataset.time;
  ticking = setInterval(() => tick(start, startedAt), TICK);
  playing = setTimeout(async () => {
    clearInterval(ticking);
    await go(at + 1);
    if (playing !== null) next();
  }, wait);
}

function stop() {
  clearTimeout(playing);
  clearInterval(ticking);
  playing = null;
  keys.play.textContent = "Play";
  keys.play.setAttribute("aria-pressed", "false");
}

async function play() {
  if (playing !== null) {
    stop();
    return;
  }
  keys.play.textContent = "Pause";
  keys.play.setAttribute("aria-pressed", "true");
  playing = 0;
  if (at === count) await go(1);
  if (playing !== null) next();
}

function faster() {
  speed = (speed + 1) % SPEEDS.length;
  keys.speed.textContent = `${SPEEDS[speed]}×`;
  keys.speed.setAttribute("aria-label", `${SPEEDS[speed]}× real time`);
  if (playing !== null) {
    clearTimeout(playing);
    next();
  }
}

function goTo(step) {
  stop();
  return go(step);
}

const MOVES = { first: () => 1, back: () => wanted - 1, on: () => wanted + 1, last: () => count };
const BY_KEY = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-go]")?.dataset.go;
  const step = event.target.closest("[data-step]")?.dataset.step;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (key === "play") play();
  else if (key === "speed") faster();
  else if (key) {
    event.preventDefault();
    goTo(MOVES[key]());
  } else if (step) {
    event.preventDefault();
    goTo(Number(step));
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select")) return;
  if (event.key === " " && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    play();
  } else if (event.key in BY_KEY) {
    event.preventDefault();
    goTo(MOVES[BY_KEY[event.key]]());
  }
});

for (const name of ["play", "speed"]) keys[name].hidden = false;
document.getElementById("keys").hidden = false;
mark();
if (at < count) fetchStep(at + 1).catch(() => {});
document.documentElement.dataset.replay = "ready";
