// A pod: the player, the chips in front, and the present keys.

import { html, nothing } from "../vendor/lit-html.js";
import { podKey } from "../draws.js";
import { halfKey } from "../halves.js";
import { armed, sharing, total } from "../modes.js";
import { money, say } from "../text.js";
import { card } from "./cards.js";
import { check, coins } from "./icons.js";
import { under } from "./key.js";

export function pod(app, told) {
  const { mark, short } = told.conduct ?? {};
  const place = `${told.place} ${told.out ? "out" : ""} ${mark ? "marked" : ""}`;
  return html`<section class="pod ${place}" aria-label="Seat ${told.seat}">
    <div class="who">
      <span class="seat num">${told.seat}</span>
      ${told.shown.length ? shown(told) : html`<span class="player">${told.player}</span>`}
      ${told.pills.map(
        (pill) => html`<span class="pill ${pill.look}"><span aria-hidden="true">${pill.text}</span
          ><span class="told">${pill.name}</span></span>`,
      )}
      ${mark ? html`<span class=${told.front ? "" : "pill mark"}><span aria-hidden="true">${told.front ? "" : short}</span><span class="told">${mark}</span></span>` : nothing}
      ${told.front
        ? html`<span class="front num">${told.pills.length ? nothing : coins()}${told.front}</span>`
        : nothing}
    </div>
    ${keys(app, told)}
  </section>`;
}

const shown = (told) => html`<span class="shown ${told.tight ? "tight" : ""}">${told.shown.map((code) => card(code))}</span>`;

function keys(app, told) {
  const arm = armed(app.mode, told, app.screen);
  if (arm.length === 1) return under(app, arm[0], "whole");
  if (arm.length) return html`${under(app, arm[0], "fold")} ${under(app, arm[1], "bet")}`;
  const [first, second] = told.keys;
  if (!second) return under(app, first, "whole");
  if ("half" in second) return html`${half(app, told, first, "fold")} ${half(app, told, second, "bet")}`;
  return html`${first.hidden ? nothing : under(app, split(app, told, first), "fold")}
    ${right(app, opened(app, told, podKey(app, told, second)))}`;
}

const half = (app, { seat }, told, place) => under(app, halfKey(app, seat, told), place);

/** The right half of a pod: the last bet is marked, and so is a draw once it is dealt. */
function right(app, told) {
  const drew = told.said ? "drew" : told.wait ? "to-draw" : "";
  const up = told.up ? html`<span class="up" aria-hidden="true"></span>` : nothing;
  return under(app, told, `bet ${drew}`, { extra: told.saved ? check(26) : up });
}

/** A seat selected to share is cyan, with its share as soon as two are selected. */
function split({ mode, screen }, told, first) {
  const marked = mode?.of === "split" && mode.seats.includes(told.seat);
  if (!marked) return first;
  return { ...first, look: "set", sub: sharing(mode, screen)?.shares[told.seat] ?? first.sub };
}

/** While its pad is open, RAISE shows the total so far. */
function opened({ mode }, told, second) {
  if (mode?.of !== "pad" || mode.seat !== told.seat) return second;
  const sum = total(mode);
  const text = mode.allIn ? say("all_in") : second.text;
  return { ...second, text, look: "set is-open", sub: sum ? money(sum) : second.sub };
}
