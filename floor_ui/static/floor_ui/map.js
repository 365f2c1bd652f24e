// The map: tiles from the server, minutes that tick here; only tiles that differ are replaced.

import { fills, keeper } from "./fill.js";

const room = document.body.dataset.room;
const lost = document.getElementById("lost");
const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms until the next try
const BEAT = 20_000; // ms between pings of the socket
const ANSWER = 5_000;
let ahead = Number(document.querySelector("[data-now]").dataset.now) - Date.now();

const parsed = (html) => {
  const one = document.createElement("template");
  one.innerHTML = html;
  return one.content.firstElementChild;
};

/** Replaces an element and restores the focus to the same link or key, if there is one. */
function put(old, fresh) {
  const keep = keeper(old);
  old.replaceWith(fresh);
  keep(fresh);
}

/** 4:10, 1:04:10 */
function span(ms) {
  const all = Math.max(0, Math.floor(ms / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, rest] = [Math.floor(all / 3600), `${Math.floor(all / 60) % 60}:${two(all % 60)}`];
  return hours ? `${hours}:${rest.padStart(5, "0")}` : rest;
}

/** Minutes in the box, due pushes, and how long a tablet has been offline. */
function minutes(part = document) {
  const now = Date.now() + ahead;
  for (const one of part.querySelectorAll("[data-dealt]")) {
    const said = `${Math.max(0, Math.floor((now - one.dataset.dealt) / 60_000))} min`;
    if (one.textContent !== said) one.textContent = said;
  }
  for (const one of part.querySelectorAll("[data-silent]")) {
    const said = span(now - one.dataset.silent);
    for (const at of one.querySelectorAll("[data-quiet]")) if (at.textContent !== said) at.textContent = said;
  }
  for (const one of part.querySelectorAll("[data-due]"))
    one.classList.toggle("push", now >= Number(one.dataset.due));
}

function show(said) {
  ahead = said.now - Date.now();
  document.dispatchEvent(new CustomEvent("floor:clock", { detail: said.now }));
  for (const [pk, html] of Object.entries(said.tiles)) {
    const old = document.getElementById(`t${pk}`);
    if (!old) return location.reload(); // a table was created since
    put(old, parsed(html));
  }
  for (const html of Object.values(said.parts)) {
    const fresh = parsed(html);
    const old = document.getElementById(fresh.id);
    if (!old || old.dataset.layout !== fresh.dataset.layout) return location.reload(); // the sections changed
    put(old, fresh);
  }
  minutes();
  document.dispatchEvent(new CustomEvent("floor:shown"));
}

/** The tiles that differ from the server's. */
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
      lost.textContent = "You've been signed out. Sign in again to continue.";
      return;
    }
    setTimeout(() => listen(tries + 1), AGAIN[Math.min(tries, AGAIN.length - 1)]);
  });
}

minutes();
setInterval(() => minutes(), 1_000);
fills();
if (room) listen();
