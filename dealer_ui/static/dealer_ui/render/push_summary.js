// Open items for the dealer who has just been pushed in: on the stage until the first tap, and
// never in the way.

import { html } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { own } from "./key.js";

export function pushSummary(app) {
  const { title, lines } = app.pushSummary;
  const seen = () => {
    app.markSummaryRead();
    app.paint();
  };
  return html`<section class="push-summary" aria-label=${title}>
    <h3>${title}</h3>
    <ul>
      ${lines.map(({ text, look }) => html`<li class=${look}><i></i>${text}</li>`)}
    </ul>
    ${own(app, { text: say("seen"), look: "filled" }, "seen", seen)}
  </section>`;
}
