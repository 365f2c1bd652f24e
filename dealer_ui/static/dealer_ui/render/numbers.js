// POT, MATCH, BETS, STILL IN on the table surface.

import { html, nothing } from "../vendor/lit-html.js";
import { under } from "./key.js";

/** An unknown pot is a key for counting it. `cell`: another position than the next one. */
export function numbers(stageData, app) {
  return stageData.numbers.map(
    (number, i) => html`<div class="number p${number.cell ?? i} ${number.sums ? "sums" : ""}">
        <span class="caps">${number.label}${number.note ? html`<small>${number.note}</small>` : nothing}</span>
        ${number.seats ? chips(number.seats) : figure(number)}
      </div>
      ${number.key ? under(app, number.key, `number-key p${number.cell ?? i}`) : nothing}`,
  );
}

function figure({ text, of, name, alone }) {
  return html`<b class="num ${alone ? "" : sized(text)}" aria-label=${name ?? nothing} role=${name ? "img" : nothing}>${text}${of
    ? html`<small>${of}</small>`
    : nothing}</b>`;
}

const chips = (seats) =>
  html`<span class="seat-chips num ${seats.length > 5 ? "many" : ""}">${seats.map((seat) => html`<span>${seat}</span>`)}</span>`;

/** Large amounts use smaller type, so that they do not run into their neighbors. */
const sized = (text) => (text.length > 8 ? "longest" : text.length > 6 ? "longer" : text.length > 5 ? "long" : "");
