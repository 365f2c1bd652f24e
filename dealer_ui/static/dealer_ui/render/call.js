// What happened, in two pages: ten kinds, then the currently possible irregularities, likeliest
// first. Every key has one of ten boxes.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { GROUPS } from "./call_icons.js";
import { back, check } from "./icons.js";
import { key, own } from "./key.js";

const BOXES = 10;

export const box = (i) => `what w-${i}`;

/** The line above the keys: the question, and the way back. */
export function question(app, text, help, to) {
  return html`<p class="question"><b>${text}</b> ${help}</p>
    ${to ? own(app, { name: say("call_back"), look: "live" }, "call-back", () => app.ask(to), { icon: back() }) : nothing}`;
}

export function groups(app) {
  const { floor } = app.screen;
  const keys = floor.groups.map((keyData, i) => {
    const icon = GROUPS[keyData.group]?.() ?? nothing;
    const tap = keyData.do ? () => chosen(app, keyData) : () => app.tell(keyData.why);
    return key(app, keyData, box(i), { icon, tap });
  });
  return html`<p class="sent-with">${floor.sent_with}</p>
    ${question(app, say("what_happened"), say("what_happened_help"), floor.told ? {} : null)} ${keys}`;
}

/** A kind opens its rows; only during a hand is there more to ask. */
function chosen(app, keyData) {
  if (keyData.do.open === "rows") return app.ask({ group: keyData.do.args.group, title: keyData.text, page: 0 });
  reported(app, keyData);
}

export function rows(app) {
  const { group, title, page } = app.asking;
  const all = app.screen.floor.rows[group] ?? [];
  const perPage = all.length > BOXES ? BOXES - 1 : BOXES;
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  const at = page % pages;
  const onPage = all.slice(at * perPage, (at + 1) * perPage);
  const showNext = () => app.ask({ group, title, page: at + 1 });
  const more = { text: say("more_rows", { page: at + 1, pages }), look: "live" };
  return html`${question(app, title, say("which_row"), { again: true })}
    ${onPage.map((keyData, i) => key(app, keyData, `${box(i)} row`, { tap: () => reported(app, keyData) }))}
    ${pages > 1 ? own(app, more, `${box(BOXES - 1)} row`, showNext) : nothing}`;
}

/** Sends the report; conduct then waits for the seat. */
function reported(app, keyData) {
  app.ask({});
  app.tap(keyData);
  if (keyData.then) app.open(keyData.then);
  app.paint();
}

/** The reasons for canceling the call. The log keeps call and reason. */
export function reasons(app) {
  return html`${question(app, say("why_solved"), say("why_solved_help"), {})}
    ${app.screen.floor.reasons.map((keyData, i) => key(app, keyData, `${box(i)} reason`, { icon: check(24), tap: () => reported(app, keyData) }))}`;
}
