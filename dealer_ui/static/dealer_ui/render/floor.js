// A floor call: the far row says how far it got, which is the room's log and nobody's eyes. The seats come back
// with another tap on FLOOR.

import { html, nothing } from "../vendor/lit-html.js";
import { say, span } from "../text.js";
import { check } from "./icons.js";
import { key } from "./key.js";

export function ladder(app) {
  const { floor } = app.screen;
  return html`<section class="ladder" aria-live="assertive">
      ${app.callUnheard ? unheard() : steps(app)}
      <p class="call-out">${app.callUnheard ? say("floor_still_trying") : say("floor_call_out")}</p>
      ${app.callUnheard ? nothing : html`<p>${floor.sent_with}</p>`}
    </section>
    ${floor.called_at
      ? html`<section class="solved">
          <span>${say("solved")}</span>
          ${key(app, floor.cancel, "cancel", { icon: check(24) })}
        </section>`
      : nothing}`;
}

const unheard = () => html`<p class="lost">${say("floor_not_logged")}</p>`;

/** Sent by this tablet, logged by the room: no more than that is known. */
function steps({ call, screen }) {
  const logged = Boolean(screen.floor.called_at || call?.told);
  const took = call?.told ? span(call.told - call.tapped) : "";
  return html`<ol>
    ${rung(say("floor_sent"), true, call ? span(0) : "")} ${rung(say("floor_stored"), logged, took)}
  </ol>`;
}

const rung = (text, reached, time = "") =>
  html`<li class=${reached ? "reached" : ""}>
    <span class="dot">${reached ? check(22) : nothing}</span>${text}
    ${time ? html`<time class="num">${time}</time>` : nothing}
  </li>`;
