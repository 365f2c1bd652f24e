// A player's page of an entry: it refreshes while it is visible, its clock runs by itself, and it says how old it is.

import { morph } from "../web/morph.js";
import { startPublicClock } from "./public_clock.js";

const REFRESH_INTERVAL = 15_000; // ms
const TOLD_AGE = 60_000; // ms: from here on "as of" is coral
const TICK = 1_000; // ms
const asOf = document.getElementById("as-of");
let refreshed = Date.now();

async function refresh() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("own");
  if (!fresh) return;
  const own = document.getElementById("own");
  if (fresh.dataset.state !== own.dataset.state) navigator.vibrate?.([200, 100, 200]); // a move or a seat
  morph(own, fresh);
  asOf.textContent = page.getElementById("as-of").textContent;
  refreshed = Date.now();
  showClock();
}

const refreshSoon = () => document.hidden || refresh().catch(() => {});
const showClock = startPublicClock(refreshSoon);
setInterval(refreshSoon, REFRESH_INTERVAL);
setInterval(() => asOf.classList.toggle("coral", Date.now() - refreshed > TOLD_AGE), TICK);
document.addEventListener("visibilitychange", refreshSoon);
