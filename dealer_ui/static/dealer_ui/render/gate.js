// Pairing and signing in: digits only, on keys as large as the dealing ones.

import { html, nothing } from "../vendor/lit-html.js";
import { chosen, otherBadge, others, waitingForPin } from "../push.js";
import { page, say } from "../text.js";
import { backspace, cross } from "./icons.js";
import { own } from "./key.js";

const MAX_LENGTH = { code: 12, badge: 10, pin: 8 };
const MIN_LENGTH = { code: 4, badge: 1, pin: 4 };

/** The gate has no queue yet, so its keys see an app with nothing in flight. */
export function gate(app) {
  const toSchool = () => window.location.assign(`${page.base}school/`);
  return html`<main class="frame gate">
    <div class="who">
      <h1>${page.table || "Floorbook"}</h1>
      <h2 class="caps">${say(`${app.gate.step}_title`)}</h2>
      ${entry(app)}
      <p class="help">${say(`${app.gate.step}_help`)}</p>
      ${wrong(app)}
      ${page.note && !app.leftoverText ? html`<p class="left-behind">${page.note}</p>` : nothing}
      ${app.leftoverText ? html`<p class="left-behind">${say("left_gate", { taps: app.leftoverText })}</p>` : nothing}
    </div>
    ${page.is_idle ? own(app, { text: say("to_school") }, "to-school", toSchool) : nothing} ${digits(app)}
  </main>`;
}

/** The sheet of a push or of a single action: who, the PIN, and the key that names its effect. */
export function pushDealer(app) {
  const { gate: state } = app;
  const { step, name, people = [], named } = state;
  const title = heading(app);
  return html`<section class="wide push" aria-label=${title}>
    <h3>${title}</h3>
    ${people.length && !named ? names(app) : nothing} ${step === "pin" ? dots(app) : entry(app)}
    <div class="gate-help">${helpText(app)} ${wrong(app)}</div>
    ${named && !state.again && app.extras.next?.open.length ? open(app.extras.next.open) : nothing}
    ${named ? own(app, { text: say("push_other", { name }), look: "filled" }, "other-person", switching(app, () => others(state))) : nothing}
    ${digits(app)}
    ${own(app, { name: say("close"), look: "filled" }, "close", () => app.set(null), { icon: cross() })}
  </section>`;
}

/** Open items at the table, to be read while the PIN is entered. */
const open = (lines) => html`<div class="open-items"><p>${say("push_open")}</p>${lines.map((line) => html`<p class="item">${line}</p>`)}</div>`;

function heading({ gate: { name, act, needs, supervisor }, screen }) {
  if (!name) return say(act || needs ? "badge_title" : "push_title", { table: page.table });
  if (act) return say("act_title", { name, dealer: screen.header.dealer });
  return say(supervisor ? "push_supervisor" : "push_takes", { name, table: page.table });
}

function helpText(app) {
  const { step, name, act, supervisor } = app.gate;
  if (act) return app.up ? act.title : `${act.title} ${say("push_away")}`;
  if (supervisor && app.screen.running) return say("push_wait");
  if (step === "badge") return say("push_help");
  if (!name) return say("pin_help");
  if (supervisor) return say("push_pin", { name });
  if (app.gate.again) return waitingForPin(app);
  return app.up ? say("push_pin", { name }) : say("push_away");
}

/** Who may sign in here, by name; anyone else by badge number. */
function names(app) {
  const { gate: state } = app;
  const look = (badge) => (badge === state.badge ? "set" : "filled");
  return html`<div class="who-list">
    ${state.people.map((person) => own(app, { text: person.name, look: look(person.badge) }, "", switching(app, () => chosen(state, person))))}
    ${own(app, { text: say("push_badge"), look: state.step === "badge" ? "set" : "live" }, "", switching(app, () => otherBadge(state)))}
  </div>`;
}

/** A box for each digit of the PIN; the next one is cyan. */
function dots({ gate: { typed } }) {
  const boxes = Array.from({ length: Math.max(MIN_LENGTH.pin, typed.length) }, (_, i) => i);
  return html`<div class="dots" role="img" aria-label=${`${say("pin_title")}, ${typed.length}`}>
    ${boxes.map((i) => html`<i class=${i < typed.length ? "keyed" : i === typed.length ? "now" : ""}></i>`)}
  </div>`;
}

export function entry({ gate: { typed, step } }) {
  const shown = step === "pin" ? "•".repeat(typed.length) : typed;
  const name = `${say(`${step}_title`)}, ${typed.length}`;
  return html`<p class="entry num" role="img" aria-label=${name}>${shown}</p>`;
}

export const wrong = ({ gate: { wrong: text } }) =>
  html`<p class="wrong" role="alert">${text || nothing}</p>`;

export function digits(app) {
  const { gate: state } = app;
  const ready = state.typed.length >= MIN_LENGTH[state.step] && !state.busy;
  const text = goText(state);
  return html`<div class="digits">
    ${[..."123456789"].map((digit) => own(app, { text: digit, look: "filled" }, "", typing(app, digit)))}
    ${own(app, { name: say("digit_back"), look: "filled" }, "", erasing(app), { icon: backspace() })}
    ${own(app, { text: "0", look: "filled" }, "", typing(app, "0"))}
    ${own(app, { text, look: "due" }, "go", ready ? () => app.enter() : null)}
  </div>`;
}

/** The effect of the last key: it names the action, or the table that is taken over. */
function goText({ step, act, name, supervisor }) {
  if (step !== "pin") return say({ code: "pair", badge: "next" }[step]);
  if (act) return act.text;
  return name && !supervisor ? say("push_take", { table: page.table }) : say("sign_in");
}

function switching(app, next) {
  return () => {
    app.gate = next();
  };
}

function typing(app, digit) {
  return () => {
    const { gate: state } = app;
    if (state.typed.length < MAX_LENGTH[state.step]) state.typed += digit;
  };
}

function erasing(app) {
  return () => {
    const { gate: state } = app;
    state.typed = state.typed.slice(0, -1);
  };
}
