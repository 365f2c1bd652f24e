// A player's page refreshes by itself while it is visible, and says how old it is when it can't.

import { isBusy, morph } from "../web/morph.js";

const REFRESH_INTERVAL = 15_000; // ms
const TOLD_AGE = 60_000; // ms: from here on "as of" is coral
const asOf = document.getElementById("as-of");
let refreshed = Date.now();

async function refresh() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  if (answer.redirected) location.replace(answer.url); // confirmed: the player's own page
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("own");
  const own = document.getElementById("own");
  if (!fresh) return;
  if (fresh.dataset.state !== own.dataset.state) location.reload(); // other keys stand below it
  if (isBusy(own)) return; // the code is half typed
  morph(own, fresh);
  asOf.textContent = page.getElementById("as-of").textContent;
  refreshed = Date.now();
}

/** The time left by the server's clock, and the age of the page. */
function tick() {
  asOf.classList.toggle("coral", Date.now() - refreshed > TOLD_AGE);
  const own = document.getElementById("own");
  for (const one of own.querySelectorAll("[data-left]")) {
    const left = Math.max(Number(one.dataset.left) - (Date.now() - refreshed), 0);
    if (one.matches("progress")) one.value = left;
    else one.textContent = `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
  }
}

setInterval(() => document.hidden || refresh().catch(() => {}), REFRESH_INTERVAL);
document.addEventListener("visibilitychange", () => document.hidden || refresh().catch(() => {}));
setInterval(tick, 1000);
tick();
