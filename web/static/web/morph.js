// Changes a part of the page into its new version. Elements stay, and with them focus, scroll
// position and open details.

import { Idiomorph } from "./vendor/idiomorph.esm.js";

const CLICK_DELAY = 100; // ms after a finger is lifted in which its click may still come
const KEYS = "a, button, summary, label, input, select";
const TEXT_FIELDS = "input:not([type=hidden], [type=radio], [type=checkbox]), textarea, select";
const typedAt = new WeakMap(); // by field: when the user last changed it
let press = null; // the press in progress: its promise, and the function that resolves it
let pressTimer = 0;

/**
 * Resolves when no key is pressed. A key does what it showed when the finger went down, so changes
 * wait for it.
 */
export const pressOver = () => press?.over ?? Promise.resolve();

function endPress(ms) {
  clearTimeout(pressTimer);
  pressTimer = setTimeout(() => {
    press?.end();
    press = null;
  }, ms);
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest(KEYS)) return endPress(0);
  clearTimeout(pressTimer);
  if (press) return;
  press = {};
  press.over = new Promise((done) => {
    press.end = done;
  });
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => endPress(CLICK_DELAY));
document.addEventListener("click", () => endPress(0), { capture: true }); // after the effects of the click itself

document.addEventListener("input", ({ target }) => typedAt.set(target, performance.now()), { capture: true });

/** Whether a field has unsent input; fields in folded details and in forms in flight do not count. */
function hasInput(field) {
  const folded = field.closest("details");
  if ((folded && !folded.open) || field.form?.matches(".htmx-request")) return false;
  if (field.matches("select")) return field.selectedIndex !== Math.max([...field.options].findIndex((one) => one.defaultSelected), 0);
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/**
 * Whether the user is typing in a part, has unsent input there or is correcting a fact, so that
 * the part waits. before: input from before that time has been sent, so that nothing waits for it.
 */
export function isBusy(part, { before = 0 } = {}) {
  const counts = (field) => (typedAt.get(field) ?? 0) >= before;
  const active = document.activeElement;
  if (active?.matches(TEXT_FIELDS) && part.contains(active) && counts(active)) return true;
  if (!before && part.querySelector("details.fact[open]")) return true;
  return [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some((field) => counts(field) && hasInput(field));
}

const callbacks = {
  // Readers open and close details themselves. An error stays as long as its form is open.
  beforeAttributeUpdated: (name, element) => name !== "open" || !element.matches("details"),
  beforeNodeMorphed: (old) => !(old instanceof Element && old.matches("details[open] .form-error")),
};

/** Changes an element into its new version. */
export const morph = (old, fresh) => Idiomorph.morph(old, fresh, { callbacks });
