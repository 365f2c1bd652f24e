// The next game of the rotation where a player chooses it: one key each.

import { html } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { cross } from "./icons.js";
import { key, own } from "./key.js";

export function games(app) {
  return html`<section class="wide" aria-label=${say("games_title")}>
    <h3>${say("games_title")}</h3>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    <div class="people">${app.screen.games.map((keyData) => key(app, keyData, ""))}</div>
  </section>`;
}
