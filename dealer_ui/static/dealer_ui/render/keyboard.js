// A name typed on the tablet's own keys, because the system keyboard would cover the deck.

import { html } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { backspace, cross } from "./icons.js";
import { own } from "./key.js";

const ROWS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];
const MAX_LENGTH = 12;

export function keyboard(app) {
  const { mode } = app;
  const name = mode.typed.trim();
  const done = () => app.seat({ seat: mode.seat, player: name, name });
  return html`<section class="wide" aria-label=${say("type_name")}>
    <p class="typed ${name ? "" : "empty"}" aria-live="polite">${mode.typed || say("name_needed")}</p>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    ${own(app, { text: say("done"), look: "due" }, "done", name ? done : null)}
    <div class="letters">${ROWS.map((row, i) => letters(app, row, i))}</div>
  </section>`;
}

function letters(app, row, i) {
  const keys = [...row].map((letter, at) => {
    const indent = i === 1 && at === 0 ? "indent" : "";
    return own(app, { text: letter, look: "filled" }, indent, typing(app, letter));
  });
  if (i !== 2) return keys;
  const space = own(app, { text: say("space"), look: "filled" }, "", typing(app, " "));
  const back = own(app, { name: say("digit_back"), look: "filled" }, "long", erasing(app), { icon: backspace() });
  return [...keys, space, back];
}

/** Capital first, lowercase after. */
function typing(app, letter) {
  return () => {
    const { typed } = app.mode;
    if (typed.length >= MAX_LENGTH) return;
    const next = !typed || typed.endsWith(" ") ? letter : letter.toLowerCase();
    app.mode = { ...app.mode, typed: typed + next };
  };
}

function erasing(app) {
  return () => {
    app.mode = { ...app.mode, typed: app.mode.typed.slice(0, -1) };
  };
}
