// The map: tiles as the room sends them, minutes that tick here, nothing that is not different is drawn again.

const room = document.body.dataset.room;
const lost = document.getElementById("lost");
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms until the next try
const BEAT = 20_000; // ms between questions whether the line holds
const ANSWER = 5_000;
let ahead = Number(document.querySelector("[data-now]").dataset.now) - Date.now();

const parsed = (html) => {
  const one = document.createElement("template");
  one.innerHTML = html;
  return one.content.firstElementChild;
};

/** Another element in its place; who was at a link there is at that link again. */
function put(old, fresh) {
  const at = [...old.querySelectorAll("a")].indexOf(document.activeElement);
  old.replaceWith(fresh);
  if (at >= 0) fresh.querySelectorAll("a")[at]?.focus({ preventScroll: true });
}

/** Minutes in the box, and whose push is due by now. */
function minutes(part = document) {
  const now = Date.now() + ahead;
  for (const one of part.querySelectorAll("[data-dealt]")) {
    const said = `${Math.max(0, Math.floor((now - one.dataset.dealt) / 60_000))} min`;
    if (one.textContent !== said) one.textContent = said;
  }
  for (const one of part.querySelectorAll("[data-due]"))
    one.classList.toggle("push", now >= Number(one.dataset.due));
}

function show(said) {
  ahead = said.now - Date.now();
  document.dispatchEvent(new CustomEvent("floor:clock", { detail: said.now }));
  for (const [pk, html] of Object.entries(said.tiles)) {
    const old = document.getElementById(`t${pk}`);
    if (!old) return location.reload(); // a table that was made since
    put(old, parsed(html));
  }
  for (const html of Object.values(said.parts)) {
    const fresh = parsed(html);
    put(document.getElementById(fresh.id), fresh);
  }
  minutes();
  document.dispatchEvent(new CustomEvent("floor:shown"));
}

/** Which tiles stand here otherwise than in the room. */
function older(marks) {
  return Object.entries(marks)
    .filter(([pk, mark]) => document.getElementById(`t${pk}`)?.dataset.mark !== String(mark))
    .map(([pk]) => Number(pk));
}

function listen(attempt = 0) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/floor/${room}/map/`);
  let tries = attempt;
  let beat = 0;
  let answer = 0;
  socket.addEventListener("open", () => {
    tries = 0;
    lost.hidden = true;
    beat = setInterval(() => {
      socket.send("?");
      answer = setTimeout(() => socket.close(), ANSWER);
    }, BEAT);
  });
  socket.addEventListener("message", (event) => {
    clearTimeout(answer);
    const said = JSON.parse(event.data);
    if (said.type === "marks") {
      const want = older(said.marks);
      if (want.some((pk) => !document.getElementById(`t${pk}`))) return location.reload();
      socket.send(JSON.stringify({ want }));
      document.documentElement.dataset.map = "live";
    } else if (said.type === "tiles") show(said);
  });
  socket.addEventListener("close", (event) => {
    clearInterval(beat);
    clearTimeout(answer);
    delete document.documentElement.dataset.map;
    lost.hidden = false;
    if (event.code === 4401) {
      lost.textContent = "The sign-in has ended. Sign in again to go on.";
      return;
    }
    setTimeout(() => listen(tries + 1), AGAIN[Math.min(tries, AGAIN.length - 1)]);
  });
}

minutes();
setInterval(() => minutes(), 5_000);
if (room) listen();
