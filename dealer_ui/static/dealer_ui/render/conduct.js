// Conduct: what happened, the likeliest first. Four taps with MORE, its key and the seat.

import { html, nothing } from "../vendor/lit-html.js";
import { podOf } from "../modes.js";
import { page, say } from "../text.js";
import { cross } from "./icons.js";
import { own } from "./key.js";

/** What happened: ten and Other on the first page, the rest on the second. */
export function conduct(app) {
  const { seat, name, more } = app.mode;
  const title = say("conduct_title", { seat, name });
  const isPossible = ({ family }) => !family || family === app.screen.family;
  const shown = page.conduct.filter((category) => isPossible(category) && category.first !== more);
  const showOthers = () => {
    app.mode = { ...app.mode, more: !more };
  };
  const mark = podOf(app.screen, seat)?.conduct?.mark;
  return html`<section class="wide conduct" aria-label=${title}>
    <h3>${title}</h3>
    ${mark ? html`<p class="mark">${mark}</p>` : nothing}
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    <div class="people ${more ? "many" : ""}">
      ${shown.map((category) => own(app, { text: category.title, look: "filled" }, "", () => app.report(category)))}
      ${own(app, { text: say(more ? "conduct_back" : "conduct_more"), look: "live" }, "", showOthers)}
    </div>
  </section>`;
}
