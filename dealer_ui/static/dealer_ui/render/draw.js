// Draw games: the numbers of the drawing seat on the count row, the draws on the table surface, the short deck.

import { html, nothing } from "../vendor/lit-html.js";
import { drawing } from "../draws.js";
import { filled } from "../modes.js";
import { owner, say } from "../text.js";
import { warning } from "./icons.js";
import { key, own, under } from "./key.js";
import { numbers } from "./numbers.js";

const CELLS = [2, 3, 4, 5, 6, 7, 8, 9];

/** The count row while a seat draws; cells without a number keep their positions. */
export function drawRow(app) {
  const { row } = app.screen.draw;
  const { due } = drawing(app);
  return CELLS.map((cell) => {
    const keyData = row.find(({ number }) => number === cell);
    if (!keyData) return html`<span class="key count n${cell} is-off" aria-hidden="true"></span>`;
    const asked = due ? filled(keyData, due) : { ...keyData, name: keyData.name.replace("$seat", ""), look: "off", do: null, why: say("draw_waits") };
    return under(app, asked, `count n${cell} draws`);
  });
}

/** The action of the count row during a draw. */
export function drawCaption(app) {
  const { due } = drawing(app);
  const { caption } = app.screen.draw;
  if (due) return caption.replace("$seat", due);
  return caption.includes("$seat") ? "" : caption;
}

/** The stub with its marker, then each draw: its burn and how many cards were exchanged. */
export function draws(stageData, app) {
  const at = stageData.groups.length === 1 ? "one" : "";
  return html`<div class="stub">
      <span class="back num" role="img" aria-label=${say("stub_holds", { count: stageData.stub })}>${stageData.stub}</span>
      <span class="caps">${stageData.marked ? say("marked") : say("stub")}</span>
      ${stageData.marked ? html`<i class="marker"></i>` : nothing}
    </div>
    <div class="drawn ${at}">${stageData.groups.map(drawn)}</div>
    ${numbers(stageData, app)}`;
}

function drawn({ name, burn, count, current }) {
  return html`<div class="drawing ${current ? "current" : ""}">
    <span class="burn ${burn ? "out" : ""}"></span>
    <span class="tally num ${count === null ? "none" : ""}">${count ?? nothing}</span>
    <span class="caps">${name}</span>
  </div>`;
}

/**
 * Whether the signed-in person may rebuild the deck: dealers too, unless the house requires a
 * supervisor (H-45).
 */
export const mayRebuild = (stageData) => owner.supervises || !stageData.asks;

/**
 * The cards that stay out, those that are counted, and the key with the new stub, which follows
 * the count.
 */
export function rebuild(stageData, app) {
  const { title, lines, note, stub } = stageData;
  return html`<div class="prompt rebuild">
      <h3>${warning()}${title}</h3>
      <ol>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ol>
      ${note ? html`<p class="short">${note}</p>` : nothing}
    </div>
    ${confirmed(app, stageData)} ${stub ? counting(app, stageData) : nothing}`;
}

/** The new count of the stub: as logged, until the dealer has counted another number. */
const counted = ({ recount, screen }, { stub }) => (recount?.hand === screen.hand ? recount.stub : stub);

function counting(app, stageData) {
  const { last, most } = stageData;
  const stub = counted(app, stageData);
  const step = (by, sign) => {
    const next = stub + by;
    const set = () => {
      app.recount = { hand: app.screen.hand, stub: next };
    };
    return own(app, { text: sign, name: say("rebuild_count", { count: next - last }) }, "", next >= Math.max(2, last) && next <= most ? set : null);
  };
  const figure = (value, text) => html`<span class="figure"><b class="num">${value}</b>${text}</span>`;
  return html`<div class="sum-row">
    ${step(-1, "−")}${figure(stub - last, say("rebuild_discards"))}${step(1, "+")}<span>${say("rebuild_and")}</span>${figure(last, say("rebuild_last"))}<span>${say("rebuild_make")}</span>${figure(stub, say("rebuild_stub"))}
  </div>`;
}

function confirmed(app, stageData) {
  const stub = counted(app, stageData);
  const face = JSON.parse(JSON.stringify(stageData.key).replaceAll("$stub", stub));
  if (!face.do) return key(app, face, "felt-key");
  if (stub !== stageData.stub) face.do.args = { stub };
  if (mayRebuild(stageData)) return key(app, face, "felt-key");
  const asks = { text: say("rebuild_sign_in"), name: say("rebuild_sign_in"), look: "due" };
  const { send, args } = face.do;
  const act = { title: face.name, text: face.text, send, args, label: face.name };
  return own(app, asks, "felt-key", () => app.askSupervisor(act));
}
