// The rule's proposal for a reported call, never final; or the one deciding question, with a key
// for each answer.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { box, question } from "./call.js";
import { back } from "./icons.js";
import { key, own } from "./key.js";

export function proposal(app) {
  const { told: proposed } = app.screen.floor;
  return html`<section class="proposed" aria-label=${proposed.head}>
      <h3>${proposed.title}</h3>
      <p class="head"><span class="caps">${proposed.head}</span> ${proposed.basis}</p>
      <p class="result">${proposed.result} </p>
      ${steps(proposed)}
      <div class="reported-facts">${proposed.facts.map((fact) => chip(app, fact))}</div>
      ${own(app, { name: proposed.clause_name }, "clause", () => app.ask({ clause: true }), { icon: html`<span class="words">${proposed.clause}</span>` })}
      ${own(app, { name: say("call_again"), look: "live" }, "again", () => app.ask({ again: true }), { icon: back() })}
    </section>
    ${key(app, proposed.objects, `${box(4)} objects`)} ${key(app, proposed.carry, `${box(9)} carry`)}`;
}

function steps({ steps: all, more, stub }) {
  if (!all.length) return nothing;
  return html`<ol class="remedy">
    <li class="caps"><span> </span><span>${say("stub_after", { stub })}</span></li>
    ${all.map(({ text, stub: stubLeft }) => html`<li><span>${text}</span><span>${stubLeft}</span></li>`)}
    ${more ? html`<li class="rest"><span>${say("more_steps", { count: more })}</span></li>` : nothing}
  </ol>`;
}

/** A fact and its source; reported facts are keys, so that they can be entered or corrected. */
function chip(app, { label, value, source, name, ask, wide }) {
  const place = wide ? "fact wide-fact" : "fact";
  const body = html`<span class="label">${label}</span><b>${value}</b>${source ? html`<small>${source}</small>` : nothing}`;
  if (!ask) return html`<span class=${place}>${body}</span>`;
  return own(app, { name }, place, () => app.ask({ fact: ask }), { icon: body });
}

/** The clause in full, with its sources. */
export function clause(app) {
  const { told: proposed } = app.screen.floor;
  return html`<p class="sent-with">${proposed.title} · ${proposed.basis}</p>
    ${question(app, say("clause_title"), "", {})}
    <div class="clause-page">
      <p>${proposed.clause}</p>
      <p class="sources">${proposed.sources}</p>
    </div>`;
}

export function asks(app, name) {
  const { told: proposed } = app.screen.floor;
  const deciding = proposed.questions[name];
  const to = app.asking.fact && !proposed.ask ? {} : { again: true };
  return html`<p class="sent-with">${proposed.title} · ${proposed.basis}</p>
    ${question(app, deciding.text, proposed.ask ? say("this_decides") : "", to)}
    ${deciding.many ? seats(app, deciding) : deciding.seats.map((keyData, i) => answer(app, keyData, i))}
    ${counts(app, deciding, name)}`;
}

/** The likely answers; the rarer counts are behind MORE. */
function counts(app, { keys, more }, name) {
  if (!more.length || app.asking.more) return [...keys, ...more].map((keyData, i) => answer(app, keyData, i));
  const rest = { text: say("more_counts"), name: say("more_counts_name") };
  return html`${keys.map((keyData, i) => answer(app, keyData, i))}
    ${own(app, rest, `${box(keys.length)} row`, () => app.ask({ fact: name, more: true }))}`;
}

/** Sends an answer, and the page follows the server again. A card or an amount opens its pad. */
function answer(app, keyData, i) {
  const tap = () => {
    if (keyData.do.send) app.ask({});
    app.tap(keyData);
  };
  return key(app, keyData, `${box(i)} row ${/^\d$/.test(keyData.text) ? "digit num" : ""}`, { tap });
}

/** Several seats: each tap marks one, DONE sends them all. */
function seats(app, { many, seats: all }) {
  const marked = app.asking.seats ?? [];
  const toggled = (seat) => (marked.includes(seat) ? marked.filter((other) => other !== seat) : [...marked, seat]);
  const sorted = [...marked].sort((a, b) => a - b);
  const done = () => {
    app.ask({});
    app.send("report", { facts: { [many]: sorted } }, say("seats_said", { seats: sorted.join(", ") }));
  };
  return html`${all.map((keyData) => {
      const look = marked.includes(keyData.seat) ? "set" : "filled";
      return own(app, { ...keyData, look }, `${box(keyData.seat - 1)} row`, () => app.ask({ fact: many, seats: toggled(keyData.seat) }));
    })}
    ${own(app, { text: say("done"), look: "due" }, "seats-done", sorted.length ? done : null)}`;
}
