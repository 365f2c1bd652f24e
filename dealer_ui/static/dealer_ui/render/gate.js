// Pairing and signing in: digits only, on keys as large as the dealing ones.

import { html, nothing } from "../vendor/lit-html.js";
import { owner, page, say } from "../text.js";
import { backspace, cross } from "./icons.js";
import { own } from "./key.js";

const MAX_LENGTH = { code: 12, badge: 10, pin: 8 };
const MIN_LENGTH = { code: 4, badge: 1, pin: 4 };

/** The gate has no queue yet, so its keys see an app with nothing in flight. */
export function gate(app) {
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
    ${digits(app)}
  </main>`;
}

/** Who is asked for: the next dealer between hands, or the supervisor who confirms a rebuilt deck. */
const helpKey = ({ screen }) => {
  if (screen.stage.kind === "rebuild" && screen.stage.asks && !owner.supervises) return "supervisor_help";
  return screen.running ? "push_wait" : "push_help";
};

export function pushDealer(app) {
  const { step, name } = app.gate;
  const help = step === "badge" ? say(helpKey(app)) : name ? say("push_named", { name }) : say("pin_help");
  return html`<section class="wide" aria-label=${help}>
    <h3>${say(`${app.gate.step}_title`)}</h3>
    ${entry(app)}
    <div class="gate-help">${help} ${wrong(app)}</div>
    ${digits(app)}
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
  </section>`;
}

function entry({ gate: { typed, step } }) {
  const shown = step === "pin" ? "•".repeat(typed.length) : typed;
  const name = `${say(`${step}_title`)}, ${typed.length}`;
  return html`<p class="entry num" role="img" aria-label=${name}>${shown}</p>`;
}

const wrong = ({ gate: { wrong: text } }) =>
  html`<p class="wrong" role="alert">${text || nothing}</p>`;

function digits(app) {
  const { gate: state } = app;
  const ready = state.typed.length >= MIN_LENGTH[state.step] && !state.busy;
  const text = say({ code: "pair", badge: "next", pin: "sign_in" }[state.step]);
  return html`<div class="digits">
    ${[..."123456789"].map((digit) => own(app, { text: digit, look: "filled" }, "", typing(app, digit)))}
    ${own(app, { name: say("digit_back"), look: "filled" }, "", erasing(app), { icon: backspace() })}
    ${own(app, { text: "0", look: "filled" }, "", typing(app, "0"))}
    ${own(app, { text, look: "due" }, "go", ready ? () => app.enter() : null)}
  </div>`;
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
    const other = state.name && !state.typed; // no PIN entered yet: another person than the lineup's
    if (other) Object.assign(state, { step: "badge", badge: "", name: "" });
    state.typed = state.typed.slice(0, -1);
  };
}
