// The frame of a page on a tablet: fits the screen, looks as chosen, keeps the screen awake.

import { applyLook } from "./look.js";

/** As large as the screen allows, centered and at its near edge, where the dealer's hand is. */
function fit(root) {
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

/** root: the element that all of the page is in. */
export function frame(root) {
  applyLook();
  addEventListener("resize", () => fit(root));
  document.addEventListener("visibilitychange", stayAwake);
  fit(root);
  stayAwake();
}
