// The frame of a page on a tablet: fits the screen, looks as chosen, keeps the screen awake.

import { applyLook } from "./look.js";
import { say } from "./text.js";
import { html, render } from "./vendor/lit-html.js";

/** As large as the screen allows, centered and at its near edge, where the dealer's hand is. */
function fit(root) {
  const scale = Math.min(innerWidth / 1180, innerHeight / 820);
  const [left, top] = [(innerWidth - 1180 * scale) / 2, innerHeight - 820 * scale];
  root.style.transformOrigin = "0 0";
  root.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
}

/** Covers the page while the tablet is upright. What is under it keeps its state. */
function askToTurn(root, cover) {
  const isUpright = innerHeight > innerWidth;
  cover.hidden = !isUpright;
  root.inert = isUpright;
}

function turnCover() {
  const cover = document.createElement("div");
  cover.className = "turn-tablet";
  cover.setAttribute("role", "alert");
  render(html`<h1>${say("turn_title")}</h1><p>${say("turn_help")}</p>`, cover);
  document.body.append(cover);
  return cover;
}

/** A tablet at an open table does not sleep. */
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}

/** root: the element that all of the page is in. */
export function frame(root) {
  applyLook();
  const cover = turnCover();
  const place = () => {
    fit(root);
    askToTurn(root, cover);
  };
  addEventListener("resize", place);
  document.addEventListener("visibilitychange", stayAwake);
  place();
  stayAwake();
}
