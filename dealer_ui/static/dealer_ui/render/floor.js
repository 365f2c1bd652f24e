// A floor call over the table: its stages, the possible irregularities, the proposal. Another tap
// on FLOOR shows the seats again; the game never depends on anything here.

import { html, nothing } from "../vendor/lit-html.js";
import { say, span } from "../text.js";
import { groups, reasons, rows } from "./call.js";
import { asks, clause, proposal } from "./proposal.js";
import { check } from "./icons.js";
import { key, own } from "./key.js";

export function floorCall(app) {
  const { floor } = app.screen;
  return html`<section class="call" aria-label=${say("floor_title")}>
    ${app.isCallUnsent || app.hasNoScreen ? alarm(app) : ladder(app)} ${solved(app)}
    ${floor.called_at || app.isCallUnsent ? nothing : html`<p class="sent-with">${floor.sent_with}</p>`}
    ${floor.called_at ? body(app) : nothing}
  </section>`;
}

/**
 * One page at a time: the reasons for canceling, the rows of a group, or the groups; after a
 * report the deciding question or the proposal.
 */
function body(app) {
  const { asking } = app;
  const { told: report } = app.screen.floor;
  if (asking.reasons) return reasons(app);
  if (asking.group) return rows(app);
  if (!report || asking.again) return groups(app);
  if (asking.clause) return clause(app);
  const fact = report.questions[asking.fact] ? asking.fact : report.ask;
  return fact ? asks(app, fact) : proposal(app);
}

/**
 * The dealer must call out. With the engine the rule is shown meanwhile, and its subject takes the
 * second line.
 */
function alarm(app) {
  const { called_at: at } = app.screen.floor;
  return html`<div class="undelivered" role="alert">
    <p class="lost">${say(app.isCallUnsent ? "floor_not_delivered" : "floor_no_screen")}</p>
    ${at ? nothing : html`<p>${say("floor_still_trying")}</p>`}
  </div>`;
}

/** Stored by the server, delivered to a floor screen, then seen, on the way, arrived. */
function ladder(app) {
  const { call, screen } = app;
  const { called_at: at, delivered_at: deliveredAt } = screen.floor;
  const start = call ? call.tapped + app.offset : at;
  const took = (when) => (when ? span(when - start) : "");
  return html`<ol class="ladder" aria-live="polite">
    ${rung(say("floor_sent"), app.isCallStored, took(call?.storedAt && call.storedAt + app.offset))}
    ${rung(say("floor_delivered"), app.isCallDelivered, took(deliveredAt))}
    ${screen.floor.rungs.map(({ text, at: when, by }) => rung(text, Boolean(when), took(when), by))}
  </ol>`;
}

const rung = (text, reached, time = "", by = "") =>
  html`<li class=${reached ? "reached" : ""}>
    <span class="dot">${reached ? check(22) : nothing}</span>
    <span class="rung"
      >${text}${time || by ? html`<small>${time ? html`<time class="num">${time}</time>` : nothing} ${by}</small>` : nothing}</span
    >
  </li>`;

function solved(app) {
  const { floor } = app.screen;
  if (!floor.called_at) return nothing;
  const open = () => app.ask(app.asking.reasons ? {} : { reasons: true });
  const look = app.asking.reasons ? "set" : "live";
  return html`<div class="solved">
    <span>${say("solved")}</span>
    ${own(app, { text: say("cancel_call"), name: say("cancel_call_name"), look }, "cancel", open, { icon: check(24) })}
  </div>`;
}

/**
 * The step's key while a ruling's own steps come first, at the position where notices are
 * answered.
 */
export const doneKey = (app, keyData) => key(app, keyData, "seen done-step");
