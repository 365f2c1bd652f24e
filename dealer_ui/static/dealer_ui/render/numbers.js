// POT, MATCH, BETS, STILL IN on the table surface.

import { html, nothing } from "../vendor/lit-html.js";

export function numbers(stageData) {
  return stageData.numbers.map(
    ({ label, text, of, name, note, sums }, i) => html`<div class="number p${i} ${sums ? "sums" : ""}">
      <span class="caps">${label}${note ? html`<small>${note}</small>` : nothing}</span>
      <b class="num ${sized(text)}" aria-label=${name ?? nothing} role=${name ? "img" : nothing}>${text}${of
        ? html`<small>${of}</small>`
        : nothing}</b>
    </div>`,
  );
}

/** Large amounts use smaller type, so that none runs into its neighbor. */
const sized = (text) => (text.length > 8 ? "longest" : text.length > 6 ? "longer" : text.length > 5 ? "long" : "");
