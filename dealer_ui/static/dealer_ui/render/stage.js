// The center of the table, laid out from the server's data.

import { html, nothing } from "../vendor/lit-html.js";
import { oddOf } from "../halves.js";
import { asks, sharing } from "../modes.js";
import { say } from "../text.js";
import { card } from "./cards.js";
import { draws, rebuild } from "./draw.js";
import { check } from "./icons.js";
import { key } from "./key.js";
import { numbers } from "./numbers.js";
import { beside, STUD } from "./stud.js";

const KINDS = { deal, board, pots, closed, draws, rebuild, ...STUD };

export function stage(app) {
  const { stage: told } = app.screen;
  return html`<section class="stage of-${told.kind}" aria-label="Table" ?inert=${told.kind in { ...STUD, rebuild } && covered(app)}>
      ${KINDS[told.kind](told, app)}
      ${told.held.length ? html`<p class="held-pots num">${told.held.join(" · ")}</p>` : nothing}
    </section>
    ${told.aside ? beside(told.aside) : nothing}`;
}

function deal(told) {
  return html`<ol class="order num" aria-label=${say("deal_order")}>
      ${told.order.map((seat) => html`<li>${seat}</li>`)}
    </ol>
    <div class="order-line">
      <span class="caps">${say("first_card")}</span><span>${told.text}</span
      ><span class="caps">${say("last_card")}</span>
    </div>
    ${numbers(told)}`;
}

function board(told, app) {
  return html`${told.groups.map((group, i) => street(group, i, app))} ${numbers(told)}`;
}

/** A helper over the table surface takes its keys out of reach, for fingers and for screen readers. */
const covered = ({ mode, queue }) =>
  queue.held.length > 0 || asks(mode);

function street(group, i, app) {
  return html`<div class="group g${i} ${group.current ? "current" : ""}">
    <span class="burn ${group.burn ? "out" : ""}"></span>
    <span class="caps of-burn">${say("burn")}</span>
    ${group.cards.map((code, at) => card(code, `k${at}`))}
    <span class="caps of-cards">${group.street}</span>
    ${group.key?.do && !covered(app) ? key(app, group.key, "skip") : nothing}
  </div>`;
}

/** With three or more the odd chips are shown once the sharing seats are selected. */
function pots(told, { mode, screen }) {
  const note = sharing(mode, screen)?.note ?? oddOf(mode, screen) ?? told.note;
  return html`<div class="pots ${told.size}">
    ${told.rows.map(pot)} ${told.drops.map(drop)} ${told.readings.map(reading)}
    ${note ? html`<p class="odd">${note}</p>` : nothing}
  </div>`;
}

function pot(row) {
  return html`<div class="pot ${row.turn ? "turn" : ""}">
    <span>${row.name}</span>
    <span class="seats num"
      >${row.seats.map(({ seat, mark }) => html`<span class=${mark}>${seat}</span>`)}</span
    >
    <span class="amount num">${row.amount}</span>
    <span class="note num">${row.done ? check() : nothing}${row.note}</span>
  </div>`;
}

const reading = ({ seat, text }) =>
  html`<p class="reading"><span class="seats num"><span>${seat}</span></span>${text}</p>`;

function drop(row) {
  return html`<div class="pot">
    <span>${row.name}</span><span></span>
    <span class="amount num">${row.amount}</span><span class="note">${row.note}</span>
  </div>`;
}

function closed(told, app) {
  return html`<div class="closed ${told.key ? "with-key" : ""}">
    <h3>${told.title}</h3>
    ${told.lines.map((line) => html`<p>${line}</p>`)}
    ${told.key && !covered(app) ? key(app, told.key, "confirm") : nothing}
  </div>`;
}
