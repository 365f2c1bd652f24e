// The operations page asks every few seconds. It needs no socket: it must work without Redis.

import { refresh } from "../web/live.js";

const COPIED_TIME = 2000; // ms
const asked = document.getElementById("asked");
const lost = document.getElementById("lost");
const every = Number(asked.dataset.every); // seconds
let answeredAt = performance.now();

function paint() {
  const age = Math.round((performance.now() - answeredAt) / 1000);
  asked.textContent = `Asked ${age} s ago, every ${every} s`;
}

async function ask() {
  try {
    await refresh();
    answeredAt = performance.now();
    lost.hidden = true;
  } catch (error) {
    console.warn("The server did not answer.", error);
    lost.hidden = false;
  }
  paint();
}

/** A browser without a secure page has no clipboard: the command is selected instead. */
async function copy(key) {
  if (!navigator.clipboard) return getSelection().selectAllChildren(key.closest("li").querySelector("code"));
  await navigator.clipboard.writeText(key.dataset.copy);
  key.textContent = "Copied";
  setTimeout(() => {
    key.textContent = "Copy";
  }, COPIED_TIME);
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-copy]");
  if (key) copy(key);
});
setInterval(ask, every * 1000);
setInterval(paint, 1000);
