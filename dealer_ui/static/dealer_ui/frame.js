// The frame of a page on a tablet: fits the screen, applies the chosen look, keeps the screen
// awake.

import { applyLook } from "./look.js";
import { say } from "./text.js";
import { html, render } from "./vendor/lit-html.js";

const upright = matchMedia("(orientation: portrait)"); // css/portrait.css has the boxes of an upright tablet

/** As large as the screen allows, centered at its near edge, close to the dealer's hand. */
function fit(root) {
  const [width, height] = upright.matches ? [820, 1180] : [1180, 820];
  const scale = Math.min(innerWidth / width, innerHeight / height);
  const [left, top] = [(innerWidth - width * scale) / 2, innerHeight - height * scale];
  root.style.transformOrigin = "0 0";
  root.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
}

/**
 * Covers a table of ten seats while the tablet is upright (css/frame.css). The table under it
 * keeps its state.
 */
function addTurnCover() {
  const cover = document.createElement("div");
  cover.className = "turn-tablet";
  cover.setAttribute("role", "alert");
  render(html`<h1>${say("turn_title")}</h1><p>${say("turn_help")}</p>`, cover);
  document.body.append(cover);
}

/** A tablet at an open table does not sleep. */
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}

/** root: the element that contains the whole page. */
export function frame(root) {
  applyLook();
  addTurnCover();
  const place = () => fit(root);
  addEventListener("resize", place);
  document.addEventListener("visibilitychange", stayAwake);
  place();
  stayAwake();
}
