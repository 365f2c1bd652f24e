// An exercise at a house-banked table, on that table's own screen. The school loads this file when it deals one.

import { html } from "../dealer_ui/vendor/lit-html.js";
import { Exercise as SchoolExercise } from "../school/exercise.js";
import { caption as counts, isInBand, step as line, told } from "../school/exercise_page.js";
import { withBoxes } from "./banked_app.js";
import { caption, felt, step, strip, stripHand } from "./bands.js";

const STYLES = [
  ["banked.css", ""],
  ["portrait.css", "(orientation: portrait)"],
];

for (const [file, media] of STYLES) {
  const href = new URL(file, import.meta.url).href;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, media }));
}

export const Exercise = withBoxes(SchoolExercise);

export const bands = {
  look: "school banked",
  step: (app) => step(app, line),
  stage: (app) => felt(app, app.feedback && !isInBand(app) ? toldStrip(app) : strip(app)),
  caption: (app) => ({ ...counts(app), ...(app.editor && { text: caption(app).text }) }),
};

/** What the school says of a tap, beside the dealer's hand. */
const toldStrip = (app) => html`<div class="strip of-4">${stripHand(app.screen.strip[0])}<section class="hand">${told(app.feedback, app)}</section></div>`;

/** Whether a key opens what the tap is made in: the chips of a wager, a sheet, the cards of CARD ERROR. */
export function leads({ open, args = {} }, { name, args: wanted }, screen, sends) {
  if (open === "bet") return name === "set_bet" && args.box === wanted.box && args.wager === wanted.what;
  if (open === "fix") return name === "correct_card";
  return open === "sheet" && (screen.sheets[args.name]?.keys ?? []).some((key) => key.do?.send && sends(key));
}
