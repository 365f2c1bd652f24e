// The page: fits the frame, keeps the screen awake, starts the app.

import { render } from "./vendor/lit-html.js";
import { App } from "./app.js";
import { heartbeat } from "./http.js";
import { applyLook } from "./look.js";
import { page } from "./text.js";
import { gate } from "./render/gate.js";
import { noTable } from "./render/network.js";
import { tablet } from "./render/tablet.js";

const HEARTBEAT_INTERVAL = 15_000; // ms between two heartbeats while no dealer is signed in
const TABLE_EXPECTED = 5000; // ms until a page without a table says so
const root = document.getElementById("tablet");

const app = new App((state) => {
  if (state.screen) render(tablet(state), root);
  else if (page.state !== "table") render(gate(state), root);
  else if (!state.up && performance.now() > TABLE_EXPECTED) render(noTable(state), root);
});

/** As large as the screen allows, centered and at its near edge, where the dealer's hand is. */
function fit() {
  const scale = Math.min(innerWidth / 1180, innerHeight / 820);
  const [left, top] = [(innerWidth - 1180 * scale) / 2, innerHeight - 820 * scale];
  root.style.transformOrigin = "0 0";
  root.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
}

/** A tablet at an open table does not sleep. */
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}

applyLook();
addEventListener("resize", fit);
document.addEventListener("visibilitychange", stayAwake);
fit();
stayAwake();
window.floorbook = { ...window.floorbook, app };
app.start();
if (page.state === "sign-in") setInterval(heartbeat, HEARTBEAT_INTERVAL);
