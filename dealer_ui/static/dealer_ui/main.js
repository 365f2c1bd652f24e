// The page: fits the frame, keeps the screen awake, starts the app.

import { render } from "./vendor/lit-html.js";
import { App } from "./app.js";
import { gate } from "./render/gate.js";
import { tablet } from "./render/tablet.js";

const root = document.getElementById("tablet");

const app = new App((state) => {
  if (state.screen) render(tablet(state), root);
  else if (state.gate && document.body.dataset.state !== "table") render(gate(state), root);
});

function fit() {
  const scale = Math.min(innerWidth / 1180, innerHeight / 820);
  const left = Math.max(0, (innerWidth - 1180 * scale) / 2);
  root.style.transformOrigin = "0 0";
  root.style.transform = `translateX(${left}px) scale(${scale})`;
}

/** A tablet at an open table does not sleep. */
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}

addEventListener("resize", fit);
document.addEventListener("visibilitychange", stayAwake);
fit();
stayAwake();
app.start();
