// The map: tiles from the server, and minutes that count here. Only changed tiles are sent.

import { LIVE_OFF, tellLive } from "../web/live_text.js";
import { morph, pressOver } from "../web/morph.js";
import { LiveSocket } from "../web/socket.js";
import { acts } from "./acts.js";
import { mapTabs } from "./map_tabs.js";

const room = document.body.dataset.room;
const lost = document.getElementById("lost");
const connectionLost = lost.textContent;
const RELOAD_PAUSE = 10_000; // ms
let ahead = Number(document.querySelector("[data-now]").dataset.now) - Date.now();

const parsed = (html) => {
  const one = document.createElement("template");
  one.innerHTML = html;
  return one.content.firstElementChild;
};

/** 4:10, 1:04:10 */
function span(ms) {
  const all = Math.max(0, Math.floor(ms / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, rest] = [Math.floor(all / 3600), `${Math.floor(all / 60) % 60}:${two(all % 60)}`];
  return hours ? `${hours}:${rest.padStart(5, "0")}` : rest;
}

const wholeMinutes = (ms) => Math.max(0, Math.floor(ms / 60_000));

// How the counting texts are formatted, by the attribute with their time.
const TEXTS = {
  inBoxSince: (ms) => String(wholeMinutes(ms)),
  agoSince: span,
  until: (ms) => span(-ms),
  dueIn: (ms) => (ms < -60_000 ? `in ${wholeMinutes(-ms)} min` : "due now"),
};

/**
 * Minutes in the box, due pushes, the time left of calls to a seat, and how long a tablet has been
 * offline.
 */
function minutes(part = document) {
  const now = Date.now() + ahead;
  for (const [name, textOf] of Object.entries(TEXTS))
    for (const one of part.querySelectorAll(`[data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`)) {
      const text = textOf(now - one.dataset[name]);
      if (one.textContent !== text) one.textContent = text;
    }
  for (const one of part.querySelectorAll("[data-bar-since]")) one.value = wholeMinutes(now - one.dataset.barSince);
  for (const one of part.querySelectorAll("[data-offline-since]")) {
    const text = span(now - one.dataset.offlineSince);
    for (const at of one.querySelectorAll("[data-offline-time]")) if (at.textContent !== text) at.textContent = text;
  }
  for (const one of part.querySelectorAll("[data-due]"))
    one.classList.toggle("push", now >= Number(one.dataset.due));
}

function show(data) {
  ahead = data.now - Date.now();
  for (const [pk, html] of Object.entries(data.tiles)) {
    const old = document.getElementById(`t${pk}`);
    if (!old) return location.reload(); // a table was created since
    morph(old, parsed(html));
  }
  for (const html of Object.values(data.parts)) {
    const fresh = parsed(html);
    const old = document.getElementById(fresh.id);
    if (!old || old.dataset.layout !== fresh.dataset.layout) return location.reload(); // the sections changed
    morph(old, fresh);
  }
  minutes();
  shown();
  document.dispatchEvent(new CustomEvent("live:shown", { detail: { now: data.now } }));
}

/** The tiles that differ from the server's. */
function outdated(marks) {
  return Object.entries(marks)
    .filter(([pk, mark]) => document.getElementById(`t${pk}`)?.dataset.fingerprint !== String(mark))
    .map(([pk]) => Number(pk));
}

const socket = new LiveSocket({
  path: `/ws/floor/${room}/map/`,
  handlers: {
    opened: () => {
      tellLive("Live");
      lost.hidden = true;
    },
    received,
    lost: disconnected,
    unauthorized: () => {
      lost.textContent = "You've been signed out. Sign in again to continue.";
      disconnected();
      tellLive("Signed out", { isLost: true });
    },
  },
});

/**
 * The socket sends the tiles by itself while live updates are off; a page without tiles yet
 * requests them.
 */
function switched(on) {
  lost.textContent = on ? connectionLost : LIVE_OFF;
  lost.hidden = on;
  tellLive(on ? "Live" : "Every 10 s", { isLost: !on });
  if (!on && !document.documentElement.dataset.map) setTimeout(() => location.reload(), RELOAD_PAUSE);
}

function received(data) {
  if (data.type === "live") switched(data.on);
  if (data.type === "tiles") pressOver().then(() => show(data));
  if (data.type !== "marks") return;
  const want = outdated(data.marks);
  if (want.some((pk) => !document.getElementById(`t${pk}`))) return location.reload();
  socket.send({ want });
  document.documentElement.dataset.map = "live";
}

function disconnected() {
  if (lost.textContent === LIVE_OFF) lost.textContent = connectionLost;
  lost.hidden = false;
  tellLive("Not live", { isLost: true });
  delete document.documentElement.dataset.map;
}

const shown = mapTabs();
minutes();
setInterval(() => minutes(), 1_000);
acts();
if (room) socket.start();
