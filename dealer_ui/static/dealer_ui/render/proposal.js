// The proposal of the rule for a reported call, never final; or the one deciding question, a key for each answer.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { box, question } from "./call.js";
import { back } from "./icons.js";
import { key, own } from "./key.js";

export function proposal(app) {
  const { told } = app.screen.floor;
  return html`<section class="proposed" aria-label=${told.head}>
      <h3>${told.title}</h3>
      <p class="head"><span class="caps">${told.head}</span> ${told.basis}</p>
      <p class="result">${told.result} </p>
      ${steps(told)}
      <div class="facts-said">${told.facts.map((fact) => chip(app, fact))}</div>
      ${own(app, { name: told.clause_name }, "clause", () => app.ask({ clause: true }), { icon: html`<span class="words">${told.clause}</span>` })}
      ${own(app, { name: say("call_again"), look: "live" }, "again", () => app.ask({ again: true }), { icon: back() })}
    </section>
    ${key(app, told.objects, `${box(4)} objects`)} ${key(app, told.carry, `${box(9)} carry`)}`;
}

function steps({ steps: all, more, stub }) {
  if (!all.length) return nothing;
  return html`<ol class="remedy">
    <li class="caps"><span> </span><span>${say("stub_after", { stub })}</span></li>
    ${all.map(({ text, stub: left }) => html`<li><span>${text}</span><span>${left}</span></li>`)}
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
  const { told } = app.screen.floor;
  return html`<p class="sent-with">${told.title} · ${told.basis}</p>
    ${question(app, say("clause_title"), "", {})}
    <div class="clause-page">
      <p>${told.clause}</p>
      <p class="sources">${told.sources}</p>
    </div>`;
}

export function asks(app, name) {
  const { told } = app.screen.floor;
  const asked = told.questions[name];
  const to = app.asking.fact && !told.ask ? {} : { again: true };
  return html`<p class="sent-with">${told.title} · ${told.basis}</p>
    ${question(app, asked.text, told.ask ? say("this_decides") : "", to)}
    ${asked.many ? seats(app, asked) : asked.seats.map((one) => answer(app, one, one.seat - 1))}
    ${asked.keys.map((one, i) => answer(app, one, i))}`;
}

/** An answer is sent, and the page follows the server again; a card or an amount opens its pad. */
function answer(app, told, i) {
  const tap = () => {
    if (told.do.send) app.ask({});
    app.tap(told);
  };
  return key(app, told, `${box(i)} row ${/^\d$/.test(told.text) ? "digit num" : ""}`, { tap });
}

/** Several seats: each tap marks one, DONE sends them all. */
function seats(app, { many, seats: all }) {
  const marked = app.asking.seats ?? [];
  const turn = (seat) => (marked.includes(seat) ? marked.filter((one) => one !== seat) : [...marked, seat]);
  const sorted = [...marked].sort((a, b) => a - b);
  const done = () => {
    app.ask({});
    app.send("report", { facts: { [many]: sorted } }, say("seats_said", { seats: sorted.join(", ") }));
  };
  return html`${all.map((one) => {
      const look = marked.includes(one.seat) ? "set" : "filled";
      return own(app, { ...one, look }, `${box(one.seat - 1)} row`, () => app.ask({ fact: many, seats: turn(one.seat) }));
    })}
    ${own(app, { text: say("done"), look: "due" }, "seats-done", sorted.length ? done : null)}`;
}
