// A seat's logged acts in this hand: the dealer taps the wrong one, then what it really was.

import { html } from "../vendor/lit-html.js";
import { podOf } from "../modes.js";
import { say } from "../text.js";
import { key, own } from "./key.js";

const SHOWN = 3; // acts that fit; the key above them leads to older ones

export function acts(app) {
  const { seat, at } = app.mode;
  const { acts: rows } = podOf(app.screen, seat);
  const chosen = Math.min(at ?? rows.length - 1, rows.length - 1);
  const { round, later, keys } = rows[chosen];
  const first = Math.max(0, Math.min(chosen - SHOWN + 2, rows.length - SHOWN));
  const title = say("acts_title", { seat });
  return html`<section class="sheet acts" aria-label=${title}>
    <h3>${round}</h3>
    <h3 class="was">${say("acts_was")}</h3>
    ${rows.slice(first, first + SHOWN).map((row, i) => act(app, row, first + i, chosen, i))}
    ${keys.map((keyData, i) => key(app, keyData, `act-key e-${i}`))}
    <p class="stays">${later ? html`${say("acts_later")} <b>${later}.</b> ${say("acts_fits")}` : say("acts_last")}</p>
  </section>`;
}

function act(app, { text }, at, chosen, i) {
  const face = { text: `${at + 1}  ${text}`, name: text, look: at === chosen ? "set" : "filled" };
  return own(app, face, `act v-${i}`, () => {
    app.mode = { ...app.mode, at };
  });
}
