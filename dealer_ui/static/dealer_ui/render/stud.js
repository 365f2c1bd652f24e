// Stud in the center of the table: the streets with their burns, who is high, the tie by suit, the short deck.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { card, SUITS } from "./cards.js";
import { chevron, cross, warning } from "./icons.js";
import { key, own } from "./key.js";
import { numbers } from "./numbers.js";

export const STUD = { stud: felt, tie, short };

/** POT and MATCH in a slot without a seat, while something else is on the stage. */
export function cornerNumbers({ place, pot, match, note }) {
  const sum = ({ text, name }) =>
    html`<b class="num ${text.length > 7 ? "longest" : text.length > 5 ? "long" : ""}" aria-label=${name ?? nothing}
      role=${name ? "img" : nothing}>${text}</b>`;
  return html`<section class="corner-numbers ${place}" aria-label=${say("sums")}>
    <div><span class="caps">${pot.label}</span>${sum(pot)}</div>
    <div><span class="caps">${match.label}</span>${sum(match)}</div>
    <p class="num">${note}</p>
  </section>`;
}

function felt(stageData, app) {
  return html`${stageData.ask ? ask(stageData.ask, app) : stageData.common ? common(stageData.common) : streets(stageData.groups, app)}
    <p class="forecast num">${stageData.forecast}</p>
    ${numbers(stageData, app)}
    <p class="antes num">${stageData.antes}</p>`;
}

const streets = (groups, app) =>
  html`<div class="streets n-${groups.length}">${groups.map((group) => street(group, app))}</div>`;

function street({ street: name, burn, cards, out, current, key: skip }, app) {
  return html`<div class="street ${out ? "out" : ""} ${current ? "current" : ""}">
    <div class="fan">
      ${burn ? html`<span class="burn ${burn}"></span>` : nothing}
      <span class="dealt d-${cards.length}">${cards.map((way) => html`<span class="face ${out ? way : "none"}"></span>`)}</span>
    </div>
    <span class="caps">${name}</span>
    ${skip?.do ? key(app, skip, "skip") : nothing}
  </div>`;
}

function ask({ title, keys }, app) {
  return html`<div class="ask" role="group" aria-label=${title}>
    <span class="caps">${title}</span>
    <div class="row">${keys.map((keyData) => key(app, keyData, "seat-key num"))}</div>
  </div>`;
}

function common({ card: code, title, burns, burned, share }) {
  return html`<div class="common">
    <span class="side num"><span class="pips">${Array.from({ length: burns }, () => html`<i></i>`)}</span>${burns} ${burned}</span>
    <span class="one">${card(code)}<span class="caps">${title}</span></span>
    <span class="side num">${share}</span>
  </div>`;
}

function tie({ title, ends, rows, size }, app) {
  return html`<div class="tie ${size}">
    <h3>${title}</h3>
    <p class="ends"><span>${ends[0]}</span><i aria-hidden="true"></i><span>${ends[1]}</span></p>
    ${rows.map((row, i) => tied(row, i, app))}
  </div>`;
}

function tied({ seat, player, word, cells }, i, app) {
  return html`<div class="tied r-${i}">
    <span class="who"><span class="seat num">${seat}</span><b>${word}</b><span class="player">${player}</span></span>
    ${cells.map((cell, c) => suit(cell, c, app))}
  </div>`;
}

function suit(keyData, c, app) {
  const look = `suit-key c-${c} ${keyData.chosen ? `chosen suit-${keyData.suit}` : ""} ${keyData.first ? "first" : ""}`;
  return key(app, keyData, look, { icon: html`<span class="glyph" aria-hidden="true">${SUITS[keyData.suit]}</span>` });
}

function short({ title, pill, steps, line, steppers }, app) {
  return html`<div class="short">
    <h3>${warning()}${title}</h3>
    <span class="pill plain">${pill}</span>
    <ol class="steps s-${steps.length}">
      ${steps.map((step, i) => html`${i ? html`<li class="then" aria-hidden="true">${chevron()}</li>` : nothing}${picture(step)}`)}
    </ol>
    <p class="line"><span>${line}</span></p>
    ${steppers.map((keyData, i) => stepper(keyData, i, app))}
  </div>`;
}

const picture = (step) => html`<li class="step-of">
  <span class="art" aria-hidden="true">${ART[step.art](step)}</span>
  <b class="num">${step.text}</b><span class="num">${step.sub}</span>
</li>`;

const face = html`<i class="face down"></i>`;
const ART = {
  mix: ({ pile: [loose, burns] }) =>
    html`${pile(loose)}<span class="plus">+</span>${pile(burns)}`,
  cut: () => html`<i class="face down half low"></i><svg class="icon arc" width="26" height="20" viewBox="0 0 26 20"><path d="M3 16C3 7 10 3 21 4" /></svg><i class="face down half"></i>`,
  burn: () => face,
  deal: () => html`<span class="pile">${face}${face}${face}</span>`,
  up: () => html`<i class="face up"></i>`,
};

/** As many cards as there are, at most four. */
const pile = (count) =>
  html`<span class="pile">${Array.from({ length: Math.min(Math.max(count, 1), 4) }, () => html`<i class="face ${count ? "down" : "none"}"></i>`)}</span>`;

/** A tap enters the actual counts, and the plan follows immediately. */
function stepper({ word, value, less, more }, i, app) {
  return html`<div class="stepper t-${i}">
    ${key(app, less, "less")}<span class="count-of"><b class="num">${value}</b><span>${word}</span></span>${key(app, more, "plus")}
  </div>`;
}

/** From MORE, at any time; it stays open for the next tap. */
export function countsSheet(app) {
  const title = say("counts_title");
  return html`<section class="sheet counts" aria-label=${title}>
    <h3>${title}</h3>
    <p class="help">${say("counts_help")}</p>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    ${(app.screen.counts ?? []).map((keyData, i) => stepper(keyData, i, app))}
  </section>`;
}

