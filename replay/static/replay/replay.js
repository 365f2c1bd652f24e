// Steps without a page load: keys, the list, playback in real time. Without this script every step is a link.

const stage = document.getElementById("stage");
const list = document.getElementById("steps");
const keys = Object.fromEntries([...document.querySelectorAll("[data-go]")].map((one) => [one.dataset.go, one]));
const links = [...list.querySelectorAll("[data-step]")];
const times = links.map((one) => Number(one.dataset.ms));
const most = links.length;
const FASTEST = 120; // ms that a step stands at least
const SPEEDS = [1, 4];
const TICK = 250;

const kept = new Map(); // steps that were asked for already
let at = Number(document.getElementById("caption").dataset.at);
let wanted = at;
let speed = 0;
let playing = null;
let ticking = null;

async function fetched(step) {
  if (!kept.has(step)) {
    const asked = fetch(`?step=${step}`, { headers: { "X-Part": "stage" } }).then((answer) => {
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      return answer.text();
    });
    kept.set(step, asked);
    asked.catch(() => kept.delete(step));
  }
  return kept.get(step);
}

kept.set(at, Promise.resolve(stage.innerHTML));

/** Update the caption in place, so that screen readers announce the change. */
function lay(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  const open = document.getElementById("in-words").open;
  const caption = document.getElementById("caption");
  const said = fresh.querySelector("#caption");
  caption.replaceChildren(...said.childNodes);
  caption.dataset.at = said.dataset.at;
  said.remove();
  while (caption.nextSibling) caption.nextSibling.remove();
  stage.append(...fresh.childNodes);
  document.getElementById("in-words").open = open;
}

/** Scroll the list if it has its own scroll bar, without scrolling the page. */
function seen(link) {
  const box = list.getBoundingClientRect();
  const one = link.getBoundingClientRect();
  if (one.top < box.top) list.scrollTop += one.top - box.top;
  else if (one.bottom > box.bottom) list.scrollTop += one.bottom - box.bottom;
}

function mark() {
  for (const link of links) {
    if (Number(link.dataset.step) === at) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  seen(links[at - 1]);
  keys.back.href = `?step=${Math.max(at - 1, 1)}`;
  keys.on.href = `?step=${Math.min(at + 1, most)}`;
  for (const name of ["first", "back"]) keys[name].setAttribute("aria-disabled", String(at === 1));
  for (const name of ["on", "last"]) keys[name].setAttribute("aria-disabled", String(at === most));
}

async function go(step) {
  wanted = Math.min(Math.max(step, 1), most);
  const asked = wanted;
  let html;
  try {
    html = await fetched(asked);
  } catch {
    location.assign(`?step=${asked}`); // signed out, or the line is gone: the page says which
    return;
  }
  if (asked !== wanted) return; // somebody went on meanwhile
  at = asked;
  lay(html);
  mark();
  history.replaceState(null, "", `?step=${at}`);
  for (const near of [at + 1, at - 1]) if (near >= 1 && near <= most) fetched(near).catch(() => {});
}

/** Advance the clock between two taps. */
function tick(said, begun) {
  const gone = Math.floor(((Date.now() - begun) * SPEEDS[speed]) / 1000);
  const [hours, minutes, seconds] = said.split(":").map(Number);
  const total = (hours * 3600 + minutes * 60 + seconds + gone) % 86_400;
  const shown = [total / 3600, (total / 60) % 60, total % 60].map((part) => String(Math.floor(part)).padStart(2, "0"));
  document.getElementById("clock").textContent = shown.join(":");
}

function next() {
  clearInterval(ticking);
  if (at >= most) {
    stop();
    return;
  }
  const wait = Math.max((times[at] - times[at - 1]) / SPEEDS[speed], FASTEST);
  const begun = Date.now();
  const said = document.getElementById("clock").dataset.said;
  ticking = setInterval(() => tick(said, begun), TICK);
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
  if (at === most) await go(1);
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

function chosen(step) {
  stop();
  return go(step);
}

const MOVES = { first: () => 1, back: () => wanted - 1, on: () => wanted + 1, last: () => most };
const BY_KEY = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-go]")?.dataset.go;
  const step = event.target.closest("[data-step]")?.dataset.step;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (key === "play") play();
  else if (key === "speed") faster();
  else if (key) {
    event.preventDefault();
    chosen(MOVES[key]());
  } else if (step) {
    event.preventDefault();
    chosen(Number(step));
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
    chosen(MOVES[BY_KEY[event.key]]());
  }
});

for (const name of ["play", "speed"]) keys[name].hidden = false;
document.getElementById("keys").hidden = false;
mark();
if (at < most) fetched(at + 1).catch(() => {});
document.documentElement.dataset.replay = "ready";
