// A key that is replaced between finger down and finger up gets no click: what would replace it waits for the press.

const CLICK_DELAY = 100; // ms after a finger is lifted in which its click may still come
const KEYS = "a, button, summary, label, input, select";
let press = null; // the press in progress: its promise, and what resolves it
let timer = 0;

/** Resolves when no key is pressed. */
export const pressOver = () => press?.over ?? Promise.resolve();

function end() {
  press?.end();
  press = null;
}

function endAfter(ms) {
  clearTimeout(timer);
  timer = setTimeout(end, ms);
}

document.addEventListener("pointerdown", (event) => {
  clearTimeout(timer);
  if (!event.target.closest(KEYS)) return end();
  if (press) return;
  press = {};
  press.over = new Promise((done) => {
    press.end = done;
  });
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => endAfter(CLICK_DELAY));
document.addEventListener("click", () => endAfter(0), { capture: true }); // after what the click itself does
