// What happened, in two pages: ten kinds, then what is possible now, likeliest first. Every key has one of ten boxes.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { GROUPS } from "./call_icons.js";
import { back, check } from "./icons.js";
import { key, own } from "./key.js";

const BOXES = 10;

export const box = (i) => `what w-${i}`;

/** The line above the keys: the question, and the way back. */
export function question(app, text, help, to) {
  return html`<p class="asked"><b>${text}</b> ${help}</p>
    ${to ? own(app, { name: say("call_back"), look: "live" }, "call-back", () => app.ask(to), { icon: back() }) : nothing}`;
}

export function groups(app) {
  const { floor } = app.screen;
  const keys = floor.groups.map((told, i) => {
    const icon = GROUPS[told.group]?.() ?? nothing;
    const tap = told.do ? () => chosen(app, told) : () => app.tell(told.why);
    return key(app, told, box(i), { icon, tap });
  });
  return html`<p class="sent-with">${floor.sent_with}</p>
    ${question(app, say("what_happened"), say("what_happened_help"), floor.told ? {} : null)} ${keys}`;
}

/** A kind opens its rows; only during a hand is there more to ask. */
function chosen(app, told) {
  if (told.do.open === "rows") return app.ask({ group: told.do.args.group, title: told.text, page: 0 });
  reported(app, told);
}

export function rows(app) {
  const { group, title, page } = app.asking;
  const all = app.screen.floor.rows[group] ?? [];
  const most = all.length > BOXES ? BOXES - 1 : BOXES;
  const pages = Math.max(1, Math.ceil(all.length / most));
  const at = page % pages;
  const shown = all.slice(at * most, (at + 1) * most);
  const on = () => app.ask({ group, title, page: at + 1 });
  const more = { text: say("more_rows", { page: at + 1, pages }), look: "live" };
  return html`${question(app, title, say("which_row"), { again: true })}
    ${shown.map((told, i) => key(app, told, `${box(i)} row`, { tap: () => reported(app, told) }))}
    ${pages > 1 ? own(app, more, `${box(BOXES - 1)} row`, on) : nothing}`;
}

/** Sends it; conduct then asks for the seat. */
function reported(app, told) {
  app.ask({});
  app.tap(told);
  if (told.then) app.open(told.then);
  app.paint();
}

/** The reasons for canceling the call; the log keeps call and reason. */
export function reasons(app) {
  return html`${question(app, say("why_solved"), say("why_solved_help"), {})}
    ${app.screen.floor.reasons.map((told, i) => key(app, told, `${box(i)} reason`, { icon: check(24), tap: () => reported(app, told) }))}`;
}
