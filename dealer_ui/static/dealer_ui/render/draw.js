// Draw games: the numbers of the drawing seat on the count row, the draws on the table surface, the short deck.

import { html, nothing } from "../vendor/lit-html.js";
import { drawing } from "../draws.js";
import { filled } from "../modes.js";
import { say, whose } from "../text.js";
import { check } from "./icons.js";
import { key, own, under } from "./key.js";
import { numbers } from "./numbers.js";

const CELLS = [2, 3, 4, 5, 6, 7, 8, 9];

/** The count row while a seat draws; cells without a number keep their positions. */
export function drawRow(app) {
  const { row } = app.screen.draw;
  const { due } = drawing(app);
  return CELLS.map((cell) => {
    const told = row.find(({ number }) => number === cell);
    if (!told) return html`<span class="key count n${cell} is-off" aria-hidden="true"></span>`;
    const asked = due ? filled(told, due) : { ...told, name: told.name.replace("$seat", ""), look: "off", do: null };
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
export function draws(told) {
  const at = told.groups.length === 1 ? "one" : "";
  return html`<div class="stub">
      <span class="back num" role="img" aria-label=${say("stub_holds", { count: told.stub })}>${told.stub}</span>
      <span class="caps">${told.marked ? say("marked") : say("stub")}</span>
      ${told.marked ? html`<i class="marker"></i>` : nothing}
    </div>
    <div class="drawn ${at}">${told.groups.map(drawn)}</div>
    ${numbers(told)}`;
}

function drawn({ name, burn, count, current }) {
  return html`<div class="drawing ${current ? "current" : ""}">
    <span class="burn ${burn ? "out" : ""}"></span>
    <span class="tally num ${count === null ? "none" : ""}">${count ?? nothing}</span>
    <span class="caps">${name}</span>
  </div>`;
}

/** The plan, line by line, and the key of the supervisor who confirms it. */
export function rebuild(told, app) {
  return html`<div class="rebuild ${told.lines.length > 6 ? "many" : ""}">
    <h3>${told.title}<span class="pill">${say(whose.supervises ? "rebuild_yours" : "rebuild_asked")}</span></h3>
    <ol>
      ${told.lines.map(
        ({ text, count, done }, i) => html`<li class=${done}>
          <span class="place num">${done ? check(22) : i}</span><span>${text}</span><b class="num">${count}</b>
        </li>`,
      )}
    </ol>
    ${told.out ? html`<p class="out">${told.out}</p>` : nothing}
    ${told.note ? html`<p class="short">${told.note}</p>` : nothing} ${confirmed(app, told.key)}
  </div>`;
}

function confirmed(app, told) {
  if (whose.supervises || !told.do) return key(app, told, "confirm");
  const asks = { text: say("rebuild_sign_in"), name: say("rebuild_sign_in"), look: "due" };
  return own(app, asks, "confirm", () => app.open({ open: "push" }));
}
