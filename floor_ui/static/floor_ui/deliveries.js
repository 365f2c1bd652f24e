// Confirms the floor calls on this page, so that the table's tablet may show "Delivered". The first
// screen of the room counts; the server leaves out data-confirm for calls already on a screen, and
// for people who can't answer them.

import { canRing } from "./tones.js";

const RETRY_PAUSE = 2000; // ms after a confirmation that did not reach the server
const sent = new Set(); // the addresses of the confirmations

/**
 * Whether someone can notice it: on a visible page that lists it; otherwise only if a tone rings
 * for it.
 */
const isNoticed = (element) =>
  (!document.hidden && !element.closest("#waiting")) || (canRing() && element.matches("[data-call]"));

async function confirm(address) {
  sent.add(address);
  const body = new FormData();
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  const status = await fetch(address, { method: "POST", body }).then((answer) => answer.status, () => 0);
  if (status !== 0 && status < 500) return;
  setTimeout(() => {
    sent.delete(address);
    confirmShown();
  }, RETRY_PAUSE);
}

function confirmShown() {
  for (const element of document.querySelectorAll("[data-confirm]"))
    if (!sent.has(element.dataset.confirm) && isNoticed(element)) confirm(element.dataset.confirm);
}

export function deliveries() {
  for (const event of ["live:shown", "visibilitychange", "floor:tick"]) document.addEventListener(event, confirmShown);
  confirmShown();
}
