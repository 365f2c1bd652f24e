// The bands that mark the school on every page of it: header, strip, footer, and the edge.

import { html, nothing } from "../dealer_ui/vendor/lit-html.js";
import { cap } from "../dealer_ui/render/icons.js";
import { own } from "../dealer_ui/render/key.js";
import { band, rule } from "../dealer_ui/render/tablet.js";
import { clock, say } from "../dealer_ui/text.js";

const [ONE_LINE, SMALLER] = [66, 84]; // characters of a strip at 32 px, and at 26 px

/** left, right: texts; empty ones are left out. */
export function header(left, right) {
  return html`<header class="header">
    <h1 class="table">${say("school")}</h1>
    ${left.filter(Boolean).map((text, i) => html`${i ? rule() : nothing}<span class="game">${text}</span>`)}
    <span class="right"></span>
    ${right.filter(Boolean).map((text) => html`<span>${text}</span>${rule()}`)}
    <time class="clock num">${clock(Date.now())}</time>
  </header>`;
}

/** What is shown in the strip: the longer, the smaller, at last in two lines; the second part only beside a short one. */
export function strip(title, now, then = "", seen = nothing) {
  const size = now.length > SMALLER ? "long" : now.length > ONE_LINE ? "smaller" : "";
  return band(`${size} ${seen === nothing ? "" : "keyed"}`, title, { now, then: now.length + then.length > ONE_LINE ? "" : then, seen });
}

/** A result that the room did not take is told first, until its trainee signs in or it is dropped. */
export function refusedStrip(school) {
  const { refused: entry } = school.results;
  if (!entry) return null;
  const drop = own(school, { text: say("school_refused_drop") }, "seen", () => school.results.drop(entry));
  const now = say("school_refused_how", { message: entry.refused, name: entry.name });
  return band("notice long", say("school_refused", entry), { now, then: "", seen: drop });
}

export function footer(school, text, sum) {
  const { results } = school;
  const count = results.waiting.length;
  const waits = count ? ` · ${say("school_to_send", { results: counted(count) })}` : "";
  return html`<footer class="footer">
    <span class="link" role="status">${cap()} <b>${say("school")}</b><span>· ${results.durable ? text : say("school_not_kept")}${waits}</span></span>
    <span class="sum num">${sum}</span>
  </footer>`;
}

export const counted = (count) => (count === 1 ? say("school_results_one") : say("school_results", { count }));

/** 4 px around everything, so that nobody takes it for a live table. */
export const edge = () => html`<div class="edge"></div>`;
