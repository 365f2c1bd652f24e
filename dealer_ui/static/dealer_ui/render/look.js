// The look of this tablet, from MORE between hands: each key has a choice other than the current
// one.

import { lookOf, setLook } from "../look.js";
import { feedbackOf, nextFeedback, setFeedback } from "../feedback.js";
import { html } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { cross } from "./icons.js";
import { own } from "./key.js";

const OTHER = { theme: { dark: "light", light: "dark" }, suits: { colors: "letters", letters: "colors" } };

export function look(app) {
  const choices = Object.entries(OTHER).map(([name, others], i) => {
    const other = others[lookOf(name)];
    return own(app, { text: say(`look_${other}`), name: say(`look_${other}_name`), look: "filled" }, `choice h-${i + 1}`, () => setLook(name, other));
  });
  const next = nextFeedback();
  const feedback = { text: say(`look_${next}`), name: say("look_feedback_name", { now: say(`look_${feedbackOf()}_now`) }), look: "filled" };
  const hand = say(app.mirrored ? "look_right" : "look_left");
  return html`<section class="sheet look" aria-label=${say("look_title")}>
    <h3>${say("look_title")}</h3>
    <p class="help">${say("look_help")}</p>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    ${own(app, { text: hand, name: say("look_mirror_name"), look: "filled" }, "choice h-0", () => app.mirror())} ${choices}
    ${own(app, feedback, "choice h-3", () => setFeedback(next))}
  </section>`;
}
