// A pod: the player, the chips in front, and the current keys.

import { takes } from "../feedback.js";
import { html, nothing } from "../vendor/lit-html.js";
import { podKey } from "../draws.js";
import { halfKey } from "../halves.js";
import { armed, barred, sharing } from "../modes.js";
import { total } from "../sums.js";
import { money, say } from "../text.js";
import { card } from "./cards.js";
import { check, coins } from "./icons.js";
import { under } from "./key.js";
import { clockPill, silentSeat } from "./turn_clock.js";

const SHORT_FRONT = 3; // characters of chips in front that leave room for an icon
// Pixels between the seat's number and the edge, and of the parts there with the gap before each.
const ROOM = 176;
const GAP = 6;
const FRONT_LETTER = 18;
const PILL_LETTER = 13;
const PILL_EDGE = 21;
const DROPPED = ["away", "plain", "draws", "timed"]; // pills that chips in front may hide, in this order

export function pod(app, podData) {
  const { mark, short } = podData.conduct ?? {};
  const glow = silentSeat(app)?.seat === podData.seat ? "silent" : "";
  const place = `${podData.place} ${podData.out ? "out" : ""} ${mark ? "marked" : ""} ${glow}`;
  const pills = [...podData.pills, clockPill(app, podData.seat), awayPill(app, podData)].filter(Boolean);
  const fitting = fittingPills(pills, podData.front);
  return html`<section class="pod ${place}" aria-label="Seat ${podData.seat}">
    <div class="who ${app.mode?.of === "acts" && app.mode.seat === podData.seat ? "corrects" : ""}">
      <span class="seat num">${podData.seat}</span>
      ${named(app, podData)}
      ${pills.map((pill) => (fitting.has(pill) ? pillOf(pill) : html`<span class="sr-only">${pill.name}</span>`))}
      ${mark ? html`<span class=${podData.front ? "" : "pill mark"}><span aria-hidden="true">${podData.front ? "" : short}</span><span class="sr-only">${mark}</span></span>` : nothing}
      ${podData.front
        ? html`<span class="front num ${podData.acts.length ? "opens" : ""}">${pills.length || podData.front.length > SHORT_FRONT ? nothing : coins()}${podData.front}</span>`
        : nothing}
    </div>
    ${podData.row && !app.mode?.arm && !barred(app, podData.row) ? row(app, podData.row) : nothing}
    ${keys(app, podData)}
  </section>`;
}

const pillOf = ({ text, name, look }) => html`<span class="pill ${look}"><span aria-hidden="true">${text}</span
  ><span class="sr-only">${name}</span></span>`;

/** The pills that fit beside the chips in front. Felt and step also have the clock. */
function fittingPills(pills, front) {
  const fitting = new Set(pills);
  if (!front) return fitting; // the name has the rest, and is shortened
  const used = () => [...fitting].reduce((sum, { text }) => sum + PILL_EDGE + PILL_LETTER * text.length, GAP + FRONT_LETTER * front.length);
  for (const kind of DROPPED) {
    for (const pill of pills) if (used() > ROOM && kindOf(pill) === kind) fitting.delete(pill);
  }
  return fitting;
}

const kindOf = ({ look }) => (look === "mark" || look === "quiet" ? "away" : look);

/** The minutes that the player has been away, or null; amber from the room's limit on. */
function awayPill(app, { away }) {
  if (!away) return null;
  const minutes = Math.floor(Math.max(0, app.now() - away.since) / 60_000);
  const isOver = away.due !== 0 && app.now() >= away.due;
  const name = say(isOver ? "away_over" : "away_for", { minutes });
  return { text: say("minutes_short", { minutes }), name, look: isOver ? "mark" : "quiet" };
}

/**
 * The name and chips of a seat, which open its acts. It is not a key of the rhythm of a hand, and
 * has no box of its own.
 */
const row = (app, keyData) => html`<button
  type="button"
  class="row-key"
  aria-label=${keyData.name}
  @click=${(event) => takes(app, keyData, event, false) && app.tap(keyData, event)}
></button>`;

/** The player, or the shown cards; while the player is on the key, whether the hand is folded. */
function named(app, podData) {
  if (app.mode?.arm === "conduct" && podData.player) {
    return podData.out ? html`<span class="pill quiet">${say("folded")}</span>` : nothing;
  }
  if (podData.struck) return html`<s class="player struck num">${podData.struck}</s>`;
  return podData.shown.length ? shown(podData) : html`<span class="player">${podData.player}</span>`;
}

const shown = (podData) => html`<span class="shown ${podData.tight ? "tight" : ""}">${podData.shown.map((code) => card(code))}</span>`;

function keys(app, podData) {
  const arm = armed(app.mode, podData, app.screen);
  if (arm.length === 1) return under(app, arm[0], "whole");
  if (arm.length) return html`${under(app, arm[0], "fold")} ${under(app, arm[1], "bet")}`;
  const [first, second] = podData.keys;
  if (first.line !== undefined) return under(app, first, "whole", { extra: first.line ? html`<span class="line">${first.line}</span>` : nothing });
  if (!second && first.saved) return under(app, first, "whole drew", { icon: check(26) });
  if (!second) return under(app, first, first.pip ? "whole here" : "whole", first.pip ? { icon: html`<span class="pip" aria-hidden="true">D</span>` } : {});
  if ("half" in second) return html`${half(app, podData, first, "fold")} ${half(app, podData, second, "bet")}`;
  return html`${first.hidden ? nothing : under(app, split(app, podData, first), "fold")}
    ${right(app, opened(app, podData, podKey(app, podData, second)))}`;
}

const half = (app, { seat }, keyData, place) => under(app, halfKey(app, seat, keyData), place);

/** The right half of a pod. The last bet is marked, as is a draw once it is dealt. */
function right(app, keyData) {
  const drew = keyData.said ? "drew" : keyData.wait ? "to-draw" : "";
  const up = keyData.up ? html`<span class="up" aria-hidden="true"></span>` : nothing;
  return under(app, keyData, `bet ${drew}`, { extra: keyData.saved ? check(26) : up });
}

/** A seat selected to share is cyan, with its share once two are selected. */
function split({ mode, screen }, podData, first) {
  const marked = mode?.of === "split" && mode.seats.includes(podData.seat);
  if (!marked) return first;
  return { ...first, look: "set", sub: sharing(mode, screen)?.shares[podData.seat] ?? first.sub };
}

/** While its pad is open, RAISE shows the total so far. */
function opened({ mode }, podData, second) {
  if (mode?.of !== "pad" || mode.seat !== podData.seat) return second;
  const sum = total(mode);
  const text = mode.allIn ? say("all_in") : second.text;
  const sub = mode.allIn ? "" : second.sub;
  return { ...second, text, look: "set is-open", sub: sum ? money(sum) : sub };
}
