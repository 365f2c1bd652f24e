// A floor call on its way: the far row says how far it is; the seats come back with another tap on FLOOR.

import { html, nothing } from "../vendor/lit-html.js";
import { say, span } from "../text.js";
import { check } from "./icons.js";
import { key } from "./key.js";

export function ladder(app) {
  const { floor } = app.screen;
  return html`<section class="ladder" aria-live="assertive">
      ${app.callUnheard ? unheard() : steps(app)}
      <p>${app.callUnheard ? say("floor_still_trying") : floor.sent_with}</p>
    </section>
    ${floor.called_at
      ? html`<section class="solved">
          <span>${say("solved")}</span>
          ${key(app, floor.cancel, "cancel", { icon: check(24) })}
        </section>`
      : nothing}`;
}

const unheard = () => html`<p class="lost">${say("floor_not_delivered")}</p>`;

/** Sent and delivered are known here; seen and on the way come from the supervisor's screen. */
function steps({ call, screen }) {
  const delivered = Boolean(screen.floor.called_at || call?.told);
  const took = call?.told ? span(call.told - call.tapped) : "";
  return html`<ol>
    ${rung(say("floor_sent"), true, call ? span(0) : "")}
    ${rung(say("floor_delivered"), delivered, took)} ${rung(say("floor_seen"), false)}
    ${rung(say("floor_coming"), false)}
  </ol>`;
}

const rung = (text, reached, time = "") =>
  html`<li class=${reached ? "reached" : ""}>
    <span class="dot">${reached ? check(22) : nothing}</span>${text}
    ${time ? html`<time class="num">${time}</time>` : nothing}
  </li>`;
