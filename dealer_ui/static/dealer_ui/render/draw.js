// Draw games: the numbers of the drawing seat on the count row, the draws on the table surface, the short deck.

import { html, nothing } from "../vendor/lit-html.js";
import { drawing } from "../draws.js";
import { filled } from "../modes.js";
import { owner, say } from "../text.js";
import { check } from "./icons.js";
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
    const asked = due ? filled(keyData, due) : { ...keyData, name: keyData.name.replace("$seat", ""), look: "off", do: null };
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

/** Whether who is signed in may rebuild the deck: a dealer too, unless the house asks for a supervisor (H-45). */
export const mayRebuild = (stageData) => owner.supervises || !stageData.asks;

/** The plan, line by line, and the key that confirms it. */
export function rebuild(stageData, app) {
  return html`<div class="rebuild ${stageData.lines.length > 6 ? "many" : ""}">
    <h3>${stageData.title}<span class="pill">${say(mayRebuild(stageData) ? "rebuild_yours" : "rebuild_asked")}</span></h3>
    <ol>
      ${stageData.lines.map(
        ({ text, count, done }, i) => html`<li class=${done}>
          <span class="position num">${done ? check(22) : i}</span><span>${text}</span><b class="num">${count}</b>
        </li>`,
      )}
    </ol>
    ${stageData.out ? html`<p class="out">${stageData.out}</p>` : nothing}
    ${stageData.note ? html`<p class="short">${stageData.note}</p>` : nothing} ${confirmed(app, stageData)}
  </div>`;
}

function confirmed(app, stageData) {
  if (mayRebuild(stageData) || !stageData.key.do) return key(app, stageData.key, "confirm");
  const asks = { text: say("rebuild_sign_in"), name: say("rebuild_sign_in"), look: "due" };
  const { send, args } = stageData.key.do;
  const act = { title: say("act_rebuild"), text: say("act_rebuild_key"), send, args, label: stageData.key.name };
  return own(app, asks, "confirm", () => app.askSupervisor(act));
}
